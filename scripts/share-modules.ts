// Builds a set of our modules once, as one CommonJS file that every bundle loads from beside itself. Whatever the file
// holds it also gives away, so that no module is there twice for those who load it: some keep state (process groups).
import { createHash } from "node:crypto";
import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type BuildOptions,
  type BuildResult,
  build,
  type OnResolveArgs,
  type OnResolveResult,
  type Plugin,
} from "esbuild";
import { comparedIn, importedBy, isEagerAmong, LATER, laterFor, laterModule, type Origin } from "./later.ts";

/** `modules` are paths relative to the root, in the order in which the file numbers them. */
export interface SharedFile {
  readonly file: string;
  readonly modules: readonly string[];
}

/** The source files of each output, without what was left out of it. */
export async function modulesOf(options: BuildOptions): Promise<ReadonlyMap<string, readonly string[]>> {
  const { metafile } = await build({ ...options, write: false, metafile: true });
  const outputs = Object.entries(metafile?.outputs ?? {});
  return new Map(outputs.map(([file, { inputs }]) => [file.replace(/^.*\//, ""), Object.keys(inputs).filter(isOurs)]));
}

function isOurs(input: string): boolean {
  return input.startsWith("src/") && input.endsWith(".ts");
}

/** What a file of `modules` would hold beyond them is given away as well: until nothing is added any more. */
export async function closed(modules: readonly string[], options: BuildOptions): Promise<readonly string[]> {
  const all = [...new Set(modules)].sort();
  const held = [...(await modulesOf(await sharedOptions(all, options))).values()].flat();
  const missing = held.filter((module) => !all.includes(module));
  return missing.length === 0 ? all : closed([...all, ...missing], options);
}

/** The name carries the digest: a bundle of another version must not meet this one's numbers (AGT-1). */
export async function makeShared(name: string, modules: readonly string[], options: BuildOptions): Promise<Made> {
  const result = await build({ ...(await sharedOptions(modules, options)), write: false, metafile: true });
  const [output] = result.outputFiles;
  if (output === undefined) throw new Error(`${name} was not built`);
  const digest = createHash("sha256").update(output.contents).digest("hex").slice(0, 8);
  return { shared: { file: `${name}-${digest}.cjs`, modules }, bytes: output.contents, result };
}

export interface Made {
  readonly shared: SharedFile;
  readonly bytes: Uint8Array;
  readonly result: BuildResult;
}

/**
 * `options` are those of the bundles that will use the file, without entry points. Plain objects, because a getter for
 * each name, as a bundler makes them, costs a hook more than the rest of loading; nothing here is exported and changed
 * later. The last line is how Node finds names in such a file when a module imports it.
 */
async function sharedOptions(
  modules: readonly string[],
  options: BuildOptions,
): Promise<BuildOptions & { outdir: string }> {
  const { entryPoints: _, absWorkingDir = "", outdir = "", ...rest } = options;
  const named = await Promise.all(modules.map((module) => namesIn(absWorkingDir, module)));
  const imports = modules.map(
    (module, at) => `import { ${(named[at] ?? []).map((name) => `${name} as m${at}_${name}`)} } from "./${module}";`,
  );
  const objects = named.map((names, at) => `m${at}: { ${names.map((name) => `${name}: m${at}_${name}`)} },`);
  const contents = [...imports, "module.exports = {", ...objects, "};"].join("\n");
  return {
    ...rest,
    absWorkingDir,
    outdir,
    stdin: { contents, resolveDir: absWorkingDir },
    footer: { js: `0&&(module.exports={${modules.map((_module, at) => `m${at}`)}});` },
    logOverride: { "commonjs-variable-in-esm": "silent" },
  };
}

async function namesIn(root: string, module: string): Promise<readonly string[]> {
  return Object.keys(await exportedBy(root, module));
}

async function exportedBy(root: string, module: string): Promise<Origin["exported"]> {
  return (await import(pathToFileURL(resolve(root, module)).href)) as Origin["exported"];
}

/** In place of each shared module: its names, taken from the file. */
export function takeFrom(shared: readonly SharedFile[], root: string): Plugin {
  const places = new Map(shared.flatMap(({ file, modules }) => modules.map((module, at) => [module, { file, at }])));
  return {
    name: "shared-modules",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, resolveDir }) => {
        const module = relative(root, resolve(resolveDir, path)).replaceAll("\\", "/");
        return places.has(module) ? { path: module, namespace: "shared", sideEffects: false } : undefined;
      });
      onResolve({ filter: /\.cjs$/, namespace: "shared" }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /.*/, namespace: "shared" }, async ({ path }) => {
        const place = places.get(path);
        const names = await namesIn(root, path);
        const taken = `m${place?.at}`;
        return { contents: `import { ${taken} } from "./${place?.file}";\nexport const { ${names} } = ${taken};` };
      });
    },
  };
}

/**
 * The same for files that are loaded when something of theirs is called, and for the modules of Node that `builtins` names. Each
 * importer has its own few lines: one module for all would be a chunk by itself wherever several chunks import it.
 */
export function takeLater(shared: readonly SharedFile[], root: string, builtins: readonly string[]): Plugin {
  const places = new Map(shared.flatMap(({ file, modules }) => modules.map((module, at) => [module, { file, at }])));
  const compared = comparedIn(`${root}src`);
  return {
    name: "taken-later",
    setup: ({ onResolve, onLoad }) => {
      const own = (module: string, { path, importer, kind }: OnResolveArgs): OnResolveResult => ({
        path: `${module}?${relative(root, importer)}`,
        namespace: "later",
        sideEffects: false,
        pluginData: { module, names: kind === "import-statement" ? importedBy(importer, path) : undefined },
      });
      onResolve({ filter: /^\.\.?\/.*\.ts$/ }, (args) => {
        const module = relative(root, resolve(args.resolveDir, args.path)).replaceAll("\\", "/");
        return places.has(module) ? own(module, args) : undefined;
      });
      onResolve({ filter: /^node:/ }, (args) =>
        builtins.includes(args.path) && args.importer.startsWith(`${root}src/`) ? own(args.path, args) : undefined,
      );
      onResolve({ filter: new RegExp(`^${LATER}$`) }, () => ({ path: LATER, namespace: "later", sideEffects: false }));
      onLoad({ filter: new RegExp(`^${LATER}$`), namespace: "later" }, () => ({ contents: laterModule }));
      onLoad({ filter: /\?/, namespace: "later" }, async ({ pluginData }) => {
        const { module, names } = pluginData as { module: string; names: readonly string[] | undefined };
        const place = places.get(module);
        const exported = place === undefined ? await import(module) : await exportedBy(root, module);
        const origin =
          place === undefined ? { file: module, exported } : { file: `./${place.file}`, at: `m${place.at}`, exported };
        return { contents: laterFor(origin, names ?? Object.keys(exported), isEagerAmong(exported, compared)) };
      });
    },
  };
}
