// What a newcomer does: a few edits of a copy of the sources, and what must then be seen. A file is named by a line that it
// alone has, so that a change follows a file that is moved.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { scrubbed } from "../support/scrubbed.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const COPIED = [
  "src",
  "scripts",
  "test",
  "eval",
  "hub",
  "docs",
  "schema",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
];

/** One file: new, or found by a line of its own and changed by pairs of what stands there and what shall stand there. */
export type Edit =
  | { readonly path: string; readonly text: string }
  | { readonly holding: string; readonly pairs: readonly (readonly [before: string, after: string])[] };

export interface Change {
  readonly name: string;
  /** Files that it may touch, besides tests and generated pages. */
  readonly most: number;
  readonly edits: readonly Edit[];
  /** Each a sentence that must not hold in the copy before the edits, and must hold after them. */
  readonly shows: Readonly<Record<string, (copy: Copy) => boolean>>;
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
}

/** The sources in a folder of their own, with a home of their own. */
export interface Copy {
  readonly folder: string;
  /** Node on a file of the copy. */
  node(file: string, ...args: readonly string[]): Ran;
  holdfast(...args: readonly string[]): Ran;
  read(path: string): string;
  /** The file of `src` that has this line, and no other. */
  fileHolding(text: string): string;
  remove(): void;
}

export function makeCopy(): Copy {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-newcomer-")));
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const home = join(folder, "home");
  mkdirSync(home, { mode: 0o700 });
  const env = scrubbed({ PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, TERM: "dumb" });
  const node: Copy["node"] = (file, ...args) => {
    const cwd = file.startsWith("node_modules/") || file.startsWith("scripts/") ? folder : home;
    const done = spawnSync(process.execPath, [join(folder, file), ...args], { cwd, env, encoding: "utf8" });
    return { code: done.status, out: done.stdout + done.stderr };
  };
  return {
    folder,
    node,
    holdfast: (...args) => node("src/cli/main.ts", ...args),
    read: (path) => readFileSync(join(folder, path), "utf8"),
    fileHolding: (text) => {
      const files = globSync("src/**/*.ts", { cwd: folder });
      const found = files.filter((file) => readFileSync(join(folder, file), "utf8").includes(text));
      if (found.length !== 1) throw new Error(`${found.length} files hold ${JSON.stringify(text)}`);
      return found[0] as string;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The files that were touched. */
export function apply(copy: Copy, edits: readonly Edit[]): readonly string[] {
  const touched = edits.map((edit) => {
    if ("text" in edit) {
      mkdirSync(dirname(join(copy.folder, edit.path)), { recursive: true });
      writeFileSync(join(copy.folder, edit.path), edit.text, { flag: "wx" });
      return edit.path;
    }
    const file = copy.fileHolding(edit.holding);
    let text = copy.read(file);
    for (const [before, after] of edit.pairs) {
      if (text.split(before).length !== 2) throw new Error(`${file} does not hold once: ${before}`);
      text = text.replace(before, () => after);
    }
    writeFileSync(join(copy.folder, file), text);
    return file;
  });
  return [...new Set(touched)];
}
