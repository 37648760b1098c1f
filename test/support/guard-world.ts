// A machine for the guard: a real home with a store, our own folders, the session's project with a shared store, another
// project with one, a third that merely has a folder of that name, and links into the stores.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { realTarget } from "../../src/disk/real-target.ts";
import { readShell } from "../../src/guard/shell/read.ts";
import type { ReadShell } from "../../src/guard/shell-line.ts";
import type { GuardWorld } from "../../src/guard/world.ts";
import { findSharedStore } from "../../src/store/io/open-store.ts";

export interface GuardBox {
  readonly world: GuardWorld;
  readonly home: string;
  readonly store: string;
  /** Has a shared store. */
  readonly project: string;
  /** Has a shared store, which is none of the roots. */
  readonly team: string;
  /** Has a folder .holdfast that is no store. */
  readonly other: string;
  /** How often a reading was asked for. */
  readings(): number;
  remove(): void;
}

export function guardBox(): GuardBox {
  const top = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-guard-`));
  const home = `${top}/home/u`;
  const store = `${home}/.holdfast`;
  const project = `${home}/src/shop`;
  const team = `${home}/src/team`;
  const other = `${home}/src/holdfast`;
  for (const folder of [
    ...["memories", "quarantine", "archive/2026-01", "ledger", "attest", ".git", ".local"].map(
      (each) => `${store}/${each}`,
    ),
    ...["memories", "quarantine"].map((each) => `${project}/.holdfast/${each}`),
    ...["memories", "quarantine"].map((each) => `${team}/.holdfast/${each}`),
    ...[".config", ".cache", ".local/state", ".local/share"].map((each) => `${home}/${each}/holdfast`),
    `${project}/src`,
    `${project}/build`,
    `${other}/.holdfast`,
    `${other}/dist`,
    `${other}/src`,
  ]) {
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(`${store}/memories/feedback_a.md`, "---\n---\n");
  writeFileSync(`${store}/holdfast.json`, "{}");
  writeFileSync(`${team}/.holdfast/holdfast.json`, "{}");
  writeFileSync(`${other}/dist/cli.mjs`, "");
  symlinkSync(`${store}/memories`, `${project}/notes`);
  symlinkSync(`${store}/memories/feedback_a.md`, `${project}/a.md`);
  symlinkSync(`${store}/memories/project_new.md`, `${project}/dangling.md`);
  symlinkSync(".holdfast/memories", `${team}/notes`);
  let count = 0;
  const counted: ReadShell = (line, variables) => {
    count++;
    return readShell(line, variables);
  };
  const world: GuardWorld = {
    roots: [
      store,
      `${project}/.holdfast`,
      ...[".config", ".cache", ".local/state", ".local/share"].map((each) => `${home}/${each}/holdfast`),
    ],
    home,
    variables: {},
    resolve: (path, cwd) => realTarget(path, cwd, home),
    isStore: (folder) => findSharedStore(dirname(folder)) !== undefined,
    readShell: counted,
  };
  return {
    world,
    home,
    store,
    project,
    team,
    other,
    readings: () => count,
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}
