// A change that somebody without the right to make it asks for: an inferred memory of its own that names its target in
// `proposes`. The target is not touched, the proposal is never served beside it, and a person decides (MCP-1, TRU-20).
import { withBody } from "../memory/compose.ts";
import type { MemoryDocument } from "../memory/document.ts";
import { kindField, listField, textField, typeField } from "../memory/fields.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import type { AddRequest } from "./authored.ts";
import { type Memory, nameOf, readCatalogue, stemOf } from "./catalogue.ts";
import type { OpenStore } from "./context.ts";
import { isDerived } from "./guess.ts";

export interface ProposeRequest {
  /** The memory to change. */
  readonly name: string;
  readonly change: "edit" | "retire";
  /** The whole text as it should be; only for an edit. */
  readonly text?: string;
  readonly description?: string;
  readonly reason: string;
  readonly claims?: readonly string[];
}

const WHY_EDIT = "\n\nWhy this change is proposed: ";
const RETIRES = "Proposal to retire ";
const WHY = "\n\nWhy: ";

/** What a proposal asks for, read back from its file. */
export type Asked =
  | { readonly change: "retire"; readonly reason: string }
  | { readonly change: "edit"; readonly text: MemoryDocument; readonly reason: string };

export function askedBy(proposal: MemoryDocument): Asked {
  const { body } = proposal;
  const at = body.lastIndexOf(WHY_EDIT);
  if (at < 0 && body.startsWith(RETIRES)) {
    const why = body.indexOf(WHY);
    return { change: "retire", reason: why < 0 ? "" : body.slice(why + WHY.length).trim() };
  }
  const text = at < 0 ? proposal : withBody(proposal, `${body.slice(0, at)}\n`);
  const reason = at < 0 ? "" : body.slice(at + WHY_EDIT.length).trim();
  return { change: "edit", text: text.kind === "document" ? text : proposal, reason };
}

/** What the proposal does not say stays as it is in the target; a name that was taken from the old text does not. */
export function editProposal(
  memory: Memory,
  { text, description, reason, claims }: ProposeRequest,
): AddRequest | Refusal {
  if (text === undefined || text.trim() === "") {
    return refuse("usage", "An edit needs the whole text as it should be.");
  }
  const { document } = memory;
  const kind = kindField(document);
  const type = typeField(document);
  const expires = textField(document, "expires");
  return {
    ...placeOf(memory),
    text: `${text.trimEnd()}${WHY_EDIT}${reason.trim()}\n`,
    ...(isDerived(document, "name") ? {} : { name: nameOf(memory) }),
    ...(description === undefined ? {} : { description }),
    ...(type === undefined ? {} : { type }),
    ...(kind === undefined ? {} : { kind }),
    tags: listField(document, "tags"),
    asks: listField(document, "asks"),
    paths: listField(document, "paths"),
    rule: listField(document, "rule"),
    ...(expires === undefined ? {} : { expires }),
    claims: claims ?? [],
  };
}

export function retireProposal(memory: Memory, { reason, claims }: ProposeRequest): AddRequest {
  const type = typeField(memory.document);
  return {
    ...placeOf(memory),
    text: `${RETIRES}${stemOf(memory)}.${WHY}${reason.trim()}\n`,
    name: `Retire ${stemOf(memory)}`.slice(0, 100),
    description: `Proposal to retire ${stemOf(memory)}`,
    ...(type === undefined ? {} : { type }),
    kind: "fact",
    claims: claims ?? [],
  };
}

function placeOf(memory: Memory): { readonly project?: string; readonly global?: boolean } {
  const project = textField(memory.document, "project");
  return project === undefined ? { global: true } : { project };
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
