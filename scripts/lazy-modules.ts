// Loads some modules of the hook when they are first used. A silent prompt hashes nothing, signs nothing and reads no
// frontmatter, and loading what does these things costs a third of its time. The sources stay plain imports; only the
// hook's bundles are built so.
import * as childProcess from "node:child_process";
import * as crypto from "node:crypto";
import type { Plugin } from "esbuild";
import * as yaml from "yaml";
import * as background from "../src/recall/io/index/background.generated.ts";

/** Module as it is imported, what it exports, and where the bundle finds it. */
const LAZY: readonly (readonly [name: string, exported: object, from: string])[] = [
  ["node:crypto", crypto, "node:crypto"],
  ["node:child_process", childProcess, "node:child_process"],
  ["yaml", yaml, "./hook-yaml.cjs"],
  ["./background.generated.ts", background, "./hook-background.cjs"],
];

export const lazyModules: Plugin = {
  name: "lazy-modules",
  setup: ({ onResolve, onLoad }) => {
    for (const [name, exported, from] of LAZY) {
      const exactly = (text: string): RegExp => new RegExp(`^${text.replace(/[./]/g, "\\$&")}$`);
      onResolve({ filter: exactly(name) }, () => ({ path: name, namespace: "lazy" }));
      onResolve({ filter: exactly(`lazily:${name}`) }, () => ({ path: from, external: true }));
      onLoad({ filter: exactly(name), namespace: "lazy" }, () => ({ contents: shim(name, exported) }));
    }
  },
};

/** A function stands for each function and class, an object for each object; numbers and texts are written out. */
function shim(name: string, exported: object): string {
  const parts = Object.entries(exported).filter(([key]) => /^[A-Za-z]\w*$/.test(key) && key !== "default");
  const lines = parts.map(([key, value]: readonly [string, unknown]) => {
    if (typeof value === "function") return asFunction(key, value);
    return typeof value === "object" ? asObject(key) : `export const ${key} = ${JSON.stringify(value)};`;
  });
  return [`const loaded = () => require(${JSON.stringify(`lazily:${name}`)});`, ...lines].join("\n");
}

function asFunction(key: string, value: object): string {
  const isClass = /^class\b/.test(String(value));
  const called = isClass ? `new (loaded().${key})(...args)` : `loaded().${key}(...args)`;
  return `export function ${key}(...args) { return ${called}; }`;
}

function asObject(key: string): string {
  return `export const ${key} = new Proxy({}, { get: (_, name) => loaded().${key}[name] });`;
}
