// Edits of another program's JSON settings, as values: hosts/<agent>/setup.ts describes them, disk/json-edit.ts
// applies them to the text. Agents keep hooks in groups: an array of objects, each with a matcher and a list of
// entries. Only entries that are ours are ever changed or removed.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface GroupsEdit {
  /** Where the array of groups stands; created if absent. */
  readonly path: readonly string[];
  /** The key of a group's list of entries. */
  readonly list: string;
  /** Recognises an entry of ours, of any version. Must not throw, whatever it is given. */
  readonly mine: (entry: unknown) => boolean;
}

/** Exactly one entry of ours, in a group of its own that equals `group`. */
export interface EnsureGroup extends GroupsEdit {
  readonly kind: "ensure-group";
  readonly group: Json;
}

/** No entry of ours; a group, array or object that this leaves empty goes too. */
export interface DropEntries extends GroupsEdit {
  readonly kind: "drop-entries";
}

export type JsonEdit = EnsureGroup | DropEntries;
