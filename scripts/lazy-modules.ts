// Loads some modules of the hook when they are first used. A silent prompt hashes nothing, signs nothing and reads no
// frontmatter, and loading what does these things costs a third of its time. The sources stay plain imports; only the
// hook's bundles are built so.
import * as childProcess from "node:child_process";
import * as crypto from "node:crypto";
import type { Plugin } from "esbuild";
import * as yaml from "yaml";

/** Module, what it exports, and where the bundle finds it. */
const LAZY: readonly (readonly [name: string, exported: object, from: string])[] = [
  ["node:crypto", crypto, "node:crypto"],
  ["node:child_process", childProcess, "node:child_process"],
  ["yaml", yaml, "./hook-yaml.cjs"],
];

export const lazyModules: Plugin = {
  name: "lazy-modules",
  setup: ({ onResolve, onLoad }) => {
    for (const [name, exported, from] of LAZY) {
      onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: "lazy" }));
      onResolve({ filter: new RegExp(`^lazily:${name}$`) }, () => ({ path: from, external: true }));
      onLoad({ filter: new RegExp(`^${name}$`), namespace: "lazy" }, () => ({ contents: shim(name, exported) }));
    }
  },
};

/** A function stands for each function and class, and an object that asks the module for everything else. */
function shim(name: string, exported: object): string {
  const parts = Object.entries(exported).filter(([key]) => /^[A-Za-z]\w*$/.test(key) && key !== "default");
  const lines = parts.map(([key, value]) => (typeof value === "function" ? asFunction(key, value) : asObject(key)));
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
