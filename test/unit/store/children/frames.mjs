// Loaded before the command line: tells which functions of ours stand on the stack when a memory gets its name on disk.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

Error.stackTraceLimit = Number.POSITIVE_INFINITY;
const { linkSync } = fs;
fs.linkSync = (from, to) => {
  if (/\/feedback_[^/]*$/.test(String(to))) {
    const lines = new Error().stack?.split("\n") ?? [];
    const ours = lines.flatMap((line) => /\/src\/([^:]+)/.exec(line)?.[1] ?? []);
    process.stderr.write(`FRAMES ${JSON.stringify(ours)}\n`);
  }
  return linkSync(from, to);
};
syncBuiltinESMExports();
