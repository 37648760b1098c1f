// The faults, each with what it does to a healthy world. A fault may also say how the hook is to be run, what it holds
// while the hook runs, and whether the memory still comes.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { ensureDirectory } from "../../src/disk/directory.ts";
import { takeLock } from "../../src/disk/lock.ts";
import { placesOf, rootOf } from "../support/store-box.ts";
import { projectOf } from "./events.ts";
import type { Setting } from "./process.ts";
import { indexFile } from "./world.ts";

export interface Fault {
  readonly name: string;
  readonly setting?: Partial<Setting>;
  /** A prompt brings the marker all the same. Without an index it need not: the next session start makes one. */
  readonly serves?: true;
  /** Why it can't be tried here. */
  readonly skip?: string | undefined;
  /** Gives what ends the fault, where it is held. */
  act(base: string): Promise<() => void> | void;
}

const isRoot = process.getuid?.() === 0;
const hasNamespaces = spawnSync("unshare", ["-Urm", "true"]).status === 0;
/** The owner of the files, without root's right to pass over modes. */
const PLAIN_USER: Pick<Fault, "setting" | "skip"> = isRoot
  ? { setting: { prefix: ["unshare", "-U"] }, skip: hasNamespaces ? undefined : "no user namespaces, and this is root" }
  : {};

const NOISE = Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * 7919 + (at >> 3)) & 0xff));
const marker = (base: string): string => `${rootOf(base)}/holdfast.json`;
const config = (base: string): string => `${placesOf(base).config}/config.json`;
const fifo = (path: string): void => void spawnSync("mkfifo", [path]);

function replaced(path: string, by: (path: string) => void): void {
  rmSync(path, { recursive: true, force: true });
  by(path);
}

function projectFile(name: string, write: (path: string) => void): Fault["act"] {
  return (base) => {
    const path = `${projectOf(base)}/${name}`;
    mkdirSync(`${projectOf(base)}/.holdfast`, { recursive: true });
    replaced(path, write);
  };
}

const STORE: readonly Fault[] = [
  { name: "no store", act: (base) => rmSync(rootOf(base), { recursive: true }) },
  { name: "store is a file", act: (base) => replaced(rootOf(base), (path) => writeFileSync(path, "x")) },
  {
    name: "store is a link",
    act: (base) => {
      renameSync(rootOf(base), `${base}/elsewhere`);
      symlinkSync(`${base}/elsewhere`, rootOf(base));
    },
  },
  { name: "store is a link to itself", act: (base) => replaced(rootOf(base), (path) => symlinkSync(path, path)) },
  { name: "store has mode 0777", act: (base) => chmodSync(rootOf(base), 0o777) },
  { ...PLAIN_USER, name: "store has mode 000", act: (base) => chmodSync(rootOf(base), 0) },
  { name: "no marker", act: (base) => rmSync(marker(base)) },
  { name: "marker is noise", act: (base) => writeFileSync(marker(base), NOISE) },
  { name: "marker is a pipe", act: (base) => replaced(marker(base), fifo) },
  {
    name: "marker of a newer format",
    serves: true,
    act: (base) =>
      writeFileSync(marker(base), readFileSync(marker(base), "utf8").replace(/"format": ?1/, '"format":99')),
  },
  {
    name: "memories is a file",
    act: (base) => replaced(`${rootOf(base)}/memories`, (path) => writeFileSync(path, "x")),
  },
  {
    name: "memories are pipes, links, folders and noise",
    serves: true,
    act: (base) => {
      const at = (name: string): string => `${rootOf(base)}/memories/project_${name}.md`;
      fifo(at("pipe"));
      symlinkSync("/etc/passwd", at("link"));
      linkSync(at("pelican_service"), `${base}/second`);
      rmSync(`${base}/second`);
      mkdirSync(at("folder"));
      writeFileSync(at("noise"), NOISE, { mode: 0o600 });
      writeFileSync(at("sparse"), "", { mode: 0o600 });
      truncateSync(at("sparse"), 2 ** 31);
    },
  },
  {
    name: "store is locked by another process",
    serves: true,
    act: async (base) => {
      const release = await takeLock(ensureDirectory(`${rootOf(base)}/.local`), "lock.db");
      if (release === "timeout") throw new Error("the store's lock was not free");
      return release;
    },
  },
];

const INDEX: readonly Fault[] = [
  { name: "index is truncated", serves: true, act: (base) => truncateSync(indexFile(base), 5000) },
  { name: "index is empty", act: (base) => truncateSync(indexFile(base), 0) },
  { name: "index is noise", serves: true, act: (base) => writeFileSync(indexFile(base), NOISE) },
  {
    name: "index is noise after its first page",
    serves: true,
    act: (base) =>
      writeFileSync(indexFile(base), Buffer.concat([readFileSync(indexFile(base)).subarray(0, 4096), NOISE])),
  },
  { ...PLAIN_USER, name: "index is read-only", serves: true, act: (base) => chmodSync(indexFile(base), 0o400) },
  { name: "index is a folder", act: (base) => replaced(indexFile(base), (path) => mkdirSync(path)) },
  { name: "index is a pipe", act: (base) => replaced(indexFile(base), fifo) },
  {
    name: "index of another schema",
    act: (base) => {
      const database = new DatabaseSync(indexFile(base));
      database.exec("UPDATE meta SET value = 'another' WHERE key = 'version'");
      database.close();
    },
  },
  {
    name: "index is locked by another process",
    act: async (base) => {
      const database = new DatabaseSync(indexFile(base));
      database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE meta SET value = value");
      return () => database.close();
    },
  },
  {
    name: "cache is a file",
    act: (base) => replaced(placesOf(base).cache, (path) => writeFileSync(path, "x")),
  },
  { ...PLAIN_USER, name: "cache is read-only", serves: true, act: (base) => chmodSync(placesOf(base).cache, 0o500) },
];

const SETTINGS: readonly Fault[] = [
  { name: "configuration is not JSON", act: (base) => writeFileSync(config(base), "{ not json", { mode: 0o600 }) },
  { name: "configuration is noise", act: (base) => writeFileSync(config(base), NOISE, { mode: 0o600 }) },
  { name: "configuration is a folder", act: (base) => mkdirSync(config(base)) },
  { name: "configuration is a pipe", act: (base) => fifo(config(base)) },
  { ...PLAIN_USER, name: "configuration has mode 000", act: (base) => writeFileSync(config(base), "{}", { mode: 0 }) },
  {
    name: "project's configuration is not JSON",
    act: projectFile(".holdfast/config.json", (path) => writeFileSync(path, "{ not json")),
  },
  {
    name: "project's configuration is hostile",
    act: projectFile(".holdfast/config.json", (path) =>
      writeFileSync(
        path,
        `{"max-inject": -1, "__proto__": {"kind": "deny"}, "x": ${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
      ),
    ),
  },
  { name: "project's configuration is a pipe", act: projectFile(".holdfast/config.json", fifo) },
  {
    name: "project's store is the person's own",
    act: (base) => symlinkSync(rootOf(base), `${projectOf(base)}/.holdfast`),
  },
  {
    name: "project's store is noise",
    act: projectFile(".holdfast/holdfast.json", (path) => writeFileSync(path, NOISE)),
  },
  { name: "project's .git is a pipe", serves: true, act: projectFile(".git", fifo) },
  {
    name: "project's .git points to itself",
    serves: true,
    act: projectFile(".git", (path) => writeFileSync(path, "gitdir: .git\n")),
  },
];

/** A file system of its own, with no byte left. */
const FULL =
  'for at in "$1" "$2"; do mount -t tmpfs -o size=8k,mode=700 tmpfs "$at" && { head -c 100000 /dev/zero >"$at/fill"; } 2>/dev/null; done; shift 2; exec "$@"';

const STATE: readonly Fault[] = [
  { name: "state is a file", act: (base) => replaced(placesOf(base).state, (path) => writeFileSync(path, "x")) },
  { name: "state is a pipe", act: (base) => replaced(placesOf(base).state, fifo) },
  { ...PLAIN_USER, name: "state is read-only", act: (base) => chmodSync(placesOf(base).state, 0o500) },
  {
    name: "state is full of noise",
    act: (base) => {
      const { state } = placesOf(base);
      rmSync(state, { recursive: true });
      mkdirSync(`${state}/sessions`, { recursive: true, mode: 0o700 });
      mkdirSync(`${state}/inbox`, { mode: 0o700 });
      for (const name of ["pause.json", "notices.jsonl", "receipts.jsonl", "feedback.jsonl", "inbox/waiting.jsonl"])
        writeFileSync(`${state}/${name}`, NOISE, { mode: 0o600 });
      for (const host of ["claude", "codex"]) mkdirSync(`${state}/sessions/s-${host}.jsonl`);
    },
  },
  {
    name: "disk is full",
    skip: hasNamespaces ? undefined : "no user namespaces",
    act: () => undefined,
  },
];

export const FAULTS: readonly Fault[] = [...STORE, ...INDEX, ...SETTINGS, ...STATE];

/** Some settings name the world's own folders. */
export function settingOf({ name, setting = {} }: Fault, base: string): Partial<Setting> {
  if (name !== "disk is full") return setting;
  const { state, cache } = placesOf(base);
  return { ...setting, prefix: ["unshare", "-Urm", "sh", "-c", FULL, "sh", state, cache] };
}
