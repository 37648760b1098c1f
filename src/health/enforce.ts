// What a failed check does to a memory (TRU-6), for whoever asked: it goes to quarantine with the reason, and a file that
// can't be read as a memory is kept as raw bytes. Nothing here raises, deletes or looks at anything but the checks' own
// findings, so that it may run where nobody watches.
import { failureOf } from "../checks/failure.ts";
import { allFindings } from "../checks/gate.ts";
import type { CheckSettings } from "../checks/settings.ts";
import { declaredTier } from "../memory/fields.ts";
import { demotes, type Finding } from "../memory/findings.ts";
import { applyEach } from "../store/batch.ts";
import { type Broken, type Catalogue, type Memory, nameOf, readCatalogue } from "../store/catalogue.ts";
import type { Act, OpenStore, Plan } from "../store/context.ts";
import { planTransition } from "../store/plan-transition.ts";
import { write } from "../store/write.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forbidden, permission } from "../trust/authority.ts";

/** One memory, as the checks see it now. */
export interface Seen {
  readonly open: OpenStore;
  readonly memory: Memory;
  readonly findings: readonly Finding[];
}

interface Unread {
  readonly open: OpenStore;
  readonly broken: Broken;
}

export type Failing = Seen | Unread;

export interface Lowered {
  readonly what: Memory | Broken;
  /** Which rules failed, by which version of the checks; of an unreadable file, why it is. */
  readonly failed: string;
  /** Why it stayed; absent where it went, or would. */
  readonly refused?: Refusal;
}

export function findingsOf({ stored, document, scope }: Memory, settings: CheckSettings): readonly Finding[] {
  return allFindings({ text: document.text, place: stored.place, file: stored.file, scope }, settings);
}

export function isDemotedBy(findings: readonly Finding[], { stored }: Memory): boolean {
  return stored.place === "memories" && findings.some(demotes);
}

/** A file that contradicts itself is settled by doctor (STO-5). */
export function disagrees(memory: Memory): boolean {
  const declared = declaredTier(memory.document);
  if (memory.tier === "quarantined" && memory.stored.place === "memories") return true;
  return declared !== undefined && (declared === "quarantined") !== (memory.stored.place === "quarantine");
}

/** In use until now, and out of order: each can be lowered. */
export function failingAmong(seen: readonly Seen[], unread: readonly Unread[]): readonly Failing[] {
  return [...seen.filter(isFailing), ...unread.filter(({ broken }) => isTakenOut(broken))];
}

export function isFailing({ memory, findings }: Seen): boolean {
  return !disagrees(memory) && isDemotedBy(findings, memory);
}

/** What may not even be opened is left to a person; what lies in quarantine/ is out of use. */
function isTakenOut({ stored, spot }: Broken): boolean {
  return stored !== undefined && spot.place === "memories";
}

export function unreadIn(open: OpenStore, { broken }: Catalogue): readonly Unread[] {
  return broken.map((each) => ({ open, broken: each }));
}

const FEW = 5;

/** So many at once look like a fault of the checks or of the store, not of memories: a person looks first. */
export function isMass(failing: number, inUse: number): boolean {
  return failing >= FEW && failing * 10 > inUse;
}

/** T4 or T5: the one demotion that nobody asked for, and only for findings that demand it. */
export function demotionFor({ memory, findings }: Seen, verb: "doctor" | "audit", act: Act): Plan | Refusal {
  if (!isDemotedBy(findings, memory)) return refuse("not-allowed", "No check failed; nothing was changed.");
  const reason = failureOf(findings);
  return planTransition(memory, { verb, event: "check-failed", action: "demote", reason }, act);
}

/** A result per item, never stopping midway (STO-23). */
export async function lowerEach(
  failing: readonly Failing[],
  act: Act,
  how: "now" | "dry-run",
): Promise<readonly Lowered[]> {
  const done: Lowered[] = [];
  for (const each of failing) {
    const result = await outcomeOf(each, act, how);
    const told = "memory" in each ? { what: each.memory, failed: failureOf(each.findings) } : toldOf(each);
    done.push(isRefusal(result) ? { ...told, refused: result } : told);
  }
  return done;
}

function toldOf({ broken }: Unread): Pick<Lowered, "what" | "failed"> {
  return { what: broken, failed: broken.reason };
}

/** A key that can't sign here keeps one memory where it is, and says so; the next may need none. */
async function outcomeOf(each: Failing, act: Act, how: "now" | "dry-run"): Promise<unknown> {
  try {
    if ("memory" in each) {
      const plan = demotionFor(each, "audit", act);
      return isRefusal(plan) || how === "dry-run" ? plan : await write(each.open, plan, act);
    }
    if (how === "dry-run") return undefined;
    const [item] = await applyEach([{ name: "", result: { kind: "found-broken", ...each } }], "enforce", act);
    return item?.result;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return refuse(error.code, error.message, error.hint);
  }
}

export interface EnforceRequest {
  readonly open: OpenStore;
  readonly act: Act;
  /** The same checks where every word that somebody left for a value counts, whoever signed it. */
  readonly lenient: CheckSettings;
  readonly dryRun: boolean;
}

export interface Enforced {
  readonly kind: "enforced";
  readonly dryRun: boolean;
  readonly looked: number;
  readonly lowered: readonly Lowered[];
  /** Fail only because an allowance does not count here: a person decides. */
  readonly left: number;
}

/** `audit --enforce`: on any channel, one store, without a question. */
export async function enforce({ open, act, lenient, dryRun }: EnforceRequest): Promise<Enforced | Refusal> {
  const refused = forbidden("enforce", act.channel);
  if (refused !== undefined) return refused;
  const catalogue = readCatalogue(open.store);
  const inUse = catalogue.memories.filter(({ stored }) => stored.place === "memories");
  const seen = inUse.map((memory) => ({ open, memory, findings: findingsOf(memory, act.checks) }));
  const all = failingAmong(seen, unreadIn(open, catalogue));
  const failing = all.filter((each) => !("memory" in each) || isCertain(each, lenient));
  const looked = inUse.length + catalogue.broken.filter(({ spot }) => spot.place === "memories").length;
  if (!dryRun && isMass(failing.length, looked)) return tooMany(failing.length, looked);
  const lowered = await lowerEach(failing, act, dryRun ? "dry-run" : "now");
  return { kind: "enforced", dryRun, looked, lowered, left: all.length - failing.length };
}

/**
 * Whose word counts depends on keys that the caller's environment names: with other keys a value that a person allowed would
 * fail. So a value that anybody allowed lowers nothing while nobody watches.
 */
function isCertain({ memory, findings }: Seen, lenient: CheckSettings): boolean {
  const others = findings.filter(({ check }) => check !== "secrets");
  return isDemotedBy(others, memory) || isDemotedBy(findingsOf(memory, lenient), memory);
}

function tooMany(failing: number, looked: number): Refusal {
  const message = `${failing} of ${looked} memories fail their checks at once; nothing was changed. A person looks first.`;
  return refuse("needs-person", message, "holdfast audit");
}

/** How it is called where an agent may read: no name of what is withheld from agents. */
export function calledHere(what: Memory | Broken, act: Act): string {
  if (what.kind === "broken") return `${what.spot.place}/${what.spot.file}`;
  return permission("audit", act.channel) === "full" ? nameOf(what) : (what.id ?? what.stored.file);
}
