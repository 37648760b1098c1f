// May a memory be served here, and does it fit? The one answer, for every moment of a session and every entrance
// (CTX-2, CTX-4, CTX-9, TRU-30). A pure function of its arguments.

import { malformation } from "../checks/structure.ts";
import { isExpired, kindField, statusOf, textField, typeField } from "../memory/fields.ts";
import { isMirrored } from "../memory/kinds.ts";
import { handleOf, type Memory, nameOf, replacedBy } from "../store/catalogue.ts";
import type { Suspects } from "../store/withheld.ts";
import { estimateTokens, tokenQuarters } from "../text/tokens.ts";
import { given, once } from "../text/values.ts";
import type { Candidate, Form, Here, Selection, Shown, Withheld, WithheldReason } from "./candidate.ts";
import type { IsOutdated } from "./outdated.ts";
import { addedBy, CEILING, type Entry, entryOf, LARGEST_FRAME } from "./render.ts";
import { OUTDATED } from "./wording.ts";

/** What other memories say about one. */
interface Among {
  isReplaced(candidate: Candidate): boolean;
  /** While one id stands in both directories, the file in quarantine counts (STO-20). */
  isHeld(candidate: Candidate): boolean;
}

/** For who asks about one by itself, and knows the rest from elsewhere. */
const ALONE: Among = { isReplaced: () => false, isHeld: () => false };

export function among(candidates: readonly Candidate[]): Among {
  const held = new Set(candidates.filter((each) => isQuarantined(each) && each.id !== "").map(keyOf));
  return {
    isReplaced: replacedBy(candidates.filter((each) => each.place !== "quarantine")),
    isHeld: (candidate) => held.has(keyOf(candidate)),
  };
}

/** Why it may not be served here, by its own bytes and what others say; undefined: it may. */
export function reasonAgainst(candidate: Candidate, here: Here, others: Among = ALONE): WithheldReason | undefined {
  if (isQuarantined(candidate) || others.isHeld(candidate)) return "quarantined";
  if (candidate.malformed === true) return "malformed";
  if (candidate.status === "retired") return "retired";
  if (others.isReplaced(candidate)) return "superseded";
  if (candidate.expired) return "expired";
  // Of an organisation's store agents are given what its reviewers confirmed; the rest are proposals (HUB-7).
  if (candidate.proposes !== undefined || (isMirrored(candidate.scope) && candidate.tier !== "verified"))
    return "proposal";
  if (candidate.project !== undefined && candidate.project !== here.project) return "other-project";
  if (candidate.branch !== undefined && here.branches?.includes(candidate.branch) !== true) return "branch";
  return candidate.tier === "verified" ? undefined : candidate.look?.suspicion();
}

/** Asked last, of what is about to be told. */
export function carriesSecret({ tier, look }: Candidate): boolean {
  return tier !== "verified" && look?.secret() === true;
}

export function withhold({ id, name }: Candidate, reason: WithheldReason): Withheld {
  return { id, name, reason };
}

function isQuarantined({ tier, place }: Candidate): boolean {
  return tier === "quarantined" || place === "quarantine";
}

function keyOf({ scope, id }: Candidate): string {
  return `${scope} ${id}`;
}

/** Of what may apply, after the caps (ARR-5). */
const LINES_MOST = 2;

/**
 * How much of an answer may be what nobody has confirmed (CTX-9): at most half of the slots, and one for each origin, so
 * that a flood of memories written in one go gets one voice. The caps choose among everything that is worth saying,
 * before the slots are counted: what is left out takes no place from what comes after it. In the order given.
 */
export function capped<T extends Pick<Candidate, "tier" | "scope" | "madeOn" | "mayApply">>(
  items: Iterable<T>,
  most: number,
): readonly T[] {
  const unconfirmed = Math.max(1, Math.floor(most / 2));
  const origins = new Set<string>();
  const taken: T[] = [];
  for (const item of items) {
    if (taken.length >= most) break;
    if (item.mayApply === true && taken.filter((each) => each.mayApply).length >= LINES_MOST) continue;
    if (item.tier !== "verified") {
      const origin = originOf(item);
      if (origins.size >= unconfirmed || origins.has(origin)) continue;
      origins.add(origin);
    }
    taken.push(item);
  }
  return taken;
}

/**
 * Where it came from, as far as that can't be chosen by whoever wrote it. A repository's store is one origin: its files
 * say of themselves what they like. In the person's own store the tool writes the time, and what was written on one day
 * counts as written in one session; a file that carries no time is of one origin with all such files.
 */
function originOf({ scope, madeOn = "" }: Pick<Candidate, "scope" | "madeOn">): string {
  return scope === "personal" ? `personal ${madeOn}` : scope;
}

export interface Budget {
  readonly tokens: number;
  readonly characters: number;
}

/** What is left of a budget once the frame is set aside. */
export class Room {
  readonly shown: Shown[] = [];
  readonly #entries: Entry[] = [];
  readonly #budget: Budget;
  #spent: Cost = costOf(LARGEST_FRAME);
  /** Making a line sanitises its words; a room that is cleared is filled with the same ones. */
  readonly #lines = new Map<Candidate, Entry | undefined>();

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** False where it does not fit in this form: then nothing was taken. */
  place(candidate: Candidate, form: Form, rule: string): boolean {
    const outdated = candidate.look?.outdated() ?? false;
    const entry = form === "line" ? this.#lineOf(candidate, outdated) : entryOf({ candidate, form, outdated });
    const tokens = entry && this.#spend(costOf(addedBy(entry, this.#entries)));
    if (entry === undefined || tokens === undefined) return false;
    this.#entries.push(entry);
    this.shown.push({ candidate, form, outdated, tokens, rule: outdated ? `${rule}, ${OUTDATED}` : rule });
    return true;
  }

  #lineOf(candidate: Candidate, outdated: boolean): Entry | undefined {
    if (!this.#lines.has(candidate)) this.#lines.set(candidate, entryOf({ candidate, form: "line", outdated }));
    return this.#lines.get(candidate);
  }

  /** The whole text in the place of its line, if that fits. */
  widen(candidate: Candidate): void {
    const at = this.shown.findIndex((each) => each.candidate === candidate);
    const [shown, line] = [this.shown[at], this.#entries[at]];
    if (shown === undefined || line === undefined) return;
    const full = entryOf({ ...shown, form: "full" });
    if (full === undefined) return;
    const [more, less] = [costOf(full.words), costOf(line.words)];
    const tokens = this.#spend({
      quarters: more.quarters - less.quarters,
      characters: more.characters - less.characters,
    });
    if (tokens === undefined) return;
    this.#entries[at] = full;
    this.shown[at] = { ...shown, form: "full", tokens: shown.tokens + tokens };
  }

  clear(): void {
    this.shown.length = 0;
    this.#entries.length = 0;
    this.#spent = costOf(LARGEST_FRAME);
  }

  /** In tokens, so that the sum over all is the whole rounded once. */
  #spend({ quarters, characters }: Cost): number | undefined {
    const spent = { quarters: this.#spent.quarters + quarters, characters: this.#spent.characters + characters };
    if (tokensOf(spent) > this.#budget.tokens || spent.characters > Math.min(this.#budget.characters, CEILING)) {
      return undefined;
    }
    const tokens = tokensOf(spent) - tokensOf(this.#spent);
    this.#spent = spent;
    return tokens;
  }
}

interface Cost {
  readonly quarters: number;
  readonly characters: number;
}

function costOf(text: string): Cost {
  return { quarters: tokenQuarters(text), characters: text.length };
}

function tokensOf({ quarters }: Cost): number {
  return Math.ceil(quarters / 4);
}

const FRAME_TOKENS: number = estimateTokens(LARGEST_FRAME);

export function selectionOf(shown: readonly Shown[], withheld: readonly Withheld[]): Selection {
  const tokens = shown.reduce((sum, each) => sum + each.tokens, shown.length === 0 ? 0 : FRAME_TOKENS);
  return { shown, withheld, tokens };
}

// A memory as selection and rendering speak of it: parsed fields, and what is asked about it only where it matters.

export interface Looking {
  readonly now: Date;
  /** Left out: whoever asks is a person, who may see what waits for one. */
  readonly suspects?: Suspects | undefined;
  /** Left out where no project is at hand: then nothing is known to have gone (CTX-8). */
  readonly isOutdated?: IsOutdated | undefined;
}

export function candidateOf(memory: Memory, { now, suspects, isOutdated }: Looking): Candidate {
  const { document } = memory;
  return {
    id: handleOf(memory),
    name: nameOf(memory),
    description: textField(document, "description") ?? "",
    body: document.body,
    type: typeField(document) ?? "reference",
    tier: memory.tier,
    scope: memory.scope,
    place: memory.stored.place,
    file: memory.stored.file,
    status: statusOf(document),
    expired: isExpired(document, now),
    supersedes: memory.supersedes,
    ...given({
      kind: kindField(document),
      project: textField(document, "project"),
      branch: textField(document, "branch"),
      proposes: textField(document, "proposes"),
      madeOn: textField(document, "created-at")?.slice(0, 10),
      malformed: malformation(document) === undefined ? undefined : (true as const),
    }),
    look: {
      suspicion: () => suspects?.suspicion(memory),
      secret: () => suspects?.secret(memory) === true,
      outdated: once(() => isOutdated?.(memory) === true),
    },
  };
}

/** Why it may not be told here (CTX-2); `replaced` by whoever knows which of them are. */
export function whyNot(
  memory: Memory,
  asked: Looking & Here,
  replaced: ReadonlySet<Memory> = new Set(),
): WithheldReason | undefined {
  const candidate = candidateOf(memory, asked);
  const others = { isReplaced: () => replaced.has(memory), isHeld: () => false };
  return reasonAgainst(candidate, asked, others) ?? (carriesSecret(candidate) ? "secret" : undefined);
}
