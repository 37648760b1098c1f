// Servers that are broken on purpose: a judge that never saw a fault proves nothing.

export interface Break {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export const BREAKS: readonly Break[] = [
  {
    what: "the server believes that a person calls",
    file: "src/compose/mcp.ts",
    from: 'const CHANNEL = "mcp";',
    to: 'const CHANNEL = "terminal";',
  },
  {
    what: "quarantined text is shown",
    file: "src/store/resolve.ts",
    from: 'if (permission("show", act.channel) === "full" || isGiven(memory, act)) return undefined;',
    to: "if (permission) return undefined;",
  },
  {
    what: "search gives what waits for a person",
    file: "src/mcp/find.ts",
    from: "suspects: suspectsBy(act.checks),",
    to: "",
  },
  {
    what: "text and content differ",
    file: "src/mcp/answer.ts",
    from: "text: JSON.stringify(content)",
    to: 'text: "{}"',
  },
  {
    what: "bodies are not sanitised",
    file: "src/mcp/shown.ts",
    from: "text: bodyOf(body),",
    to: "text: body,",
  },
  {
    what: "a line of a body begins as a line of ours does",
    file: "src/recall/render.ts",
    from: '.split("\\n").map(further)',
    to: '.split("\\n")',
  },
  {
    what: "a resource is text without a fence",
    file: "src/mcp/resources.ts",
    from: "renderWhole(candidateOf(found.memory, act))",
    to: "found.memory.document.body",
  },
  {
    what: "a fault inside a call is told as it is",
    file: "src/mcp/find.ts",
    from: "const shown = show(stores, id, act);",
    to: "const shown = show(undefined as never, id, act);",
  },
];
