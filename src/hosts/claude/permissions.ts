// Claude Code's permission rules (RUL-9): `permissions.deny` and `permissions.ask` of a project's settings. Which of them are
// ours stands beside them under a key of our own, which Claude Code passes over: what a person wrote there stays theirs.
import type { Clause } from "../../memory/rule.ts";
import type { Json, JsonEdit } from "../edits.ts";
import {
  type HostPermissions,
  isPlain,
  type Permission,
  pathsOf,
  STAR,
  toolOf,
  type Unsayable,
  unsayable,
} from "../permissions.ts";

export const permissions: HostPermissions = {
  title: "Claude Code",
  place: "project",
  path: ".claude/settings.json",
  form: "settings",
  say: ({ effect, clause }) => {
    const said = itemsFor(clause);
    if ("kind" in said || effect === "remind") return "kind" in said ? said : [];
    return said.map((text): Permission => ({ effect, text }));
  },
};

function itemsFor(clause: Clause): readonly string[] | Unsayable {
  switch (clause.on) {
    case "command":
      return commandItem(clause.words);
    case "edit":
      return clause.text === undefined
        ? fileItems("Edit", clause)
        : unsayable("what would be written is not looked at");
    case "read":
      return fileItems("Read", clause);
    case "fetch":
      return /^(\*\.)?[a-z0-9.-]+$/.test(clause.host) ? [`WebFetch(domain:${clause.host})`] : unsayable(STAR);
    case "mcp": {
      const named = toolOf(clause.tool);
      return named === undefined ? unsayable(STAR) : [`mcp__${named.server}__${named.tool}`];
    }
  }
}

/** `:*` ends at a word; a star of one's own only at the very end, for it goes on over blanks and quotes. */
function commandItem(words: readonly string[]): readonly string[] | Unsayable {
  const last = words.at(-1) ?? "";
  const isOpen = last.length > 1 && last.endsWith("*");
  const plain = [...words.slice(0, -1), isOpen ? last.slice(0, -1) : last];
  if (!plain.every(isPlain)) return unsayable(STAR);
  return [`Bash(${words.join(" ")}${isOpen ? "" : ":*"})`];
}

function fileItems(
  tool: string,
  { glob }: Extract<Clause, { readonly on: "edit" | "read" }>,
): readonly string[] | Unsayable {
  return (
    pathsOf(glob)?.map((path) => `${tool}(/${path})`) ?? unsayable("a star at the end would fit whole folders there")
  );
}

/** Beside the host's own lists; each item with its list before it: `deny Bash(npm install:*)`. */
const OURS = "holdfast-permissions";
const LISTS = ["deny", "ask"] as const;

export interface PermissionLists {
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  /** What an earlier export put there. */
  readonly ours: readonly string[];
}

export const LIST_PATHS: Readonly<Record<keyof PermissionLists, readonly string[]>> = {
  deny: ["permissions", "deny"],
  ask: ["permissions", "ask"],
  ours: [OURS],
};

export function settingsEdits(wanted: readonly Permission[], was: PermissionLists): readonly JsonEdit[] {
  const named = (list: (typeof LISTS)[number], item: string): string => `${list} ${item}`;
  // What somebody wrote by hand, and a rule says too, is not ours to take away again.
  const ours = wanted
    .filter(({ effect, text }) => was.ours.includes(named(effect, text)) || !was[effect].includes(text))
    .map(({ effect, text }) => named(effect, text));
  const lists = LISTS.flatMap((list): readonly JsonEdit[] => {
    const path = LIST_PATHS[list];
    const items = wanted.filter(({ effect }) => effect === list).map(({ text }) => text);
    const left = was[list].filter((item) => was.ours.includes(named(list, item)) && !items.includes(item));
    const ensure: readonly JsonEdit[] = items.length === 0 ? [] : [{ kind: "ensure-items", path, items }];
    return [...ensure, ...(left.length === 0 ? [] : [{ kind: "drop-items" as const, path, items: left }])];
  });
  const mine = (value: unknown): boolean => Array.isArray(value);
  const value: Json = ours;
  const path = LIST_PATHS.ours;
  return [
    ...lists,
    ours.length === 0 ? { kind: "drop-member", path, mine } : { kind: "ensure-member", path, mine, value },
  ];
}
