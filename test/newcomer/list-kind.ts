// A flag for a command: `holdfast list --kind K`. The command's file has the option and its help; the filter is the list's.
import type { Change, Copy } from "./change.ts";

const RULE = "Every table has a primary key.";

function listed(copy: Copy, ...args: readonly string[]): readonly string[] {
  const { out } = copy.holdfast("list", "--json", ...args);
  const { memories = [] } = JSON.parse(out) as { memories?: readonly { readonly kind: string }[] };
  return memories.map(({ kind }) => kind);
}

export const listKind: Change = {
  name: "a `list --kind` flag",
  most: 2,
  edits: [
    {
      holding: 'usage: "holdfast list ',
      pairs: [
        ["[--tier T] [--type T] [--due]", "[--tier T] [--type T] [--kind K] [--due]"],
        [
          '      due: { type: "boolean", help: "Only what waits for you" },\n',
          '      kind: { type: "string", value: "K,K", help: "decision, constraint, preference, ..." },\n' +
            '      due: { type: "boolean", help: "Only what waits for you" },\n',
        ],
        ["import { TYPES } from", "import { KINDS, TYPES } from"],
        [
          '  const types = words(options["type"]);\n',
          '  const types = words(options["type"]);\n  const kinds = words(options["kind"]);\n',
        ],
        ["...unknown(types, TYPES)]", "...unknown(types, TYPES), ...unknown(kinds, KINDS)]"],
        ["is no tier or type.", "is no tier, type or kind."],
        [
          "    ...(types === undefined ? {} : { types }),\n",
          "    ...(types === undefined ? {} : { types }),\n    ...(kinds === undefined ? {} : { kinds }),\n",
        ],
      ],
    },
    {
      holding: "export interface ListFilter",
      pairs: [
        [
          "  readonly types?: readonly string[];\n",
          "  readonly types?: readonly string[];\n  readonly kinds?: readonly string[];\n",
        ],
        [
          '  if (filter.types !== undefined && !filter.types.includes(row.type ?? "")) return false;\n',
          '  if (filter.types !== undefined && !filter.types.includes(row.type ?? "")) return false;\n' +
            '  if (filter.kinds !== undefined && !filter.kinds.includes(row.kind ?? "")) return false;\n',
        ],
      ],
    },
  ],
  shows: {
    "help has the flag": (copy) => /--kind K,K +decision/.test(copy.holdfast("list", "--help").out),
    "completion has it": (copy) => / {4}list\) words="[^"]*--kind/.test(copy.holdfast("completion", "bash").out),
    "the reference page has it": (copy) =>
      copy.node("scripts/generate-reference.ts").code === 0 &&
      copy.read("docs/reference/commands.md").includes("| `--kind K,K` |"),
    "it filters": (copy) => {
      copy.holdfast("init", "--no-install");
      copy.holdfast("add", "--kind", "constraint", RULE);
      copy.holdfast("add", "--kind", "preference", "Prefer small commits.");
      if (listed(copy).length !== 2) return false;
      const only = copy.holdfast("list", "--kind", "constraint", "--json");
      return only.code === 0 && listed(copy, "--kind", "constraint").join() === "constraint";
    },
    "another word is refused": (copy) => {
      const { code, out } = copy.holdfast("list", "--kind", "opinion");
      return code === 64 && out.includes('"opinion" is no tier, type or kind.');
    },
  },
};
