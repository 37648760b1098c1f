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
  isChanged,
  type PullRequest,
  problem,
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

export function judge(request: PullRequest, settings: Settings): Judged {
  const { compared, firstUse } = compare(request);
  const { forks, head, after } = compared;
  const allowed = head.allowances(after);
  const report = checkAll(
    changedMemories(compared),
    settings(() => allowed),
  );
  const problems = [
    ...storeProblems(compared),
    ...memoryProblems(compared),
    ...signerProblems(compared, firstUse),
    ...takenAway(compared),
    ...report.files.flatMap(({ label, findings }) =>
      findings.filter((each) => blocks(each) && !isFault(each)).map((each) => checkProblem(compared, label, each)),
    ),
  ];
  const notes = report.files.flatMap(({ label, findings }) =>
    label.startsWith("quarantine/")
      ? []
      : findings.filter((each) => !blocks(each)).map(({ line, hint }) => `.holdfast/${label} line ${line}: ${hint}`),
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

function compare({ base, tip, forks, head }: PullRequest): {
  readonly compared: Compared;
  readonly firstUse: boolean;
} {
  const storeId = [tip, ...forks, head].find(({ marker }) => marker !== undefined)?.marker?.storeId ?? "";
  const known = anchorsIn(tip, storeId);
  const firstUse = known.length === 0;
  const anchors = firstUse ? anchorsIn(head, storeId) : known;
  const circle = (...stores: readonly CommittedStore[]): Circle =>
    circleOf({ store: storeId, own: undefined, anchors, records: stores.flatMap(recordsOf) });
  // A revocation counts that came to the base after the two parted.
  const before = circle(tip, ...forks);
  const after = circle(tip, head);
  const had = forks.flatMap((fork) => {
    const { memories, shadowed } = readCatalogue(fork.as(before));
    return [...memories, ...shadowed];
  });
  const has = readCatalogue(head.as(after));
  return { compared: { base, storeId, tip, forks, head, before, after, had, has }, firstUse };
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

function storeProblems(compared: Compared): readonly TrustProblem[] {
  const { base, forks, head, storeId } = compared;
  const back = (path: string): string => `git checkout ${base} -- .holdfast/${path}`;
  const marker = "holdfast.json";
  const changed =
    forks.some(({ marker }) => marker !== undefined) && head.marker?.storeId !== storeId
      ? [problem("store-changed", marker, "the store's own name is another or gone", back(marker))]
      : [];
  const there = new Set(forks.flatMap(({ odd }) => odd).map(({ path }) => path));
  const odd = head.odd
    .filter(({ path }) => !there.has(path))
    .map(({ path, what }) =>
      problem("no-plain-file", path, `a store holds plain files only, this is: ${what}`, "git rm it"),
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
      return problem("attributes", path, what, `${back} .holdfast/${path}`);
    });
}

function isAttributes(path: string): boolean {
  return /(?:^|\/)\.gitattributes$/i.test(path);
}

function changedMemories(compared: Compared): readonly Checkable[] {
  const { has } = compared;
  const files = [...has.memories, ...has.shadowed].map(({ stored }) => stored);
  const all = [...files, ...has.broken.flatMap(({ stored }) => stored ?? [])];
  return all
    .map(({ place, file, bytes }) => ({ label: `${place}/${file}`, place, file, bytes, scope: "shared" as const }))
    .filter(({ label }) => isChanged(compared, label));
}

/** Of what is quarantined neither text nor name is told: a build has no person in front of it (TRU-7). */
function checkProblem({ has }: Compared, label: string, { line, hint, check, rule }: Finding): TrustProblem {
  if (!label.startsWith("quarantine/"))
    return problem("check", label, `line ${line}: ${hint}`, `holdfast check .holdfast/${label}`);
  const memory = has.memories.find(({ stored }) => `${stored.place}/${stored.file}` === label);
  const id = memory?.id ?? "a quarantined memory";
  return problem(
    "check",
    `quarantine/ (${id})`,
    `line ${line}: ${check}/${rule}`,
    `holdfast check ${memory?.id ?? ""}`,
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
    .map((path) => `.holdfast/${path} is changed: look at it`);
}
