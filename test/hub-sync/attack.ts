// Somebody who may write to the store at the hub, with a token that they took, or who runs the hub itself: the same forgeries that
// are pushed to a git remote. The chain is right; only the texts lie, and none of them may count.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type HubStub, MEMBER, type StubStore, sha256 } from "../support/hub-stub.ts";
import { ATTACKS } from "../sync-histories/hostile.ts";
import { oneOf, plainGit, type World } from "../sync-histories/world.ts";

const NOT_AT_A_HUB = ["odd entries"];
const ODD_PATHS = [
  "../outside.md",
  "memories/../../x.md",
  ".git/config",
  "memories/deep/er/x.md",
  "archive/2026-05/a.md",
];

export function attackAtHub(world: World, stub: HubStub): string {
  const store = stub.stores.get(`personal/${MEMBER}`);
  if (store === undefined || store.log.length === 0) return "nothing to attack";
  const root = join(world.base, "hostile");
  rmSync(root, { recursive: true, force: true });
  const before = filesAt(store);
  for (const [path, bytes] of before) put(root, path, bytes);
  execFileSync("git", ["init", "-q", "--initial-branch=main", root]);
  plainGit(world, root, ["add", "-A", "-f"]);
  plainGit(world, root, ["commit", "-q", "--allow-empty", "-m", "x"]);
  const kinds = Object.keys(ATTACKS).filter((kind) => !NOT_AT_A_HUB.includes(kind));
  const kind = oneOf([...kinds, "odd paths"], world.next);
  if (kind === "odd paths") for (const path of ODD_PATHS) change(store, path, Buffer.from("x"));
  else ATTACKS[kind]?.(world, root);
  const after = new Map(filesBelow(root, "").map((path) => [path, readFileSync(join(root, path))]));
  for (const path of before.keys()) if (!after.has(path)) change(store, path, undefined);
  for (const [path, bytes] of after) if (before.get(path)?.equals(bytes) !== true) change(store, path, bytes);
  return `somebody writes to the hub: ${kind}`;
}

function change(store: StubStore, path: string, bytes: Buffer | undefined): void {
  store.log.push({ path, hash: bytes === undefined ? null : sha256(bytes), bytes: bytes?.toString("base64") ?? "" });
}

export function filesAt(store: StubStore): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const { path, hash, bytes } of store.log) {
    if (hash === null) files.delete(path);
    else if (!ODD_PATHS.includes(path)) files.set(path, Buffer.from(bytes, "base64"));
  }
  return files;
}

function put(root: string, path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), bytes);
}

function filesBelow(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (path === ".git") return [];
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });
}
