// Finds every import of a TypeScript file: static, for effect, type-only, re-exported, dynamic, and `import("x").T`
// in types. A specifier that is no plain string can't be judged, so it is reported as an import of "?".

export interface Import {
  readonly from: string;
  /** The names in braces, or none for other forms. */
  readonly names: readonly string[];
  readonly dynamic: boolean;
}

const STATIC = /(?:^|;)[ \t]*(?:import|export)\b((?:[^"'`;()]|\n)*?)\bfrom\s*["']([^"']+)["']/gm;
const EFFECT = /(?:^|;)[ \t]*import\s*["']([^"']+)["']/gm;
const DYNAMIC = /\b(?:import|require)\s*\(\s*(?:(["'])([^"']+)\1\s*[),]|([^\s"']))/g;

export function importsOf(source: string): readonly Import[] {
  const text = withoutComments(source);
  return [
    ...[...text.matchAll(STATIC)].map((match) => found(match[2], namesIn(match[1] ?? ""), false)),
    ...[...text.matchAll(EFFECT)].map((match) => found(match[1], [], false)),
    ...[...text.matchAll(DYNAMIC)].map((match) => found(match[2], [], true)),
  ];
}

function found(from: string | undefined, names: readonly string[], dynamic: boolean): Import {
  return { from: from ?? "?", names, dynamic };
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
