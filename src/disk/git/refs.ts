// Refs read as files, because a process for each costs more than everything else that a run without news does. config.ts
// accepts no repository that keeps its refs elsewhere. git writes packed refs before it takes the loose ones away, so the
// loose one is looked at first.
import { descend } from "../paths.ts";
import { readSmall } from "../read-file.ts";
import { type GitStore, lookAt } from "./store.ts";

const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const LARGEST_PACKED = 16 * 1024 * 1024;

/** `unclear`: git has to say, as of a ref that stands for another. */
export function refIn(store: GitStore, ref: string): string | "unclear" | undefined {
  const names = ref.split("/");
  const standing = lookAt(store.root, ".git", ...names);
  if (standing === "file") {
    const text = readSmall(descend(store.root, ".git", ...names), 4096)?.trimEnd() ?? "";
    // It was taken away in this moment, or is no plain one.
    return ID.test(text) ? text : "unclear";
  }
  if (standing === "other") return "unclear";
  const packed = packedRefs(store);
  return packed === "unclear" ? packed : packed.get(ref);
}

/** Whether there may be one below this folder of refs. */
export function mayHoldRefs(store: GitStore, folder: string): boolean {
  if (lookAt(store.root, ".git", ...folder.split("/")) !== undefined) return true;
  const packed = packedRefs(store);
  return packed === "unclear" || [...packed.keys()].some((ref) => ref.startsWith(`${folder}/`));
}

function packedRefs(store: GitStore): ReadonlyMap<string, string> | "unclear" {
  const standing = lookAt(store.root, ".git", "packed-refs");
  if (standing === undefined) return new Map();
  const text = readSmall(descend(store.root, ".git", "packed-refs"), LARGEST_PACKED);
  if (text === undefined) return "unclear";
  const rows = text.split("\n").map((line) => line.split(" ", 2));
  return new Map(rows.flatMap(([id = "", ref]) => (ref !== undefined && ID.test(id) ? [[ref, id] as const] : [])));
}
