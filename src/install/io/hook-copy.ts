// Our own copies (AGT-1): a switched Node version or a removed package must not break a session, so `install` copies the
// files that agents run, and records the Node that ran it. Which files these are, the build has written down. An agent may
// start one while we write: a file comes after those it loads, and shared ones carry a digest in their names, so that a
// set of the version before stays whole; it goes with the version after.
import { readFileSync } from "node:fs";
import type { Directory } from "../../disk/directory.ts";
import { removeFile, replaceFile } from "../../disk/durable-write.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, keepJson, parseJson } from "../../disk/json-file.ts";
import { child } from "../../disk/paths.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { Fault } from "../../text/errors.ts";
import { AGENT_FILES, originIn } from "./hook-origin.ts";

export const HOOK = "hook.cjs";
export const SERVER = "mcp.mjs";
const RUNTIME = "runtime.json";
/** And the one file of data that a program reads beside itself. */
const PROGRAM = /^(?:[\w-]+\.[cm]js|meaning\.bin)$/;
const LARGEST = 1024 * 1024;

/** `bundles` is the folder of the built files. */
export function installHookCopy(dataDir: string, bundles: string, node: string): void {
  const files = agentFiles(bundles);
  const copies = files.map((name) => ({ name, bytes: builtFile(bundles, name) }));
  inFolder(dataDir, [], (folder) => {
    const before = setBefore(folder, files);
    keepJson(folder, RUNTIME, { node });
    for (const { name, bytes } of copies) replaceFile(folder, name, bytes, 0o600);
    keepJson(folder, AGENT_FILES, { files, before, ...originIn(bundles), from: bundles });
    removePrograms(folder, [...files, ...before]);
  });
}

/** All of it is there: a hook without one of its parts is silent. */
export function hasHookCopy(dataDir: string): boolean {
  const isWhole = inFolderIfThere(dataDir, [], (folder) => {
    const there = new Set(folder.names());
    return [HOOK, ...listed(bytesIn(folder, AGENT_FILES, LARGEST), "files")].every((name) => there.has(name));
  });
  return isWhole === true;
}

export function removeHookCopy(dataDir: string): void {
  inFolderIfThere(dataDir, [], (folder) => {
    removePrograms(folder, []);
    for (const name of [AGENT_FILES, RUNTIME]) removeFile(folder, name);
  });
}

/** What agents run, of this package. */
export function agentFiles(bundles: string): readonly string[] {
  const files = listed(builtFile(bundles, AGENT_FILES), "files");
  if (files.includes(HOOK)) return files;
  throw new Fault("io", `${child(bundles, AGENT_FILES)} names no hook.`, "Install holdfast again.");
}

/** The same set again, as for a second agent, leaves the one before it as it is. */
function setBefore(folder: Directory, files: readonly string[]): readonly string[] {
  const bytes = bytesIn(folder, AGENT_FILES, LARGEST);
  const last = listed(bytes, "files");
  return last.join() === files.join() ? listed(bytes, "before") : last;
}

/** Of none, or a damaged one, nothing is known of an earlier set, and its files go. */
function listed(bytes: Uint8Array | undefined, key: "files" | "before"): readonly string[] {
  const names = fieldsOf(parseJson(Buffer.from(bytes ?? []).toString("utf8")))[key];
  const isList = Array.isArray(names) && names.every((name) => typeof name === "string" && PROGRAM.test(name));
  return isList ? names : [];
}

/** Every program in our own folder is one of ours, whichever version brought it. */
function removePrograms(folder: Directory, kept: readonly string[]): void {
  const programs = folder.names().filter((name) => PROGRAM.test(name) && !kept.includes(name));
  for (const name of programs) removeFile(folder, name);
}

function builtFile(bundles: string, name: string): Uint8Array {
  const path = child(bundles, name);
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new Fault("io", `The bundle is missing at ${path}.`, "Install holdfast again.", { cause });
  }
}
