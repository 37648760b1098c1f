// A person takes up what somebody proposed (spec 1, `proposes`): the proposed text becomes their own words, which replace
// both the memory it is about and the proposal; a proposal to retire retires both.

import { textField } from "../memory/fields.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import type { Unchanged } from "./batch.ts";
import { type Memory, readCatalogue, stemOf } from "./catalogue.ts";
import type { Act, OpenStore } from "./context.ts";
import { planOwnWords, planOwnWordsOfShared } from "./own-words.ts";
import type { Plan } from "./plan.ts";
import { askedBy } from "./propose.ts";
import { planRetireAll } from "./retire.ts";

/** The stores that a person's yes may concern. */
export interface Confirming {
  /** Where the memory is. */
  readonly open: OpenStore;
  /** The person's own: what is shared is confirmed into it, and then the project must be known. */
  readonly personal: OpenStore;
  readonly project?: string | undefined;
}

/** The memory that a proposal is about; it lies in the same store. */
export function targetOf(open: OpenStore, proposal: Memory): Memory | undefined {
  const isProposal = textField(proposal.document, "proposes") !== undefined;
  return isProposal ? targetAmong(readCatalogue(open.store).memories, proposal) : undefined;
}

/** Where the store was read already. */
export function targetAmong(memories: readonly Memory[], proposal: Memory): Memory | undefined {
  const id = textField(proposal.document, "proposes");
  return id === undefined ? undefined : memories.find((memory) => memory.id === id);
}

export function planAccept(
  { open, personal, project }: Confirming,
  proposal: Memory,
  act: Act,
): Plan | Unchanged | Refusal {
  const refused = forbidden("confirm", act.channel);
  if (refused !== undefined) return refused;
  const target = changeable(open, proposal);
  if (isRefusal(target)) return target;
  const asked = askedBy(proposal.document);
  if (asked.change === "retire") return planRetireAll([target, proposal], act);
  if (target.scope !== "shared") return planOwnWords(open, target, "confirm", act, asked.text, [proposal]);
  if (project === undefined) throw new Fault("usage", "A shared memory is confirmed for its project.");
  return planOwnWordsOfShared(personal, target, project, "confirm", act, asked.text, [proposal]);
}

function changeable(open: OpenStore, proposal: Memory): Memory | Refusal {
  const target = targetOf(open, proposal);
  const hint = `holdfast demote ${stemOf(proposal)}`;
  if (target === undefined) return refuse("not-found", "The memory that this is about is gone.", hint);
  if (target.tier !== "quarantined") return target;
  return refuse("read-only", `${stemOf(target)}, which this is about, is quarantined by now.`, hint);
}
