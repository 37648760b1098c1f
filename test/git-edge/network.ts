// SYN-12: whatever is at the other end, the budget holds, the reason is right, nothing asks and no process is left.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { openGitRepository } from "../../src/disk/git/repository.ts";
import { failedFrom, type GitReason } from "../../src/text/errors.ts";
import { commitOf, type GitBox, gitBox } from "../support/git-store.ts";
import { answering, breakingOff, cutAfter, daemon, dripping, listen, SILENT } from "./servers.ts";
import { leftWithHome, type World } from "./world.ts";

const BUDGET_MS = 800;
/** A loaded machine may be late with a signal. */
const LATE_MS = 400;
const CHALLENGE = 'WWW-Authenticate: Basic realm="x"\r\n';
const PACK =
  "HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-advertisement\r\nContent-Length: 5000\r\n\r\n";

interface Case {
  readonly name: string;
  readonly scheme: "http" | "git" | "ssh";
  readonly meet: (socket: Socket) => void;
  readonly reasons: readonly GitReason[];
}

const CASES: readonly Case[] = [
  { name: "http accepts and never answers", scheme: "http", meet: SILENT, reasons: ["timeout"] },
  { name: "git accepts and never answers", scheme: "git", meet: SILENT, reasons: ["timeout"] },
  { name: "ssh accepts and never answers", scheme: "ssh", meet: SILENT, reasons: ["timeout", "network"] },
  { name: "http drips a byte a second", scheme: "http", meet: dripping(PACK), reasons: ["timeout"] },
  { name: "git drips a byte a second", scheme: "git", meet: dripping("00ff"), reasons: ["timeout"] },
  { name: "ssh drips a byte a second", scheme: "ssh", meet: dripping("SSH-2.0-"), reasons: ["timeout", "network"] },
  { name: "http asks for a password", scheme: "http", meet: answering("401 No", CHALLENGE), reasons: ["auth"] },
  { name: "http answers 403", scheme: "http", meet: answering("403 No"), reasons: ["auth"] },
  { name: "http answers 404", scheme: "http", meet: answering("404 No"), reasons: ["not-a-repository"] },
  { name: "http answers 500", scheme: "http", meet: answering("500 No"), reasons: ["network"] },
  { name: "http breaks off", scheme: "http", meet: breakingOff(`${PACK}001e`), reasons: ["network"] },
  { name: "git breaks off", scheme: "git", meet: breakingOff("00ff"), reasons: ["network"] },
];

export async function network(world: World): Promise<void> {
  for (const each of CASES) {
    const server = await listen(each.meet);
    try {
      const box = trapped(world.folder());
      const user = each.scheme === "ssh" ? "git@" : "";
      await both(world, box, each.name, `${each.scheme}://${user}127.0.0.1:${server.port}/x.git`, each.reasons);
    } finally {
      await server.close();
    }
  }
  await refusedPort(world);
  await prompts(world);
  await slowHelper(world);
  await cutWires(world);
}

/** A home full of programs that would ask, each of which leaves a trace. */
export function trapped(base: string): GitBox & { readonly canary: string } {
  const box = gitBox(base);
  const canary = join(base, "asked");
  const asker = join(base, "asker");
  writeFileSync(asker, `#!/bin/sh\ntouch ${canary}\necho secret\n`, { mode: 0o755 });
  writeFileSync(join(box.env.HOME ?? "", ".gitconfig"), `[core]\n\taskPass = ${asker}\n`);
  Object.assign(box.env, { GIT_ASKPASS: asker, SSH_ASKPASS: asker, SSH_ASKPASS_REQUIRE: "force", DISPLAY: ":0" });
  return { ...box, canary };
}

async function both(
  world: World,
  box: GitBox & { readonly canary: string },
  name: string,
  url: string,
  reasons: readonly GitReason[],
): Promise<void> {
  const repository = await openGitRepository(box.root, box.env);
  await repository.setRemote(url);
  const commit = await commitOf(repository, { "memories/a.md": "one" });
  // Both at once: most of it is waiting.
  await Promise.all([
    judged(world, `${name}, fetch`, () => repository.fetchRemote(BUDGET_MS), reasons),
    judged(world, `${name}, push`, () => repository.push(commit, BUDGET_MS), reasons),
  ]);
  const left = await leftWithHome(box.env.HOME ?? "");
  world.check(`SYN-12 ${name}: no process is left`, left.length === 0, left);
  world.check(`SYN-12 ${name}: nothing asked`, !existsSync(box.canary));
}

async function judged(
  world: World,
  name: string,
  act: () => Promise<unknown>,
  reasons: readonly GitReason[],
): Promise<void> {
  const start = performance.now();
  const failed = await act().then(() => undefined, failedFrom);
  const took = performance.now() - start;
  const reason = failed?.reason ?? "ok";
  world.say(`  ${name.padEnd(40)} ${Math.round(took).toString().padStart(5)} ms of ${BUDGET_MS}  ${reason}`);
  world.check(`SYN-12 ${name}: the budget holds`, took < BUDGET_MS + LATE_MS, Math.round(took));
  world.check(
    `SYN-10 ${name}: ${reasons.join(" or ")}`,
    reasons.some((each) => each === reason),
    failed,
  );
}

async function refusedPort(world: World): Promise<void> {
  const server = await listen(SILENT);
  await server.close();
  const box = trapped(world.folder());
  await both(world, box, "nobody listens", `http://127.0.0.1:${server.port}/x.git`, ["network"]);
}

/** An ssh that asks on the terminal, waits for ever and does not listen to SIGTERM. */
async function prompts(world: World): Promise<void> {
  const box = trapped(world.folder());
  const seen = join(box.base, "ssh-arguments");
  const script = join(box.base, "asking-ssh");
  const ask = `printf 'Password: ' 2>/dev/null >/dev/tty && touch ${box.canary}`;
  writeFileSync(script, `#!/bin/sh\necho "$@" >${seen}\n${ask}\ntrap '' TERM\nwhile :; do sleep 1; done\n`, {
    mode: 0o755,
  });
  box.env.GIT_SSH_COMMAND = script;
  await both(world, box, "an ssh that asks", "git@example.invalid:x.git", ["timeout"]);
  world.check("SYN-12 ssh was told not to ask", existsSync(seen));
}

/** A credential helper of the user's own that never comes back. */
async function slowHelper(world: World): Promise<void> {
  const server = await listen(answering("401 No", CHALLENGE));
  const box = trapped(world.folder());
  mkdirSync(box.env.HOME ?? "", { recursive: true });
  writeFileSync(join(box.env.HOME ?? "", ".gitconfig"), '[credential]\n\thelper = "!sleep 600 & sleep 600"\n');
  try {
    await both(world, box, "a credential helper that hangs", `http://127.0.0.1:${server.port}/x.git`, ["timeout"]);
  } finally {
    await server.close();
  }
}

/** A real daemon behind a wire that is cut at many places: nothing is half there, and the next try works. */
async function cutWires(world: World): Promise<void> {
  const base = world.folder();
  const box = trapped(base);
  const git = await daemon(base);
  const repository = await openGitRepository(box.root, box.env);
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`memories/m${at}.md`, `memory ${at} ${Math.sin(at)}\n`]),
  );
  const commit = await commitOf(repository, files);
  const reader = gitBox(base, "b");
  const there = await openGitRepository(reader.root, reader.env);
  const cuts = world.long ? Array.from({ length: 24 }, (_, at) => 40 + at * 700) : [40, 400, 3000, 9000];
  try {
    const reasons: string[] = [];
    for (const side of ["near", "far"] as const) {
      for (const bytes of cuts) {
        const wire = await listen(cutAfter(git.port, bytes, side));
        const [one, act] =
          side === "near"
            ? ([repository, () => repository.push(commit, BUDGET_MS * 4)] as const)
            : ([there, () => there.fetchRemote(BUDGET_MS * 4)] as const);
        await one.setRemote(`git://127.0.0.1:${wire.port}/remote.git`);
        if (side === "far") box.git("push", "-q", box.bare, `${commit}:refs/heads/main`);
        const failed = await act().then(() => undefined, failedFrom);
        reasons.push(failed === undefined ? "ok" : failed.reason === "network" ? "network" : failed.message);
        await wire.close();
      }
    }
    world.say(`  a wire cut at ${cuts.length} places, push and fetch: ${[...new Set(reasons)].join(", ")}`);
    world.check(
      "SYN-10 a cut wire is the network's fault",
      reasons.every((each) => each === "network" || each === "ok"),
      reasons,
    );
    world.check(
      "SYN-10 most cuts were felt",
      reasons.filter((each) => each === "network").length >= cuts.length,
      reasons,
    );
    await there.setRemote(`git://127.0.0.1:${git.port}/remote.git`);
    world.check("SYN-10 the next fetch works", (await there.fetchRemote(20_000)).commit === commit);
    world.check(
      "SYN-10 nothing is broken",
      reader.git("fsck", "--no-dangling") === "",
      reader.git("fsck", "--no-dangling"),
    );
    world.check("SYN-12 no process is left behind a cut wire", (await leftWithHome(box.env.HOME ?? "")).length === 0);
  } finally {
    await git.close();
  }
}
