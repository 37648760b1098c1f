// One memory, whole. Quarantined text is shown to a person only: an agent would read it as context.
import { type Refusal, refuse } from "../core/errors.ts";
import { permission } from "../core/trust/authority.ts";
import { type Memory, readCatalogue } from "./catalogue.ts";
import type { Act, OpenStores } from "./context.ts";
import { type Row, rowOf } from "./list.ts";
import { resolve } from "./resolve.ts";
import { supersededAmong } from "./superseded.ts";

export interface Shown {
  readonly kind: "shown";
  readonly row: Row;
  readonly path: string;
  readonly text: string;
  readonly body: string;
  readonly reason: string | null;
}

export function show(stores: OpenStores, name: string, act: Act): Shown | Refusal {
  const found = resolve(stores, name);
  if (found.kind === "refusal") return found;
  if (found.kind === "found-broken") {
    return refuse(
      "unreadable",
      `${found.broken.spot.file} can't be read as a memory: ${found.broken.reason}`,
      `holdfast check ${name}`,
    );
  }
  const { memory } = found;
  if (memory.tier === "quarantined" && permission("show", act.channel) !== "full") {
    return refuse("needs-person", `${name} is quarantined; its text is shown only to a person.`);
  }
  const reason = memory.document.fields.get("quarantine-reason");
  return {
    kind: "shown",
    row: rowOf(memory, act.now, isSuperseded(stores, memory)),
    path: `${memory.stored.place}/${memory.stored.file}`,
    text: memory.document.text,
    body: memory.document.body,
    reason: typeof reason === "string" ? reason : null,
  };
}

function isSuperseded(stores: OpenStores, { id, scope }: Memory): boolean {
  const all = stores.flatMap((open) => readCatalogue(open.store).memories);
  return [...supersededAmong(all)].some((each) => each.id === id && each.scope === scope);
}
