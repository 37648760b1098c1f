// SYN-12: a remote whose trees hold everything that a tree should not. It is fetched and listed, the odd entries
// are named one by one, the good ones are usable, nothing lands on the disk and nobody's program runs.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openGitRepository } from "../../src/disk/git/repository.ts";
import { failedFrom } from "../../src/text/errors.ts";
import { type GitBox, gitBox } from "../support/git-store.ts";
import { leftWithHome, type World } from "./world.ts";

const LARGE = 96 * 1024 * 1024;
const BUDGET_MS = 60_000;

interface Entry {
  readonly mode: string;
  readonly name: string;
  readonly id: string;
}

function inBare(box: GitBox, args: readonly string[], input: Uint8Array | string = ""): string {
  return execFileSync("git", ["-C", box.bare, ...args], { input, encoding: "utf8", maxBuffer: 1 << 28 }).trim();
}

const blob = (box: GitBox, bytes: Uint8Array | string): string => inBare(box, ["hash-object", "-w", "--stdin"], bytes);

/** By its bytes, because git's own programs refuse to make such a tree. */
function tree(box: GitBox, entries: readonly Entry[]): string {
  const bytes = entries.map(({ mode, name, id }) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]),
  );
  return inBare(box, ["hash-object", "-w", "-t", "tree", "--literally", "--stdin"], Buffer.concat(bytes));
}

function publish(box: GitBox, top: string): string {
  const who = ["-c", "user.name=x", "-c", "user.email=x@example.org"];
  const commit = inBare(box, [...who, "commit-tree", top, "-m", "x"]);
  inBare(box, ["update-ref", "refs/heads/main", commit]);
  return commit;
}

export async function hostile(world: World): Promise<void> {
  const box = gitBox(world.folder());
  const canary = join(box.base, "canary");
  const config = `[core]\n\tfsmonitor = touch ${canary}\n\tsshCommand = touch ${canary}\n`;
  const text = blob(box, "text\n");
  const file = (name: string, id = text, mode = "100644"): Entry => ({ mode, name, id });
  const folder = (name: string, ...entries: readonly Entry[]): Entry => file(name, tree(box, entries), "40000");
  const evil = blob(box, config);
  const hook = blob(box, `#!/bin/sh\ntouch ${canary}\n`);
  const top = tree(box, [
    folder("..", file("outside.md")),
    folder(".git", file("config", evil), folder("hooks", file("post-checkout", hook, "100755"))),
    folder(".GIT", file("config", evil)),
    folder("git~1", file("config", evil)),
    file(".gitattributes", blob(box, "* filter=evil diff=evil merge=evil\n")),
    file(".gitmodules", blob(box, `[submodule "x"]\n\tpath = sub\n\turl = -u./evil\n\tupdate = !touch ${canary}\n`)),
    file("a/../../b.md"),
    file("back\\slash.md"),
    file("line\nbreak.md"),
    file("con"),
    file("link", blob(box, "/etc/passwd"), "120000"),
    folder(
      "memories",
      file("A.md"),
      file("a.md"),
      file("good.md"),
      file("large.md", blob(box, Buffer.alloc(LARGE))),
      file("run.md", text, "100755"),
      file("writable.md", text, "100664"),
    ),
    file("memories.md", blob(box, "../../outside"), "120000"),
    file("sub", "1".repeat(40), "160000"),
  ]);
  const commit = publish(box, top);
  seedTraps(box, canary);
  const repository = await openGitRepository(box.root, box.env);
  await repository.setRemote(box.bare);
  const fetched = await repository.fetchRemote(BUDGET_MS);
  world.check("SYN-12 a hostile tree is fetched, and stops nothing", fetched.commit === commit, fetched);
  const entries = await repository.entries(commit);
  const named = Object.fromEntries(entries.map(({ path, odd }) => [path, odd.join(" ")]));
  const wanted: Record<string, string> = {
    "../outside.md": "path",
    ".git/config": "path",
    ".git/hooks/post-checkout": "executable path",
    ".GIT/config": "path",
    "git~1/config": "path",
    ".gitattributes": "",
    ".gitmodules": "",
    "a/../../b.md": "path",
    "back\\slash.md": "path",
    "line\nbreak.md": "path",
    con: "path",
    link: "link",
    "memories/A.md": "collision",
    "memories/a.md": "collision",
    "memories/good.md": "",
    "memories/large.md": "",
    "memories/run.md": "executable",
    "memories/writable.md": "",
    "memories.md": "link",
    sub: "submodule",
  };
  for (const [path, odd] of Object.entries(wanted)) {
    const found = named[path];
    // Where case does not count the two spellings of .git are one, which is a collision besides.
    world.check(
      `SYN-12 ${JSON.stringify(path)} is told as ${odd || "plain"}`,
      found === odd || found === `${odd} collision`,
      found,
    );
  }
  world.check("SYN-12 every entry was named", entries.length === Object.keys(wanted).length, Object.keys(named));
  const large = entries.find(({ path }) => path === "memories/large.md")?.blob ?? "";
  const [read] = await repository.read([large], 1024 * 1024);
  world.check("SYN-12 a huge blob is told, not read", read?.kind === "too-large" && read.size === LARGE, read);
  const refused = await repository.move(undefined, commit).catch(failedFrom);
  world.check("SYN-12 such a tree is never put on the disk", refused.kind === "failed", refused);
  repository.rest();
  await useTheGood(world, box, commit);
  world.check("SYN-12 nobody's program ran", !existsSync(canary));
  world.check(
    "SYN-12 nothing stands outside",
    !existsSync(join(box.base, "outside.md")) && !existsSync(join(box.root, "b.md")),
  );
  world.check("SYN-12 no process is left", (await leftWithHome(box.env.HOME ?? "")).length === 0);
  await manyEntries(world);
}

/** Programs of every kind that git knows to start, in the user's home and in the repository. */
function seedTraps(box: GitBox, canary: string): void {
  const home = join(box.env.HOME ?? "", ".gitconfig");
  const driver = `touch ${canary}; cat`;
  writeFileSync(
    home,
    `[filter "evil"]\n\tclean = ${driver}\n\tsmudge = ${driver}\n[diff "evil"]\n\ttextconv = ${driver}\n\tcommand = ${driver}\n[merge "evil"]\n\tdriver = ${driver}\n[core]\n\tfsmonitor = touch ${canary}\n\tpager = ${driver}\n\teditor = ${driver}\n[protocol "ext"]\n\tallow = always\n`,
  );
  const hooks = join(box.root, ".git/hooks");
  mkdirSync(hooks, { recursive: true });
  for (const name of "pre-commit post-commit post-checkout post-merge reference-transaction post-index-change pre-push".split(
    " ",
  )) {
    writeFileSync(join(hooks, name), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
  }
}

async function useTheGood(world: World, box: GitBox, theirs: string): Promise<void> {
  const repository = await openGitRepository(box.root, box.env);
  const entries = await repository.entries(theirs);
  const files = entries.filter(
    ({ path, odd }) => odd.length === 0 && path.startsWith("memories/") && !path.endsWith("large.md"),
  );
  const commit = await repository.commit({
    files,
    parents: [theirs],
    message: "kept",
    device: "0123456789abcdef",
    at: 1_790_000_000,
  });
  const moved = await repository.move(undefined, commit);
  world.check("SYN-12 the good files of it arrive", moved.kind === "moved" && moved.written === 2, moved);
  const { changed } = await repository.status();
  const there = readdirSync(box.root).sort().join(" ");
  world.check("SYN-12 and nothing else", there === ".git memories" && changed.length === 0, [there, changed]);
  await repository.push(commit, BUDGET_MS);
  repository.rest();
}

async function manyEntries(world: World): Promise<void> {
  const box = gitBox(world.folder());
  const id = blob(box, "x");
  const names = Array.from({ length: 100_000 }, (_, at) => `m${String(at).padStart(6, "0")}.md`);
  const commit = publish(
    box,
    tree(box, [
      {
        mode: "40000",
        name: "memories",
        id: tree(
          box,
          names.map((name) => ({ mode: "100644", name, id })),
        ),
      },
    ]),
  );
  const repository = await openGitRepository(box.root, box.env);
  await repository.setRemote(box.bare);
  await repository.fetchRemote(BUDGET_MS);
  const start = performance.now();
  const entries = await repository.entries(commit);
  world.say(`  100,000 entries listed in ${Math.round(performance.now() - start)} ms`);
  world.check("SYN-12 100,000 entries are listed", entries.length === 100_000, entries.length);
}
