// What a pull request says of memories: a tier that nobody signed, a signed text that became another, a hold that is gone.
import { vouchersOf } from "../attest/vouch.ts";
import { contentHash } from "../memory/document.ts";
import { declaredTier, listField, statusOf } from "../memory/fields.ts";
import type { Memory } from "../store/catalogue.ts";
import { type Compared, placeOf, problem, runIn, type TrustProblem } from "./compared.ts";

export interface MemoryProblem {
  readonly memory: Memory;
  readonly problem: TrustProblem;
}

export function memoryProblems(compared: Compared): readonly MemoryProblem[] {
  const { has, had: before } = compared;
  const after = [...has.memories, ...has.shadowed];
  return after.flatMap((memory) => {
    const earlier = before.filter((each) => isSame(each, memory));
    const found =
      unsigned(compared, memory, earlier) ??
      unsignedRule(compared, memory, earlier) ??
      holdRemoved(compared, memory, earlier);
    return found === undefined ? [] : [{ memory, problem: found }];
  });
}

/** A signature is all that is missing. */
export function wantsSignature({ kind }: TrustProblem): boolean {
  return kind === "edited" || kind === "unsigned" || kind === "unsigned-rule";
}

/** By its id, else by its file. */
function isSame(a: Memory, b: Memory): boolean {
  return a.id !== undefined && b.id !== undefined ? a.id === b.id : a.stored.file === b.stored.file;
}

/** Signed by somebody who was revoked, and whose revocation had not seen it. */
function tooLate({ head, after }: Compared, { id, document }: Memory): string {
  if (id === undefined || after.known.size === 0) return "";
  const facts = { content: contentHash(document), status: statusOf(document) };
  const said = vouchersOf(head.as({ ...after, known: new Map() }).statements(id), facts);
  const [late] = said.filter((device) => after.known.has(device));
  return late === undefined ? "" : `; ${late} signed it after it was revoked`;
}

function unsigned(compared: Compared, memory: Memory, earlier: readonly Memory[]): TrustProblem | undefined {
  if (memory.tier === "verified" || memory.tier === "quarantined") return undefined;
  const content = contentHash(memory.document);
  const late = (): string => tooLate(compared, memory);
  const signed = earlier.find((each) => each.tier === "verified");
  if (signed !== undefined && contentHash(signed.document) !== content)
    return problem(
      compared,
      "edited",
      pathOf(memory),
      `a verified text was changed, and no allowed signer signed the new one${late()}`,
      toSign(compared),
    );
  const claims = declaredTier(memory.document) === "verified";
  const claimed = earlier.some(
    (each) =>
      each.tier !== "verified" &&
      declaredTier(each.document) === "verified" &&
      each.stored.place === memory.stored.place &&
      contentHash(each.document) === content,
  );
  if (!claims || claimed) return undefined;
  const what = `calls itself verified, and no allowed signer signed exactly this${late()}`;
  return problem(compared, "unsigned", pathOf(memory), what, toSign(compared));
}

/** It would stop nothing until somebody signed it (RUL-1); what a team is to obey is signed before it is merged. */
function unsignedRule(compared: Compared, memory: Memory, earlier: readonly Memory[]): TrustProblem | undefined {
  if (memory.tier === "verified" || memory.tier === "quarantined" || !bringsRule(memory, earlier)) return undefined;
  const what = "brings a rule, and no allowed signer signed it";
  return problem(compared, "unsigned-rule", pathOf(memory), what, toSign(compared));
}

/** Shows what it signs (TRU-27), and signs it where the branch is checked out. */
function toSign({ base }: Compared): string {
  return `holdfast review --pr ${base}..`;
}

function bringsRule(memory: Memory, earlier: readonly Memory[]): boolean {
  const lines = rulesIn(memory);
  return lines.length > 0 && !earlier.some((each) => isEqual(rulesIn(each), lines));
}

export interface RuleChange {
  readonly what: "new" | "changed" | "gone";
  /** From the top of the repository. */
  readonly path: string;
  readonly lines: readonly string[];
}

/** What the team's agents will be stopped at, or no longer: for whoever reviews the change (RUL-1). */
export function ruleChanges(compared: Compared): readonly RuleChange[] {
  const { has, had } = compared;
  const after = [...has.memories, ...has.shadowed].filter(isSigned);
  const before = had.filter(isSigned);
  const path = (memory: Memory): string => placeOf(compared, pathOf(memory));
  const now = after.flatMap((memory): readonly RuleChange[] => {
    const lines = rulesIn(memory);
    const earlier = before.filter((each) => isSame(each, memory)).map(rulesIn);
    if (lines.length === 0 || earlier.some((each) => isEqual(each, lines))) return [];
    return [{ what: earlier.some(({ length }) => length > 0) ? "changed" : "new", path: path(memory), lines }];
  });
  const isLeft = (memory: Memory): boolean => after.some((each) => isSame(each, memory) && rulesIn(each).length > 0);
  // More than one merge base may hold it.
  const isFirst = (memory: Memory, at: number): boolean => before.findIndex((each) => isSame(each, memory)) === at;
  const gone = before.filter((memory, at) => rulesIn(memory).length > 0 && isFirst(memory, at) && !isLeft(memory));
  return [...now, ...gone.map((memory) => ({ what: "gone" as const, path: path(memory), lines: rulesIn(memory) }))];
}

function isSigned({ tier, document }: Memory): boolean {
  return tier === "verified" && statusOf(document) === "active";
}

function rulesIn({ document }: Memory): readonly string[] {
  return listField(document, "rule");
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, at) => line === other[at]);
}

/** Only a signed restore lifts a hold, and it makes the memory verified. */
function holdRemoved(compared: Compared, memory: Memory, earlier: readonly Memory[]): TrustProblem | undefined {
  const held = earlier.filter(({ tier }) => tier === "quarantined");
  const next = runIn(compared, `holdfast on ${memory.id ?? "NAME"}`);
  const what = (why: string): TrustProblem => problem(compared, "hold-removed", pathOf(memory), why, next);
  if (memory.tier === "verified") return undefined;
  // The signed word holds it wherever it lies (STO-5); a pull request that takes it out is told all the same.
  const isOut = memory.stored.place === "memories" && held.some(({ stored }) => stored.place === "quarantine");
  if (memory.tier === "quarantined" && !isOut) {
    const now = new Set(listField(memory.document, "holds"));
    const isLess = held.some(({ document }) => listField(document, "holds").some((hold) => !now.has(hold)));
    return isLess ? what("a hold is gone, and no allowed signer restored it") : undefined;
  }
  if (held.length > 0) return what("it was quarantined, and no allowed signer restored it");
  const content = contentHash(memory.document);
  const returns = compared.had.some((each) => each.tier === "quarantined" && contentHash(each.document) === content);
  return returns ? what("the text of a quarantined memory comes back under another id") : undefined;
}

/** The name of a quarantined file is told to a person only. */
function pathOf({ stored, id }: Memory): string {
  return stored.place === "quarantine" ? `quarantine/ (${id ?? "without an id"})` : `${stored.place}/${stored.file}`;
}
