// The author's part of a new memory, made from what was given: a sentence, a body, or a whole file with frontmatter.
// A file's own author keys, unknown ones included, are kept as they are; keys that only the tool sets are taken out
// and named, so that the attempt can be recorded (TRU-21).
import { composeDocument, setAuthorKey, setToolKeys } from "../memory/compose.ts";
import { type MemoryDocument, parseDocument } from "../memory/document.ts";
import { kindField, textField } from "../memory/fields.ts";
import { blocks, type Finding } from "../memory/findings.ts";
import { AUTHOR_KEYS, type AuthorKey, isToolKey, TOOL_KEYS } from "../memory/keys.ts";
import { type Kind, type MemoryType, typeOfKind } from "../memory/kinds.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { descriptionOf, kindOf, nameOf, typeOf } from "./guess.ts";
import { findingLines } from "./plan-transition.ts";

/** What an author gives; everything missing is derived from the text (SUR-00). */
export interface AddRequest {
  /** A sentence, a body, or a whole memory file with frontmatter. */
  readonly text: string;
  readonly name?: string;
  readonly description?: string;
  readonly type?: MemoryType;
  readonly kind?: Kind;
  readonly project?: string;
  readonly tags?: readonly string[];
  readonly asks?: readonly string[];
  readonly paths?: readonly string[];
  readonly rule?: readonly string[];
  readonly branch?: string;
  readonly expires?: string;
  /** Applies everywhere, whatever the file says. */
  readonly global?: boolean;
  /** Keys of a payload that only the tool may set; named here so that the attempt can be recorded. */
  readonly claims?: readonly string[];
}

export interface Authored {
  readonly kind: "authored";
  readonly document: MemoryDocument;
  readonly claims: readonly string[];
}

/** A text with frontmatter of its own: what stands there was given, not derived. */
export function hasHead({ text }: Pick<AddRequest, "text">): boolean {
  return /^\uFEFF?---\r?\n/.test(text);
}

export function authoredDocument(request: AddRequest): Authored | Refusal {
  const text = request.text.replace(/^\uFEFF/, "");
  const claims = request.claims ?? [];
  if (!hasHead(request)) return { kind: "authored", document: fromText(request, text), claims };
  const file = parseDocument(text.endsWith("\n") ? text : `${text}\n`);
  if (file.kind === "document") {
    return {
      kind: "authored",
      document: fromFile(request, file),
      claims: [...claims, ...[...file.fields.keys()].filter(isToolKey)],
    };
  }
  return refuse(
    "checks-failed",
    "The text starts with frontmatter that can't be read; nothing was saved.",
    "Mend it, or leave the frontmatter out.",
    findingLines(file.findings),
  );
}

function fromText(request: AddRequest, body: string): MemoryDocument {
  const kind = request.kind ?? kindOf(body);
  const { project, branch, expires } = request;
  return composeDocument(
    {
      name: request.name ?? nameOf(body),
      description: request.description ?? descriptionOf(body),
      type: request.type ?? (request.kind === undefined ? typeOf(body, kind) : typeOfKind(kind)),
      kind,
      ...(project === undefined || request.global === true ? {} : { project }),
      ...(branch === undefined ? {} : { branch }),
      ...(expires === undefined ? {} : { expires }),
      tags: tidy(request.tags ?? []),
      asks: request.asks ?? [],
      paths: request.paths ?? [],
      rule: request.rule ?? [],
      body: body.endsWith("\n") ? body : `${body}\n`,
    },
    {},
  );
}

/** What the file says stands, unless it was said otherwise beside it; what it leaves out is derived. */
function fromFile(request: AddRequest, file: MemoryDocument): MemoryDocument {
  const bare = setToolKeys(file, Object.fromEntries(TOOL_KEYS.map((key) => [key, null])));
  const missing = (key: AuthorKey): boolean => textField(file, key) === undefined && !file.fields.has(key);
  const body = file.body.trim();
  const { name, description, type, kind, tags, asks, paths, rule, branch, expires, project } = request;
  const said: Partial<Record<AuthorKey, string | readonly string[] | null | undefined>> = {
    name: name ?? (missing("name") ? nameOf(body) : undefined),
    description: description ?? (missing("description") ? descriptionOf(body) : undefined),
    type: type ?? (missing("type") ? typeOfKind(kind ?? kindField(file) ?? "fact") : undefined),
    kind,
    tags: tags === undefined ? undefined : tidy(tags),
    asks,
    paths,
    rule,
    branch,
    expires,
    project: request.global === true ? null : missing("project") ? project : undefined,
  };
  return Object.entries(said).reduce(
    (document, [key, value]) => (value === undefined ? document : setAuthorKey(document, key as AuthorKey, value)),
    bare,
  );
}

/** Lower case, sorted, unique, as the rule for tags wants them. */
function tidy(tags: readonly string[]): readonly string[] {
  return [...new Set(tags.map((tag) => tag.trim().toLowerCase()))].filter((tag) => tag !== "").sort();
}

// Where a text that is refused fails (SUR-4). A check counts the lines of the file that would be written; whoever typed the
// text never saw that file, so its head is called by its keys, and its body by the lines of what was typed.

const KEYS: ReadonlySet<string> = new Set([...AUTHOR_KEYS, ...TOOL_KEYS]);

/** One line each; what name and description took over from the text is told once, without a place of its own. */
export function addedFindings(
  findings: readonly Finding[],
  document: MemoryDocument,
  given: { readonly name?: string | undefined; readonly description?: string | undefined },
): readonly string[] {
  const derived = (["name", "description"] as const).filter((key) => given[key] === undefined);
  const head = document.text.slice(0, document.headEnd).split("\n").length;
  const told = findings.filter(blocks).map(({ check, rule, line, hint }) => {
    const key = line > head ? undefined : keyAt(document, line);
    const where =
      key === undefined
        ? ` line ${line - head} of the text`
        : derived.some((each) => `\`${each}\`` === key)
          ? ""
          : ` in ${key}`;
    return { what: `${check}/${rule}`, where, hint };
  });
  const placed = new Set(told.filter(({ where }) => where !== "").map(({ what }) => what));
  const worth = told.filter(({ what, where }) => where !== "" || !placed.has(what));
  return [...new Set(worth.map(({ what, where, hint }) => `${what}${where}: ${hint}`))];
}

function keyAt({ text, entries }: MemoryDocument, line: number): string {
  const start = text.split("\n", line - 1).join("\n").length + 1;
  const key = entries.findLast((entry) => entry.start <= start)?.key ?? "";
  // A key that nobody knows is the writer's own text, and may be what was found.
  return KEYS.has(key) ? `\`${key}\`` : "a key of the head";
}
