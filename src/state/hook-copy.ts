// The hook's own copy (AGT-1): a switched Node version or a removed package must not break a session, so `install`
// copies the bundle and records the Node that ran it. The worker that a hook starts stands beside it.
import { readFileSync } from "node:fs";
import { Fault } from "../core/errors.ts";
import { removeFile, replaceFile } from "../disk/durable-write.ts";
import { asFault, errnoOf } from "../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../disk/folder.ts";
import { child, parentOf } from "../disk/paths.ts";

const HOOK = "hook.cjs";
const WORKER = "worker.cjs";
const RUNTIME = "runtime.json";

export function installHookCopy(dataDir: string, bundle: string, node: string): void {
  const hook = bytesAt(bundle);
  if (hook === undefined) throw new Fault("io", `The hook bundle is missing at ${bundle}.`, "Install holdfast again.");
  // Without the worker the next command drains the inbox: nothing a hook does depends on it.
  const worker = bytesAt(child(parentOf(bundle), WORKER));
  inFolder(dataDir, [], (folder) => {
    if (worker !== undefined) replaceFile(folder, WORKER, worker, 0o600);
    replaceFile(folder, HOOK, hook, 0o600);
    replaceFile(folder, RUNTIME, Buffer.from(`${JSON.stringify({ node })}\n`), 0o600);
  });
}

function bytesAt(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw asFault(error, `Reading ${path}`);
  }
}

export function removeHookCopy(dataDir: string): void {
  inFolderIfThere(dataDir, [], (folder) => {
    removeFile(folder, HOOK);
    removeFile(folder, WORKER);
    removeFile(folder, RUNTIME);
  });
}
