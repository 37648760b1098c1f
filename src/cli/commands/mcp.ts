// holdfast mcp; with --snippet the lines by which an agent without hooks learns when to use its tools (AGT-31).
import { EXIT } from "../exit.ts";
import { SNIPPET } from "../mcp-snippet.ts";
import type { Commands, Invocation } from "../spec.ts";

export const commands: Commands = {
  mcp: {
    usage: "holdfast mcp [--snippet]",
    about: [
      "For an agent's settings: it speaks the protocol on stdin and stdout until its input ends.",
      "What an agent writes through it is inferred; what waits for you is not shown to it.",
      "--snippet prints a few lines for AGENTS.md, so that an agent without hooks knows when to use the tools.",
    ],
    options: { snippet: { type: "boolean", help: "Print those lines and end" } },
    names: [0, 0],
    examples: ["holdfast mcp", "claude mcp add holdfast -- holdfast mcp", "holdfast mcp --snippet >> AGENTS.md"],
    run,
  },
};

function run({ bench, options, out }: Invocation): number | Promise<number> {
  if (options["snippet"] !== true)
    return bench.startMcp(options["store"] === undefined ? undefined : bench.locations.store);
  if (out.options.json) out.json({ snippet: SNIPPET.join("\n") });
  else for (const line of SNIPPET) out.line(line);
  return EXIT.done;
}
