// The environment of a program that is started from its sources and inherits nothing: PATH, and where Node keeps what it
// compiled. A start from sources costs three times as much without; the folder is keyed by Node's version and the text.
import { fileURLToPath } from "node:url";

const COMPILED = fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url));

export function scrubbed(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: COMPILED, ...more };
}
