// holdfast mcp; with --snippet the lines by which an agent without hooks learns when to use its tools (AGT-31).
import { EXIT } from "../exit.ts";
import { SNIPPET } from "../mcp-snippet.ts";
import type { Invocation } from "../spec.ts";

export function run({ bench, options, out }: Invocation): number | Promise<number> {
  if (options["snippet"] !== true)
    return bench.startMcp(options["store"] === undefined ? undefined : bench.locations.store);
  if (out.options.json) out.json({ snippet: SNIPPET.join("\n") });
  else for (const line of SNIPPET) out.line(line);
  return EXIT.done;
}
