// NotebookEdit: one cell of a notebook replaced, inserted or taken out.
import type { ToolCall } from "./world.ts";

interface Cell {
  readonly id?: unknown;
  readonly source?: unknown;
}

/** Undefined where the notebook can't be read or has no such cell. */
export function notebookAfter(input: ToolCall["input"], before: string | undefined): string | undefined {
  const notebook = parsed(before);
  const cells = notebook?.["cells"];
  if (notebook === undefined || !Array.isArray(cells)) return undefined;
  const mode = input["edit_mode"] ?? "replace";
  const at = cellAt(cells, input["cell_id"]);
  const source = typeof input["new_source"] === "string" ? input["new_source"] : "";
  if (mode === "insert") {
    const cell = { cell_type: input["cell_type"] ?? "code", metadata: {}, source };
    return written(notebook, cells.toSpliced((at ?? -1) + 1, 0, cell));
  }
  if (at === undefined) return undefined;
  if (mode === "delete") return written(notebook, cells.toSpliced(at, 1));
  return written(notebook, cells.with(at, { ...(cells[at] as Cell), source }));
}

function written(notebook: Readonly<Record<string, unknown>>, cells: readonly unknown[]): string {
  return JSON.stringify({ ...notebook, cells }, null, 1);
}

/** By its id, or by its place as `cell-N`. */
function cellAt(cells: readonly unknown[], id: unknown): number | undefined {
  if (typeof id !== "string") return undefined;
  const found = cells.findIndex((cell) => typeof cell === "object" && cell !== null && (cell as Cell).id === id);
  if (found >= 0) return found;
  const place = Number(/^cell-(\d+)$/.exec(id)?.[1] ?? Number.NaN);
  return place < cells.length ? place : undefined;
}

function parsed(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // not a notebook: the tool will say so
  }
}
