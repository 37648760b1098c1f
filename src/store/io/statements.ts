// Statements on disk: attest/<id>/<device>.<n>.json, one signed statement each, written once. Reading gives only those
// that are whole, about this memory, and signed by a key this machine trusts; anything else says nothing (STO-32).
import type { Anchor, Circle } from "../../attest/circle.ts";
import { canonical, type Dot, parseStatement, type Statement } from "../../attest/statement.ts";
import { type Directory, within } from "../../disk/directory.ts";
import { placeFile, removeFile, replaceFile } from "../../disk/durable-write.ts";
import { bytesIn, mustRead } from "../../disk/read-file.ts";
import type { MemoryId } from "../../memory/ids.ts";
import { sha256Hex } from "../../text/digest.ts";
import { Fault } from "../../text/errors.ts";
import type { Scope } from "../memory-store.ts";
import { directoryMode, fileMode } from "./file-names.ts";
import { keyLineOf, NAMESPACE, signerOf } from "./sshsig.ts";

const FOLDER = "attest";
const SIGNERS = "allowed_signers";
const NAME = /^([0-9a-f]{16,64})\.([1-9][0-9]{0,14})\.json$/;
const LARGEST = 32 * 1024;

/** Who may vouch on this machine, and how this machine signs. */
export interface Keys {
  readonly own: Anchor | undefined;
  readonly circle: Circle;
  readonly sign?: (text: string) => string;
  /** This device's line of `allowed_signers`. */
  readonly line?: string;
}

/** Nobody's word counts. */
export const NOBODY: Keys = { own: undefined, circle: { keys: new Map(), known: new Map() } };

/** This device's own word alone. */
export function ownCircle({ device, key }: Anchor): Circle {
  return { keys: new Map([[device, new Set([key])]]), known: new Map() };
}

/** As `allowed_signers` has it. */
export function signerLine({ device, key }: Anchor): string {
  return `${device} namespaces="${NAMESPACE}" ${key}`;
}

interface Signed {
  readonly statement: string;
  readonly signature: string;
}

/**
 * The newest word of each device that counts here. A device's statement has seen all its earlier ones, so those say
 * nothing any more; where the newest can't be read, that device vouches for nothing at all: an older word must not come
 * back because a newer one was damaged.
 */
export function statementsIn(about: About): readonly Statement[] {
  const { folder, store, id, keys } = about;
  const newest = new Map<string, File>();
  for (const file of filesIn(folder, keys)) {
    const isOver = keys.circle.known.has(file.device) && readOne(about, file) === undefined;
    // What a revoked device says later must not even silence what it said before.
    if (!isOver && file.n > (newest.get(file.device)?.n ?? 0)) newest.set(file.device, file);
  }
  return [...newest.values()].map((file) => readOne(about, file) ?? silence(file, store, id));
}

/** Every valid statement, the outdated ones too: what was ever vouched for. */
export function pastIn(about: About): readonly Statement[] {
  return filesIn(about.folder, about.keys).flatMap((file) => readOne(about, file) ?? []);
}

/** From the disk, by one of the two above. */
export function readSaid(root: Directory, about: Omit<About, "folder">, read: typeof pastIn): readonly Statement[] {
  return inAttest(root, about.id, (folder) => read({ ...about, folder: filesOf(folder, LARGEST) }));
}

/** Of whom there may be statements. */
export function saidAbout(root: Directory): readonly string[] {
  const attest = root.open(FOLDER);
  return attest === undefined ? [] : within(attest, (opened) => opened.names());
}

/** A folder of small signed files, on a disk or in a commit. */
export interface SignedFiles {
  names(): readonly string[];
  bytes(name: string): Uint8Array | undefined;
}

export function filesOf(folder: Directory, largest: number): SignedFiles {
  return { names: () => folder.names(), bytes: (name) => bytesIn(folder, name, largest) };
}

interface File {
  readonly name: string;
  readonly device: string;
  readonly n: number;
}

function filesIn(folder: SignedFiles, keys: Pick<Keys, "circle">): readonly File[] {
  return folder.names().flatMap((name) => {
    const [, device = "", n = "0"] = NAME.exec(name) ?? [];
    return keys.circle.keys.has(device) ? [{ name, device, n: Number(n) }] : [];
  });
}

/** What is read, and whose word about which memory counts. */
export interface About {
  readonly folder: SignedFiles;
  readonly store: string;
  readonly id: MemoryId;
  readonly keys: Pick<Keys, "circle">;
}

function readOne({ folder, store, id, keys }: About, file: File): Statement | undefined {
  const statement = validStatement(folder.bytes(file.name), keys);
  const fits = statement !== undefined && statement.id === id && statement.scope === store;
  return fits && file.name === nameOf(statement.dot) ? statement : undefined;
}

function silence({ device, n }: File, store: string, id: MemoryId): Statement {
  return {
    version: 1,
    scope: store,
    id,
    action: "edit",
    date: "1970-01-01",
    dot: { device, n },
    seen: {},
    vouches: null,
  };
}

/** Durable for a withdrawal; a lost vouching only makes a memory unattested, and the ledger's fsync follows. */
export function writeStatement(root: Directory, scope: Scope, statement: Statement, keys: Keys): void {
  if (keys.sign === undefined) throw new Fault("not-allowed", "This way in can't sign for a person.");
  const text = canonical(statement);
  const signed: Signed = { statement: text, signature: keys.sign(text) };
  const mode = directoryMode(scope, root.mode);
  const durable = statement.vouches === null;
  nameSigner(root, scope, keys.line);
  within(root.ensure(FOLDER, mode), (attest) =>
    within(attest.ensure(statement.id, mode, durable), (folder) => {
      const bytes = Buffer.from(`${JSON.stringify(signed)}\n`);
      const file = { name: nameOf(statement.dot), bytes, mode: fileMode(scope, root.mode) };
      const made = placeFile(attest, folder, file, durable);
      if (made === "exists")
        throw new Fault("io", `The statement ${nameOf(statement.dot)} exists already.`, "holdfast doctor");
    }),
  );
}

export function removeStatement(root: Directory, { id, dot }: Statement): void {
  inAttest(root, id, (folder) => {
    if (folder.look(nameOf(dot)) !== undefined) removeFile(folder, nameOf(dot));
    return [];
  });
}

/** A statement names its text by a plain digest, by which a short one could be guessed: none but the last word stays. */
export function removeOtherStatements(root: Directory, { id, dot }: Statement): void {
  inAttest(root, id, (folder) => {
    for (const name of folder.names()) if (name !== nameOf(dot) && NAME.test(name)) removeFile(folder, name);
    return [];
  });
}

/** So that `ssh-keygen -Y verify -f allowed_signers` can check us. Whom this machine believes is not read from here. */
function nameSigner(root: Directory, scope: Scope, line: string | undefined): void {
  if (line === undefined) return;
  const read = mustRead(root, SIGNERS, LARGEST, { what: `${root.path}/${SIGNERS}`, hint: "holdfast doctor" });
  const there = Buffer.from(read?.bytes ?? []).toString("utf8");
  if (there.split("\n").includes(line)) return;
  const text = there === "" || there.endsWith("\n") ? there : `${there}\n`;
  replaceFile(root, SIGNERS, Buffer.from(`${text}${line}\n`), fileMode(scope, root.mode));
}

function validStatement(bytes: Uint8Array | undefined, keys: Pick<Keys, "circle">): Statement | undefined {
  const signed = bytes === undefined ? undefined : parseSigned(bytes);
  const statement = signed === undefined ? undefined : parseStatement(signed.statement);
  if (signed === undefined || statement === undefined) return undefined;
  return isSignedBy(statement.dot.device, signed.statement, signed.signature, keys) ? statement : undefined;
}

/** Only a key that counts for the device, and of a revoked one only what was seen before: all else says nothing. */
export function isSignedBy(device: string, text: string, signature: string, { circle }: Pick<Keys, "circle">): boolean {
  const keys = circle.keys.get(device);
  if (keys === undefined || circle.known.get(device)?.has(markOf(signature)) === false) return false;
  const signer = signerOf(text, signature);
  return signer !== undefined && keys.has(keyLineOf(signer));
}

/** Names a signature, and can't be guessed by whom it is not shown. */
export function markOf(signature: string): string {
  return sha256Hex(signature).slice(0, 32);
}

export function signatureIn(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : parseSigned(bytes)?.signature;
}

function parseSigned(bytes: Uint8Array): Signed | undefined {
  try {
    const { statement, signature } = JSON.parse(Buffer.from(bytes).toString("utf8")) as Signed;
    return typeof statement === "string" && typeof signature === "string" ? { statement, signature } : undefined;
  } catch {
    // A damaged file says nothing.
    return undefined;
  }
}

function inAttest<T>(root: Directory, id: MemoryId, read: (folder: Directory) => readonly T[]): readonly T[] {
  const attest = root.open(FOLDER);
  const folder = attest === undefined ? undefined : within(attest, (opened) => opened.open(id));
  return folder === undefined ? [] : within(folder, read);
}

function nameOf({ device, n }: Dot): string {
  return `${device}.${n}.json`;
}
