// Ways round RUL-1: a rule that no person signed is to be kept, or one that a person signed is to be dropped.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { placesFrom } from "../../src/disk/places.ts";
import { planEdit } from "../../src/store/confirm.ts";
import { initStore } from "../../src/store/io/open-store.ts";
import { planRetireAll, planTierChange } from "../../src/store/plan-transition.ts";
import { planSupersede } from "../../src/store/retire.ts";
import { hookEnvironment } from "../support/hook-run.ts";
import { boxEnv, callTool, start as startServer } from "../support/mcp.ts";
import { type Answer, runAnswering, runAsPerson } from "../support/person.ts";
import { openBox, rootOf } from "../support/store-box.ts";
import { placesOfMachine, twoMachines } from "../support/sync-machines.ts";
import { member } from "../support/team.ts";
import type { Attack, Outcome } from "./attack.ts";
import {
  asAgent,
  bringing,
  brought,
  changed,
  DIST,
  done,
  dropping,
  FOREIGN,
  forgedText,
  holding,
  indexOf,
  inWorld,
  memoryIn,
  OWN,
  person,
  say,
  signed,
  startsTold,
  stops,
} from "./rules-world.ts";

/** What the person once said, put back after they said something else: the file, or the file with its signed words. */
function replayed(name: string, isWithWords: boolean): Attack {
  return bringing(name, async ({ base, root }) => {
    const file = await say(openBox(base), person(), FOREIGN);
    cpSync(root, `${base}/old`, { recursive: true });
    const memory = memoryIn(base, file);
    const text = memory.document.text.replace("command make", "command ninja");
    await done(base, planEdit(openBox(base), memory, text, person(), ["rule"]));
    cpSync(`${base}/old/memories/${file}`, `${root}/memories/${file}`);
    if (!isWithWords) return;
    rmSync(`${root}/attest/${memory.id}`, { recursive: true });
    cpSync(`${base}/old/attest/${memory.id}`, `${root}/attest/${memory.id}`, { recursive: true });
  });
}

/** In a project's shared store, by somebody whose word does not count here. */
async function byPullRequest(): Promise<Outcome> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-rules-")));
  try {
    const [ada, mallory] = [member(base, "ada"), member(base, "mallory")];
    initStore(join(ada.home, ".holdfast"), { scope: "personal", storeId: "01JCQ0Z8M4X5T6V7W8Y9ZABCDE" });
    await say(ada.open(), ada.act(), OWN);
    ada.commit("Say what we use");
    ada.git("push", "-q", "origin", "HEAD:main");
    mallory.git("pull", "-q", "origin", "main");
    await say(mallory.open(), mallory.act(), FOREIGN);
    mallory.commit("Say how the build is made");
    mallory.git("push", "-q", "origin", "HEAD:main");
    ada.git("pull", "-q", "origin", "main");
    const session = { places: placesFrom(ada.env, ada.home), home: ada.home, cwd: ada.project };
    startsTold(session);
    if (!stops(session, "npm install")) throw new Error("the person's own rule is not kept");
    return brought(session);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** By sync, from a machine that nobody here has let count. */
async function bySync(): Promise<Outcome> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-rules-")));
  try {
    const [a, b] = twoMachines(base, false);
    await say(a.open(), a.act(), OWN);
    await say(b.open(), b.act(), FOREIGN);
    for (const each of [b, a, b, a]) await each.sync();
    if (a.files("memories").length !== 2) throw new Error("nothing came");
    const home = dirname(a.root);
    mkdirSync(`${home}/work`);
    const session = { places: placesOfMachine(a), home, cwd: `${home}/work` };
    startsTold(session);
    if (!stops(session, "npm install")) throw new Error("the person's own rule is not kept");
    return brought(session);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

const REMOVED = (text: string): string => text.replace(/^rule:.*\n(?:(?: +|- ).*\n)*/m, "");

export const attacks: readonly Attack[] = [
  bringing("the agent writes a file that calls itself verified", ({ root }) =>
    writeFileSync(`${root}/memories/feedback_forged.md`, forgedText(), { mode: 0o600 }),
  ),
  bringing("the agent writes it and signs it with the device key from the disk", ({ root, places }) =>
    signed(root, forgedText(), places.data),
  ),
  bringing("the agent writes it, signed by a device of its own", ({ root, base }) => {
    mkdirSync(`${base}/other`, { mode: 0o700 });
    signed(root, forgedText(), `${base}/other`);
  }),
  bringing("the agent adds a line to the rule of a verified memory", ({ file }) =>
    changed(file, (text) => text.replace("deny command npm install", "deny command npm install, deny command make")),
  ),
  bringing("the agent writes a rule into a verified memory that has none", async ({ base, root }) => {
    const { text } = FOREIGN;
    const file = await say(openBox(base), person(), { text });
    changed(`${root}/memories/${file}`, (before) => before.replace("\n---\n", `\nrule: [${FOREIGN.rule}]\n---\n`));
  }),
  replayed("an older rule is put back in its file", false),
  replayed("an older rule is put back with the signed words of that time", true),
  { name: "a rule comes by a pull request to a shared store", make: byPullRequest },
  { name: "a rule comes by sync from a device that does not count here", make: bySync },
  bringing("a rule comes in a file that a person imports", async ({ base, cwd }) => {
    mkdirSync(`${cwd}/notes`);
    writeFileSync(`${cwd}/notes/feedback_build.md`, forgedText());
    const argv = [process.execPath, `${DIST}cli.mjs`, "import", "markdown", `${cwd}/notes`, "--apply", "--yes"];
    const { transcript } = await runAsPerson(argv, { cwd, env: hookEnvironment(base), enters: true });
    if (readdirSync(`${rootOf(base)}/memories`).length < 2) throw new Error(`nothing was imported: ${transcript}`);
  }),
  bringing("a rule comes by memory_remember", async ({ base, cwd }) => {
    const server = await startServer({ args: [`${DIST}mcp.mjs`], env: boxEnv(base), cwd }, "modern");
    await callTool(server, "memory_remember", { text: forgedText(), global: true });
    await callTool(server, "memory_remember", { text: FOREIGN.text, global: true, rule: FOREIGN.rule });
    await server.close();
  }),
  bringing("the agent runs `holdfast add --rule`", (world) =>
    asAgent(world, ["add", "--global", "--rule", "deny command make", FOREIGN.text]),
  ),
  bringing("a rule that the person put into quarantine is moved among the memories", async ({ base, root }) => {
    const file = await say(openBox(base), person(), FOREIGN);
    await done(base, planTierChange(memoryIn(base, file), { verb: "demote", reason: "wrong" }, person()));
    renameSync(`${root}/quarantine/${file}`, `${root}/memories/${file}`);
    changed(`${root}/memories/${file}`, (text) => text.replace("quarantined", "verified"));
  }),
  bringing("a retired rule is called active again", async ({ base, root }) => {
    const file = await say(openBox(base), person(), FOREIGN);
    await done(base, planRetireAll([memoryIn(base, file)], person()));
    changed(`${root}/memories/${file}`, (text) => text.replace(/^status: .*\n/m, ""));
  }),
  bringing("the date of an expired rule is moved", async ({ base, root }) => {
    const expires = "2026-01-01";
    const file = await say(openBox(base), person(), { ...FOREIGN, expires });
    changed(`${root}/memories/${file}`, (text) => text.replace(expires, "2099-01-01"));
  }),
  bringing("the rule of another project is made one for all", async ({ base, root }) => {
    const file = await say(openBox(base), person(), { ...FOREIGN, global: false, project: "example.org/other/repo" });
    changed(`${root}/memories/${file}`, (text) => text.replace(/^project: .*\n/m, ""));
  }),
  {
    // The person signed the old rule, too: what counts is that they are told.
    name: "a superseded rule, whose successor is deleted",
    make: () =>
      inWorld(async (world) => {
        const { base, root } = world;
        const old = await say(openBox(base), person(), FOREIGN);
        const by = await say(openBox(base), person(), { text: "The build server makes every build from now on" });
        await done(base, planSupersede(openBox(base), [memoryIn(base, old)], memoryIn(base, by), person()));
        startsTold(world);
        if (stops(world, "make all")) return "unnoticed";
        rmSync(`${root}/memories/${by}`);
        return startsTold(world) ? "noticed" : "unnoticed";
      }),
  },
  bringing("a rule is written into the index, for a memory that a person signed", (world) => {
    const { DatabaseSync } = createRequire(import.meta.url)("node:sqlite") as typeof import("node:sqlite");
    const database = new DatabaseSync(indexOf(world));
    const [row] = database.prepare("SELECT document FROM rules").all();
    database
      .prepare("INSERT INTO rules VALUES ('make', ?, ?)")
      .run(row?.["document"] ?? 0, JSON.stringify(FOREIGN.rule));
    database.close();
  }),
  {
    name: "the rule is taken out of a verified memory",
    make: () =>
      inWorld(async (world) => {
        const before = readFileSync(world.file, "utf8");
        changed(world.file, REMOVED);
        if (!startsTold(world)) return "unnoticed";
        const argv = [process.execPath, `${DIST}cli.mjs`, "doctor", "--fix"];
        const yes: Answer = [/\[y\/N\][^\n]*$/, "y\n"];
        await runAnswering(argv, { cwd: world.cwd, env: hookEnvironment(world.base) }, [yes, yes]);
        startsTold(world);
        return readFileSync(world.file, "utf8") === before && stops(world, "npm install") ? "recovered" : "noticed";
      }),
  },
  dropping("an exception is added to the rule of a verified memory", ({ file }) =>
    changed(file, (text) => text.replace("deny command npm install", "deny command npm uninstall")),
  ),
  dropping("the memory of the rule is deleted", ({ file }) => rmSync(file)),
  holding("an agent's memory brings an exception that is narrower", ({ root }) => {
    const more = ["rule: [remind command ls, unless command npm install]", "branch: main"];
    writeFileSync(`${root}/memories/feedback_forged.md`, forgedText(more).replace(/^rule: \[deny.*\n/m, ""), {
      mode: 0o600,
    });
  }),
  holding("an agent's memory claims to replace the rule", ({ root, file }) => {
    const id = /^id: (\w{26})$/m.exec(readFileSync(file, "utf8"))?.[1] ?? "";
    writeFileSync(`${root}/memories/feedback_forged.md`, forgedText([`supersedes: [${id}]`]), { mode: 0o600 });
  }),
  holding("the agent runs `holdfast retire`, `forget` and `edit` on it", (world) => {
    const stem = world.file.slice(world.file.lastIndexOf("/") + 1).replace(/\.md$/, "");
    for (const args of [
      ["retire", stem],
      ["forget", stem, "--yes"],
      ["edit", stem, "--rule", "remind command ls"],
    ])
      asAgent(world, args);
  }),
  dropping(
    "the rules are deleted from the index",
    (world) => {
      const { DatabaseSync } = createRequire(import.meta.url)("node:sqlite") as typeof import("node:sqlite");
      const database = new DatabaseSync(indexOf(world));
      database.exec("DELETE FROM rules");
      database.close();
    },
    { admittedIn: "whoever can change this program, its index or its compile cache as you" },
  ),
];
