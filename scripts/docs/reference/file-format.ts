// The memory file: keys from the lists that parsing and checks read, the rule of each from the table of docs/spec, kinds
// from their table, and a file that the real composer wrote and the real check found nothing in.
import { readdirSync, readFileSync } from "node:fs";
import { checkStructure } from "../../../src/checks/structure.ts";
import { composeDocument } from "../../../src/memory/compose.ts";
import { makeId } from "../../../src/memory/ids.ts";
import { AUTHOR_KEYS, TOOL_KEYS } from "../../../src/memory/keys.ts";
import { KIND_TABLE, KINDS } from "../../../src/memory/kinds.ts";
import type { Slots } from "../template.ts";
import { code, table } from "../text.ts";

const SPEC = new URL("../../../docs/spec/", import.meta.url);

export function formatSlots(): Slots {
  const spec = readFileSync(new URL("01-store.md", SPEC), "utf8");
  const rules = rulesByKey(spec);
  const rows = (keys: readonly string[]): string =>
    table(
      ["key", "rule"],
      keys.map((key) => [code(key), ruleOf(rules, key)]),
    );
  return {
    layout: layoutOf(spec),
    example: example(),
    "author-keys": rows(AUTHOR_KEYS),
    "tool-keys": rows(TOOL_KEYS),
    kinds: table(
      ["kind", "type", "sections"],
      KINDS.map((kind) => [code(kind), code(KIND_TABLE[kind].type), KIND_TABLE[kind].sections.join(", ") || "none"]),
    ),
  };
}

function layoutOf(spec: string): string {
  const block = /^```\n(<store>\/\n[\s\S]*?)\n```$/m.exec(spec)?.[1];
  if (block === undefined) throw new Error("docs/spec/01-store.md has no block that begins with <store>/");
  return block;
}

/** One row may be about several keys: `supersedes / superseded-by`. */
function rulesByKey(spec: string): ReadonlyMap<string, string> {
  const rows = [...spec.matchAll(/^\| ([a-z][a-z-]*(?: ?[,/] ?[a-z-]+)*) \| (.*) \| [^|]+ \|$/gm)];
  return new Map(
    rows.flatMap(([, keys = "", rule = ""]) => keys.split(/[,/]/).map((key): [string, string] => [key.trim(), rule])),
  );
}

function ruleOf(rules: ReadonlyMap<string, string>, key: string): string {
  const rule = rules.get(key);
  if (rule === undefined) throw new Error(`docs/spec/01-store.md has no row for the key ${key}`);
  return rule.replaceAll(/\((\d\d)\)/g, (_, number: string) => `([rules ${number}](../spec/${specFile(number)}))`);
}

function specFile(number: string): string {
  const found = readdirSync(SPEC).find((file) => file.startsWith(`${number}-`));
  if (found === undefined) throw new Error(`docs/spec has no page ${number}`);
  return found;
}

const MADE = "2026-05-04T09:30:00Z";

function example(): string {
  const { text } = composeDocument(
    {
      name: "Use pnpm here",
      description: "Use pnpm in this repository, not npm",
      type: "feedback",
      kind: "preference",
      project: "github.com/example/shop",
      tags: ["build", "pnpm"],
      asks: ["which package manager", "how do I install dependencies"],
      paths: ["package.json", "pnpm-lock.yaml"],
      body: "## Why\n\nCI installs from pnpm-lock.yaml; npm would write a second lock file.\n\n## How to apply\n\nRun `pnpm install` and `pnpm test`.\n",
    },
    {
      id: makeId(Date.parse(MADE), Uint8Array.of(9, 86, 214, 13, 118, 45, 177, 90, 62, 201)),
      "trust-level": "verified",
      "created-at": MADE,
      "last-verified": MADE.slice(0, 10),
      source: "user",
      "source-machine": "7b9c0f6d2a1e4c38 (desk)",
    },
  );
  const findings = checkStructure({ text, place: "memories", file: "feedback_use_pnpm_here.md" });
  if (findings.length > 0) throw new Error(`the example fails the structure check: ${findings[0]?.rule}`);
  return text.trimEnd();
}
