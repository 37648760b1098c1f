// Claude's own memory folder, guarded for content (AGT-23): the host writes there without asking anybody, and reads it
// into every session. A secret is masked where the whole text is given and nobody would be asked, otherwise refused; a
// wrong shape and text that reads like an order are told back. Elsewhere there is no opinion.

import { parseDocument } from "../memory/document.ts";
import { blocks, type Finding } from "../memory/findings.ts";
import { type Problem, toFinding } from "../memory/frontmatter.ts";
import { isType, TYPES } from "../memory/kinds.ts";
import type { MemoryDocument } from "../memory/model.ts";
import { contentAfter, patchOf, textsOf } from "./content-after.ts";
import { pathsOfPatch } from "./patch.ts";
import { REASONS } from "./wording.ts";
import { type Decision, type GuardWorld, NONE, type ToolCall } from "./world.ts";

export interface AutoMemoryWorld extends Pick<GuardWorld, "resolve"> {
  /** The real path of the folder, found as Claude finds it; undefined where it has none. */
  readonly folder: string | undefined;
  /** The host writes into it without asking the person, so that a masked text takes no question away from them. */
  readonly isUnasked: boolean;
  /** The text of a file, by its real path; undefined where there is none. */
  read(path: string): string | undefined;
}

export interface AutoMemoryChecks {
  /** Secrets, hidden text and injection; the shape is judged here. */
  inspect(text: string): readonly Finding[];
  /** The text with every secret masked. */
  mask(text: string): string;
}

export type AutoMemoryDecision =
  | Decision
  | { readonly kind: "rewrite"; readonly input: ToolCall["input"]; readonly reason: string };

const PATH_KEYS = ["file_path", "path", "notebook_path"];

export function autoMemory(call: ToolCall, world: AutoMemoryWorld, checks: AutoMemoryChecks): AutoMemoryDecision {
  for (const path of filesNamed(call)) {
    const real = world.resolve(path, call.cwd);
    if (world.folder === undefined || !real.startsWith(`${world.folder}/`)) continue;
    const decision = judge({ ...call, path, real }, world, checks);
    if (decision.kind !== "none") return decision;
  }
  return NONE;
}

/** Each of them costs system calls. */
const MOST_FILES = 200;

/** As they stand in the call, each once. */
export function filesNamed({ input }: ToolCall): readonly string[] {
  const patch = patchOf(input);
  const keyed = PATH_KEYS.map((key) => input[key]).filter((value) => typeof value === "string");
  return [...new Set([...keyed, ...(patch === undefined ? [] : pathsOfPatch(patch))])].slice(0, MOST_FILES);
}

interface FileCall extends ToolCall {
  readonly path: string;
  readonly real: string;
}

function judge(call: FileCall, world: AutoMemoryWorld, checks: AutoMemoryChecks): AutoMemoryDecision {
  const { path, real } = call;
  const after = contentAfter(call, world.read(real), path);
  // What did not go into the result as we build it may be what the tool writes.
  const texts = [
    after ?? "",
    textsOf(call)
      .filter((each) => after?.includes(each) !== true)
      .join("\n"),
  ];
  if (texts.every((each) => each === "")) return NONE;
  const name = real.slice(real.lastIndexOf("/") + 1);
  const shape = after === undefined ? [] : autoMemoryShape(name, after);
  const findings = [...texts.filter((each) => each !== "").flatMap((each) => checks.inspect(each)), ...shape].filter(
    matters,
  );
  if (findings.length === 0) return NONE;
  const clean = world.isUnasked ? masked(call, findings, checks) : undefined;
  return clean ?? { kind: "deny", reason: REASONS.found(findings.map(told).join("\n")) };
}

/** A warning about style is nobody's business here; one about injection is. */
function matters(finding: Finding): boolean {
  return blocks(finding) || finding.check === "injection";
}

/** Only where the tool gives the whole text can it be given masked. */
function masked(
  call: ToolCall,
  findings: readonly Finding[],
  checks: AutoMemoryChecks,
): AutoMemoryDecision | undefined {
  const { content } = call.input;
  if (call.tool !== "Write" || typeof content !== "string") return undefined;
  if (!findings.every((finding) => finding.check === "secrets")) return undefined;
  const clean = checks.mask(content);
  if (clean === content || checks.inspect(clean).some(matters)) return undefined;
  const rules = [...new Set(findings.map((finding) => finding.rule))].join(", ");
  return { kind: "rewrite", input: { ...call.input, content: clean }, reason: REASONS.masked(rules) };
}

/** Never the value: a finding's excerpt is safe to show. */
function told({ check, rule, line, excerpt, hint }: Finding): string {
  return `- line ${line}, ${check} (${rule}): ${excerpt}. ${hint}`;
}

// The shape of a file in Claude's own memory folder (AGT-23): frontmatter with name, description and a type, which older
// files have at the top and newer ones under `metadata`. MEMORY.md is the index and has no frontmatter.

const INDEX = "MEMORY.md";

export function autoMemoryShape(fileName: string, text: string): readonly Finding[] {
  if (!fileName.endsWith(".md")) return [];
  if (fileName === INDEX) return indexShape(text);
  const document = parseDocument(text);
  if (document.kind === "format-failure") return document.findings;
  return problemsOf(document).map((problem) => toFinding(text, problem));
}

function indexShape(text: string): readonly Finding[] {
  if (!/^\uFEFF?---\r?\n/.test(text)) return [];
  return [
    toFinding(text, problem("index-frontmatter", INDEX, `${INDEX} is the index: one line per memory, no frontmatter.`)),
  ];
}

function problemsOf(document: MemoryDocument): readonly Problem[] {
  const missing = ["name", "description"].filter((key) => {
    const value = document.fields.get(key);
    return typeof value !== "string" || value.trim() === "";
  });
  const type = typeIn(document);
  return [
    ...missing.map((key) => problem(`missing-${key}`, key, `Give the memory a ${key}.`)),
    ...(isType(type) ? [] : [problem("bad-type", "type", `Give \`metadata.type\`: ${TYPES.join(", ")}.`)]),
    ...(document.body.trim() === "" ? [problem("empty-body", "body", "Say the one fact below the frontmatter.")] : []),
  ];
}

/** Either place; where both are, they must agree. */
function typeIn({ fields }: MemoryDocument): unknown {
  const metadata = fields.get("metadata");
  const nested = metadata instanceof Map ? metadata.get("type") : undefined;
  const top = fields.get("type");
  if (nested !== undefined && top !== undefined && nested !== top) return undefined;
  return nested ?? top;
}

function problem(rule: string, excerpt: string, hint: string): Problem {
  return { rule, severity: "format", at: 0, excerpt, hint };
}
