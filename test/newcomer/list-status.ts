// A flag for a command: `holdfast list --status S`. The command's file has the option and its help; the filter is the list's.
import type { Change, Copy } from "./change.ts";

function listed(copy: Copy, ...args: readonly string[]): number {
  const { out } = copy.holdfast("list", "--json", ...args);
  const { memories = [] } = JSON.parse(out) as { memories?: readonly unknown[] };
  return memories.length;
}

export const listStatus: Change = {
  name: "a `list --status` flag",
  most: 2,
  edits: [
    {
      holding: 'usage: "holdfast list ',
      pairs: [
        ["[--since DATE] [--due]", "[--status S] [--due]"],
        [
          '      due: { type: "boolean", help: "Only what waits for you" },\n',
          '      status: { type: "string", value: "S,S", help: "active, retired" },\n' +
            '      due: { type: "boolean", help: "Only what waits for you" },\n',
        ],
        [
          "  if (wrong.length > 0)",
          '  const statuses = words(options["status"]);\n' +
            '  wrong.push(...unknown(statuses, ["active", "retired"]));\n' +
            "  if (wrong.length > 0)",
        ],
        ["is no tier, type or kind.", "is no tier, type, kind or status."],
        ["...given({ tiers, types, kinds,", "...given({ tiers, types, kinds, statuses,"],
      ],
    },
    {
      holding: "export interface ListFilter",
      pairs: [
        [
          "  readonly types?: readonly string[];\n",
          "  readonly types?: readonly string[];\n  readonly statuses?: readonly string[];\n",
        ],
        [
          '  if (filter.types !== undefined && !filter.types.includes(row.type ?? "")) return false;\n',
          '  if (filter.types !== undefined && !filter.types.includes(row.type ?? "")) return false;\n' +
            "  if (filter.statuses?.includes(row.status) === false) return false;\n",
        ],
      ],
    },
  ],
  shows: {
    "help has the flag": (copy) => /--status S,S +active/.test(copy.holdfast("list", "--help").out),
    "completion has it": (copy) => / {4}list\) words="[^"]*--status/.test(copy.holdfast("completion", "bash").out),
    "the reference page has it": (copy) =>
      copy.node("scripts/generate-reference.ts").code === 0 &&
      copy.read("docs/reference/commands.md").includes("| `--status S,S` |"),
    "it filters": (copy) => {
      copy.holdfast("init", "--no-install");
      copy.holdfast("add", "Every table has a primary key.");
      copy.holdfast("add", "Prefer small commits.");
      return (
        listed(copy) === 2 && listed(copy, "--status", "active") === 2 && listed(copy, "--status", "retired") === 0
      );
    },
    "another word is refused": (copy) => {
      const { code, out } = copy.holdfast("list", "--status", "gone");
      return code === 64 && out.includes('"gone" is no tier, type, kind or status.');
    },
  },
};
