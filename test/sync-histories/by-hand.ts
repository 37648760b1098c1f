// What an editor, another tool or an agent without manners does to a machine's own files: texts changed, moved, copied,
// deleted, tiers claimed, lines cut, secrets typed in, files broken in every way that files break.
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fakeToken } from "../support/secrets.ts";
import type { Machine } from "../support/sync-machines.ts";
import { oneOf, type World } from "./world.ts";

type Place = "memories" | "quarantine";

interface Found {
  readonly place: Place;
  readonly file: string;
  readonly path: string;
}

type Edit = (text: string, world: World) => string | Uint8Array;

const EDITS: Readonly<Record<string, Edit>> = {
  "more words": (text, world) => `${text}By hand it was noted ${++world.words} times.\n`,
  "other words": (text, world) => text.replace(/listens on port \d+/, `was moved to port ${++world.words}`),
  "claims verified": (text) =>
    withKey(withKey(`${text}And this is certain.\n`, "trust-level", "verified"), "last-verified", "2026-05-20"),
  "no line": (text) => text.replace(/^sync: .*\n/m, ""),
  "damaged line": (text) => text.replace(/^sync: 1 \| /m, "sync: 1 | 0 "),
  "no holds": (text) => text.replace(/^(?:holds|quarantine[a-z-]*):.*\n(?: {2}.*\n|- .*\n)*/gm, ""),
  retired: (text) => withKey(text, "status", "retired"),
  "other ends of lines": (text) => text.replaceAll("\n", "\r\n"),
};

const BROKEN: Readonly<Record<string, Edit>> = {
  "cut frontmatter": (text) => text.split("\n").slice(3).join("\n"),
  "half a file": (text) => text.slice(0, 60),
  "a conflict of git": (text) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> theirs\n`,
  "a conflict in the body": (text) => `${text}<<<<<<< HEAD\nOne thing.\n=======\nAnother thing.\n>>>>>>> theirs\n`,
  "a mark of order": (text) => `\u{feff}${text}`,
  "no text": () => Uint8Array.from({ length: 400 }, (_, at) => (at * 7919) % 256),
  huge: (text) => `${text}${"A long line that says nothing new.\n".repeat(60_000)}`,
  empty: () => "",
};

export function editByHand(world: World, on: Machine): string {
  const found = oneMemory(world, on);
  if (found === undefined) return "nothing to edit";
  const kind = oneOf([...Object.keys(EDITS), "deleted", "renamed", "copied", "moved"], world.next);
  touch(world, found);
  const text = readFileSync(found.path, "utf8");
  const edit = EDITS[kind];
  if (edit !== undefined) writeFileSync(found.path, edit(text, world));
  else if (kind === "deleted") rmSync(found.path);
  else if (kind === "renamed") renameSync(found.path, beside(on, found.place, `reference_by_hand_${++world.words}.md`));
  else if (kind === "copied") writeFileSync(beside(on, found.place, `reference_copy_${++world.words}.md`), text);
  else renameSync(found.path, beside(on, found.place === "memories" ? "quarantine" : "memories", found.file));
  return `by hand: ${found.file}: ${kind}`;
}

export function breakByHand(world: World, on: Machine): string {
  const found = oneMemory(world, on);
  if (found === undefined) return "nothing to break";
  const kind = oneOf([...Object.keys(BROKEN), "a link", "a folder"], world.next);
  touch(world, found);
  if (kind === "a link" || kind === "a folder") {
    rmSync(found.path);
    if (kind === "a link") symlinkSync("/etc/hostname", found.path);
    else mkdirSync(found.path);
    return `by hand: ${found.file}: ${kind} in its place`;
  }
  writeFileSync(found.path, BROKEN[kind]?.(readFileSync(found.path, "utf8"), world) ?? "");
  return `by hand: ${found.file}: ${kind}`;
}

export function typeSecret(world: World, on: Machine): string {
  return secretIn(world, on, oneOf(["new", "body", "description", "broken", "key"], world.next));
}

export function secretIn(world: World, on: Machine, where: string): string {
  const secret = fakeToken(world.seed * 1000 + world.secrets.length + 1);
  world.secrets.push(secret);
  const found = oneMemory(world, on);
  if (found === undefined || where === "new") {
    const n = ++world.words;
    const text = `---\nname: Key ${n}\ndescription: A key\ntype: reference\n---\nThe token is ${secret} for service ${n}.\n`;
    writeFileSync(beside(on, "memories", `reference_key_${n}.md`), text);
    return `a secret in a new file reference_key_${n}.md`;
  }
  touch(world, found);
  const text = readFileSync(found.path, "utf8");
  const changed: Readonly<Record<string, string>> = {
    body: `${text}The token is ${secret}.\n`,
    description: text.replace(/^description: .*$/m, `description: The token is ${secret}`),
    broken: `The token is ${secret}.\n${text}`,
    key: text.replace(/^---\n/, `---\nour-token: ${secret}\n`),
  };
  writeFileSync(found.path, changed[where] ?? text);
  return `a secret in ${found.file}: ${where}`;
}

function oneMemory(world: World, on: Machine): Found | undefined {
  const all = (["memories", "quarantine"] as const)
    .flatMap((place) => on.files(place).map((file): Found => ({ place, file, path: join(on.root, place, file) })))
    .filter(({ path }) => lstatSync(path).isFile());
  return all.length === 0 ? undefined : oneOf(all, world.next);
}

function touch({ ghost }: World, { path }: Found): void {
  const id = idIn(readFileSync(path, "utf8"));
  if (id !== undefined) ghost.touched.add(id);
}

export function idIn(text: string): string | undefined {
  return /^id: ([0-9A-Z]{26})$/m.exec(text)?.[1];
}

export function withKey(text: string, key: string, value: string): string {
  const line = `${key}: ${value}`;
  const present = new RegExp(`^${key}: .*$`, "m");
  return present.test(text) ? text.replace(present, line) : text.replace(/^---\n/, `---\n${line}\n`);
}

function beside(on: Machine, place: Place, file: string): string {
  mkdirSync(join(on.root, place), { recursive: true, mode: 0o700 });
  return join(on.root, place, file);
}
