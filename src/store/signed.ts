// What a memory said when it was last signed, and who changed it since (TRU-27). Nothing of this is taken from the text or its
// keys: the signed content names the words, and they are looked for in the local history, the kept copies and git. Who changed
// them is told by what lies around the file: our own records, the names of commits, or nothing, and then it was done by hand.
import { latestWord } from "../attest/vouch.ts";
import { contentHash, type MemoryDocument } from "../memory/document.ts";
import type { MemoryId } from "../memory/ids.ts";
import type { Channel } from "../trust/channels.ts";
import { PLACES } from "../trust/tiers.ts";
import { documentIn } from "./catalogue.ts";
import type { OpenStore } from "./context.ts";
import type { MemoryStore, StoredFile } from "./memory-store.ts";
import type { AuthoredChange, GitHistory } from "./records.ts";

/** What is asked of a store: one on a disk, or as a commit has it. */
export interface SpokenIn {
  readonly store: Pick<MemoryStore, "info" | "read" | "pastStatements">;
  readonly history: Pick<OpenStore["history"], "ofMemory" | "bytes">;
  readonly kept?: OpenStore["kept"];
}

export interface Placed {
  readonly open: SpokenIn;
  readonly id: MemoryId;
  readonly file: string;
}

export type Changer =
  | { readonly kind: "by-hand" }
  | { readonly kind: "here"; readonly channel: Channel; readonly at: string }
  | { readonly kind: "commit"; readonly name: string; readonly email: string; readonly at: string };

export interface SinceSigned {
  /** Undefined: the words are kept nowhere here. */
  readonly before: MemoryDocument | undefined;
  readonly after: MemoryDocument;
  /** Newest first. None where the file is as it was signed: then the act at hand changes it. */
  readonly by: readonly Changer[];
}

/** Undefined where nobody whose word counts here ever signed it, or where these are the words. */
export async function sinceSigned(
  placed: Placed,
  after: MemoryDocument,
  git: () => Promise<GitHistory>,
): Promise<SinceSigned | undefined> {
  const { open, id, file } = placed;
  const vouching = open.store.pastStatements(id).filter(({ vouches }) => vouches !== null);
  const signed = latestWord(vouching).heads.flatMap(({ vouches }) => vouches?.content ?? []);
  if (signed.length === 0 || signed.includes(contentHash(after))) return undefined;
  const standing = PLACES.map((place) => open.store.read({ place, file })).find((read) => read?.kind === "file");
  const now = standing?.kind === "file" ? standing : undefined;
  const document = now && documentIn(now.bytes);
  if (document !== undefined && signed.includes(contentHash(document))) return { before: document, after, by: [] };
  const kept = keptVersions(placed).find((each) => signed.includes(contentHash(each)));
  const committed = await inGit(placed, signed, await git());
  return { before: kept ?? committed.before, after, by: changersOf(placed, now, committed.later) };
}

function keptVersions({ open, id, file }: Placed): readonly MemoryDocument[] {
  const records = open.history.ofMemory(id);
  const old = records.map(({ before }) => before && open.history.bytes(id, before.sha256));
  const left = PLACES.map((place) => open.kept?.bytes(`${place}/${file}`));
  return [...left, ...old].flatMap((bytes) => (bytes && documentIn(bytes)) ?? []);
}

interface Version {
  readonly change: AuthoredChange;
  readonly document: MemoryDocument | undefined;
}

/** So many commits of one memory are looked into. */
const MOST = 200;

/** `later`: what was committed after the signed words, newest first. */
async function inGit(
  { open, id, file }: Placed,
  signed: readonly string[],
  git: GitHistory,
): Promise<{ readonly before: MemoryDocument | undefined; readonly later: readonly Version[] }> {
  const { root } = open.store.info;
  const isSigned = ({ document }: Version): boolean => document !== undefined && signed.includes(contentHash(document));
  const own = await until(isSigned, root, file, git);
  const found = own.find(isSigned);
  if (found !== undefined) return { before: found.document, later: own.slice(0, -1) };
  // Under another name, where it was renamed as well.
  for (const other of await git.filesWith(root, id)) {
    const before = other === file ? undefined : (await until(isSigned, root, other, git)).find(isSigned);
    if (before !== undefined) return { before: before.document, later: own };
  }
  return { before: undefined, later: own };
}

async function until(
  isLast: (version: Version) => boolean,
  root: string,
  file: string,
  git: GitHistory,
): Promise<readonly Version[]> {
  const versions: Version[] = [];
  for (const change of (await git.authored(root, file)).slice(0, MOST)) {
    const { commit, place } = change;
    const bytes = place && (await git.bytes(root, commit, place, file));
    const version = { change, document: bytes && documentIn(bytes) };
    versions.push(version);
    if (isLast(version)) break;
  }
  return versions;
}

function changersOf({ open, id }: Placed, now: StoredFile | undefined, later: readonly Version[]): readonly Changer[] {
  const [record] = open.history.ofMemory(id);
  if (record !== undefined && record.channel !== "sync" && record.after?.sha256 === now?.sha256)
    return [{ kind: "here", channel: record.channel, at: record.at }];
  const contents = [now && documentIn(now.bytes), ...later.map(({ document }) => document)].map(
    (document) => document && contentHash(document),
  );
  const isUncommitted = contents[0] !== contents[1];
  const committed = later
    // A commit that left the words alone changed them for nobody.
    .filter((_, at) => contents[at + 1] !== contents[at + 2])
    .map(({ change: { name, email, at } }) => ({ kind: "commit", name, email, at }) as const);
  return isUncommitted ? [{ kind: "by-hand" }, ...committed] : committed;
}
