// holdfast mcp
import type { Invocation } from "../spec.ts";

export function run({ bench, options }: Invocation): Promise<number> {
  return bench.startMcp(options["store"] === undefined ? undefined : bench.locations.store);
}
