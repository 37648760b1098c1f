// AGT-20 on disks that take several spellings for one name: macOS' and Windows' usual ones, some folders of ext4. The disk
// here is the real one, looked at without regard to case, as such a disk answers.
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, describe, expect, test } from "vitest";
import { knowing, type Look, realTarget } from "../../../src/disk/real-target.ts";
import { decide } from "../../../src/guard/decide.ts";
import { ontoRoots } from "../../../src/guard/ground.ts";
import { readShell } from "../../../src/guard/shell/read.ts";
import type { GuardWorld } from "../../../src/guard/world.ts";
import { findSharedStore } from "../../../src/store/io/open-store.ts";

const top = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-folding-`));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const home = `${top}/Home`;
const roots = [`${home}/.holdfast`, `${home}/.config/holdfast`];
mkdirSync(`${home}/.holdfast/memories`, { recursive: true });
mkdirSync(`${home}/work`);
symlinkSync(`${home}/.holdfast`, `${home}/work/Link`);

/** The name as the disk has it, for a path that exists but for the case. */
function onDisk(path: string): string | undefined {
  let at = "";
  for (const part of path.split("/").slice(1)) {
    const names = lstatSync(at === "" ? "/" : at).isDirectory() ? readdirSync(at === "" ? "/" : at) : [];
    const name = names.find((each) => each === part) ?? names.find((each) => each.toLowerCase() === part.toLowerCase());
    if (name === undefined) return undefined;
    at += `/${name}`;
  }
  return at;
}

function look(path: string): Look {
  const there = onDisk(path);
  if (there === undefined) return "nothing";
  const stats = lstatSync(there, { bigint: true });
  return stats.isSymbolicLink() ? { id: "", link: readlinkSync(there) } : { id: `${stats.dev}:${stats.ino}` };
}

function worldOn(folds: boolean): GuardWorld {
  const disk = knowing(roots, { windows: false, known: new Map(), look });
  return {
    roots,
    home,
    variables: {},
    resolve: (path, cwd) => {
      const real = realTarget(path, cwd, home, disk);
      return folds ? ontoRoots(real, roots) : real;
    },
    isStore: (folder) => findSharedStore(folder.replace(/\/[^/]*$/, "")) !== undefined,
    readShell,
    folds,
  };
}

const SPELLED = [
  `${home}/.HOLDFAST/memories/a.md`,
  `${top}/HOME/.Holdfast/a.md`,
  "~/.HoldFast/memories/a.md",
  "../.HOLDFAST/a.md",
  "LINK/a.md",
];

describe("AGT-20: one folder, many spellings", () => {
  test.each(SPELLED)("refused, by device and inode: %s", (path) => {
    const call = { tool: "Write", input: { file_path: path, content: "" }, cwd: `${home}/work` };
    expect(decide(call, worldOn(false)).kind).toBe("deny");
  });

  test.each([`rm -rf ${top}/HOME`, `rm -r ${home}/.HOLDFAST`, `echo x > ${top}/home/.holdfasT/x`])(
    "AGT-21: refused in a line: %s",
    (command) => {
      expect(decide({ tool: "Bash", input: { command }, cwd: `${home}/work` }, worldOn(false)).kind).toBe("deny");
    },
  );

  test("where nothing is there yet, names are compared without their case on a system that does so", () => {
    const call = { tool: "Write", input: { file_path: `${home}/.CONFIG/Holdfast/x`, content: "" }, cwd: home };
    expect(decide(call, worldOn(true)).kind).toBe("deny");
    expect(decide(call, worldOn(false)).kind).toBe("none");
  });

  test.each([`${home}/.config/holdfa\u017ft/x`, `${home}/.con\ufb01g/../.CONFIG/HOLDFAST/x`])(
    "and without what a normal form or a letter's other case changes: %s",
    (file_path) => {
      const call = { tool: "Write", input: { file_path, content: "" }, cwd: home };
      expect(decide(call, worldOn(true)).kind).toBe("deny");
    },
  );

  test("a pattern too", () => {
    const call = { tool: "Bash", input: { command: "rm ~/.HOLD*/a.md" }, cwd: home };
    expect(decide(call, worldOn(true)).kind).toBe("deny");
  });

  test("AGT-22: a folder beside ours is not", () => {
    const call = { tool: "Write", input: { file_path: `${home}/.HOLDFAST2/x`, content: "" }, cwd: home };
    expect(decide(call, worldOn(true)).kind).toBe("none");
  });
});
