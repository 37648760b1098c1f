// What each entrance is made of: everything is bundled, so that the package has no runtime dependency. The same source
// gives the same bytes: no clock, no absolute path, no map. Each of these stands by itself and keeps its names, for tests
// that look into one; shipped.ts puts together what is shipped.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildOptions, Plugin } from "esbuild";
import { HOSTS } from "../src/hosts/index.ts";
import { lazyModules } from "./lazy-modules.ts";

export const ROOT: string = fileURLToPath(new URL("..", import.meta.url));
/** Built aside and then renamed, so that whoever runs dist/ meanwhile never sees half of it. */
export const NEXT: string = `.build-${process.pid}`;
const YAML = `${ROOT}node_modules/yaml/browser/index.js`;

export function version(): string {
  return (JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as { version: string }).version;
}

function shared(): BuildOptions {
  return {
    absWorkingDir: ROOT,
    // A linked node_modules is the same folder as one that is there: paths are in the output, and in the list of licences.
    preserveSymlinks: true,
    bundle: true,
    platform: "node",
    target: "node22",
    mainFields: ["module", "main"],
    charset: "utf8",
    legalComments: "eof",
    logLevel: "warning",
    // Libraries ask for this one variable to know whether to warn their developers: decided here, not when it runs.
    define: { __HOLDFAST_VERSION__: JSON.stringify(version()), "process.env.NODE_ENV": '"production"' },
    // yaml's "node" entry is CommonJS and drags in every schema; its browser entry is the same code as modules.
    // jsonc-parser names its modules under "module", beside a UMD "main" whose inner requires no bundler can follow.
    alias: { yaml: YAML },
    // An optional peer (decision 0024): it is found beside this package or not at all.
    external: ["@anthropic-ai/claude-agent-sdk"],
  };
}

/** The command line: one small entry, commands in chunks that load when they are used. */
export function cliOptions(): BuildOptions {
  return {
    ...shared(),
    entryPoints: { cli: "src/cli/main.ts" },
    outdir: NEXT,
    format: "esm",
    splitting: true,
    chunkNames: "[name]-[hash]",
    outExtension: { ".js": ".mjs" },
  };
}

/** Loaded by the hook when they are needed, each from a file beside it: parsing all of them would cost every event. */
export const HOOK_PARTS: Readonly<Record<string, string>> = {
  "hook-start": "src/compose/hook/start.ts",
  "hook-subagent": "src/compose/hook/subagent.ts",
  "hook-prompt": "src/compose/hook/prompt.ts",
  "hook-noted": "src/compose/hook/noted.ts",
  "hook-tool": "src/compose/hook/tool.ts",
  "hook-status": "src/compose/hook/status.ts",
  "hook-turn": "src/compose/hook/turn.ts",
  "hook-fault": "src/compose/hook/fault.ts",
  "hook-heard": "src/compose/hook/heard.ts",
  "hook-checks": "src/compose/hook/checks.ts",
  "hook-shell": "src/compose/hook/shell.ts",
};

const besideTheHook: Plugin = {
  name: "beside-the-hook",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, kind, resolveDir }) => {
      const file = kind === "dynamic-import" ? relative(ROOT, join(resolveDir, path)) : undefined;
      const [part] = Object.entries(HOOK_PARTS).find(([, source]) => source === file) ?? [];
      return part === undefined ? undefined : { path: `./${part}.cjs`, external: true };
    });
  },
};

/** With each agent's own words for a refusal, and for the person: its wire does not run there. */
export function hookPreamble(): string {
  const reason = "__MESSAGE__";
  const answers = HOSTS.map(({ name, wire }) => {
    const bare = wire.refusalOf?.({ kind: "deny", reason });
    const refusal = bare ?? wire.renderIntent({ kind: "deny", reason });
    const told = wire.renderIntent({ kind: "context", event: "SessionStart", text: "", userMessage: reason });
    return [name, { refusal, told, ...(bare === undefined ? {} : { exit: 2 }) }];
  });
  const text = readFileSync(`${ROOT}src/hook/preamble.txt`, "utf8").trimEnd();
  return text.replace("__ANSWERS__", () => JSON.stringify(Object.fromEntries(answers)));
}

/** How an agent is connected and how its records are read is nothing to a hook: its bundle has an empty module for both. */
const withoutSetups: Plugin = {
  name: "without-setups",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\/(setup|transcript)\.ts$/ }, ({ path, kind, importer }) => {
      const isLater = kind === "dynamic-import" && importer.startsWith(`${ROOT}src/hosts/`);
      return isLater ? { path, namespace: "nothing" } : undefined;
    });
    onLoad({ filter: /./, namespace: "nothing" }, () => ({ contents: "" }));
  },
};

/** The preamble must run on any Node, and a file is parsed as a whole: hence the old syntax target. */
export function hookOptions(outdir: string = NEXT): BuildOptions {
  return {
    ...shared(),
    entryPoints: { hook: "src/hook/main.ts" },
    outdir,
    format: "cjs",
    target: "node12",
    outExtension: { ".js": ".cjs" },
    plugins: [besideTheHook, lazyModules, withoutSetups],
    banner: { js: hookPreamble() },
  };
}

/** Never parsed by an old Node: the hook has ended before. */
export function hookPartOptions(outdir: string = NEXT): BuildOptions {
  return {
    ...hookOptions(outdir),
    entryPoints: { ...HOOK_PARTS },
    banner: {},
    supported: { "dynamic-import": false },
    target: "node22",
  };
}

const HOOK_LIBRARIES = { "hook-yaml": YAML, "hook-background": "src/recall/io/index/background.generated.ts" };

/** What the parts load lazily and Node does not bring. */
export function hookLibraryOptions(outdir: string = NEXT): BuildOptions {
  return { ...hookPartOptions(outdir), entryPoints: HOOK_LIBRARIES, plugins: [] };
}

/** One file as well: it is copied beside the hook, and started by the Node that ran the hook. */
export function workerOptions(): BuildOptions {
  return {
    ...shared(),
    entryPoints: { worker: "src/worker/main.ts" },
    outfile: `${NEXT}/worker.cjs`,
    format: "cjs",
  };
}

/**
 * The MCP server: one module, for a plugin or `install` copies it to where nothing else is. Old syntax, as for the hook:
 * on an old Node the preamble must be parsed, and then serves alone.
 */
export function mcpOptions(): BuildOptions {
  return {
    ...shared(),
    entryPoints: { mcp: "src/mcp/main.ts" },
    outfile: `${NEXT}/mcp.mjs`,
    alias: { ...shared().alias, "@modelcontextprotocol/server/_shims": `${ROOT}src/mcp/shims.ts` },
    format: "esm",
    target: "node14",
    banner: { js: readFileSync(`${ROOT}src/mcp/preamble.txt`, "utf8").trimEnd() },
  };
}

/** Of the hub's package: what it needs of others is installed with it, so that an operator can raise each. */
export function hubOptions(outdir: string): BuildOptions {
  const { dependencies, peerDependencies } = hubPackage();
  return {
    ...cliOptions(),
    // The thread in which large pushes are judged is a file beside it.
    entryPoints: { hub: "hub/src/main.ts", "judge-thread": "hub/src/judge-thread.ts" },
    outdir,
    external: Object.keys({ ...dependencies, ...peerDependencies }),
    metafile: true,
  };
}

export const HUB_PAGE: string = "hub/page";

/** What the hub serves to admins: one plain script, as the review's page. */
export function hubPageOptions(outdir: string): BuildOptions {
  const [entryPoints, tsconfig] = [{ page: `${HUB_PAGE}/main.ts` }, `${HUB_PAGE}/tsconfig.json`];
  return { ...pageOptions(), entryPoints, tsconfig, outfile: `${outdir}/page/page.js` };
}

export interface HubPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export function hubPackage(): HubPackage {
  return JSON.parse(readFileSync(`${ROOT}hub/package.json`, "utf8")) as HubPackage;
}

/** The encoder's process: one file by itself, for it may read no other of ours. */
export function encodeOptions(): BuildOptions {
  return {
    ...shared(),
    entryPoints: { encode: "src/recall/io/encoder/encode.ts" },
    outfile: `${NEXT}/encode.mjs`,
    format: "esm",
  };
}

/** The plugin that opencode loads into its own process: one file, which `install` writes below the places it needs. */
export function opencodeOptions(): BuildOptions {
  return {
    ...shared(),
    entryPoints: { opencode: "src/in-opencode/main.ts" },
    outfile: `${NEXT}/opencode.js`,
    format: "esm",
  };
}

/** As the command line: what only writing needs stands in a chunk of its own. */
export function libraryOptions(): BuildOptions {
  return { ...cliOptions(), entryPoints: { index: "src/index.ts" } };
}

/** The review in the browser: a process of its own, with chunks as the command line's. */
export function webOptions(): BuildOptions {
  return { ...cliOptions(), entryPoints: { web: "src/web/main.ts" }, plugins: [withoutCertificates] };
}

/**
 * What @simplewebauthn/server has for authenticators that prove their make: nine tenths of it, and never asked for, as
 * attestation is none (decision 0050). In its place stands what throws.
 */
export const withoutCertificates: Plugin = {
  name: "without-certificates",
  setup: ({ onResolve, onLoad }) => {
    const ours =
      /verifyAttestation|validateCertificatePath|convertX509|getCertificateInfo|isCertRevoked|metadataService|verifyMDSBlob|defaultRootCerts/;
    onResolve({ filter: /^@peculiar\// }, ({ path }) => ({ path, namespace: "certificates" }));
    onResolve({ filter: ours }, ({ path, importer }) =>
      importer.includes("@simplewebauthn") ? { path, namespace: "certificates" } : undefined,
    );
    onLoad({ filter: /./, namespace: "certificates" }, () => ({
      contents: 'module.exports = new Proxy({}, { get: () => () => { throw new Error("no certificates here"); } });',
      loader: "js",
    }));
  },
};

export const PAGE: string = "src/web/page";

/** What that process serves: one plain script, run by the browser. */
export function pageOptions(): BuildOptions {
  const { define: _, alias: __, ...rest } = shared();
  return {
    ...rest,
    platform: "browser",
    target: ["chrome115", "firefox115", "safari16.4"],
    entryPoints: { page: `${PAGE}/main.ts` },
    outfile: `${NEXT}/web/page.js`,
    format: "iife",
    tsconfig: `${PAGE}/tsconfig.json`,
  };
}
