// Edits of another program's JSON settings, as values: hosts/<agent>/setup.ts describes them, install/io/json-edit.ts
// applies them to the text. Agents keep hooks in groups: an array of objects, each with a matcher and a list of
// entries; and servers as members of one object. Only what is ours is ever changed or removed.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Recognises an entry of ours, of any version. Must not throw, whatever it is given. */
export type Mine = (entry: unknown) => boolean;

interface GroupsEdit {
  readonly path: readonly string[];
  /** The key of a group's list of entries; absent where the array holds the entries themselves. */
  readonly list?: string;
  readonly mine: Mine;
}

/** Our entries stand in one group of their own, which equals `group`, in the array at `path`; created if absent. */
export interface EnsureGroup extends GroupsEdit {
  readonly kind: "ensure-group";
  readonly group: Json;
}

/**
 * No entry of ours in any array of groups below the object at `path`, whatever its key: another version may have known
 * other events. A group, array or object that this leaves empty goes too.
 */
export interface DropEntries extends GroupsEdit {
  readonly kind: "drop-entries";
}

interface MemberEdit {
  /** Names the member, its own key last; the objects around it are made if absent. */
  readonly path: readonly string[];
  readonly mine: Mine;
}

/** The member is there with this value; one of somebody else's under this name is refused. */
export interface EnsureMember extends MemberEdit {
  readonly kind: "ensure-member";
  readonly value: Json;
  /** Somebody else's under this name stays, and that is all right. */
  readonly unlessTaken?: true;
}

/** The member is not there, if it was ours; an object that this leaves empty goes too. */
export interface DropMember extends MemberEdit {
  readonly kind: "drop-member";
  /** Only where nothing else is left beside it: anybody may have written it so. */
  readonly ifAlone?: true;
}

/** A list of plain values, such as rules; the user's own stand in it too, and keep their order. */
export interface ItemsEdit {
  readonly kind: "ensure-items" | "drop-items";
  readonly path: readonly string[];
  readonly items: readonly string[];
}

export type GroupEdit = EnsureGroup | DropEntries;
export type JsonEdit = GroupEdit | EnsureMember | DropMember | ItemsEdit;

// Edits of another program's TOML settings, as values: one table of ours at the end of the file, under a line that says
// so. hosts/<agent>/setup.ts describes it, install/io/toml-edit.ts applies it to the text.

export interface TomlTable {
  /** The table's name, key by key; bare keys only. */
  readonly name: readonly string[];
  /** The comment above it; by it the table is known as ours. */
  readonly mark: string;
  readonly lines: readonly string[];
}

export type TomlEdit =
  | { readonly kind: "ensure-table"; readonly table: TomlTable }
  | { readonly kind: "drop-table"; readonly table: Pick<TomlTable, "name" | "mark"> };

// A whole file of ours in another program's folder, such as a plugin (AGT-30). It begins with words that say whose it is:
// without them it is somebody else's, and neither replaced nor removed.
export type OwnFileEdit =
  /** The file is there with these words; `mark` is its first line, or the first lines, in every version. */
  | { readonly kind: "ensure-file"; readonly mark: string; readonly text: string }
  | { readonly kind: "drop-file"; readonly mark: string };
