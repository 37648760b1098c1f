// Pairs of memories for a person to look at side by side (REV-1, AUD-1): those that say the same and those that say the
// opposite. Only what is in force is compared, and only within a project or among what applies everywhere.
import { kindField, listField, textField } from "../memory/fields.ts";
import { likenessIn, type Spoken } from "../recall/look-alike.ts";
import { type Memory, nameOf } from "../store/catalogue.ts";
import { isInForce, supersededAmong } from "../store/superseded.ts";

export interface LookAlike {
  readonly kind: "duplicate" | "contradiction";
  readonly a: Memory;
  readonly b: Memory;
  readonly score: number;
}

export function lookAlikes(memories: readonly Memory[]): readonly LookAlike[] {
  const superseded = supersededAmong(memories);
  const compared = memories.filter((memory) => isInForce(memory, superseded));
  return likenessIn(compared.map(spokenBy)).flatMap(({ kind, a, b, score }) => {
    const [one, other] = [compared[a], compared[b]];
    return one === undefined || other === undefined || proposes(one, other) ? [] : [{ kind, a: one, b: other, score }];
  });
}

export function spokenBy(memory: Memory): Spoken {
  const { document, scope } = memory;
  return {
    group: scope === "shared" ? "shared" : `project ${textField(document, "project") ?? ""}`,
    name: nameOf(memory),
    description: textField(document, "description") ?? "",
    body: document.body,
    paths: listField(document, "paths"),
    isRecord: kindField(document) === "session-summary",
  };
}

/** A proposed change is meant to differ from what it would replace. */
function proposes(one: Memory, other: Memory): boolean {
  const names = (memory: Memory, of: Memory): boolean =>
    of.id !== undefined && textField(memory.document, "proposes") === of.id;
  return names(one, other) || names(other, one);
}
