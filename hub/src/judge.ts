// May this be pushed (HUB-5)? The judge is that of `holdfast check --ci`, with its words: the store as it stands is the base,
// the store as it would stand is the head. What it is not asked about is what a hub has to know beside it: which paths a
// store has, whether a file that is no memory reads as what its name says, and what a role may bring (roles.ts).

import type { Anchor } from "../../src/attest/circle.ts";
import { parseSignedPolicy, type SignedPolicy } from "../../src/attest/policy.ts";
import { parseStatement, type Statement } from "../../src/attest/statement.ts";
import { checkHiddenText } from "../../src/checks/hidden-text.ts";
import { checkSecrets, digestOf } from "../../src/checks/secret-findings.ts";
import type { CheckSettings } from "../../src/checks/settings.ts";
import { decodeText, parseDocument } from "../../src/memory/document.ts";
import { idOf } from "../../src/memory/fields.ts";
import { blocks } from "../../src/memory/findings.ts";
import type { CommittedStore, PullRequest } from "../../src/people/compared.ts";
import { committedStore } from "../../src/people/io/committed.ts";
import { compareAll, judge } from "../../src/people/judge.ts";
import type { Memory } from "../../src/store/catalogue.ts";
import { signerLine } from "../../src/store/io/statements.ts";
import { rawPathParts, unfitRaw } from "../../src/store/raw-files.ts";
import { carriedKind } from "../../src/sync/hub/parts.ts";
import { FIXED, goneId, spotOf, statedId } from "../../src/sync/paths.ts";
import type { Finding } from "../protocol.ts";

export type Files = ReadonlyMap<string, Uint8Array>;

export interface Judging {
  /** The store's name on the hub. */
  readonly store: string;
  readonly before: Files;
  readonly after: Files;
  /** Paths that the push changes. */
  readonly changed: readonly string[];
  /** Whose word counts besides what the store itself says: the tenant's first keys, a member's own devices. */
  readonly roots: readonly Anchor[];
  /** May found a store whose base knows nobody. */
  readonly mayFound: boolean;
  readonly settings: Omit<CheckSettings, "allowances">;
}

const BASE = "hub";

export function findingsOf(judging: Judging): readonly Finding[] {
  const { store, before, after, changed, mayFound, settings } = judging;
  const scope = store.startsWith("personal/") ? "personal" : "shared";
  const at = (files: Files): CommittedStore =>
    withRoots(committedStore({ files, odd: [] }, digestOf, scope), judging.roots);
  const [base, head] = [at(before), at(after)];
  const request: PullRequest = {
    base: BASE,
    stores: [{ folder: "", tip: base, forks: [base], head }],
    isCheckedOut: false,
    commits: { tip: "base", forks: ["base"], head: "head" },
  };
  // A push is taken or refused; of advice nobody would read.
  const judged = judge(request, (allowances) => ({ ...settings, allowances }), "blocking");
  const problems = scope === "personal" ? judged.problems.filter(isOfNoStore) : judged.problems;
  // Of a project's repository a policy is no record; the hub judges it by itself (policy.ts).
  const isPolicy = (path: string): boolean => policyIn(path, after.get(path)) !== undefined;
  const others = problems.filter(
    ({ kind, path }) => kind !== "not-a-record" || !isPolicy(path.replace(/^\.holdfast\//, "")),
  );
  const found = others.map(({ kind, path, what, next }) => ({
    kind,
    path: path.replace(/^\.holdfast\//, ""),
    what,
    next,
  }));
  const fault = judged.fault ? [finding("check", "", "the scanner for secrets could not run", "holdfast doctor")] : [];
  const founding =
    judged.firstUse && !mayFound
      ? [
          finding(
            "new-signer",
            "devices/",
            "the hub knows no signer of this store yet, and an admin brings the first",
            "holdfast trust",
          ),
        ]
      : [];
  const plain = { ...settings, allowances: () => undefined };
  return [
    ...found,
    ...fault,
    ...founding,
    ...markerFindings(judging, head),
    ...changed.flatMap((path) => fileFinding(path, after.get(path), { ...plain, scope }) ?? []),
  ];
}

/**
 * What no store may hold. In a person's own, a text that nobody signed as it stands, a device that asks to join and a word taken
 * back are ordinary (SYN-1, SYN-21): each machine of theirs judges them itself, as it does what comes by git.
 */
const OF_THE_STORE: ReadonlySet<string> = new Set(["check", "no-plain-file", "attributes", "store-changed"]);

/** Quarantine is where a sync puts what fails; only a secret may not lie there as it is (SYN-14). */
function isOfNoStore({
  kind,
  path,
  what,
}: {
  readonly kind: string;
  readonly path: string;
  readonly what: string;
}): boolean {
  const isHeld = kind === "check" && path.includes("quarantine/");
  return OF_THE_STORE.has(kind) && (!isHeld || /^line \d+: secrets\//.test(what));
}

/** As a machine reads it that counts whom the store names, and `roots`. Of a part of a store, what is about that part. */
export function memoriesIn(files: Files, roots: readonly Anchor[]): readonly Memory[] {
  const store = withRoots(committedStore({ files, odd: [] }, digestOf), roots);
  const commits = { tip: BASE, forks: [BASE], head: BASE };
  const stores = [{ folder: "", tip: store, forks: [store], head: store }];
  return compareAll({ base: BASE, stores, isCheckedOut: false, commits }).flatMap(({ has }) => has.memories);
}

/** Their lines are in base and head alike, so that they are neither new nor gone. */
function withRoots(store: CommittedStore, roots: readonly Anchor[]): CommittedStore {
  return { ...store, signers: [...store.signers, ...roots.map((anchor) => ({ line: signerLine(anchor), anchor }))] };
}

function markerFindings({ store, after }: Judging, { marker }: CommittedStore): readonly Finding[] {
  const next = "holdfast init";
  if (marker === undefined)
    return after.size === 0 ? [] : [finding("store-changed", MARKER, "the store has no name of its own", next)];
  const id = store.startsWith("project/") ? store.slice("project/".length) : marker.storeId;
  return marker.storeId === id ? [] : [finding("store-changed", MARKER, `it is another store than ${store}`, next)];
}

const MARKER = "holdfast.json";
const LARGEST_STATEMENT = 32 * 1024;
/** Those of all teams are read where one more store is begun. */
export const LARGEST_MARKER = 4096;

/** What is no memory: the judge looks at signatures, and nobody reads the rest before it is on a disk. */
function fileFinding(
  path: string,
  bytes: Uint8Array | undefined,
  settings: CheckSettings & { readonly scope: "personal" | "shared" },
): Finding | undefined {
  const kind = carriedKind(path);
  if (kind === undefined) return finding("no-plain-file", path, "a store has no such file", "leave it out");
  if (bytes === undefined || kind === "memory") return undefined;
  const text = Buffer.from(bytes).toString("utf8");
  if (kind === "fixed")
    return text === FIXED[path]
      ? undefined
      : finding(
          "attributes",
          path,
          "it can make git change the store's files on their way to a disk",
          `leave it as it was`,
        );
  if (kind === "statement")
    return statementAt(path, bytes) === undefined
      ? finding("not-a-record", path, "no whole, signed statement about this memory", "leave it out")
      : undefined;
  if (kind === "marker" && bytes.length > LARGEST_MARKER)
    return finding("too-large", path, "what names a store has at most 4 KiB", "leave it as it was");
  // Records of devices and allowances are read by the judge; keys and signatures look like secrets to whoever knows no better.
  if (kind === "device" || kind === "allowance" || kind === "signers" || kind === "marker") return undefined;
  // What it is called after is what it holds, so nobody makes it be about a memory of their choice.
  const unfit = kind === "raw" ? unfitRaw(path, bytes) : undefined;
  if (unfit !== undefined) return finding("no-plain-file", "quarantine/raw/", unfit, "leave it out");
  const hidden = kind === "raw" ? [] : checkHiddenText(text);
  const worst = [...checkSecrets(text, settings.scope, settings), ...hidden].find(blocks);
  if (worst === undefined) return undefined;
  const isShown = kind !== "raw";
  return isShown
    ? finding("check", path, `line ${worst.line}: ${worst.hint}`, "leave it out")
    : finding("check", "quarantine/raw/", `${worst.check}/${worst.rule}`, "leave it out");
}

/** Undefined for a file that is no statement about this memory by this device under this number. */
export function statementAt(path: string, bytes: Uint8Array): Statement | undefined {
  const [, id, device, n] = /^attest\/([^/]+)\/([0-9a-f]+)\.(\d+)\.json$/.exec(path) ?? [];
  if (id === undefined || bytes.length > LARGEST_STATEMENT) return undefined;
  try {
    const { statement, signature } = JSON.parse(Buffer.from(bytes).toString("utf8")) as Record<string, unknown>;
    const said = typeof statement === "string" && typeof signature === "string" ? parseStatement(statement) : undefined;
    return said?.id === id && said?.dot.device === device && String(said?.dot.n) === n ? said : undefined;
  } catch {
    return undefined; // not JSON, or no object
  }
}

/** Whom a file is about; it is stored beside the path, so that a push is judged by what concerns it. */
export function memoryIn(path: string, bytes: Uint8Array | undefined): string | null {
  const named = statedId(path) ?? goneId(path) ?? rawPathParts(path)?.id;
  if (named !== undefined || bytes === undefined || spotOf(path) === undefined) return named ?? null;
  const text = decodeText(bytes);
  const document = typeof text === "string" ? parseDocument(text) : undefined;
  return (document?.kind === "document" ? idOf(document) : undefined) ?? null;
}

/** Undefined for a file that is no policy, or stands under another's name. */
export function policyIn(path: string, bytes: Uint8Array | undefined): SignedPolicy | undefined {
  if (bytes === undefined || !path.startsWith("devices/")) return undefined;
  return parseSignedPolicy(path.slice("devices/".length), Buffer.from(bytes).toString("utf8"));
}

export function finding(kind: string, path: string, what: string, next: string): Finding {
  return { kind, path, what, next };
}
