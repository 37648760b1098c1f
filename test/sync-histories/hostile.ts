// Somebody who can push and has plain git (SYN-11): forged tiers, lines, contexts and statements, odd entries, broken records,
// rewritten histories. And a whole device that nobody trusts.
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contentHash, parseDocument } from "../../src/memory/document.ts";
import { renderLine } from "../../src/replica/line.ts";
import { makeState } from "../../src/replica/state.ts";
import { below } from "../support/acts.ts";
import { fakeToken } from "../support/secrets.ts";
import { idIn, withKey } from "./by-hand.ts";
import { actThrough } from "./honest.ts";
import { oneOf, plainGit, remoteHead, syncOn, type World } from "./world.ts";

type Attack = (world: World, root: string) => void;

const QUARANTINE_KEYS = /^(?:holds|quarantine[a-z-]*):.*\n(?: {2}.*\n|- .*\n)*/gm;

export const ATTACKS: Readonly<Record<string, Attack>> = {
  "claims a tier": (world, root) =>
    change(world, root, (text) =>
      withKey(withKey(`${text}And this is certain.\n`, "trust-level", "verified"), "last-verified", "2026-05-20"),
    ),
  "takes a hold away": (world, root) => lifted(world, root, (text) => text),
  "claims to have seen everything": (world, root) =>
    lifted(world, root, (text) => forgedLine(world, `${text}Nothing else was ever said.\n`)),
  "forges a statement": forgeStatement,
  "a memory of its own": (world, root) =>
    put(root, `memories/reference_gift_${++world.words}.md`, forgedLine(world, gift(world, `fact ${world.words}`))),
  "a secret": (world, root) => {
    const secret = fakeToken(world.seed * 1000 + 500 + world.foreignSecrets.length);
    world.foreignSecrets.push(secret);
    put(root, `memories/reference_gift_${++world.words}.md`, gift(world, `the token ${secret}`));
  },
  "conflict markers": (world, root) =>
    change(world, root, (text) => `${text}<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> x\n`),
  "a broken file": (world, root) => change(world, root, (text) => text.slice(5)),
  "deletes all memories": (world, root) => {
    for (const path of memoriesIn(root)) tampered(world, readFileSync(join(root, path), "utf8"));
    for (const place of ["memories", "quarantine"]) rmSync(join(root, place), { recursive: true, force: true });
  },
  "memories of another day": (world, root) =>
    comeBack(world, root, oneOf(plainGit(world, root, ["rev-list", "HEAD"]).split("\n"), world.next)),
  "memories of the first day": (world, root) =>
    comeBack(world, root, plainGit(world, root, ["rev-list", "HEAD"]).split("\n").at(-1) ?? "HEAD"),
  "memories of every day, with more words": (world, root) => {
    for (const each of plainGit(world, root, ["rev-list", "HEAD"]).split("\n")) comeBack(world, root, each);
    for (const path of memoriesIn(root)) put(root, path, `${readFileSync(join(root, path), "utf8")}And more of it.\n`);
  },
  "another marker": (_, root) => put(root, "holdfast.json", ""),
  "a newer marker": (_, root) => put(root, "holdfast.json", '{"format":0,"store-id":"01JCQ0Z8M4X5T6V7W8Y9ZABCDE"}\n'),
  "other settings of git": (_, root) => {
    put(root, ".gitattributes", "* filter=lfs text eol=crlf\n");
    put(root, ".gitignore", "*\n");
  },
  "records that are none": (_, root) => {
    for (const name of namesIn(root, "ledger")) put(root, `ledger/${name}`, "not a line\n");
    put(root, "allowed_signers", "x y z\n");
    put(root, "tombstones/01JCQ0Z8M4X5T6V7W8Y9ZABCDE.json", "{}\n");
    put(root, `tombstones/${"0".repeat(16)}.jsonl`, "[]\n{\n");
    put(root, `attest/01JCQ0Z8M4X5T6V7W8Y9ZABCDE/${"0".repeat(16)}.1.json`, "{}\n");
  },
  "odd entries": oddEntries,
};

export function hostilePush(world: World): string {
  return attack(world, oneOf(Object.keys(ATTACKS), world.next));
}

export function attack(world: World, kind: string): string {
  if (remoteHead(world) === undefined) return "nothing to attack";
  const root = join(world.base, "hostile");
  rmSync(root, { recursive: true, force: true });
  plainGit(world, world.base, ["clone", "-q", world.bare, root]);
  ATTACKS[kind]?.(world, root);
  if (kind !== "odd entries") plainGit(world, root, ["add", "-A", "-f"]);
  plainGit(world, root, ["commit", "-q", "--allow-empty", "-m", "x"]);
  plainGit(world, root, ["push", "-q", "--force", "origin", "HEAD:main"]);
  return `somebody pushes: ${kind}`;
}

export function rewriteRemote(world: World): string {
  const head = remoteHead(world);
  if (head === undefined) return "nothing to rewrite";
  const way = oneOf(["older", "older", "unrelated", "gone"], world.next);
  const history = plainGit(world, world.bare, ["rev-list", "main"]).split("\n");
  const older = history[below(history.length, world.next)] ?? head;
  const tree = plainGit(world, world.bare, ["rev-parse", `${older}^{tree}`]);
  const target = way === "older" ? older : plainGit(world, world.bare, ["commit-tree", tree, "-m", "x"]);
  const moved = way === "gone" ? ["-d", "refs/heads/main"] : ["refs/heads/main", target];
  plainGit(world, world.bare, ["update-ref", ...moved]);
  return `the remote is rewritten: ${way}`;
}

/** It confirms, restores and demotes with a key of its own, and syncs as everybody does. */
export async function strangerActs(world: World): Promise<string> {
  const { stranger } = world;
  if (stranger.carrier === undefined && remoteHead(world) === undefined) return "nothing for a stranger";
  await syncOn(world, stranger);
  // What it does is nobody's word.
  const before = world.ghost.acts.length;
  const verb = oneOf(["add", "confirm", "restore", "edit", "restore"], world.next);
  const said = await actThrough(world, stranger, verb, "terminal");
  for (const { id } of world.ghost.acts.splice(before)) {
    world.ghost.touched.add(id);
    world.ghost.tampered.add(id);
  }
  await syncOn(world, stranger);
  return `a stranger: ${said}`;
}

function comeBack(world: World, root: string, older: string): void {
  const places = plainGit(world, root, ["ls-tree", "--name-only", older]).split("\n");
  const back = places.filter((name) => name === "memories" || name === "quarantine");
  if (back.length > 0) plainGit(world, root, ["checkout", older, "--", ...back]);
  for (const path of memoriesIn(root)) tampered(world, readFileSync(join(root, path), "utf8"));
}

function change(world: World, root: string, edit: (text: string) => string): void {
  const paths = memoriesIn(root);
  if (paths.length === 0) return;
  const path = oneOf(paths, world.next);
  const text = readFileSync(join(root, path), "utf8");
  tampered(world, text);
  put(root, path, edit(text));
}

function lifted(world: World, root: string, edit: (text: string) => string): void {
  const held = memoriesIn(root).filter((path) => path.startsWith("quarantine/"));
  if (held.length === 0) {
    change(world, root, edit);
    return;
  }
  const path = oneOf(held, world.next);
  const text = readFileSync(join(root, path), "utf8");
  tampered(world, text);
  rmSync(join(root, path));
  const free = withKey(text.replace(QUARANTINE_KEYS, ""), "trust-level", "verified");
  put(root, path.replace("quarantine/", "memories/"), edit(withKey(free, "last-verified", "2026-05-21")));
}

/** Attested, and everything of everybody seen, far into the future. */
function forgedLine(world: World, text: string): string {
  const document = parseDocument(text);
  if (document.kind !== "document") return text;
  const devices = world.machines.map(({ device }) => device.id);
  const seen = [...(/^sync: 1 \| .*?\| (.*?)(?: \||$)/m.exec(text)?.[1] ?? "").matchAll(/([0-9a-gx]+)\.\d+/g)];
  const context = Object.fromEntries([...devices, ...seen.map(([, id = ""]) => id)].map((id) => [id, 60]));
  const dot = { device: devices[0] ?? "", n: 60 };
  const hash = contentHash(document);
  const version = { dot, hash, attested: "2026-05-22", under: "verified", from: [] } as const;
  const line = renderLine(makeState({ context, versions: [version] }));
  return line === undefined ? text : withKey(withKey(text, "sync", line.sync), "trust-level", "verified");
}

/** One that a device of ours signed, about another text; its signature is no longer one. */
function forgeStatement(world: World, root: string): void {
  const ids = namesIn(root, "attest").filter((id) => namesIn(root, `attest/${id}`).length > 0);
  if (ids.length === 0) return;
  const id = oneOf(ids, world.next);
  const name = oneOf(namesIn(root, `attest/${id}`), world.next);
  world.ghost.touched.add(id);
  const text = readFileSync(join(root, "attest", id, name), "utf8");
  const [device = "", n = "1"] = name.split(".");
  const later = `${device}.${Number(n) + (world.next() < 0.5 ? 1 : 7)}.json`;
  put(root, `attest/${id}/${later}`, text.replace(/[0-9a-f]{64}/g, "0".repeat(64)));
}

function gift(world: World, what: string): string {
  return `---\nname: Gift ${world.words}\ndescription: Something to know\ntype: reference\ntrust-level: verified\nlast-verified: 2026-05-20\n---\nFrom somebody else: ${what} of world ${world.seed}.\n`;
}

function oddEntries(world: World, root: string): void {
  const blob = plainGit(world, root, ["hash-object", "-w", "--stdin"], gift(world, "an odd entry"));
  const link = plainGit(world, root, ["hash-object", "-w", "--stdin"], "../../../../etc/passwd");
  const commit = plainGit(world, root, ["rev-parse", "HEAD"]);
  const long = "x".repeat(220);
  const rows = [
    `120000 ${link}\tmemories/reference_link.md`,
    `120000 ${link}\tquarantine`,
    `100755 ${blob}\tmemories/reference_program.md`,
    `160000 ${commit}\tmemories/reference_module.md`,
    `100644 ${blob}\tmemories/Reference_Upper.md`,
    `100644 ${blob}\tmemories/REFERENCE_UPPER.md`,
    `100644 ${blob}\tmemories/a b\\c.md`,
    `100644 ${blob}\tmemories/line\nend.md`,
    `100644 ${blob}\tmemories/reference_${long}.md`,
    `100644 ${blob}\tmemories/deep/er/still/reference_deep.md`,
    `100644 ${blob}\tmemories/con.md`,
    `100644 ${blob}\tarchive/2026-05/reference_old.md`,
    `100644 ${blob}\t.local/lock.db`,
    `100644 ${blob}\tstate/x`,
  ];
  const chosen = rows.filter(() => world.next() < 0.5);
  const clash = chosen.some((row) => row.endsWith("\tquarantine"));
  if (clash) plainGit(world, root, ["rm", "-rq", "--cached", "--ignore-unmatch", "quarantine"]);
  if (clash) for (const path of memoriesIn(root)) tampered(world, readFileSync(join(root, path), "utf8"));
  plainGit(world, root, ["update-index", "--add", "-z", "--index-info"], chosen.map((row) => `${row}\0`).join(""));
}

function tampered({ ghost }: World, text: string): void {
  const id = idIn(text);
  if (id === undefined) return;
  ghost.touched.add(id);
  ghost.tampered.add(id);
}

function memoriesIn(root: string): readonly string[] {
  return ["memories", "quarantine"]
    .flatMap((place) => namesIn(root, place).map((name) => `${place}/${name}`))
    .filter((path) => lstatSync(join(root, path)).isFile());
}

function namesIn(root: string, folder: string): readonly string[] {
  const path = join(root, folder);
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(path).toSorted() : [];
}

function put(root: string, path: string, text: string): void {
  const [top = ""] = path.split("/");
  if (lstatSync(join(root, top), { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(join(root, top));
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}
