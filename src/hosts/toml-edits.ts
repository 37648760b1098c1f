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
