// The author's options of `add` and `edit`, read once for both.

import { isKind, isType, KINDS, TYPES } from "../memory/kinds.ts";
import type { AddRequest } from "../store/authored.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { parseDate } from "../trust/lifecycle.ts";
import type { Invocation, OptionSpec, Parsed } from "./spec.ts";

export const AUTHOR: Readonly<Record<string, OptionSpec>> = {
  name: { type: "string", value: "TEXT", help: "Short name, 2 to 100 characters" },
  description: { type: "string", value: "TEXT", help: "The one line an agent sees first" },
  type: { type: "string", value: "TYPE", help: "user, feedback, project or reference" },
  kind: {
    type: "string",
    value: "KIND",
    help: "decision, constraint, preference, runbook, tech-debt, session-summary, fact",
  },
  tags: { type: "string", value: "A,B", help: "Tags, comma separated" },
  asks: { type: "string", value: "A;B", help: "Questions it answers, separated by ;" },
  paths: { type: "string", value: "G,G", help: "Globs of the files it is about" },
  rule: { type: "string", value: "A;B", help: "What it forbids: deny command npm install; instead use pnpm" },
  branch: { type: "string", value: "BRANCH", help: "Holds only where this branch's commit is an ancestor" },
  expires: { type: "string", value: "DATE", help: "YYYY-MM-DD; not injected after it" },
  body: { type: "string", value: "TEXT", help: "The text itself" },
  "body-file": { type: "string", value: "FILE", help: "Read the text from FILE" },
};

type AuthorOptions = Omit<AddRequest, "text" | "project" | "global" | "claims">;

export function authorOptions({ options, verb }: Invocation): AuthorOptions | Refusal {
  const help = `holdfast ${verb} --help`;
  const { type, kind, expires } = options;
  if (type !== undefined && !isType(type))
    return refuse("usage", `--type is one of ${TYPES.join(", ")}; found "${String(type)}".`, help);
  if (kind !== undefined && !isKind(kind))
    return refuse("usage", `--kind is one of ${KINDS.join(", ")}; found "${String(kind)}".`, help);
  if (typeof expires === "string" && parseDate(expires) === undefined) {
    return refuse("usage", `--expires is a real date, YYYY-MM-DD; found "${expires}".`, help);
  }
  return {
    ...texts(options, ["name", "description", "branch", "expires"]),
    ...lists(options),
    ...(kind !== undefined && { kind }),
    ...(type !== undefined && { type }),
  };
}

function texts(options: Parsed["options"], keys: readonly string[]): Record<string, string> {
  const given = keys.map((key) => [key, options[key]] as const);
  return Object.fromEntries(given.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function lists(options: Parsed["options"]): Record<string, readonly string[]> {
  const separators = { tags: ",", asks: ";", paths: ",", rule: ";" };
  const given = Object.entries(separators).map(([key, separator]) => {
    const value = options[key];
    return [
      key,
      typeof value === "string"
        ? value
            .split(separator)
            .map((each) => each.trim())
            .filter(Boolean)
        : undefined,
    ] as const;
  });
  const lists = Object.fromEntries(given.filter((entry): entry is [string, string[]] => entry[1] !== undefined));
  return lists.tags === undefined ? lists : { ...lists, tags: sortedTags(lists.tags) };
}

/** As the checks want them: lower case, each once, sorted. */
function sortedTags(tags: readonly string[]): readonly string[] {
  return [...new Set(tags.map((tag) => tag.toLowerCase()))].sort();
}

/** An author's text is taken as it is or not at all (STO-20): no byte is replaced on the way in. */
function textIn(bytes: Uint8Array, path: string): string | Refusal {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse("unreadable", `${path} is not UTF-8 text.`, `iconv -f latin1 -t utf-8 ${path}`);
  }
}

/** The text itself: --body, --body-file, `-` for standard input; undefined when none was given. */
export async function givenText({ options, names, bench }: Invocation): Promise<string | undefined | Refusal> {
  const { body } = options;
  if (typeof body === "string") return body;
  const file = options["body-file"];
  if (typeof file === "string") {
    const bytes = bench.readFile(file);
    return bytes instanceof Uint8Array ? textIn(bytes, file) : bytes;
  }
  return names[0] === "-" ? bench.readStdin() : undefined;
}
