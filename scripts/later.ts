// What the command line takes from files beside it and from Node, in a form that loads nothing by itself: in place of each
// imported function stands one that loads its file when it is first called. A command needs a few of the hundreds it could
// call. Objects, classes and functions that are compared stand for themselves, so these load their file at once.
import { readdirSync, readFileSync } from "node:fs";

/** Where a set of names is found: a file or a module of Node, and which of the objects in it. */
export interface Origin {
  readonly file: string;
  readonly at?: string;
  readonly exported: Readonly<Record<string, unknown>>;
}

/** In the bundle, by this name. `requireBeside` becomes `require` when the chunk becomes CommonJS (commonjs-chunks.ts). */
export const LATER = "holdfast:later";
export const REQUIRE: string = "requireBeside";
export const laterModule: string = `
const take = (file, at) => at === undefined ? ${REQUIRE}(file) : ${REQUIRE}(file)[at];
export const now = take;
export const later = (file, at, ...names) => names.map((name) => function (...args) {
  const found = take(file, at)[name];
  return new.target === undefined ? found(...args) : new found(...args);
});`;

/** In place of a module, for one importer: the names that it asks for, or all. */
export function laterFor(
  { file, at, exported }: Origin,
  names: readonly string[],
  isEager: (name: string) => boolean,
): string {
  const [quick, slow] = [names.filter(isEager), names.filter((name) => !isEager(name))];
  const place = `${JSON.stringify(file)}, ${JSON.stringify(at)}`;
  const missing = names.filter((name) => !(name in exported));
  if (missing.length > 0) throw new Error(`${file} has no ${missing.join(", ")}`);
  return [
    `import { later, now } from "${LATER}";`,
    quick.length === 0 ? "" : `export const { ${quick} } = now(${place});`,
    slow.length === 0 ? "" : `export const [${slow}] = later(${place}, ${slow.map((name) => JSON.stringify(name))});`,
  ].join("\n");
}

/** `fn === other` is false for what stands in its place. */
export function isEagerAmong(exported: Origin["exported"], compared: ReadonlySet<string>): (name: string) => boolean {
  return (name) => {
    const value = exported[name];
    return typeof value !== "function" || /^class\b/.test(String(value)) || compared.has(name);
  };
}

/** Every name of the sources that stands beside a comparison. */
export function comparedIn(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const texts = files.map((file) => readFileSync(`${folder}/${file}`, "utf8"));
  const after = texts.flatMap((text) =>
    [...text.matchAll(/[!=]==\s*(\w+)\b(?!\s*[(.[])/g)].map(([, name = ""]) => name),
  );
  const before = texts.flatMap((text) => [...text.matchAll(/(?<![.\w])(\w+)\s*[!=]==/g)].map(([, name = ""]) => name));
  return new Set([...after, ...before]);
}

/** The names that a source file imports of a module; undefined where it takes the module as a whole. */
export function importedBy(importer: string, specifier: string): readonly string[] | undefined {
  const text = readFileSync(importer, "utf8");
  const clauses = [...text.matchAll(/^(?:import|export)\s+(?:type\s+)?(\{[^}]*\}|[^{};"]+)\s+from\s+"([^"]+)"/gm)];
  const own = clauses.filter(([whole, , from]) => from === specifier && !/^(?:import|export)\s+type\b/.test(whole));
  if (own.length === 0 || own.some(([, clause = ""]) => !clause.startsWith("{"))) return undefined;
  const names = own.flatMap(([, clause = ""]) => clause.slice(1, -1).split(","));
  return names
    .map((name) => name.trim())
    .filter((name) => name !== "" && !/^type\s/.test(name))
    .map((name) => name.replace(/\s+as\s.*/, ""));
}
