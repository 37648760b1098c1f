// Real folders for tests of what touches the disk, and a store in one of them.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { asChecked, type Checked } from "../../src/checks/checked.ts";
import type { MemoryId } from "../../src/memory/ids.ts";
import { initStore, type OpenStoreOptions, openStore } from "../../src/store/io/open-store.ts";
import type { MemoryStore } from "../../src/store/memory-store.ts";

export const STORE_ID = "01JCQ0Z8M4X5T6V7W8Y9ZABCDE" as MemoryId;
export const ID = "01JCQ0Z8M4X5T6V7W8Y9ZABCDF" as MemoryId;
export const FILE = "project_build_tool.md";

const made: string[] = [];
const running: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A folder for one test, gone after it. */
export function scratch(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-test-")));
  made.push(folder);
  return folder;
}

export function newStore(options: Partial<OpenStoreOptions> = {}): {
  readonly root: string;
  readonly store: MemoryStore;
} {
  const scope = options.scope ?? "personal";
  const root = join(scratch(), ".holdfast");
  initStore(root, { scope, storeId: STORE_ID });
  return { root, store: openStore(root, { ...options, scope }) };
}

export function text(body = "Use pnpm here."): Checked {
  return asChecked(`---\nname: Build tool\n---\n${body}\n`);
}

/** The code of what was thrown, with its hint. */
export function thrown(act: () => unknown): {
  readonly code?: string;
  readonly hint?: string;
  readonly message: string;
} {
  try {
    act();
  } catch (error) {
    return error as Error & { code?: string; hint?: string };
  }
  throw new Error("nothing was thrown");
}

/** Runs a TypeScript program of the tests to its end. */
export function runChild(
  program: URL,
  args: readonly string[],
  options: { readonly umask?: string; readonly input?: string } = {},
): string {
  const command = [process.execPath, program.pathname, ...args];
  if (options.umask === undefined)
    return execFileSync(command[0] ?? "", command.slice(1), { encoding: "utf8", input: options.input ?? "" });
  return execFileSync("sh", ["-c", `umask ${options.umask}; exec "$@"`, "sh", ...command], {
    encoding: "utf8",
    input: options.input ?? "",
  });
}

/** Killed after the test, if it still runs then. */
export function startChild(program: URL, args: readonly string[]): ReturnType<typeof spawn> {
  const child = spawn(process.execPath, [program.pathname, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  running.push(child);
  return child;
}

export const hasStrace: boolean = spawnSync("strace", ["-V"]).status === 0;
