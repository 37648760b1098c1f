// The directions of docs/architecture.md, asserted on every source file. A check that saw no file passes
// anything, so this one counts what it saw, in two ways.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { describe, expect, test } from "vitest";
import {
  cliOptions,
  hookLibraryOptions,
  hookOptions,
  hookPartOptions,
  mcpOptions,
  workerOptions,
} from "../scripts/bundles.ts";
import { ENTRANCES, isWorldly, ROOMS, rankOf } from "../scripts/rooms.ts";
import { type Import, importsOf, withoutComments } from "./support/imports.ts";
import { folderOf, readSourceTree, targetOf } from "./support/source-tree.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const LEAST_FILES = 60;

/** Each library of the bundle has one owner. */
const LIBRARIES: Readonly<Record<string, RegExp>> = {
  yaml: /^memory\//,
  "jsonc-parser": /^install\/io\/json-(edit|text|tree)\.ts$/,
  "smol-toml": /^install\/io\/toml-edit\.ts$/,
  diff: /^(cli|web)\//,
  "@simplewebauthn/server": /^web\/verify\.ts$/,
  "@simplewebauthn/server/helpers": /^web\/verify\.ts$/,
  unbash: /^guard\/shell\//,
  "echarts/core": /^health\/io\/charts\.ts$/,
  "echarts/charts": /^health\/io\/charts\.ts$/,
  "echarts/components": /^health\/io\/charts\.ts$/,
  "echarts/renderers": /^health\/io\/charts\.ts$/,
  "@modelcontextprotocol/server": /^mcp\//,
  "@modelcontextprotocol/server/stdio": /^mcp\/main\.ts$/,
  "@modelcontextprotocol/server/validators/cf-worker": /^mcp\/shims\.ts$/,
  zod: /^mcp\//,
  "@anthropic-ai/claude-agent-sdk": /^observer\/io\/model\/providers\/claude-sdk\.ts$/,
  "@secretlint/types": /^checks\/secrets\/second-opinion\.ts$/,
  "@secretlint/secretlint-rule-preset-recommend": /^checks\/secrets\/second-opinion\.ts$/,
};

/** What of the model's edge the rest may import: the one maker of calls, and what it needs to be told. */
const MODEL_DOORS = ["observer/io/model/locked-call.ts", "observer/io/model/spend.ts"];

/** Whoever starts another program; a new one is looked at before it is added here. */
const STARTERS = [
  "cli/terminal.ts",
  "compose/beside.ts",
  "compose/hook/worker.ts",
  "disk/git/run.ts",
  "disk/private-acl.ts",
  "disk/programs.ts",
  "disk/running-programs.ts",
  "health/io/schedule.ts",
  "in-opencode/ask.ts",
  "install/io/probe.ts",
  "install/io/proof.ts",
  "observer/io/model/child-group.ts",
  "recall/io/encoder/child.ts",
  "recall/io/encoder/package.ts",
  "store/io/ssh-signer.ts",
  "trust/io/person/process-table.ts",
  "trust/io/person/ps.ts",
  "web/main.ts",
  "worker/supervise.ts",
];

/** Loads a module by a computed name: the pinned runtime of the encoder, in a process that has nothing else (ARR-5a). */
const LOADER = "recall/io/encoder/encode.ts";

/** The store's paths are joined in disk/; one other file walks a project's own tree, which is no store. */
const MAY_JOIN = /^disk\/|^recall\/io\/project-files\.ts$/;

const { files, sources, imports } = readSourceTree();

/** Undefined when the import is right, else what is wrong with it. */
function fault(file: string, { from, typeOnly }: Pick<Import, "from" | "typeOnly">): string | undefined {
  const folder = folderOf(file);
  if (rankOf(folder) < 0) return `folder ${folder} has no place in the order of rooms`;
  if (from === "?") return file === LOADER ? undefined : "imports something that is no plain string";
  if (from.startsWith("node:")) return nodeFault(file, from);
  if (!from.startsWith(".")) return LIBRARIES[from]?.test(file) ? undefined : `may not import the library ${from}`;
  const target = targetOf(file, from);
  if (!sources.has(target)) return `imports ${from}, which is no source file`;
  const there = folderOf(target);
  if (there !== folder && rankOf(there) >= rankOf(folder)) return `imports ${target}, which does not stand below it`;
  if (isWorldly(target) && !typeOnly && !mayTouch(file)) return `reaches ${target} past compose/`;
  return undefined;
}

/** The one rule: only io/ (and disk/, the ground) touches the world, and only compose/ hands it to the others. */
function mayTouch(file: string): boolean {
  return isWorldly(file) || folderOf(file) === "compose";
}

function nodeFault(file: string, from: string): string | undefined {
  if (from.startsWith("node:path") && !MAY_JOIN.test(file)) return "joins paths outside disk/";
  const atTheEdge = mayTouch(file) || ENTRANCES.includes(folderOf(file));
  return atTheEdge || (file === "text/digest.ts" && from === "node:crypto") ? undefined : `may not import ${from}`;
}

function faults(): readonly string[] {
  return [...imports].flatMap(([file, list]) =>
    list.flatMap((each) => {
      const wrong = fault(file, each);
      return wrong === undefined ? [] : [`${file}: ${wrong}`];
    }),
  );
}

interface Edge {
  readonly file: string;
  readonly target: string;
}

/** Every import that leads to a file, or a module, of such a name. */
function imported(pattern: RegExp): readonly Edge[] {
  return [...imports].flatMap(([file, list]) =>
    list
      .map(({ from }) => ({ file, target: from.startsWith(".") ? targetOf(file, from) : from }))
      .filter(({ target }) => pattern.test(target)),
  );
}

function callers(pattern: RegExp): readonly string[] {
  return [...new Set(imported(pattern).map(({ file }) => file))].sort();
}

/** The first circle found by a walk along the imports, as a list of files. */
function circle(): readonly string[] {
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): readonly string[] => {
    const at = trail.indexOf(file);
    if (at >= 0) return [...trail.slice(at), file];
    if (done.has(file)) return [];
    done.add(file);
    for (const { from } of imports.get(file) ?? []) {
      const found = from.startsWith(".") ? visit(targetOf(file, from), [...trail, file]) : [];
      if (found.length > 0) return found;
    }
    return [];
  };
  for (const file of files) {
    const found = visit(file, []);
    if (found.length > 0) return found;
  }
  return [];
}

function filesWith(pattern: RegExp): readonly string[] {
  return [...sources].filter(([, text]) => pattern.test(withoutComments(text))).map(([file]) => file);
}

describe("the reader of imports", () => {
  test("sees every form, and none in a comment", () => {
    const text = `// import a from "no1";
      /* import b from "no2"; */
      import c, { type D, e as f } from "yes1";
      import type { G } from "yes2";
      import "yes3";
      export * from "yes4";
      export {
        h,
      } from "yes5";
      const i = await import("yes6");
      type J = import("yes7").K;
      const url = "https://example.org"; import l from "yes8";
      const m = await import(name);`;
    const seen = importsOf(text).map(({ from }) => from);
    expect(seen.filter((from) => from.startsWith("no"))).toEqual([]);
    expect(seen.sort()).toEqual(["?", "yes1", "yes2", "yes3", "yes4", "yes5", "yes6", "yes7", "yes8"]);
    expect(importsOf(text)[0]?.names).toEqual(["D", "e"]);
  });
});

describe("architecture", () => {
  test("a file of more than 400 lines says in its head what its length is for", () => {
    const files = globSync("{src,scripts,test,eval,hub/src,hub/test}/**/*.ts", { cwd: ROOT });
    expect(files.length).toBeGreaterThan(LEAST_FILES);
    const silent = files.filter((file) => {
      const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
      const [head = ""] = lines.slice(0, 12).join("\n").split(/^[^/]/m);
      return lines.length > 400 && !/\blength\b/.test(head) && !file.includes(".generated.");
    });
    expect(silent).toEqual([]);
  });

  test("every source file was seen, and there are many", () => {
    const globbed = globSync("**/*.ts", { cwd: `${ROOT}src` }).filter((file) => !file.endsWith(".d.ts"));
    expect(files).toEqual(globbed.sort());
    expect(files.length).toBeGreaterThanOrEqual(LEAST_FILES);
    expect([...imports.values()].flat().length).toBeGreaterThan(files.length);
  });

  test("imports keep the order of rooms, and only compose/ reaches what touches the world", () => {
    expect(faults()).toEqual([]);
  });

  test("every room is there, and every folder is a room or an entrance", () => {
    const folders = new Set(files.map(folderOf));
    expect([...folders].sort()).toEqual([...ROOMS.map(({ name }) => name), ...ENTRANCES].sort());
  });

  test("the rule can fail: a planted import of each forbidden sort is found", () => {
    const wrong = (file: string, from: string, typeOnly = false): string | undefined => fault(file, { from, typeOnly });
    expect(wrong("text/errors.ts", "node:fs")).toBe("may not import node:fs");
    expect(wrong("trust/tiers.ts", "../store/write.ts")).toBe("imports store/write.ts, which does not stand below it");
    expect(wrong("store/write.ts", "../disk/paths.ts")).toBe("reaches disk/paths.ts past compose/");
    expect(wrong("store/write.ts", "../disk/paths.ts", true)).toBe(undefined);
    expect(wrong("store/write.ts", "./io/writer.ts")).toBe("reaches store/io/writer.ts past compose/");
    expect(wrong("cli/run.ts", "../store/io/writer.ts")).toBe("reaches store/io/writer.ts past compose/");
    expect(wrong("cli/run.ts", "../mcp/server.ts")).toBe("imports mcp/server.ts, which does not stand below it");
    expect(wrong("store/io/writer.ts", "../../recall/io/receipts.ts")).toBe(
      "imports recall/io/receipts.ts, which does not stand below it",
    );
    expect(wrong("recall/io/receipts.ts", "node:path")).toBe("joins paths outside disk/");
    expect(wrong("text/errors.ts", "left-pad")).toBe("may not import the library left-pad");
    expect(wrong("elsewhere/new.ts", "node:fs")).toBe("folder elsewhere has no place in the order of rooms");
  });

  test("there is no circle", () => {
    expect(circle()).toEqual([]);
  });

  test("STO-20: only checks/gate.ts can make checked text", () => {
    const makers = [...imports].filter(([, list]) => list.some(({ names }) => names.includes("asChecked")));
    expect(makers.map(([file]) => file)).toEqual(["checks/gate.ts"]);
    expect(filesWith(/\bas (unknown as )?Checked\b/)).toEqual(["checks/checked.ts"]);
  });

  test("OBS-1: one module makes model calls; no other file reaches a model client", () => {
    expect(callers(/^observer\/io\/model\/providers\//)).toEqual(["observer/io/model/locked-call.ts"]);
    expect(callers(/^observer\/io\/model\/post\.ts$/)).toEqual([
      "observer/io/model/hear-claude.ts",
      "observer/io/model/providers/http.ts",
    ]);
    expect(callers(/^observer\/io\/model\/(ask-claude|child-group)\.ts$/)).toEqual([
      "observer/io/model/ask-claude.ts",
      "observer/io/model/jail.ts",
      "observer/io/model/locked-call.ts",
      "observer/io/model/providers/claude-program.ts",
      "observer/io/model/providers/claude-sdk.ts",
    ]);
    const outside = imported(/^observer\/io\/model\//).filter(({ file }) => !file.startsWith("observer/io/model/"));
    expect(outside.filter(({ target }) => !MODEL_DOORS.includes(target))).toEqual([]);
  });

  test("OBS-1: the network, the user's `claude` and the agent SDK are named by one file each", () => {
    // The page of the review asks the server that it came from; its policy allows no other address.
    expect(
      filesWith(/(?<!\.)\bfetch\((?!budgetMs: number)|\bWebSocket\b|\bXMLHttpRequest\b/).filter(
        (file) => !/^checks\//.test(file),
      ),
    ).toEqual(["observer/io/model/post.ts", "sync/io/hub/ask.ts", "web/page/api.ts"]);
    expect(filesWith(/["']node:(https?|http2|net|tls|dgram|dns)["']/)).toEqual(["web/server.ts"]);
    expect(filesWith(/claude-agent-sdk/)).toEqual(["observer/io/model/providers/claude-sdk.ts"]);
    expect(imported(/^node:child_process$/).map(({ file }) => file)).toEqual([...STARTERS]);
    expect(
      filesWith(/\beval\(|\bnew Function\b/).filter(
        (file) => !/^(checks|text|guard|recall|listen|observer|transfer)\//.test(file),
      ),
    ).toEqual([]);
  });

  test("TRU-1: only the trust machine's own code writes a trust level", () => {
    expect(filesWith(/["']trust-level["']\s*\]?\s*[:=]/)).toEqual(["memory/fields.ts"]);
  });

  test("SYN-12: git is started in one place", () => {
    const starters = filesWith(/["']git["'](?!\w)/).filter((file) =>
      /node:child_process/.test(sources.get(file) ?? ""),
    );
    expect(starters).toEqual(["disk/git/run.ts"]);
    expect(filesWith(/node:child_process/).filter((file) => file.startsWith("disk/git/"))).toEqual(["disk/git/run.ts"]);
  });

  test("one module per entrance writes and exits", () => {
    const outside = filesWith(/\bconsole\.\w+\(|\bprocess\.(stdout|stderr)\b/).filter(
      (file) => !/^(cli|hook)\/|^web\/main\.ts$/.test(file),
    );
    expect(outside).toEqual([]);
    expect(filesWith(/\bprocess\.exit\(/).filter((file) => !/^(cli|hook|mcp)\/main\.ts$/.test(file))).toEqual([]);
  });

  test("AGT-1: the hook bundle holds what a hook needs and nothing else", async () => {
    const result = await build({ ...hookOptions(), write: false, metafile: true });
    const inputs = Object.keys(result.metafile?.inputs ?? {});
    const folders = new Set(inputs.map((file) => file.split("/").slice(0, 2).join("/")));
    expect(folders.has("src/hook")).toBe(true);
    for (const folder of ["src/cli", "node_modules/jsonc-parser", "node_modules/diff", "node_modules/@secretlint"]) {
      expect(folders.has(folder), folder).toBe(false);
    }
    expect(inputs.filter((file) => /hosts\/([^/]+\/)?(setup|transcript)/.test(file))).toEqual([]);
  });

  test("ARR-2 ARR-5a: the table of vectors is loaded by a search that somebody waits for and by a start, by no prompt or tool call", async () => {
    const ofMeaning = async (options: BuildOptions): Promise<Readonly<Record<string, number>>> => {
      const { metafile } = await build({ ...options, write: false, metafile: true });
      const isMeaning = (file: string): boolean =>
        /^src\/recall\/(io\/meaning\/|io\/index\/(near|encodings)|io\/encoder\/|near-in-meaning|nearest|vectors|encoder)/.test(
          file,
        );
      const outputs = Object.entries(metafile?.outputs ?? {}).map(([file, { inputs }]) => [
        file.replace(/^.*\//, "").replace(/-[A-Z0-9]{8}\.mjs$/, ""),
        Object.keys(inputs).filter(isMeaning).length,
      ]);
      return Object.fromEntries(outputs.filter(([, count]) => count !== 0));
    };
    for (const options of [hookOptions(), hookLibraryOptions(), workerOptions()])
      expect(await ofMeaning(options)).toEqual({});
    expect(await ofMeaning(hookPartOptions())).toEqual({ "hook-start.cjs": 4 });
    expect(await ofMeaning(mcpOptions())).toEqual({ "mcp.mjs": 11 });
    expect(await ofMeaning(cliOptions())).toEqual({ chunk: 3, encoder: 8 });
  });

  test("SYN-15: session start can't wait for a sync, because it has none", async () => {
    const { metafile } = await build({ ...hookPartOptions(), write: false, metafile: true });
    const inputs = Object.keys(metafile?.inputs ?? {});
    expect(inputs).toContain("src/sync/io/record.ts");
    expect(
      inputs.filter((file) =>
        /^src\/(sync\/(?!io\/record|health|record|note|io\/mirrors|mirrors)|replica\/|disk\/git\/(remote|repository)\.ts)/.test(
          file,
        ),
      ),
    ).toEqual([]);
    // Its one git asks which branches are ancestors, and reaches no network (SYN-30).
    const gits = inputs.filter((file) => /^src\/disk\/git\/|\/(project-files|git-history)\.ts$/.test(file));
    expect(
      gits.filter((file) => !/\/(project-\w+|git-history|reasons|run|settings)\.ts$|remote-url/.test(file)),
    ).toEqual([]);
  });
});

describe("the hub", () => {
  const hub = globSync("hub/**/*.ts", { cwd: ROOT }).filter((file) => !file.includes("node_modules"));
  const importing = (file: string): readonly string[] =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/from "((?:\.\.\/)+src\/[^"]+)"/g)].map(
      ([, from = ""]) => from,
    );

  test("HUB-5: it uses the rooms as they are, and no entrance; nothing in src/ knows it", () => {
    expect(hub.length).toBeGreaterThan(30);
    const used = hub.filter((file) => !file.startsWith("hub/test/")).flatMap(importing);
    expect(used.length).toBeGreaterThan(20);
    // But for how both pages make elements, in a browser.
    const rooms = used.map((from) => /\/src\/(?!web\/page\/dom)([^/]+)\//.exec(from)?.[1] ?? "").filter(Boolean);
    expect(rooms.filter((room) => ENTRANCES.includes(room))).toEqual([]);
    // Sync has a folder of that name itself.
    expect(filesWith(/from "(?:\.\.\/)+hub\//).filter((file) => !file.startsWith("sync/"))).toEqual([]);
  });

  test("HUB-3: it starts no program, and the engine is reached through two files", () => {
    const sources = hub.filter((file) => file.startsWith("hub/src/"));
    const having = (pattern: RegExp): readonly string[] =>
      sources.filter((file) => pattern.test(readFileSync(join(ROOT, file), "utf8")));
    expect(having(/node:child_process|\beval\(/)).toEqual([]);
    expect(having(/from "pg"/)).toEqual(["hub/src/database.ts", "hub/src/migrate.ts"]);
  });
});

describe("the MCP bundle", () => {
  test("MCP-1: needs nothing that is not ours or Node's, and makes no code out of strings", async () => {
    const { outputFiles, metafile } = await build({ ...mcpOptions(), write: false, metafile: true });
    expect(outputFiles).toHaveLength(1);
    const [output] = Object.values(metafile?.outputs ?? {});
    expect(output?.imports.filter(({ path }) => !isBuiltin(path))).toEqual([]);
    const inputs = Object.keys(metafile?.inputs ?? {});
    expect(inputs.filter((file) => /src\/(cli|hook|library)\/|\bajv/i.test(file))).toEqual([]);
    expect(inputs).toContain("src/mcp/shims.ts");
  });
});

describe("tracked files", () => {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: ROOT, encoding: "utf8" });
  const tracked = listed.split("\0").filter((file) => file !== "" && file !== "package-lock.json");
  const found = (pattern: RegExp, among: readonly string[] = tracked): readonly string[] =>
    among.filter((file) => pattern.test(readFileSync(`${ROOT}${file}`, "latin1")));

  test("name no package registry and no place on one machine", () => {
    expect(tracked.length).toBeGreaterThan(LEAST_FILES);
    expect(found(/\b(registry\.(npmjs|yarnpkg)|npm\.pkg)\.[a-z]/)).toEqual([]);
    expect(found(/(^|[\s"'`(=])\/(work|root)\/[\w.]/m)).toEqual([]);
  });

  test("source has no emoji and no invisible character", () => {
    const odd = /\p{Emoji_Presentation}|\p{Variation_Selector}|[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;
    expect([...sources].filter(([, text]) => odd.test(text)).map(([file]) => file)).toEqual([]);
  });

  test("the number of tests that CI may skip is pinned", () => {
    expect(readFileSync(`${ROOT}.ci/expected-skips`, "utf8")).toBe("0\n");
  });
});
