// The hook's own copy (AGT-1): a switched Node version or a removed package must not break a session, so `install`
// copies the bundle and records the Node that ran it.
import { readFileSync } from "node:fs";
import { Fault } from "../core/errors.ts";
import { removeFile, replaceFile } from "../disk/durable-write.ts";
import { inFolder, inFolderIfThere } from "../disk/folder.ts";

const HOOK = "hook.cjs";
const RUNTIME = "runtime.json";

export function installHookCopy(dataDir: string, bundle: string, node: string): void {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(bundle);
  } catch (cause) {
    throw new Fault("io", `The hook bundle is missing at ${bundle}.`, "Install holdfast again.", { cause });
  }
  inFolder(dataDir, [], (folder) => {
    replaceFile(folder, HOOK, bytes, 0o600);
    replaceFile(folder, RUNTIME, Buffer.from(`${JSON.stringify({ node })}\n`), 0o600);
  });
}

export function removeHookCopy(dataDir: string): void {
  inFolderIfThere(dataDir, [], (folder) => {
    removeFile(folder, HOOK);
    removeFile(folder, RUNTIME);
  });
}
