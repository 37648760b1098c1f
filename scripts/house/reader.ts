// One source file as facts that can be counted. Reads the syntax tree of the parser that vitest brings, so text in a
// string or a comment is never taken for code.
import { parseAst } from "vitest/node";

export interface FileFacts {
  readonly lines: number;
  /** Specifiers of what is loaded when the file is loaded: imports and re-exports that are not types alone. */
  readonly loads: readonly string[];
  /** Specifiers of imports that are awaited or called later. */
  readonly loadsLater: readonly string[];
  readonly functions: readonly FunctionFact[];
  /** Functions that stand at the top of the file, whether declared or kept in a constant. */
  readonly topFunctions: number;
  readonly classes: number;
  readonly anys: number;
  /** Names of the exported types and interfaces that are declared here. */
  readonly types: readonly string[];
}

export interface FunctionFact {
  readonly name: string;
  readonly line: number;
  readonly parameters: number;
}

/** A node as the parser gives it; only what is read here is named. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
]);
const TYPES: ReadonlySet<string> = new Set(["TSInterfaceDeclaration", "TSTypeAliasDeclaration"]);

export function readFacts(text: string): FileFacts {
  const program = parseAst(text, { lang: "ts", astType: "ts" }) as unknown as Node;
  const top = list(program.body);
  const facts = { functions: [] as FunctionFact[], later: [] as string[], anys: 0, classes: 0 };
  walk(program, "", (node, name) => {
    if (FUNCTIONS.has(node.type))
      facts.functions.push({ name, line: lineAt(text, node.start), parameters: given(node) });
    if (node.type === "ImportExpression") facts.later.push(specifier(node) ?? "?");
    if (node.type === "TSAnyKeyword") facts.anys += 1;
    if (node.type === "ClassDeclaration") facts.classes += 1;
  });
  return {
    lines: text.split("\n").filter((line) => line.trim() !== "").length,
    loads: top.filter(isLoaded).flatMap((node) => specifier(node) ?? []),
    loadsLater: facts.later,
    functions: facts.functions,
    topFunctions: top.reduce((sum, node) => sum + functionsOf(declared(node)), 0),
    classes: facts.classes,
    anys: facts.anys,
    types: exportedTypes(top),
  };
}

/** A `this` parameter is for the checker alone. */
function given(node: Node): number {
  return list(node.params).filter((parameter) => parameter.name !== "this").length;
}

function functionsOf(node: Node): number {
  if (node.type === "FunctionDeclaration") return 1;
  if (node.type !== "VariableDeclaration") return 0;
  return list(node.declarations).filter((each) => isNode(each.init) && FUNCTIONS.has(each.init.type)).length;
}

/** What an export declares, or the statement itself. */
function declared(node: Node): Node {
  return isNode(node.declaration) ? node.declaration : node;
}

function exportedTypes(top: readonly Node[]): readonly string[] {
  const own = new Map(
    top.map(declared).flatMap((node) => (TYPES.has(node.type) && isNode(node.id) ? [[node.id.name, node]] : [])),
  );
  const direct = top
    .filter((node) => node.type === "ExportNamedDeclaration" && node.declaration !== null)
    .map(declared);
  const listed = top
    .filter((node) => node.type === "ExportNamedDeclaration" && node.source === null)
    .flatMap((node) => list(node.specifiers))
    .flatMap((each) => (isNode(each.local) ? (own.get(each.local.name) ?? []) : [])) as readonly Node[];
  const names = [...direct, ...listed].flatMap((node) =>
    TYPES.has(node.type) && isNode(node.id) ? [String(node.id.name)] : [],
  );
  return [...new Set(names)];
}

function isLoaded(node: Node): boolean {
  if (node.type === "ImportDeclaration") return node.importKind !== "type" && !onlyTypes(node, "importKind");
  const isExport = node.type === "ExportNamedDeclaration" || node.type === "ExportAllDeclaration";
  return isExport && node.exportKind !== "type" && isNode(node.source) && !onlyTypes(node, "exportKind");
}

/** `import { type A, type B }` names types alone; `import "x"` and `import {}` are there for their effect. */
function onlyTypes(node: Node, kind: "importKind" | "exportKind"): boolean {
  const names = list(node.specifiers);
  return names.length > 0 && names.every((name) => name[kind] === "type");
}

function specifier(node: Node): string | undefined {
  return isNode(node.source) && typeof node.source.value === "string" ? node.source.value : undefined;
}

function walk(node: Node, name: string, visit: (node: Node, name: string) => void): void {
  const own = nameOf(node) ?? name;
  visit(node, own);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, own, visit);
  }
}

/** A function without a name of its own is called by what holds it. */
function nameOf(node: Node): string | undefined {
  const holder = node.id ?? (/Property|Method/.test(node.type) ? node.key : undefined);
  return isNode(holder) && typeof holder.name === "string" ? holder.name : undefined;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function list(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}
