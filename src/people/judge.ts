// Does a pull request raise trust without a signature that its base allows (SYN-31, SYN-21)? Whose word counts is decided
// by the base alone: a signer is allowed who is in it, or whom such a one approved. What is asked of the head is that it
// takes nothing away from what others signed, and claims nothing that no allowed signer said.
import { type Anchor, type Circle, circleOf } from "../attest/circle.ts";
import type { DeviceRecord } from "../attest/devices.ts";
import type { CheckSettings } from "../checks/settings.ts";
import { blocks, type Finding, isFault } from "../memory/findings.ts";
import { readCatalogue } from "../store/catalogue.ts";
import { type Checkable, checkAll } from "../store/check.ts";
import { GIT_ATTRIBUTES } from "../store/git-files.ts";
import {
  type CommittedStore,
  type Compared,
  type ComparedStore,
  isChanged,
  type PullRequest,
  placeOf,
  problem,
  runIn,
  type TrustProblem,
} from "./compared.ts";
import { memoryProblems, type RuleChange, ruleChanges } from "./judge-memories.ts";
import { revocationNotes, signerProblems } from "./judge-signers.ts";
import { takenAway } from "./judge-statements.ts";

export interface Judged {
  readonly problems: readonly TrustProblem[];
  /** Nothing to fail for, and still to be seen by whoever reviews it. */
  readonly notes: readonly string[];
  /** The base knew nobody, so the first signers are taken at their word. */
  readonly firstUse: boolean;
  readonly rules: readonly RuleChange[];
  readonly memories: { readonly now: number; readonly changed: number; readonly gone: number };
  /** The scanner could not run. */
  readonly fault: boolean;
}

type Settings = (allowances: CheckSettings["allowances"]) => CheckSettings;

/** All stores of the repository. `looked`: "blocking" for whoever shows nobody the notes. */
export function judge(request: PullRequest, settings: Settings, looked?: "blocking"): Judged {
  const stores = compareAll(request);
  const all = stores.map((compared) =>
    isGone(compared, stores) ? goneStore(compared) : judgeStore(compared, settings, looked),
  );
  const sum = (count: keyof Judged["memories"]): number => all.reduce((n, { memories }) => n + memories[count], 0);
  return {
    problems: [...twinProblems(request), ...all.flatMap(({ problems }) => problems)],
    notes: all.flatMap(({ notes }) => notes),
    firstUse: all.some(({ firstUse }) => firstUse),
    rules: all.flatMap(({ rules }) => rules),
    memories: { now: sum("now"), changed: sum("changed"), gone: sum("gone") },
    fault: all.some(({ fault }) => fault),
  };
}

/** What was signed in one store would count in the other, without what was said against it there. */
function twinProblems({ stores }: PullRequest): readonly TrustProblem[] {
  const first = new Map<string, string>();
  return stores.flatMap(({ folder, head: { marker } }) => {
    const other = marker && first.get(marker.storeId);
    if (marker === undefined || other === undefined) {
      if (marker !== undefined) first.set(marker.storeId, folder);
      return [];
    }
    const what = `it has the name of the store in ${other === "" ? "the top folder" : other.slice(0, -1)}: one of them is a copy`;
    return [problem({ folder }, "store-changed", MARKER, what, `git rm -r ${placeOf({ folder }, "")}`)];
  });
}

function judgeStore(compared: Compared, settings: Settings, looked: "blocking" | undefined): Judged {
  const { forks, head, after, firstUse } = compared;
  const allowed = head.allowances(after);
  const report = checkAll(
    changedMemories(compared),
    settings(() => allowed),
    looked,
  );
  const problems = [
    ...storeProblems(compared),
    ...memoryProblems(compared).map((found) => found.problem),
    ...signerProblems(compared),
    ...takenAway(compared),
    ...report.files.flatMap(({ label, findings }) =>
      findings.filter((each) => blocks(each) && !isFault(each)).map((each) => checkProblem(compared, label, each)),
    ),
  ];
  const notes = report.files.flatMap(({ label, findings }) =>
    label.startsWith("quarantine/")
      ? []
      : findings
          .filter((each) => !blocks(each))
          .map(({ line, hint }) => `${placeOf(compared, label)} line ${line}: ${hint}`),
  );
  const memories = (store: CommittedStore): readonly string[] => [...store.files.keys()].filter(isMemory);
  return {
    problems,
    notes: [...notes, ...revocationNotes(compared), ...settingNotes(compared)],
    firstUse: firstUse && anchorsIn(head, compared.storeId).length > 0,
    rules: ruleChanges(compared),
    memories: {
      now: memories(head).length,
      changed: memories(head).filter((path) => isChanged(compared, path)).length,
      gone: new Set(forks.flatMap(memories).filter((path) => !head.files.has(path))).size,
    },
    fault: report.fault,
  };
}

/** Outer ones first: whose word counts around a store counts in it (SYN-32). */
export function compareAll({ base, stores }: PullRequest): readonly Compared[] {
  const done: Compared[] = [];
  for (const store of stores) {
    const outer = done.findLast(({ folder }) => store.folder.startsWith(folder));
    done.push(compare(base, store, outer));
  }
  return done;
}

function compare(base: string, { folder, tip, forks, head }: ComparedStore, outer: Compared | undefined): Compared {
  const storeId = [tip, ...forks, head].find(({ marker }) => marker !== undefined)?.marker?.storeId ?? "";
  const known = anchorsIn(tip, storeId);
  const isKnownAround = outer !== undefined && !outer.firstUse;
  const firstUse = known.length === 0 && !isKnownAround;
  const anchors = firstUse ? anchorsIn(head, storeId) : known;
  const circle = (around: Circle | undefined, ...stores: readonly CommittedStore[]): Circle =>
    circleOf({ store: storeId, own: undefined, anchors, records: stores.flatMap(recordsOf), outer: around });
  // A revocation counts that came to the base after the two parted.
  const before = circle(outer?.before, tip, ...forks);
  const after = circle(outer?.after, tip, head);
  const had = forks.flatMap((fork) => {
    const { memories, shadowed } = readCatalogue(fork.as(before));
    return [...memories, ...shadowed];
  });
  const has = readCatalogue(head.as(after));
  return { base, folder, storeId, firstUse, tip, forks, head, before, after, had, has };
}

/** Everybody whom the store names: whatever is in a base, its reviewers let in. */
function anchorsIn(store: CommittedStore, storeId: string): readonly Anchor[] {
  const joined = recordsOf(store)
    .filter(({ statement, signedWith }) => statement.action === "join" && statement.key === signedWith)
    .filter(({ statement }) => statement.store === storeId);
  return [...store.signers.flatMap(({ anchor }) => anchor ?? []), ...joined.map(({ statement }) => statement)];
}

function recordsOf({ records }: CommittedStore): readonly DeviceRecord[] {
  return [...records.values()].filter((record) => record !== undefined);
}

const MARKER = "holdfast.json";

/**
 * A package that leaves takes its store along: nothing is left that anybody could be given. The repository's own stays, and so
 * does one around another: who was revoked in it is revoked there.
 */
function isGone({ folder, head }: Compared, stores: readonly Compared[]): boolean {
  const isEmpty = ({ files, odd }: CommittedStore): boolean => files.size + odd.length === 0;
  const inside = stores.filter((other) => other.folder !== folder && other.folder.startsWith(folder));
  return folder !== "" && isEmpty(head) && inside.every((other) => isEmpty(other.head));
}

function goneStore(compared: Compared): Judged {
  const files = new Set(compared.forks.flatMap(({ files }) => [...files.keys()].filter(isMemory)));
  return {
    problems: [],
    notes: files.size === 0 ? [] : [`${placeOf(compared, "")} is gone, with all that it holds`],
    firstUse: false,
    rules: ruleChanges(compared),
    memories: { now: 0, changed: 0, gone: files.size },
    fault: false,
  };
}

function storeProblems(compared: Compared): readonly TrustProblem[] {
  const { base, forks, head, storeId } = compared;
  const back = `git checkout ${base} -- ${placeOf(compared, MARKER)}`;
  const changed =
    forks.some(({ marker }) => marker !== undefined) && head.marker?.storeId !== storeId
      ? [problem(compared, "store-changed", MARKER, "the store's own name is another or gone", back)]
      : [];
  const there = new Set(forks.flatMap(({ odd }) => odd).map(({ path }) => path));
  const odd = head.odd
    .filter(({ path }) => !there.has(path))
    .map(({ path, what }) =>
      problem(compared, "no-plain-file", path, `a store holds plain files only, this is: ${what}`, "git rm it"),
    );
  return [...changed, ...odd, ...attributeProblems(compared)];
}

/** Attributes can give another text to a disk than the one that is judged here; the store's own ones keep it as it is. */
function attributeProblems(compared: Compared): readonly TrustProblem[] {
  const { base, forks, head } = compared;
  const paths = new Set([head, ...forks].flatMap(({ files }) => [...files.keys()]).filter(isAttributes));
  const isOwn = (path: string): boolean =>
    path === ".gitattributes" && Buffer.from(head.files.get(path) ?? []).toString("utf8") === GIT_ATTRIBUTES;
  return [...paths]
    .filter((path) => isChanged(compared, path) && !isOwn(path))
    .map((path) => {
      const back = forks.some(({ files }) => files.has(path)) ? `git checkout ${base} --` : "git rm";
      const what = "it can make git change the store's files on their way to a disk";
      return problem(compared, "attributes", path, what, `${back} ${placeOf(compared, path)}`);
    });
}

function isAttributes(path: string): boolean {
  return /(?:^|\/)\.gitattributes$/i.test(path);
}

function changedMemories(compared: Compared): readonly Checkable[] {
  const { has, head, after } = compared;
  const { scope } = head.as(after).info;
  const files = [...has.memories, ...has.shadowed].map(({ stored }) => stored);
  const all = [...files, ...has.broken.flatMap(({ stored }) => stored ?? [])];
  return all
    .map(({ place, file, bytes }) => ({ label: `${place}/${file}`, place, file, bytes, scope }))
    .filter(({ label }) => isChanged(compared, label));
}

/** Of what is quarantined neither text nor name is told: a build has no person in front of it (TRU-7). */
function checkProblem(compared: Compared, label: string, { line, hint, check, rule }: Finding): TrustProblem {
  if (!label.startsWith("quarantine/"))
    return problem(
      compared,
      "check",
      label,
      `line ${line}: ${hint}`,
      `holdfast audit --check ${placeOf(compared, label)}`,
    );
  const memory = compared.has.memories.find(({ stored }) => `${stored.place}/${stored.file}` === label);
  const id = memory?.id ?? "a quarantined memory";
  return problem(
    compared,
    "check",
    `quarantine/ (${id})`,
    `line ${line}: ${check}/${rule}`,
    runIn(compared, `holdfast audit --check ${memory?.id ?? ""}`),
  );
}

function isMemory(path: string): boolean {
  return /^(?:memories|quarantine)\/[^/]+\.md$/.test(path);
}

/** They change what git or Holdfast does with the files. */
function settingNotes(compared: Compared): readonly string[] {
  const { forks, head } = compared;
  const settings = [".gitignore", "config.json"];
  return settings
    .filter(
      (path) =>
        forks.some(({ marker }) => marker !== undefined) && [head, ...forks].some(({ files }) => files.has(path)),
    )
    .filter((path) => isChanged(compared, path))
    .map((path) => `${placeOf(compared, path)} is changed: look at it`);
}
