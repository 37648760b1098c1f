// What becomes of a file of ours that holds a forgotten phrase (FOR-1). Records lose the line, whatever else is derived
// goes whole; memories, settings and what carries no text by rule are named and left to the person.
import { copiedFrom } from "../memory/slug.ts";

export type Area = "store" | "cache" | "state" | "config";

export type Fate =
  | { readonly kind: "whole" }
  | { readonly kind: "lines" }
  /** The index of one store goes with its log: a page that was freed holds what stood in it. */
  | { readonly kind: "index"; readonly key: string }
  /** A copy goes with its note. */
  | { readonly kind: "raw"; readonly name: string }
  | { readonly kind: "memory" }
  | { readonly kind: "left"; readonly why: string };

const TEMPORARY = /^\.holdfast-[0-9]{1,10}-[0-9a-f]{16}\.tmp$/;
const MEMORIES: ReadonlySet<string> = new Set(["memories", "quarantine", "archive"]);
/** Somebody else's settings as they were, and short records that are read by their names. */
const KEPT: ReadonlySet<string> = new Set(["install", "digest-keys", "ledger-heads", "ledger", "pause.json"]);

/** Records of lines, the generations of a log among them. */
const LINES = /\.(?:jsonl|log(?:\.\d)?)$/;

export function fateOf(area: Area, names: readonly string[]): Fate {
  const [first = "", second = ""] = names;
  const file = names.at(-1) ?? "";
  if (TEMPORARY.test(file)) return { kind: "whole" };
  switch (area) {
    case "config":
      return { kind: "left", why: "it is your configuration" };
    case "cache":
      return first === "index" && second !== "" ? { kind: "index", key: second } : { kind: "whole" };
    case "store":
      if (MEMORIES.has(first)) {
        if (copiedFrom(file) !== undefined) return { kind: "left", why: "a copy of another sync tool: rm it" };
        return file.endsWith(".md") ? { kind: "memory" } : { kind: "left", why: "it is not ours" };
      }
      return first === "audit" ? { kind: "whole" } : { kind: "left", why: "it is part of the store" };
    case "state":
      if (KEPT.has(first)) return { kind: "left", why: "it is needed as it is" };
      if (first === "raw") return { kind: "raw", name: file.replace(/\.(?:bin|json)$/, "") };
      return LINES.test(file) ? { kind: "lines" } : { kind: "whole" };
  }
}
