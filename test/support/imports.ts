// Finds every import of a TypeScript file: static, for effect, type-only, re-exported, dynamic, and `import("x").T`
// in types. A specifier that is no plain string can't be judged, so it is reported as an import of "?".

export interface Import {
  readonly from: string;
  /** The names in braces, or none for other forms. */
  readonly names: readonly string[];
  readonly dynamic: boolean;
  /** Types alone: nothing is left of it when the program runs. */
  readonly typeOnly: boolean;
}

const STATIC = /(?:^|;)[ \t]*(?:import|export)\b([^"'`;()]*?)\bfrom\s*["']([^"']+)["']/gm;
const EFFECT = /(?:^|;)[ \t]*import\s*["']([^"']+)["']/gm;
const DYNAMIC = /\b(?:import|require)\s*\(\s*(?:(["'])([^"']+)\1\s*[),]|([^\s"']))/g;

export function importsOf(source: string): readonly Import[] {
  const text = withoutComments(source);
  return [
    ...[...text.matchAll(STATIC)].map((match) =>
      found(match[2], { names: namesIn(match[1] ?? ""), typeOnly: isTypeOnly(match[1] ?? "") }),
    ),
    ...[...text.matchAll(EFFECT)].map((match) => found(match[1], {})),
    ...[...text.matchAll(DYNAMIC)].map((match) => found(match[2], { dynamic: true })),
  ];
}

function found(from: string | undefined, more: Partial<Import>): Import {
  return { from: from ?? "?", names: [], dynamic: false, typeOnly: false, ...more };
}

/** `import type { A }`, `export type { A }`, or braces in which each name has its own `type`. */
function isTypeOnly(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true;
  const [, braces] = /^\s*\{([^}]*)\}\s*$/.exec(clause) ?? [];
  const names = (braces ?? "").split(",").filter((name) => name.trim() !== "");
  return names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
}

function namesIn(clause: string): readonly string[] {
  const braces = /\{([^}]*)\}/.exec(clause)?.[1] ?? "";
  return braces
    .split(",")
    .map((name) =>
      (
        name
          .trim()
          .replace(/^type\s+/, "")
          .split(/\s+as\s+/)[0] ?? ""
      ).trim(),
    )
    .filter((name) => name !== "");
}

/** Comments go, strings and templates stay: an import in a comment is none, and `//` in a string is no comment. */
export function withoutComments(source: string): string {
  const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
  return source.replace(token, (text) => (text.startsWith("//") || text.startsWith("/*") ? " " : text));
}
