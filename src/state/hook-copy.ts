// Our own copies (AGT-1): a switched Node version or a removed package must not break a session, so `install` copies the
// bundles that agents run, and records the Node that ran it.
import { readFileSync } from "node:fs";
import { Fault } from "../core/errors.ts";
import { removeFile, replaceFile } from "../disk/durable-write.ts";
import { errnoOf } from "../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../disk/folder.ts";
import { child } from "../disk/paths.ts";

export const HOOK = "hook.cjs";
export const SERVER = "mcp.mjs";
/** Not copied beside the hook: `install` puts it into opencode's own folder. */
export const OPENCODE_PLUGIN = "opencode.js";
/** What the hook loads when an event needs it. */
export const HOOK_PARTS: readonly string[] = [
  "background",
  "checks",
  "fault",
  "prompt",
  "shell",
  "start",
  "tool",
  "turn",
  "yaml",
].map((part) => `hook-${part}.cjs`);
/** What agents run, in the order it is copied: the hook comes last, for an agent may call it while we write. */
export const AGENT_BUNDLES: readonly string[] = ["worker.cjs", SERVER, ...HOOK_PARTS, HOOK];
/** What the hook can do without: the next command drains the inbox, and tools are one way of asking. */
const OPTIONAL: readonly string[] = ["worker.cjs", SERVER];
const RUNTIME = "runtime.json";

/** `bundles` is the folder of the built files. */
export function installHookCopy(dataDir: string, bundles: string, node: string): void {
  const copies = AGENT_BUNDLES.map((name) => ({ name, bytes: bytesOf(bundles, name) }));
  inFolder(dataDir, [], (folder) => {
    replaceFile(folder, RUNTIME, Buffer.from(`${JSON.stringify({ node })}\n`), 0o600);
    for (const { name, bytes } of copies) {
      if (bytes === undefined) removeFile(folder, name);
      else replaceFile(folder, name, bytes, 0o600);
    }
  });
}

function bytesOf(bundles: string, name: string): Uint8Array | undefined {
  const path = child(bundles, name);
  try {
    return readFileSync(path);
  } catch (cause) {
    if (OPTIONAL.includes(name) && errnoOf(cause) === "ENOENT") return undefined;
    throw new Fault("io", `The bundle is missing at ${path}.`, "Install holdfast again.", { cause });
  }
}

export function removeHookCopy(dataDir: string): void {
  inFolderIfThere(dataDir, [], (folder) => {
    for (const name of [...AGENT_BUNDLES, RUNTIME]) removeFile(folder, name);
  });
}
