// Allowances on disk: allowances/<rule>.<digest>.json, one signed file each (CHK-12). They travel with the store, and
// count on a machine that trusts the key they are signed with: a file that somebody else put there allows nothing.
import { Fault } from "../core/errors.ts";
import type { Allowance, Allowances } from "../core/ports/allowances.ts";
import type { Scope } from "../core/ports/memory-store.ts";
import { type Directory, openDirectory, within } from "../disk/directory.ts";
import { removeFile, replaceFile } from "../disk/durable-write.ts";
import { orFault } from "../disk/errno.ts";
import { bytesIn } from "../disk/read-file.ts";
import { directoryMode, fileMode, writersOf } from "./modes.ts";
import { isSignedBy, type Keys } from "./statements.ts";

const FOLDER = "allowances";
const NAME = /^([a-z0-9][a-z0-9-]{0,79})\.([0-9a-f]{16})\.json$/;
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

export function openAllowances(store: AllowanceStore): Allowances {
  const name = ({ rule, digest }: Pick<Allowance, "rule" | "digest">): string => checkedName(`${rule}.${digest}.json`);
  return {
    digest: (rule, value) => store.digest(store.storeId, rule, value),
    all: () => orFault("Reading the allowances", () => inAllowances(store, (folder) => readAll(folder, store))) ?? [],
    allow: (allowance) =>
      orFault("Writing an allowance", () => {
        if (store.keys.sign === undefined) throw new Fault("not-allowed", "This way in can't sign for a person.");
        const text = textOf(allowance, store);
        const bytes = Buffer.from(`${JSON.stringify({ allowance: text, signature: store.keys.sign(text) })}\n`);
        within(rootOf(store), (root) =>
          within(root.ensure(FOLDER, directoryMode(store.scope, root.mode)), (folder) =>
            replaceFile(folder, name(allowance), bytes, fileMode(store.scope, root.mode)),
          ),
        );
      }),
    revoke: (allowance) =>
      orFault("Removing an allowance", () =>
        inAllowances(store, (folder) => {
          const there = folder.look(name(allowance)) !== undefined;
          if (there) removeFile(folder, name(allowance));
          return there;
        }),
      ) ?? false,
  };
}

function rootOf({ root, scope }: AllowanceStore): Directory {
  const opened = openDirectory(root, { writers: writersOf(scope) });
  if (opened === undefined) throw new Fault("no-store", `There is no store at ${root}.`, "holdfast init");
  return opened;
}

function inAllowances<T>(store: AllowanceStore, act: (folder: Directory) => T): T | undefined {
  const folder = within(rootOf(store), (root) => root.open(FOLDER));
  return folder === undefined ? undefined : within(folder, act);
}

/** One canonical line. The word `allow` comes first, so that no other signed text of ours can be taken for it. */
function textOf({ rule, digest, date }: Allowance, { storeId, device }: AllowanceStore): string {
  return JSON.stringify({ allow: rule, digest, date, store: storeId, device });
}

function readAll(folder: Directory, store: AllowanceStore): readonly Allowance[] {
  return folder.names().flatMap((name) => {
    const [, rule, digest] = NAME.exec(name) ?? [];
    if (rule === undefined || digest === undefined) return [];
    const allowance = signedIn(bytesIn(folder, name, LARGEST), store);
    return allowance?.rule === rule && allowance.digest === digest ? [allowance] : [];
  });
}

function signedIn(bytes: Uint8Array | undefined, store: AllowanceStore): Allowance | undefined {
  try {
    const { allowance: text, signature } = JSON.parse(Buffer.from(bytes ?? []).toString("utf8")) as SignedFile;
    const { allow: rule, digest, date, store: storeId, device } = JSON.parse(text) as Record<string, string>;
    if (rule === undefined || digest === undefined || date === undefined || !DATE.test(date)) return undefined;
    const holds = storeId === store.storeId && isSignedBy(String(device), text, signature, store.keys);
    return holds ? { rule, digest, date } : undefined;
  } catch {
    // A damaged file allows nothing.
    return undefined;
  }
}

interface SignedFile {
  readonly allowance: string;
  readonly signature: string;
}

function checkedName(name: string): string {
  if (NAME.test(name)) return name;
  throw new Fault("usage", "An allowance is named RULE:DIGEST, as a finding shows it.", "holdfast check");
}
