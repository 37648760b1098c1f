// Which stores of an organisation this machine has mirrors of: mirrors.json in the data folder, 0600, written when a person joins
// and when a hub tells another role or a policy is another (HUB-10). It says what is to be opened, and nothing of whose word counts
// there. Hooks read it.
import { readPolicySettings } from "../../config/policy.ts";
import type { Directory } from "../../disk/directory.ts";
import { replaceGuarded } from "../../disk/durable-write.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonBytes, parseJson } from "../../disk/json-file.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { ROLES } from "../../store/context.ts";
import { Fault } from "../../text/errors.ts";
import { inOrder, type KeptPolicy, MIRRORED, type Mirror, MOST_OF_ONE } from "../mirrors.ts";

const NAME = "mirrors.json";
/** Of one organisation, so that none takes another's place; and so many of them. */
const LARGEST_OF_ONE = 64 * 1024;
const ORGANISATIONS = 16;
const LARGEST = ORGANISATIONS * LARGEST_OF_ONE;
const MOST = ORGANISATIONS * MOST_OF_ONE;
/** Others write in between for a moment, not for as often as this. */
const TRIES = 20;

/** A damaged list names none; a person moves it away (`damagedList`). */
export function readMirrors(dataDir: string): readonly Mirror[] {
  return inFolderIfThere(dataDir, [], (folder) => rowsIn(folder).rows) ?? [];
}

/** Why nothing is joined by it, and what to do: written over, it would be gone with what it asked of this machine. */
export function damagedList(dataDir: string): Fault | undefined {
  return inFolderIfThere(dataDir, [], (folder) => (rowsIn(folder).isDamaged ? damaged(folder) : undefined));
}

/** What a look at the store found in force. */
export function keepPolicies(
  dataDir: string,
  { url, store }: Pick<Mirror, "url" | "store">,
  policies: readonly KeptPolicy[],
): void {
  changeMirrors(dataDir, url, (rows) => rows.map((each) => (each.store === store ? { ...each, policies } : each)));
}

/** The rows of one hub, its organisation's own first. `next` is given them as they are now, and may be asked again: another process writes the list too. */
export function changeMirrors(
  dataDir: string,
  url: string,
  next: (own: readonly Mirror[]) => readonly Omit<Mirror, "url">[],
): void {
  for (let tried = 0; tried < TRIES; tried++) {
    const stopped = inFolder(dataDir, [], (folder) => {
      const before = rowsIn(folder);
      if (before.isDamaged) throw damaged(folder);
      const bytes = jsonBytes(changed(before.rows, url, next));
      const isSame = (): boolean => Buffer.compare(rowsIn(folder).bytes, before.bytes) === 0;
      return replaceGuarded(folder, { name: NAME, bytes, mode: 0o600 }, () => (isSame() ? undefined : "changed"));
    });
    if (stopped === undefined) return;
  }
  throw new Fault(
    "changed-meanwhile",
    "The list of what this machine has joined is being written by others.",
    "Try again.",
  );
}

/** What could not be read again would be gone with the rest of the list, so it is not written: what was there stays. */
function changed(
  rows: readonly Mirror[],
  url: string,
  next: (own: readonly Mirror[]) => readonly Omit<Mirror, "url">[],
): readonly Mirror[] {
  const others = rows.filter((each) => each.url !== url);
  const given = next(rows.filter((each) => each.url === url));
  const own = [...new Map(given.map((each) => [each.store, { ...each, url }])).values()];
  const isOrg = ({ store }: Mirror): boolean => store === "org";
  const kept = [...own.filter(isOrg), ...own.filter((each) => !isOrg(each))].slice(0, MOST_OF_ONE);
  if (jsonBytes(kept).length > LARGEST_OF_ONE)
    throw new Fault("hub", `${url} tells of more than is kept of one organisation.`, "holdfast doctor");
  const all = inOrder([...others, ...kept]);
  if (all.length > MOST || jsonBytes(all).length > LARGEST)
    throw new Fault("too-large", "This machine has joined as many as it keeps.", "holdfast join --leave URL");
  return all;
}

interface List {
  readonly bytes: Uint8Array;
  readonly rows: readonly Mirror[];
  readonly isDamaged: boolean;
}

function rowsIn(folder: Directory): List {
  const bytes = bytesIn(folder, NAME, LARGEST) ?? new Uint8Array();
  const kept = parseJson(Buffer.from(bytes).toString("utf8"));
  if (!Array.isArray(kept)) return { bytes, rows: [], isDamaged: folder.look(NAME) !== undefined };
  return { bytes, rows: inOrder(kept.slice(0, MOST).flatMap((row) => mirrorFrom(row) ?? [])), isDamaged: false };
}

function damaged({ path }: Directory): Fault {
  const file = `${path}/${NAME}`;
  const message = `${file} can't be read, so nothing that this machine joined is heard: no memory, no rule, no policy of it.`;
  return new Fault(
    "unreadable",
    message,
    `Bring it back from a backup, or: mv ${file} ${file}.damaged, then join again`,
  );
}

function mirrorFrom(value: unknown): Mirror | undefined {
  const { url, store, role, you, closed, leaving, policies } = fieldsOf(value);
  const known = ROLES.find((each) => each === role);
  if (typeof url !== "string" || typeof store !== "string" || known === undefined) return undefined;
  if (!MIRRORED.test(store)) return undefined;
  const kept = Array.isArray(policies) ? policies.flatMap((each) => policyFrom(each) ?? []) : [];
  const mirror = {
    ...{ url, store, role: known, you: typeof you === "string" ? you : "" },
    ...(closed === true && { closed }),
    ...(leaving === true && { leaving }),
  };
  return kept.length === 0 ? mirror : { ...mirror, policies: kept };
}

function policyFrom(value: unknown): KeptPolicy | undefined {
  const { by, date, number, settings } = fieldsOf(value);
  if (typeof by !== "string" || typeof date !== "string" || typeof number !== "number") return undefined;
  return { by, date, number, settings: readPolicySettings(fieldsOf(settings)).settings };
}
