// The JSON memories that a plugin of Claude Code keeps below `.claude/memory/`: one record a file, of six categories, each
// with members of its own. A category is our kind of the same name; what is retired, archived, resolved or no longer active
// arrives out of use. Its list of changes is its history and stays there. Pure.
import type { Fields } from "../../disk/json-file.ts";
import { isFields, jsonIn } from "../../hosts/json-line.ts";
import { composeDocument } from "../../memory/compose.ts";
import { type Kind, typeOfKind } from "../../memory/kinds.ts";
import { descriptionOf, nameOf } from "../../store/guess.ts";
import { Fault } from "../../text/errors.ts";
import { given } from "../../text/values.ts";
import { type FoundText, leftOut, type SourceFile, timeIn } from "./candidate.ts";
import { keysIn, lastDay, saidOfItself } from "./standing.ts";

interface Category {
  readonly kind: Kind;
  /** The members in the order they are read, under the headings of our kind (STO-13); the first says what it is about. */
  readonly sections: readonly (readonly [heading: string, member: string])[];
}

const CATEGORIES: Readonly<Record<string, Category>> = {
  session_summary: {
    kind: "session-summary",
    sections: [
      ["Goal", "goal"],
      ["Outcome", "outcome"],
      ["Done", "completed"],
      ["In progress", "in_progress"],
      ["Blockers", "blockers"],
      ["Key changes", "key_changes"],
      ["Next", "next_actions"],
    ],
  },
  decision: {
    kind: "decision",
    sections: [
      ["Decision", "decision"],
      ["Status", "status"],
      ["Context", "context"],
      ["Rationale", "rationale"],
      ["Alternatives", "alternatives"],
      ["Consequences", "consequences"],
    ],
  },
  runbook: {
    kind: "runbook",
    sections: [
      ["Trigger", "trigger"],
      ["Symptoms", "symptoms"],
      ["Root cause", "root_cause"],
      ["Environment", "environment"],
      ["Steps", "steps"],
      ["Verification", "verification"],
    ],
  },
  constraint: {
    kind: "constraint",
    sections: [
      ["Rule", "rule"],
      ["Impact", "impact"],
      ["Workarounds", "workarounds"],
    ],
  },
  tech_debt: {
    kind: "tech-debt",
    sections: [
      ["Description", "description"],
      ["Reason deferred", "reason_deferred"],
      ["Impact", "impact"],
      ["Suggested fix", "suggested_fix"],
      ["Acceptance criteria", "acceptance_criteria"],
    ],
  },
  preference: {
    kind: "preference",
    sections: [
      ["Preference", "value"],
      ["Why", "reason"],
      ["How to apply", "examples"],
    ],
  },
};

/** Work that is done with is no debt any more. */
const DONE = ["resolved", "wont_fix"];
const MOST_PATHS = 20;

export function recordIn({ path, text, mtimeMs }: SourceFile): FoundText {
  const record = jsonIn(text);
  const name = isFields(record) ? String(record["category"]) : "";
  const category = Object.hasOwn(CATEGORIES, name) ? CATEGORIES[name] : undefined;
  if (!isFields(record) || category === undefined) return leftOut(path, "is no memory of that plugin");
  const content = isFields(record["content"]) ? record["content"] : {};
  const said = saidOfItself(keysIn([...Object.entries(content), ...Object.entries(record)]));
  if (typeof said === "string") return leftOut(path, said);
  const sections = sectionsOf(category, content);
  const [first] = sections;
  if (first === undefined) return leftOut(path, "there is no text in it");
  const isDone = said.standing === undefined && DONE.includes(String(content["status"]));
  const title = typeof record["title"] === "string" ? record["title"] : first.words;
  const draft = {
    name: nameOf(title),
    description: descriptionOf(first.words),
    type: typeOfKind(category.kind),
    kind: category.kind,
    tags: textsIn(record["tags"]).filter((tag) => /^[\p{L}\p{N}\p{M}_.-]{1,40}$/u.test(tag)),
    paths: textsIn(record["related_files"]).filter(isInside).slice(0, MOST_PATHS),
    ...given({ confidence: confidenceIn(record), expires: lastDay(said) }),
    body: sections.map(({ heading, words }) => `## ${heading}\n\n${words}\n`).join("\n"),
  };
  return {
    kind: "candidate",
    ...said,
    ...(isDone ? { standing: { kind: "retired" } as const } : {}),
    ...composed(draft),
    type: draft.type,
    stated: true,
    gesture: false,
    from: path,
    atMs: timeIn(record["created_at"]) ?? mtimeMs,
  };
}

/** Words that do not even fit a memory file go as they are, and are refused by name. */
function composed(draft: Parameters<typeof composeDocument>[0]): { readonly text: string; readonly name: string } {
  try {
    return { text: composeDocument(draft, {}).text, name: draft.name };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { text: draft.body, name: draft.name };
  }
}

interface Section {
  readonly heading: string;
  readonly words: string;
}

function sectionsOf({ kind, sections }: Category, content: Fields): readonly Section[] {
  return sections.flatMap(([heading, member]) => {
    const words = wordsIn(content[member]);
    const isPlain = member === "status" && words === "accepted";
    const topic = kind === "preference" && member === "value" ? wordsIn(content["topic"]) : "";
    return words === "" || isPlain ? [] : [{ heading, words: topic === "" ? words : `${topic}: ${words}` }];
  });
}

/** A text, a list of them, or what stands for one: an option with its reason, examples of what to prefer and to avoid. */
function wordsIn(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return textsIn(value.map(wordsIn)).map(asItem).join("\n");
  if (!isFields(value)) return "";
  const { option, rejected_reason: reason } = value;
  if (typeof option === "string") return typeof reason === "string" ? `${option}: ${reason}` : option;
  return (["prefer", "avoid"] as const)
    .flatMap((each) => textsIn(value[each]).map((text) => asItem(`${each}: ${text}`)))
    .join("\n");
}

function asItem(text: string): string {
  return `- ${text.replace(/\s*\n\s*/g, " ")}`;
}

function textsIn(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [];
  return [...new Set(list.filter((each) => typeof each === "string").map((each) => each.trim()))].filter(Boolean);
}

/** A glob of the project: nothing that leads out of it. */
function isInside(path: string): boolean {
  return path.length <= 200 && !/^[/~\\]|^[a-z]:|(?:^|\/)\.\.(?:\/|$)|[\p{C}\s]/iu.test(path);
}

function confidenceIn({ confidence }: Fields): number | undefined {
  return typeof confidence === "number" && confidence >= 0 && confidence <= 1 ? confidence : undefined;
}
