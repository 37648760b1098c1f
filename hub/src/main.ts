#!/usr/bin/env node
// npx @holdfast/hub: what was asked for goes to standard output, a word on how it ended to standard error.
import { run } from "./command-line.ts";

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
