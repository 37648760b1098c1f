// One opening: every entrance that serves an agent is asked the same, and gives the same answer. A project may tighten, and
// what it or the user switched off is off at all of them (CFG-1).
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { callsFrom } from "../../src/compose/mcp.ts";
import { answer } from "../../src/hook/answer.ts";
import { openStore } from "../../src/index.ts";
import { boxEnv } from "../support/mcp.ts";
import { idOf, plant } from "../support/memories.ts";
import { makeBox, removeBox, rootOf } from "../support/store-box.ts";

const CLI = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
const MARKER = `${JSON.stringify({ format: 1, "store-id": idOf(99) })}\n`;

let base: string;
let project: string;
beforeEach(() => {
  base = makeBox();
  project = `${base}/project`;
  mkdirSync(`${project}/.holdfast/memories`, { recursive: true });
  mkdirSync(`${base}/config/holdfast`, { recursive: true });
  execFileSync("git", ["init", "-q", project]);
  plant(base, "user_mine", { tier: "verified", id: idOf(1) });
  writeFileSync(`${project}/.holdfast/holdfast.json`, MARKER);
  writeFileSync(
    `${project}/.holdfast/memories/project_theirs.md`,
    `---\nname: Theirs\ndescription: A word of the project about deploys\ntype: project\nid: ${idOf(2)}\ntrust-level: inferred\n---\nDeploys of this project run on Mondays.\n`,
  );
  for (const [name, value] of Object.entries(boxEnv(base))) if (name.startsWith("XDG")) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  removeBox(base);
});

/** What an agent is shown by each entrance: the file stems it can see. */
const ENTRANCES: Readonly<Record<string, () => Promise<string> | string>> = {
  "the hook at session start": async () => {
    const start = { session_id: "s", cwd: project, hook_event_name: "SessionStart", source: "startup" };
    return (await answer(["--host", "claude"], JSON.stringify(start), boxEnv(base))).out;
  },
  "the MCP server": () =>
    callsFrom(
      boxEnv(base),
      () => project,
      () => new Date(),
    )
      .read()
      .stores.flatMap(({ store }) => store.list().spots.map(({ file }) => file))
      .join(" "),
  "the library": () =>
    openStore({ store: rootOf(base), cwd: project })
      .list()
      .map(({ stem }) => stem)
      .join(" "),
  "the command line of an agent": () =>
    spawnSync(process.execPath, [CLI, "list", "--json"], {
      cwd: project,
      encoding: "utf8",
      env: { ...boxEnv(base), PATH: process.env["PATH"] },
    }).stdout,
};

function configure(where: "user" | "project", values: object): void {
  const file = where === "user" ? `${base}/config/holdfast/config.json` : `${project}/.holdfast/config.json`;
  writeFileSync(file, JSON.stringify(values));
}

/** By file or by name: an agent's block holds no file names. */
const THEIRS = /project_theirs|Theirs/;
const MINE = /user[_ ]mine/;

describe.each(Object.keys(ENTRANCES))("%s", (name) => {
  const shown = async (): Promise<string> => (await ENTRANCES[name]?.()) ?? "";

  test("CFG-1: shows the project's memories and the user's own", async () => {
    const seen = await shown();
    expect(seen).toMatch(THEIRS);
    expect(seen).toMatch(MINE);
  });

  test.each(["user", "project"] as const)("CFG-1: leaves the project's out where the %s says so", async (where) => {
    configure(where, { "serve-project-memories": false });
    const seen = await shown();
    expect(seen).not.toMatch(THEIRS);
    expect(seen).toMatch(MINE);
  });

  test("CFG-1: a project can't switch on what the user switched off", async () => {
    configure("user", { "serve-project-memories": false });
    configure("project", { "serve-project-memories": true });
    expect(await shown()).not.toMatch(THEIRS);
  });
});

describe("the library", () => {
  test("CFG-1: is silent about nothing else: a shared store that is out of order stops no work on the user's own", () => {
    writeFileSync(`${project}/.holdfast/holdfast.json`, "{");
    const stems = openStore({ store: rootOf(base), cwd: project })
      .list()
      .map(({ stem }) => stem);
    expect(stems).toEqual(["user_mine"]);
  });
});
