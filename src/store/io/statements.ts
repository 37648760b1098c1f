// Statements on disk: attest/<id>/<device>.<n>.json, one signed statement each, written once. Reading gives only those
// that are whole, about this memory, and signed by a key this machine trusts; anything else says nothing (STO-32).
import type { Anchor, Circle, OwnKey } from "../../attest/circle.ts";
import { type Presence, parsePresence } from "../../attest/presence.ts";
import { canonical, type Dot, parseStatement, type Statement } from "../../attest/statement.ts";
import { type Directory, within } from "../../disk/directory.ts";
import { placeFile, removeFile, replaceFile } from "../../disk/durable-write.ts";
import { bytesIn, mustRead } from "../../disk/read-file.ts";
import type { MemoryId } from "../../memory/ids.ts";
import { sha256Hex } from "../../text/digest.ts";
import { Fault } from "../../text/errors.ts";
import type { Scope } from "../memory-store.ts";
import { directoryMode, fileMode } from "./file-names.ts";
import { isTouched, isUserVerified, keyLineOf, NAMESPACE, signatureOf, signerOf } from "./sshsig.ts";

const FOLDER = "attest";
const SIGNERS = "allowed_signers";
const NAME = /^([0-9a-f]{16,64})\.([1-9][0-9]{0,14})\.json$/;
const LARGEST = 32 * 1024;

/** Who may vouch on this machine, and how this machine signs. */
export interface Keys {
  readonly own: OwnKey | undefined;
  readonly circle: Circle;
  /** The configuration asks for a person's second signature; what this machine keeps may ask for it too. */
  readonly presence?: "required";
  readonly sign?: (text: string) => string;
  /** This device's line of `allowed_signers`. */
  readonly line?: string;
  /** Whom this machine trusts counts only where this says that the list is signed; undefined: as it stands. */
  readonly sealed?: ((text: string, signature: string) => boolean) | undefined;
}

/** Nobody's word counts. */
export const NOBODY: Keys = { own: undefined, circle: { keys: new Map(), known: new Map() } };

/** This device's own word alone. */
export function ownCircle({ device, key, userVerified }: OwnKey): Circle {
  return { keys: new Map([[device, new Set([key])]]), known: new Map(), ...(userVerified && { verifying: key }) };
}

/** As `allowed_signers` has it. */
export function signerLine({ device, key }: Anchor): string {
  return `${device} namespaces="${NAMESPACE}" ${key}`;
}

interface Signed {
  readonly statement: string;
  readonly signature: string;
  /** A person's own, with a passkey (SYN-20b). Programs that do not know it read the rest. */
  readonly presence?: unknown;
}

/** A device counts one up: what lies further above its last word was not written by it. */
export const REACH = 1000;
/** Of unreadable files above it; a folder with more says nothing for that device, until somebody clears it. */
const LOOKED_AT = 200;

/**
 * The newest word of each device that counts here. A device's statement has seen all its earlier ones, so those say
 * nothing any more; where the newest can't be read, that device vouches for nothing at all: an older word must not come
 * back because a newer one was damaged. But a name is anybody's to choose: junk under a number that the device can't have come
 * to does not silence it, or nothing that it said later could.
 */
export function statementsIn(about: About): readonly Statement[] {
  const latest = byDevice(about).flatMap((files) => latestOf(about, files) ?? []);
  const known = about.said?.(about.id);
  return known === undefined ? latest : asKnown(about, latest, known);
}

/** Where this machine knows which word of each device was the newest (STO-35). */
export function asKnown(
  { store, id, keys, own }: About,
  latest: readonly Statement[],
  known: ReadonlyMap<string, number>,
): readonly Statement[] {
  const now = new Map(latest.map((statement) => [statement.dot.device, statement]));
  // A later word was there: what is left of this device's was put back.
  for (const [device, n] of known) {
    const counts = keys.circle.keys.has(device) && !keys.circle.known.has(device);
    if (counts && n > (now.get(device)?.dot.n ?? 0)) now.set(device, silence({ device, n }, store, id));
  }
  return [...now.values()].map((statement) => {
    const { device, n } = statement.dot;
    return device === own && n !== known.get(device) ? silence({ device, n }, store, id) : statement;
  });
}

export function latestOf(about: About, files: readonly StatementFile[]): Statement | undefined {
  const { said, unread } = lastSaid(about, files);
  const [first] = files;
  // What a revoked device says later must not even silence what it said before.
  if (first !== undefined && about.keys.circle.known.has(first.device)) return said;
  const most = unread.length >= LOOKED_AT ? Number.MAX_SAFE_INTEGER : (said?.dot.n ?? 0) + REACH;
  const silent = unread.find(({ n }) => n <= most);
  return silent === undefined ? said : silence(silent, about.store, about.id);
}

/** The newest that can be read, and what stands above it, the newest first. */
function lastSaid(
  about: About,
  files: readonly StatementFile[],
): { readonly said: Statement | undefined; readonly unread: readonly StatementFile[] } {
  const unread: StatementFile[] = [];
  for (const file of files.toSorted((a, b) => b.n - a.n)) {
    const said = unread.length < LOOKED_AT ? readOne(about, file) : undefined;
    if (said !== undefined) return { said, unread };
    unread.push(file);
  }
  return { said: undefined, unread };
}

/** Files under the name of a device that counts, above its last word, that say nothing: damage, or junk. One that lacks presence is neither. */
export function unreadIn(given: About): readonly string[] {
  const about = { ...given, keys: { circle: { ...given.keys.circle, presence: undefined } } };
  return byDevice(about).flatMap((files) => lastSaid(about, files).unread.map(({ name }) => name));
}

/** Every valid statement, the outdated ones too: what was ever vouched for. */
export function pastIn(about: About): readonly Statement[] {
  return filesIn(about.folder, about.keys).flatMap((file) => readOne(about, file) ?? []);
}

/** From the disk, by one of the three above. */
export function readSaid<T>(
  root: Directory,
  about: Omit<About, "folder">,
  read: (about: About) => readonly T[],
): readonly T[] {
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

export interface StatementFile {
  readonly name: string;
  readonly device: string;
  readonly n: number;
}

function filesIn(folder: SignedFiles, keys: Pick<Keys, "circle">): readonly StatementFile[] {
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
  /** This device: it says nothing that no act of its own wrote. */
  readonly own?: string | undefined;
  /** The newest words that are known here (kept-file.ts). */
  readonly said?: ((id: MemoryId) => ReadonlyMap<string, number> | undefined) | undefined;
}

export function byDevice({ folder, keys }: About): readonly (readonly StatementFile[])[] {
  return [...Map.groupBy(filesIn(folder, keys), ({ device }) => device).values()];
}

function readOne({ folder, store, id, keys }: About, file: StatementFile): Statement | undefined {
  const statement = validStatement(folder.bytes(file.name), keys);
  const fits = statement !== undefined && statement.id === id && statement.scope === store;
  return fits && file.name === nameOf(statement.dot) ? statement : undefined;
}

export function silence({ device, n }: Dot, store: string, id: MemoryId): Statement {
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

export interface Saying {
  readonly scope: Scope;
  readonly statement: Statement;
  readonly presence?: Presence | undefined;
}

/** Durable for a withdrawal; a lost vouching only makes a memory unattested, and the ledger's fsync follows. */
export function writeStatement(root: Directory, { scope, statement, presence }: Saying, keys: Keys): void {
  if (keys.sign === undefined) throw new Fault("not-allowed", "This way in can't sign for a person.");
  const text = canonical(statement);
  const signed: Signed = { statement: text, signature: keys.sign(text), ...(presence && { presence }) };
  const mode = directoryMode(scope, root.mode);
  const durable = statement.vouches === null;
  if (scope === "personal") nameSigner(root, keys.line);
  within(root.ensure(FOLDER, mode), (attest) =>
    within(attest.ensure(statement.id, mode, durable), (folder) => {
      const bytes = Buffer.from(`${JSON.stringify(signed)}\n`);
      const file = { name: nameOf(statement.dot), bytes, mode: fileMode(scope, root.mode) };
      const made = placeFile(attest, folder, file, durable);
      if (made !== "exists") return;
      // What stands there in our name and is not ours says nothing, and gives way.
      if (validStatement(bytesIn(folder, file.name, LARGEST), keys) !== undefined)
        throw new Fault("io", `The statement ${file.name} exists already.`, "holdfast doctor");
      replaceFile(folder, file.name, bytes, file.mode);
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

/**
 * So that `ssh-keygen -Y verify -f allowed_signers` can check us. Whom this machine believes is not read from here. In a shared
 * store two new signers would meet in this one file: there a record names each, and the list is made from them.
 */
function nameSigner(root: Directory, line: string | undefined): void {
  if (line === undefined) return;
  const read = mustRead(root, SIGNERS, LARGEST, { what: `${root.path}/${SIGNERS}`, hint: "holdfast doctor" });
  const there = Buffer.from(read?.bytes ?? []).toString("utf8");
  if (there.split("\n").includes(line)) return;
  const text = there === "" || there.endsWith("\n") ? there : `${there}\n`;
  replaceFile(root, SIGNERS, Buffer.from(`${text}${line}\n`), fileMode("personal", root.mode));
}

/** The key that signed a device's latest word about a memory, whether it counts or not. */
export function lastSignedWith(root: Directory, id: MemoryId, device: string): string | undefined {
  const circle: Circle = { keys: new Map([[device, new Set()]]), known: new Map() };
  const [key] = inAttest(root, id, (folder) => {
    const files = filesOf(folder, LARGEST);
    const last = filesIn(files, { circle }).toSorted((a, b) => b.n - a.n)[0];
    const bytes = last && files.bytes(last.name);
    const signed = bytes && parseSigned(bytes);
    const signer = signed && signerOf(signed.statement, signed.signature);
    return signer === undefined ? [] : [keyLineOf(signer)];
  });
  return key;
}

function validStatement(bytes: Uint8Array | undefined, keys: Pick<Keys, "circle">): Statement | undefined {
  const signed = bytes === undefined ? undefined : parseSigned(bytes);
  const statement = signed === undefined ? undefined : parseStatement(signed.statement);
  if (signed === undefined || statement === undefined) return undefined;
  const isSigned = isSignedBy(statement.dot.device, signed.statement, signed.signature, keys);
  return isSigned && hasPresence(statement, signed, keys.circle) ? statement : undefined;
}

/** Where it is required (SYN-20b), the device key alone takes back what was said, and vouches for nothing. */
function hasPresence({ vouches, dot }: Statement, signed: Signed, { presence: required }: Circle): boolean {
  if (vouches === null || required?.device !== dot.device) return true;
  const presence = parsePresence(signed.presence);
  if (presence !== undefined && required.isGiven(signed.statement, presence)) return true;
  return wasTouched(signed.statement, signed.signature);
}

/** A security key of ssh that was touched is presence too; whose it is, is another question. */
function wasTouched(text: string, signature: string): boolean {
  const made = signatureOf(text, signature);
  return made !== undefined && isTouched(made);
}

/** A word that no passkey goes with: where presence is required, only a key that was touched says it. */
export function isSaidBy(device: string, text: string, signature: string, keys: Pick<Keys, "circle">): boolean {
  const isAlone = keys.circle.presence?.device !== device;
  return isSignedBy(device, text, signature, keys) && (isAlone || wasTouched(text, signature));
}

/** Only a key that counts for the device, and of a revoked one only what was seen before: all else says nothing. */
export function isSignedBy(device: string, text: string, signature: string, { circle }: Pick<Keys, "circle">): boolean {
  const keys = circle.keys.get(device);
  if (keys === undefined || circle.known.get(device)?.has(markOf(signature)) === false) return false;
  const made = signatureOf(text, signature);
  if (made === undefined) return false;
  const key = keyLineOf(made.key);
  return keys.has(key) && (key !== circle.verifying || isUserVerified(made));
}

/** Names a signature, and can't be guessed by whom it is not shown. */
export function markOf(signature: string): string {
  return sha256Hex(signature).slice(0, 32);
}

export function signatureIn(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : parseSigned(bytes)?.signature;
}

export function parseSigned(bytes: Uint8Array): Signed | undefined {
  try {
    const { statement, signature, presence } = JSON.parse(Buffer.from(bytes).toString("utf8")) as Signed;
    const isWhole = typeof statement === "string" && typeof signature === "string";
    return isWhole ? { statement, signature, presence } : undefined;
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
