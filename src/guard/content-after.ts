// What a file will hold after a file tool has acted, built as the tool builds it (AGT-20, AGT-23).

import { added, filesOfPatch, isPatch, patched } from "./patch.ts";
import type { ToolCall } from "./world.ts";

type Input = ToolCall["input"];

/**
 * Undefined where there will be no such text: the tool would fail, the file goes away, or we don't know the tool.
 * `path` picks a file of a patch, as it stands there; without it, the first.
 */
export function contentAfter(call: ToolCall, before: string | undefined, path?: string): string | undefined {
  const { input } = call;
  const patch = patchOf(input);
  if (patch !== undefined) {
    const files = filesOfPatch(patch);
    const file = path === undefined ? files[0] : files.find((each) => each.path === path || each.movedTo === path);
    return file === undefined ? undefined : patched(file, before);
  }
  if (typeof input["notebook_path"] === "string") return notebookAfter(input, before);
  const whole = text(input, "content") ?? text(input, "file_text");
  if (whole !== undefined) return whole;
  if (Array.isArray(input["edits"])) return afterEdits(input["edits"], before);
  return afterEdit(input, before);
}

/** Every text that a call brings along, fitting or not: what there is to be checked where the result can't be built. */
export function broughtBy(call: ToolCall): string {
  return textsOf(call).join("\n");
}

/** One by one, under whatever key: a tool takes those it knows and passes over the rest. */
export function textsOf({ input }: ToolCall): readonly string[] {
  const patch = patchOf(input);
  const files = patch === undefined ? [] : filesOfPatch(patch).map((file) => added(file.lines));
  const edits = Array.isArray(input["edits"]) ? input["edits"].filter(isInput) : [];
  const texts = [input, ...edits].flatMap((each) =>
    ["content", "file_text", "new_string", "new_str", "new_source", "insert_text"].map((key) => text(each, key) ?? ""),
  );
  return [...files, ...texts].filter((each) => each !== "");
}

export function patchOf(input: Input): string | undefined {
  const found = ["input", "patch", "command"].map((key) => input[key]);
  return found.find((each): each is string => typeof each === "string" && isPatch(each));
}

function afterEdits(edits: readonly unknown[], before: string | undefined): string | undefined {
  let now = before;
  for (const edit of edits) {
    now = isInput(edit) ? afterEdit(edit, now) : undefined;
    if (now === undefined) return undefined;
  }
  return now;
}

/** The old text must be there, and once only unless all are meant; an empty one makes a new file. */
function afterEdit(input: Input, before: string | undefined): string | undefined {
  const old = text(input, "old_string") ?? text(input, "old_str");
  const fresh = text(input, "new_string") ?? text(input, "new_str");
  if (old === undefined || fresh === undefined) return undefined;
  if (old === "") return before === undefined || before === "" ? fresh : undefined;
  if (before === undefined) return undefined;
  const carriage = before.includes("\r\n") && !old.includes("\r\n");
  const parts = (carriage ? before.replaceAll("\r\n", "\n") : before).split(old);
  if (parts.length < 2 || (parts.length > 2 && input["replace_all"] !== true)) return undefined;
  const after = parts.join(fresh);
  return carriage ? after.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n") : after;
}

function text(input: Input, key: string): string | undefined {
  const value = input[key];
  return typeof value === "string" ? value : undefined;
}

function isInput(value: unknown): value is Input {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// NotebookEdit: one cell of a notebook replaced, inserted or taken out.

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
