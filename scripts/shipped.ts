// The bundles as they are shipped: no module of ours twice. What several parts of the hook hold, the checks, YAML and the
// counts of developer text are files of their own, which the hook requires and everything else imports; the command
// line, the library and the review share their chunks. All of it lies in one folder, so that a path to a file beside is the
// same from everywhere, and what of it agents run is a list that is made here (AGT-1).
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { type BuildOptions, type BuildResult, build, type Plugin } from "esbuild";
import { TABLE_FILE } from "../src/recall/io/meaning/table.ts";
import {
  cliOptions,
  encodeOptions,
  hookLibraryOptions,
  hookOptions,
  hookPartOptions,
  mcpOptions,
  NEXT,
  opencodeOptions,
  pageOptions,
  ROOT,
  withoutCertificates,
} from "./bundles.ts";
import { commonJsChunks } from "./commonjs-chunks.ts";
import { REQUIRE } from "./later.ts";
import { closed, type Made, makeShared, modulesOf, type SharedFile, takeFrom, takeLater } from "./share-modules.ts";

/** Decision 0032: names would cost another megabyte. */
const SMALL: BuildOptions = { minify: true, metafile: true };
/** They hold much of the same. */
const ALIKE = ["hook-start.cjs", "hook-prompt.cjs", "hook-tool.cjs"];
/** Given from the start of every command, and compared (command-line.ts). */
const STAND_IN = "src/compose/not-loaded.ts";
/** What every command asks, whatever it does: who sits there, what waits, what was left unfinished, what the checks will be asked. */
const AT_THE_DESK = [
  "src/hosts/index.ts",
  "src/listen/io/inbox.ts",
  "src/forget/io/journal.ts",
  "src/compose/checks.ts",
  "src/store/io/allowances.ts",
  "src/store/withheld.ts",
];
const ENTRIES = {
  cli: "src/cli/main.ts",
  index: "src/index.ts",
  web: "src/web/main.ts",
  "mcp-server": "src/mcp/main.ts",
  "worker-main": "src/worker/main.ts",
};
const ENTRY_FILES = ["cli.mjs", "index.mjs", "web.mjs"];
/** What Node loads in milliseconds, and most commands never call. */
const HEAVY = [
  "node:child_process",
  "node:crypto",
  "node:http",
  "node:readline",
  "node:readline/promises",
  "node:sqlite",
  "node:stream",
  "node:timers/promises",
  "node:zlib",
];
/** One file each beside what is shared: the server runs for hours, and must not look for a chunk that an update removed. */
const ALONE = ["mcp-server", "worker-main"] as const;

export interface Shipped {
  readonly results: readonly BuildResult[];
  /** In the order in which they are copied: what a file loads comes before it, and the hook last. */
  readonly agentFiles: readonly string[];
}

export async function buildShipped(): Promise<Shipped> {
  const made = await sharedFiles();
  const shared = made.map((each) => each.shared);
  mkdirSync(`${ROOT}${NEXT}`, { recursive: true });
  for (const {
    shared: { file },
    bytes,
  } of made)
    writeFileSync(`${ROOT}${NEXT}/${file}`, bytes);
  const all = (options: readonly BuildOptions[]): Promise<BuildResult[]> =>
    Promise.all(options.map((each) => build({ ...each, ...SMALL })));
  const libraries = await all([hookLibraryOptions(), libraryFileOptions()]);
  const alone = await all([...ALONE.map((entry) => moduleOptions(shared, entry)), encodeOptions()]);
  const parts = await all(hookParts(shared));
  const hook = await all([hookOptions()]);
  const others = [await chunks(shared), ...(await all([compiledOptions(), pageOptions()]))];
  // It is put into another program's folder, where a person may want to read it.
  const inFull = [await build({ ...opencodeOptions(), metafile: true })];
  writeFileSync(`${ROOT}${NEXT}/mcp.mjs`, `${mcpOptions().banner?.["js"]}\nimport("./mcp-server.mjs");\n`);
  writeFileSync(`${ROOT}${NEXT}/worker.cjs`, 'import("./worker-main.mjs");\n');
  copyFileSync(`${ROOT}src/recall/io/meaning/${TABLE_FILE}`, `${ROOT}${NEXT}/${TABLE_FILE}`);
  const names = (results: readonly BuildResult[]): readonly string[] =>
    results.flatMap(({ metafile }) => Object.keys(metafile?.outputs ?? {}).map((path) => path.replace(/^.*\//, "")));
  const sharedNames = shared.map(({ file }) => file);
  const started = ["worker.cjs", "mcp.mjs", ...names(parts), ...names(hook)];
  return {
    results: [...made.map(({ result }) => result), ...libraries, ...alone, ...parts, ...hook, ...others, ...inFull],
    agentFiles: [TABLE_FILE, ...names(libraries), ...sharedNames, ...names(alone), ...started],
  };
}

/** The command line, the library and the review, of which the parts that they share load as CommonJS. */
async function chunks(shared: readonly SharedFile[]): Promise<BuildResult> {
  const result = await build({ ...moduleOptions(shared), ...SMALL, write: false });
  for (const { name, text } of commonJsChunks(result, ENTRY_FILES)) writeFileSync(`${ROOT}${NEXT}/${name}`, text);
  return result;
}

/**
 * Each may load those before it: what at least two of the parts that are alike hold; what the checks hold beyond that; what
 * every command asks; what the worker and the server hold beyond these; and what the worker alone holds, which the command
 * line does as well.
 */
export async function sharedFiles(): Promise<readonly Made[]> {
  const parts = await modulesOf(hookPartOptions());
  const [server = [], worker = []] = await Promise.all(
    ALONE.map(async (entry) => [...(await modulesOf(moduleOptions([], entry))).values()].flat()),
  );
  const alike = ALIKE.flatMap((name) => parts.get(name) ?? []);
  const common = alike.filter((module, at) => alike.indexOf(module) !== at);
  const wanted: readonly (readonly [string, readonly string[], BuildOptions])[] = [
    // One character beyond Latin makes V8 keep two bytes for each of the text, and every event loads this file.
    ["shared", [...common, STAND_IN], { ...hookPartOptions(), charset: "ascii" }],
    [
      "checks",
      (parts.get("hook-checks.cjs") ?? []).filter((module) => !AT_THE_DESK.includes(module)),
      hookPartOptions(),
    ],
    ["desk", AT_THE_DESK, engineOptions()],
    ["engine", worker.filter((module) => server.includes(module)), engineOptions()],
    ["errands", worker, engineOptions()],
  ];
  const made: Made[] = [];
  for (const [name, modules, options] of wanted) {
    const before = made.map((each) => each.shared);
    const known = new Set(before.flatMap((each) => each.modules));
    const others = modules.filter(
      (module) => !known.has(module) && !/^src\/(hook|compose\/hook|worker|mcp)\//.test(module),
    );
    const beyond = beyondOf({ ...options, ...SMALL }, before, name);
    made.push(await makeShared(name, await closed(others, beyond), beyond));
  }
  return made;
}

/**
 * The hook's own files take whole ones from the start, as they need most of them. The others are loaded by commands that check
 * nothing and ask nothing of Node's larger modules: they load both when they call them.
 */
function beyondOf(options: BuildOptions, before: readonly SharedFile[], name: string): BuildOptions {
  if (name === "shared" || name === "checks") return withShared(options, before);
  const define = { ...options.define, [REQUIRE]: "require" };
  const [checks, others] = [before.filter(isChecks), before.filter((file) => !isChecks(file))];
  const plugins = [takeLater(checks, ROOT, HEAVY), takeFrom(others, ROOT), ...(options.plugins ?? [])];
  return { ...options, define, plugins };
}

function isChecks({ file }: SharedFile): boolean {
  return file.startsWith("checks-");
}

/** An event waits for what it loads: a part takes whole files only where it needs most of them. */
function hookParts([common, checks]: readonly SharedFile[]): readonly BuildOptions[] {
  const options = hookPartOptions();
  const entries = Object.entries(options.entryPoints as Record<string, string>);
  const takes = (name: string): readonly (SharedFile | undefined)[] =>
    ({ "hook-turn": [], "hook-fault": [], "hook-checks": [common, checks] })[name] ?? [common];
  return entries.map(([name, entry]) =>
    withShared(
      { ...options, entryPoints: { [name]: entry } },
      takes(name).filter((file) => file !== undefined),
    ),
  );
}

/** The command line, the library and the review share chunks; the server and the worker stand by themselves. */
export function moduleOptions(shared: readonly SharedFile[], alone?: (typeof ALONE)[number]): BuildOptions {
  const plugins = [librariesBeside, withoutCertificates];
  const options = { ...cliOptions(), alias: mcpOptions().alias ?? {}, plugins };
  if (alone !== undefined)
    return withShared({ ...options, entryPoints: { [alone]: ENTRIES[alone] }, splitting: false }, shared);
  const { "mcp-server": _, "worker-main": __, ...entryPoints } = ENTRIES;
  return { ...options, entryPoints, plugins: [compiledBeside, takeLater(shared, ROOT, HEAVY), ...options.plugins] };
}

/** As the parts of the hook, with what a longer life does not need to put off. */
function engineOptions(): BuildOptions {
  const { supported: _, ...options } = hookPartOptions();
  return { ...options, plugins: [librariesBeside] };
}

const SECRETLINT = "@secretlint/secretlint-rule-preset-recommend";

function libraryFileOptions(): BuildOptions {
  return { ...hookLibraryOptions(), entryPoints: { secretlint: SECRETLINT } };
}

/** Others' code and data that several bundles use, by the names under which the hook loads them lazily. */
const librariesBeside: Plugin = {
  name: "libraries-beside",
  setup: ({ onResolve }) => {
    const beside: readonly (readonly [RegExp, string])[] = [
      [/^yaml$/, "./hook-yaml.cjs"],
      [/\/background\.generated\.ts$/, "./hook-background.cjs"],
      [new RegExp(`^${SECRETLINT}$`), "./secretlint.cjs"],
    ];
    for (const [filter, path] of beside) onResolve({ filter }, () => ({ path, external: true }));
  },
};

/**
 * What has Node keep the rest compiled is loaded before it, and whatever it loaded would be compiled at every start: so it
 * stands by itself, with what little it needs.
 */
const COMPILED = "compiled";

function compiledOptions(): BuildOptions {
  return { ...hookLibraryOptions(), entryPoints: { [COMPILED]: "src/compose/compiled.ts" } };
}

const compiledBeside: Plugin = {
  name: "compiled-beside",
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/compose\/compiled\.ts$/ }, () => ({ path: `./${COMPILED}.cjs`, external: true }));
  },
};

function withShared(options: BuildOptions, shared: readonly SharedFile[]): BuildOptions {
  return { ...options, plugins: [takeFrom(shared, ROOT), ...(options.plugins ?? [])] };
}
