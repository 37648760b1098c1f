// Allowances on disk: allowances/<rule>.<digest>.json, one signed file each (CHK-12). They travel with the store, and
// count on a machine that trusts the key they are signed with: a file that somebody else put there allows nothing. A
// revocation is a record of its own, allowances/<rule>.<digest>.<mark>.json, and is never taken away: a sync joins files, so
// an allowance that was merely removed would come back. It stands against every allowance that had not seen it. The mark
// is a digest of its bytes, so that nothing else can stand in its place.
import type { Allowance, Allowances } from "../../checks/settings.ts";
import { type Directory, within } from "../../disk/directory.ts";
import { removeFile, replaceFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { sha256Hex } from "../../text/digest.ts";
import { Fault } from "../../text/errors.ts";
import type { Scope } from "../memory-store.ts";
import { directoryMode, fileMode, inStore } from "./file-names.ts";
import { filesOf, isSignedBy, type Keys, type SignedFiles } from "./statements.ts";

const FOLDER = "allowances";
const NAME = /^([a-z0-9][a-z0-9-]{0,79})\.([0-9a-f]{16})\.json$/;
const MARK = /^([a-z0-9][a-z0-9-]{0,79})\.([0-9a-f]{16})\.([0-9a-f]{32})\.json$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const LARGEST = 8 * 1024;

export interface AllowanceStore {
  readonly root: string;
  readonly storeId: string;
  readonly scope: Scope;
  readonly device: string;
  readonly keys: Keys;
  /** Checks own how a value becomes a digest; this file only knows the salt. */
  readonly digest: (salt: string, rule: string, value: string) => string;
}

/** Who counts, and for which store it was said. */
type Counting = Pick<AllowanceStore, "storeId"> & { readonly keys: Pick<Keys, "circle"> };

type Named = Pick<Allowance, "rule" | "digest">;

export function openAllowances(store: AllowanceStore): Allowances {
  return {
    digest: (rule, value) => store.digest(store.storeId, rule, value),
    all: () =>
      orFault("Reading the allowances", () =>
        inAllowances(store, (folder) => allowancesIn(filesOf(folder, LARGEST), store)),
      ) ?? [],
    claimed: () =>
      orFault("Reading the allowances", () =>
        inAllowances(store, (folder) =>
          folder.names().flatMap((name) => {
            const [, rule, digest] = NAME.exec(name) ?? [];
            return rule === undefined || digest === undefined ? [] : [{ rule, digest }];
          }),
        ),
      ) ?? [],
    allow: (allowance) =>
      orFault("Writing an allowance", () =>
        inOwnFolder(store, (folder) => {
          const over = marksOf(filesOf(folder, LARGEST), allowance, store);
          const { rule, digest, date } = allowance;
          const seen = over.length === 0 ? {} : { over };
          put(folder, nameOf(allowance), signed({ allow: rule, digest, date, ...seen }, store), store);
        }),
      ),
    revoke: ({ rule, digest, date }) =>
      orFault("Revoking an allowance", () => {
        const stands = inAllowances(store, (folder) => folder.look(nameOf({ rule, digest })) !== undefined) ?? false;
        if (!stands) return false;
        return inOwnFolder(store, (folder) => {
          const n = folder.names().filter((name) => markIn(name, { rule, digest }) !== undefined).length + 1;
          const bytes = signed({ revoke: rule, digest, date, n }, store);
          put(folder, checkedName(`${rule}.${digest}.${markOf(bytes)}.json`, MARK), bytes, store);
          removeFile(folder, nameOf({ rule, digest }));
          return true;
        });
      }),
  };
}

function nameOf({ rule, digest }: Named): string {
  return checkedName(`${rule}.${digest}.json`, NAME);
}

function inOwnFolder<T>(store: AllowanceStore, act: (folder: Directory) => T): T {
  return inStore(store, (root) =>
    within(root.ensure(FOLDER, directoryMode(store.scope, root.mode)), (folder) => act(folder)),
  );
}

/** One canonical line. The word that says what it is comes first, so that no other signed text can be taken for it. */
function signed(says: Readonly<Record<string, unknown>>, { keys, storeId, device }: AllowanceStore): Uint8Array {
  if (keys.sign === undefined) throw new Fault("not-allowed", "This way in can't sign for a person.");
  const text = JSON.stringify({ ...says, store: storeId, device });
  return Buffer.from(`${JSON.stringify({ allowance: text, signature: keys.sign(text) })}\n`);
}

function put(folder: Directory, name: string, bytes: Uint8Array, { scope }: AllowanceStore): void {
  replaceFile(folder, name, bytes, fileMode(scope, folder.mode));
}

function markOf(bytes: Uint8Array): string {
  return sha256Hex(bytes).slice(0, 32);
}

/** Of the revocations of one finding, those that count here. */
function marksOf(folder: SignedFiles, finding: Named, store: Counting): readonly string[] {
  return folder
    .names()
    .toSorted()
    .flatMap((name) => {
      const mark = markIn(name, finding);
      const bytes = mark === undefined ? undefined : folder.bytes(name);
      if (mark === undefined || bytes === undefined || markOf(bytes) !== mark) return [];
      const says = signedIn(bytes, store);
      return says?.["revoke"] === finding.rule && says["digest"] === finding.digest ? [mark] : [];
    });
}

function markIn(name: string, { rule, digest }: Named): string | undefined {
  const [, itsRule, itsDigest, mark] = MARK.exec(name) ?? [];
  return itsRule === rule && itsDigest === digest ? mark : undefined;
}

function inAllowances<T>(store: AllowanceStore, act: (folder: Directory) => T): T | undefined {
  const folder = inStore(store, (root) => root.open(FOLDER));
  return folder === undefined ? undefined : within(folder, act);
}

export function allowancesIn(folder: SignedFiles, store: Counting): readonly Allowance[] {
  return folder.names().flatMap((name) => {
    const [, rule, digest] = NAME.exec(name) ?? [];
    if (rule === undefined || digest === undefined) return [];
    const says = signedIn(folder.bytes(name), store);
    const date = says?.["date"];
    if (says?.["allow"] !== rule || says["digest"] !== digest || typeof date !== "string" || !DATE.test(date))
      return [];
    const over = Array.isArray(says["over"]) ? says["over"] : [];
    return marksOf(folder, { rule, digest }, store).every((mark) => over.includes(mark))
      ? [{ rule, digest, date }]
      : [];
  });
}

/** What a device that counts here says about this store; a damaged file says nothing. */
function signedIn(bytes: Uint8Array | undefined, store: Counting): Readonly<Record<string, unknown>> | undefined {
  try {
    const { allowance: text, signature } = JSON.parse(Buffer.from(bytes ?? []).toString("utf8")) as SignedFile;
    const says = JSON.parse(text) as Record<string, unknown>;
    const counts = says["store"] === store.storeId && isSignedBy(String(says["device"]), text, signature, store.keys);
    return counts ? says : undefined;
  } catch {
    return undefined; // not JSON, or no text in it
  }
}

interface SignedFile {
  readonly allowance: string;
  readonly signature: string;
}

function checkedName(name: string, form: RegExp): string {
  if (form.test(name)) return name;
  throw new Fault("usage", "An allowance is named RULE:DIGEST, as a finding shows it.", "holdfast audit --check");
}
