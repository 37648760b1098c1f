// Where it is kept what a person lets through once: allowed-once/<digest>.json in the local state, signed, one file for each
// line of a rule and session. Whoever reads it asks whose word it is; what is over goes with the next one.
import type { Directory } from "../../disk/directory.ts";
import { removeFile } from "../../disk/durable-write.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson } from "../../disk/json-file.ts";
import { sha256Hex } from "../../text/digest.ts";
import { LASTS_MINUTES, type Stopped } from "../once.ts";

const FOLDER = ["allowed-once"];
const LARGEST = 8 * 1024;

export interface SignedOnce {
  readonly text: string;
  readonly signature: string;
}

export function keepOnce(stateDir: string, stopped: Stopped, signed: SignedOnce, now: Date): void {
  inFolder(stateDir, FOLDER, (folder) => {
    removeOld(folder, now);
    keepJson(folder, nameOf(stopped), signed);
  });
}

export function keptOnce(stateDir: string, stopped: Stopped): SignedOnce | undefined {
  const read = (folder: Directory): unknown => jsonIn(folder, nameOf(stopped), LARGEST);
  const { text, signature } = fieldsOf(inFolderIfThere(stateDir, FOLDER, read));
  return typeof text === "string" && typeof signature === "string" ? { text, signature } : undefined;
}

function nameOf({ id, line, host, session }: Stopped): string {
  return `${sha256Hex(JSON.stringify([id, line, host, session])).slice(0, 32)}.json`;
}

function removeOld(folder: Directory, now: Date): void {
  for (const name of folder.names()) {
    const seen = folder.look(name);
    if (seen !== undefined && Number(seen.mtimeMs) < now.getTime() - LASTS_MINUTES * 60_000) removeFile(folder, name);
  }
}
