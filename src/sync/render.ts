// The files that a state stands for (SYN-2). Everything in them comes from the state and from the copies of both sides by
// rules that don't ask which side is which, so that two machines make the same bytes. The author's part is never touched.
import { setToolKeys } from "../memory/compose.ts";
import type { MemoryDocument } from "../memory/document.ts";
import { listField, stateKeys, type ToolKeys, textField, trustStateOf } from "../memory/fields.ts";
import type { MemoryId } from "../memory/ids.ts";
import { fitted } from "../replica/fit.ts";
import { type Line, MOST, renderLine } from "../replica/line.ts";
import { siblingId } from "../replica/names.ts";
import { parseState } from "../replica/read.ts";
import { makeState, type State } from "../replica/state.ts";
import { type LiveView, type Sibling, viewOf } from "../replica/view.ts";
import type { MemoryCopy, Texts } from "./side.ts";

/** A memory on its way through the gate. */
export interface AtGate {
  readonly id: MemoryId;
  readonly file: string;
  readonly state: State;
  /** Every copy of this memory. */
  readonly copies: readonly MemoryCopy[];
  /** Others that may hold its words, such as a sibling's. */
  readonly texts: Texts;
  /** Who adopts what a mask makes of its words. */
  readonly device: string;
}

export interface Rendered {
  readonly document: MemoryDocument;
  readonly place: MemoryCopy["place"];
}

/** Versions of which nobody has the text are no versions: a forged line could name any, and more than a line can hold. */
export function withTexts(state: State, texts: Pick<Texts, "has">): State {
  const view = viewOf(state);
  if (view.kind !== "live" || (texts.has(view.head) && state.versions.length <= MOST.versions)) return state;
  return makeState({ ...state, versions: state.versions.filter(({ hash }) => texts.has(hash)) });
}

export function renderMemory({ id, state, copies, texts }: AtGate): Rendered | undefined {
  const view = viewOf(state);
  // The gate may have added what no longer fits.
  const line = renderLine(state) ?? renderLine(fitted(state, ""));
  if (view.kind !== "live" || line === undefined) return undefined;
  const own = copies.filter(({ hash }) => hash === view.head);
  const others = (): readonly MemoryDocument[] => (texts.get(view.head) ?? []).map(({ document }) => fresh(document));
  const candidates = own.length > 0 ? own.map(({ document }) => document) : others();
  const keys: ToolKeys = { id, ...derivedKeys(view, copies), ...lineKeys(line) };
  const document = lowest(candidates.map((each) => setToolKeys(each, keys)));
  return document && { document, place: view.place };
}

/** A memory of its own from now on, which proposes its words for the other, or for what that one proposes to change. */
export function siblingOf(
  {
    id,
    about = id,
    view,
    texts,
    device,
  }: Pick<AtGate, "id" | "texts" | "device"> & {
    readonly view: LiveView;
    readonly about?: MemoryId | undefined;
  },
  { hash, tier, place }: Sibling,
  file: string,
): AtGate | undefined {
  const own = siblingId(id, hash);
  const held = { at: view.hold?.at ?? NO_MOMENT, reason: "sync", by: "sync" };
  const bare = lowest(
    (texts.get(hash) ?? []).map((copy) => {
      const created = textField(copy.document, "created-at");
      const source = textField(copy.document, "source");
      return setToolKeys(fresh(copy.document), {
        ...stateKeys({ tier, ...(tier === "quarantined" ? { quarantine: held } : {}) }),
        id: own,
        proposes: about,
        ...(created === undefined ? {} : { "created-at": created }),
        ...(source === undefined ? {} : { source }),
      });
    }),
  );
  const parsed = bare && parseState(bare, place);
  const line = parsed?.kind === "state" ? renderLine(parsed.state) : undefined;
  if (bare === undefined || parsed?.kind !== "state" || line === undefined) return undefined;
  const document = setToolKeys(bare, lineKeys(line));
  return { id: own, file, state: parsed.state, copies: [{ place, file, document, hash }], texts: new Map(), device };
}

function lineKeys({ sync, holds }: Line): ToolKeys {
  return { sync, holds: holds.length === 0 ? null : holds };
}

/** Without a date a fixed one: a clock would make two machines differ. */
const NO_MOMENT = "1970-01-01T00:00:00Z";

const NONE: ToolKeys = {
  ...stateKeys({ tier: "none" }),
  id: null,
  status: null,
  supersedes: null,
  "superseded-by": null,
  proposes: null,
  holds: null,
  sync: null,
};

function fresh(document: MemoryDocument): MemoryDocument {
  return setToolKeys(document, NONE);
}

function derivedKeys(view: LiveView, copies: readonly MemoryCopy[]): ToolKeys {
  const documents = copies.map(({ document }) => document);
  const lastVerified = view.lastVerified ?? latest(documents.map((each) => trustStateOf(each).lastVerified));
  const quarantine = view.declared === "quarantined" ? quarantineOf(view, documents) : undefined;
  return {
    ...stateKeys({
      tier: view.declared,
      ...(lastVerified === undefined ? {} : { lastVerified }),
      ...(quarantine === undefined ? {} : { quarantine }),
    }),
    status: view.retired ? "retired" : null,
    supersedes: union(documents, "supersedes"),
    "superseded-by": union(documents, "superseded-by"),
  };
}

/** The words of whoever demoted it first; without any, what the hold tells. */
function quarantineOf(
  view: LiveView,
  documents: readonly MemoryDocument[],
): { at: string; reason: string; by: string } {
  const told = documents.flatMap((each) => trustStateOf(each).quarantine ?? []);
  const [first] = told.toSorted((a, b) =>
    JSON.stringify([a.at, a.reason, a.by]) < JSON.stringify([b.at, b.reason, b.by]) ? -1 : 1,
  );
  const { hold } = view;
  return first ?? { at: hold?.at ?? NO_MOMENT, reason: hold?.reason ?? "found", by: hold?.dot.device ?? "sync" };
}

function latest(days: readonly (string | undefined)[]): string | undefined {
  return days
    .flatMap((day) => day ?? [])
    .sort()
    .at(-1);
}

function union(documents: readonly MemoryDocument[], key: "supersedes" | "superseded-by"): readonly string[] | null {
  const ids = [...new Set(documents.flatMap((each) => listField(each, key)))];
  return ids.length === 0 ? null : documents.length === 1 ? ids : ids.sort();
}

function lowest(documents: readonly MemoryDocument[]): MemoryDocument | undefined {
  return documents.toSorted((a, b) => (a.text < b.text ? -1 : 1))[0];
}
