// A home with a store, one memory, a project and an agent's settings; and what of it a hook must leave as it is.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../src/text/digest.ts";
import { hookEnvironment } from "../support/hook-run.ts";
import { idOf, plant } from "../support/memories.ts";
import { makeBox, placesOf } from "../support/store-box.ts";
import { MARKER, projectOf } from "./events.ts";

/** Files larger than this are compared by size and time. */
const LARGEST_READ = 1024 * 1024;

export function makeWorld(): string {
  const base = makeBox("memory");
  const { config, state, cache } = placesOf(base);
  for (const folder of [config, state, cache]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  plant(base, "project_pelican_service", {
    tier: "verified",
    id: idOf(1),
    verified: "2026-05-20",
    body: `The pelican service restarts with \`${MARKER}\`, never by hand. Why: it keeps state. How to apply: after a crash.`,
  });
  const project = projectOf(base);
  mkdirSync(`${project}/.git/objects`, { recursive: true });
  writeFileSync(`${project}/.git/HEAD`, "ref: refs/heads/main\n");
  mkdirSync(`${project}/src`);
  writeFileSync(`${project}/src/main.ts`, "export {};\n");
  writeFileSync(`${base}/transcript.jsonl`, "");
  mkdirSync(`${base}/tmp`);
  return base;
}

export function environmentOf(base: string): Record<string, string> {
  return {
    ...hookEnvironment(base),
    TMPDIR: `${base}/tmp`,
    CLAUDE_CONFIG_DIR: `${base}/claude`,
    CODEX_HOME: `${base}/codex`,
  };
}

export type Kept = ReadonlyMap<string, string>;

/** Everything but local state and cache, which are the hook's own to write. */
export function keptIn(base: string): Kept {
  const { state, cache } = placesOf(base);
  const kept = new Map<string, string>();
  const look = (path: string): void => {
    if (path === state || path === cache) return;
    const stats = lstatSync(path);
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isDirectory()) {
      kept.set(path, `folder ${mode}`);
      for (const name of namesIn(path)) look(join(path, name));
    } else if (stats.isSymbolicLink()) kept.set(path, `link ${readlinkSync(path)}`);
    else if (stats.isFile() && stats.size <= LARGEST_READ) kept.set(path, `file ${mode} ${sha256Hex(bytesOf(path))}`);
    else kept.set(path, `other ${mode} ${stats.size} ${stats.mtimeMs}`);
  };
  look(base);
  return kept;
}

export function changesSince(before: Kept, base: string): readonly string[] {
  const after = keptIn(base);
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).map((path) => path.slice(base.length));
}

/** The index's file, once there is one. */
export function indexFile(base: string): string {
  const { cache } = placesOf(base);
  const found = readdirSync(cache, { recursive: true, encoding: "utf8" }).find((name) => /\.(db|sqlite)$/.test(name));
  if (found === undefined) throw new Error(`no index below ${cache}`);
  return join(cache, found);
}

export function scratchFolder(parent: string): string {
  return realpathSync(mkdtempSync(join(parent, "break-")));
}

function namesIn(path: string): readonly string[] {
  return existsSync(path) ? readdirSync(path) : [];
}

/** Root reads what has mode 000 too; somebody else compares it by its mode alone. */
function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    return new Uint8Array();
  }
}
