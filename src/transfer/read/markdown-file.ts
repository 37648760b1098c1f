// A Markdown file of another tool as a candidate: one file, one memory. Frontmatter is kept where it can be read (STO-14);
// author keys of ours that do not hold there are mended or taken out, other keys stay as they are (STO-10). Where it can't
// be read the body counts alone, and the trust it claimed is still told (TRU-21). What it says of itself that puts it out of
// use counts in either case (TRU-23).

import { setAuthorKey } from "../../memory/compose.ts";
import { type MemoryDocument, parseDocument } from "../../memory/document.ts";
import { kindField, listField, textField, typeField } from "../../memory/fields.ts";
import { splitFrontmatter } from "../../memory/frontmatter.ts";
import { type AuthorKey, isToolKey } from "../../memory/keys.ts";
import { isType, type MemoryType } from "../../memory/kinds.ts";
import { FILE_NAME } from "../../memory/slug.ts";
import { descriptionOf, nameOf } from "../../store/guess.ts";
import { given } from "../../text/values.ts";
import { type FoundText, type ImportCandidate, leftOut, type SourceFile, timeIn } from "./candidate.ts";
import { isIndex, keysAtTop, keysIn, lastDay, saidOfItself } from "./standing.ts";

export interface FileOptions {
  /** Keeps the project, the name and the machine that the file has: only in our own format do they mean the same. */
  readonly ownFormat?: boolean;
  readonly gesture?: boolean;
}

const FILE_LIKE = /^[a-z0-9]+(?:[-_][a-z0-9]+)+$/;
const LONGEST = { name: 100, description: 256 } as const;

export function candidateOfFile(file: SourceFile, options: FileOptions = {}): FoundText {
  if (isIndex(file)) return leftOut(file.path, "is an index of other files");
  const text = file.text.replace(/^\uFEFF/, "");
  const read = /^---\r?\n/.test(text) ? parseDocument(text.endsWith("\n") ? text : `${text}\n`) : undefined;
  if (read?.kind === "document") return ofDocument(file, read, options);
  const split = read === undefined ? undefined : splitFrontmatter(text);
  const head = split?.kind === "split" ? text.slice(split.headStart, split.headEnd) : "";
  const body = split?.kind === "split" ? text.slice(split.bodyStart) : text;
  if (body.trim() === "") return leftOut(file.path, "there is no text in it");
  const said = saidOfItself(keysAtTop(text));
  if (typeof said === "string") return leftOut(file.path, said);
  return {
    ...common(file, options),
    ...said,
    text: body,
    ...namesFor(file, body),
    stated: false,
    claims: claimsIn(head),
  };
}

function ofDocument(file: SourceFile, document: MemoryDocument, options: FileOptions): FoundText {
  if (document.body.trim() === "") return leftOut(file.path, "there is no text in it");
  const said = saidOfItself(keysIn(document.fields));
  if (typeof said === "string") return leftOut(file.path, said);
  const type = typeField(document) ?? typeInMetadata(document);
  const names = namesFor(file, document.body);
  const title = fitting(document, "name", LONGEST.name) ?? clean(document.fields.get("title"), LONGEST.name);
  const description =
    fitting(document, "description", LONGEST.description) ?? clean(document.fields.get("summary"), LONGEST.description);
  // A file's name in the place of a name tells a reader less than its one line.
  const isPlain = options.ownFormat !== true && title !== undefined && FILE_LIKE.test(title);
  const mended = mend(document, {
    name: isPlain && description !== undefined ? nameOf(description) : (title ?? names.name),
    description: description ?? title ?? names.description,
    type: type ?? null,
    tags: tagsIn(document),
    expires: lastDay(said) ?? null,
    ...(options.ownFormat === true ? {} : { project: null }),
  });
  return {
    ...common(file, options),
    ...said,
    text: mended.text,
    ...(type === undefined ? {} : { type }),
    stated: type !== undefined,
    atMs: timeIn(document.fields.get("created-at")) ?? modifiedIn(document) ?? file.mtimeMs,
    ...(options.ownFormat === true ? { keeps: keptOf(file, document) } : {}),
  };
}

/** Only what is missing is filled in: a name or a machine that is there stays. */
function keptOf({ path }: SourceFile, document: MemoryDocument): NonNullable<ImportCandidate["keeps"]> {
  const file = path.split(/[\\/]/).at(-1) ?? "";
  const isOurs = FILE_NAME.test(file) && file.startsWith(`${typeField(document)}_`);
  const machine = clean(document.fields.get("source-machine"), LONGEST.name);
  return given({ stem: isOurs ? file.replace(/\.md$/, "") : undefined, machine });
}

function common(
  file: SourceFile,
  { gesture = false }: FileOptions,
): Pick<ImportCandidate, "kind" | "from" | "atMs" | "gesture"> {
  return { kind: "candidate", from: file.path, atMs: file.mtimeMs, gesture };
}

/** What does not hold by our rules goes, so that another tool's use of a word does not refuse the whole text. */
function mend(
  document: MemoryDocument,
  said: Partial<Record<AuthorKey, string | readonly string[] | null>>,
): MemoryDocument {
  const wanted: Partial<Record<AuthorKey, string | readonly string[] | null>> = {
    ...said,
    ...(kindField(document) === undefined ? { kind: null } : {}),
    ...(textField(document, "branch") === undefined ? { branch: null } : {}),
  };
  return Object.entries(wanted).reduce((doc, [key, value]) => {
    const is = value === null ? undefined : value;
    const unchanged = Array.isArray(value)
      ? JSON.stringify(doc.fields.get(key)) === JSON.stringify(value) || (value.length === 0 && !doc.fields.has(key))
      : doc.fields.get(key) === is;
    return unchanged ? doc : setAuthorKey(doc, key as AuthorKey, isEmptyList(value) ? null : value);
  }, document);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function tagsIn(document: MemoryDocument): readonly string[] {
  const tags = listField(document, "tags").flatMap((tag) => tag.split(","));
  const tidy = tags.map((tag) =>
    tag
      .trim()
      .replace(/^#/, "")
      .toLowerCase()
      .replace(/[\s/]+/g, "-"),
  );
  return [...new Set(tidy)]
    .filter((tag) => /^[\p{L}\p{N}\p{M}_.-]{1,40}$/u.test(tag))
    .sort()
    .slice(0, 12);
}

/** Claude's own stamp: `metadata.type` (older files have `type` at the top). */
function typeInMetadata(document: MemoryDocument): MemoryType | undefined {
  const type = metadataOf(document)?.get("type");
  return isType(type) ? type : undefined;
}

function modifiedIn(document: MemoryDocument): number | undefined {
  return timeIn(metadataOf(document)?.get("modified"));
}

function metadataOf(document: MemoryDocument): ReadonlyMap<string, unknown> | undefined {
  const metadata = document.fields.get("metadata");
  return metadata instanceof Map ? metadata : undefined;
}

/** From the first heading or sentence, else from the file's own name. */
function namesFor({ path }: SourceFile, body: string): { readonly name: string; readonly description: string } {
  const stem = (path.split(/[\\/]/).at(-1) ?? path).replace(/\.[a-z]+$/i, "").replace(/[-_]+/g, " ");
  const heading = /^#{1,6}\s+(.+)$/m.exec(body)?.[1]?.trim();
  const name = nameOf(heading ?? stem);
  const sentence = descriptionOf(body.replace(/^#{1,6}\s.*$/gm, "").replace(/^\s*[-*]\s+/gm, ""));
  return {
    name: name.length < 2 ? nameOf(body) : name,
    description: sentence === "" ? name : sentence,
  };
}

function fitting(document: MemoryDocument, key: "name" | "description", longest: number): string | undefined {
  return clean(document.fields.get(key), longest);
}

function clean(value: unknown, longest: number): string | undefined {
  if (typeof value !== "string") return undefined;
  const line = value.replace(/\s+/g, " ").trim();
  return line.length >= 2 && [...line].length <= longest ? line : undefined;
}

function claimsIn(head: string): readonly string[] {
  const keys = head.split(/\r?\n/).map((line) => /^["']?([a-z-]+)["']?\s*:/.exec(line)?.[1] ?? "");
  return [...new Set(keys)].filter(isToolKey);
}
