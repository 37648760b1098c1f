// No variable, flag, config key or exported function asserts a person (TRU-22a): searched for in the built bundles,
// then tried on them. The lists are literals, so that a new entry is seen and thought about.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cliOptions,
  hookOptions,
  hookPartOptions,
  libraryOptions,
  mcpOptions,
  opencodeOptions,
  webOptions,
} from "../../scripts/bundles.ts";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import { COMMON_OPTIONS, load } from "../../src/cli/spec.ts";
import { CONFIG_KEYS } from "../../src/config/keys.ts";
import { canRunAsPerson, runAsPerson } from "../support/person.ts";

type Bundle = "cli" | "hook" | "library" | "mcp" | "opencode" | "web";

const XDG = ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"];
/** Where Claude keeps its own memory (AGT-23): they make more to be guarded, and masking into refusing. */
const CLAUDE_MEMORY = ["CLAUDE_CODE_DISABLE_AUTO_MEMORY", "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE", "CLAUDE_PROJECT_DIR"];
/** Where an agent keeps its settings: part of its object, by which a person is told from an agent at each terminal. */
const AGENT_FOLDERS = ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "GEMINI_CLI_HOME", "QWEN_HOME"];
/** Which agent ssh-keygen asks where a key is pinned that way (SYN-20a): what comes back is checked, whoever answered. */
const SSH_AGENT = "SSH_AUTH_SOCK";
const READ: Readonly<Record<Bundle, readonly string[]>> = {
  cli: [
    // Where a job of GitHub asks for its own token, for `mirror`: a machine's, which confirms nothing.
    "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
    "ACTIONS_ID_TOKEN_REQUEST_URL",
    // Which branch a build compares with, for `check --ci`: the name of a ref, and nothing else.
    "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
    "GITHUB_BASE_REF",
    "GITHUB_EVENT_NAME",
    "GITHUB_REF",
    ...AGENT_FOLDERS,
    "EDITOR",
    // Where a job has git's settings, which its command goes on reading in the home that `mirror` makes for it.
    "GIT_CONFIG_GLOBAL",
    // The user's own way to reach a remote, for `sync`.
    "GIT_SSH_COMMAND",
    "HOLDFAST_HOME",
    // Of the user's own claude, which `observe run` starts.
    "HOME",
    "NO_COLOR",
    "PATH",
    SSH_AGENT,
    "TERM",
    "VISUAL",
    ...XDG,
  ],
  hook: [...CLAUDE_MEMORY, ...AGENT_FOLDERS, "HOLDFAST_HOME", SSH_AGENT, ...XDG],
  library: ["HOLDFAST_HOME", SSH_AGENT, ...XDG],
  mcp: ["HOLDFAST_HOME", SSH_AGENT, ...XDG],
  opencode: [],
  web: ["HOLDFAST_HOME", "GIT_SSH_COMMAND", SSH_AGENT, ...AGENT_FOLDERS, ...XDG],
};
/** Names that are not written at the place where they are read: the variables that mark an agent, never a person;
 * the one that the user's configuration names for a model's key, whose value goes to the provider alone; the one that `mirror` is
 * told to find a machine's token in; and the places of a job's home, which it takes out of its own environment. */
const COMPUTED: Readonly<Record<Bundle, readonly string[]>> = {
  cli: ["keyVariable", "name", "variable", "variable.name"],
  // Taken away, or set to what the installed entry says (AGT-1a).
  hook: ["name"],
  library: [],
  mcp: ["name"],
  opencode: [],
  web: ["variable.name"],
};
/** Every word of the bundle that could be a variable of ours, wherever it stands: the second in an example, of `mirror --token-env`. */
const OURS: Readonly<Record<Bundle, readonly string[]>> = {
  cli: ["HOLDFAST_HOME", "HOLDFAST_TOKEN"],
  hook: ["HOLDFAST_HOME"],
  library: ["HOLDFAST_HOME"],
  mcp: ["HOLDFAST_HOME"],
  opencode: [],
  web: ["HOLDFAST_HOME"],
};
// `audit --enforce` says nothing of who asks: it lowers what fails a check, for everybody (TRU-6).
const ASSERTING =
  /person|human|(?<!en)force|trust|channel|as-?user|user-?mode|tty|terminal|interactive|attest|assert|sudo|unsafe/i;

const folder = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-no-way-`));
const texts = new Map<Bundle | "charts", string>();
/**
 * The chunk with the library that draws charts stands by itself: it has an object of its own called `env`, which
 * describes a browser. A test below shows that it can't be the environment.
 */
const CHARTS = /\/audit-page-[^/]+$/;

async function bundled(bundle: Bundle, ...all: readonly BuildOptions[]): Promise<void> {
  for (const options of all) await bundledOne(bundle, options);
}

async function bundledOne(bundle: Bundle, options: BuildOptions): Promise<void> {
  const { outfile, outdir: _, ...rest } = options;
  const where =
    outfile === undefined ? { outdir: `${folder}/dist` } : { outfile: `${folder}/dist/${outfile.replace(/.*\//, "")}` };
  const result = await build({ ...rest, ...where, write: false });
  mkdirSync(`${folder}/dist`, { recursive: true });
  for (const file of result.outputFiles) writeFileSync(file.path, file.contents);
  for (const { path, text } of result.outputFiles) {
    const owner = CHARTS.test(path) ? "charts" : bundle;
    texts.set(owner, `${texts.get(owner) ?? ""}\n${text}`);
  }
}

beforeAll(async () => {
  await bundled("cli", cliOptions());
  await bundled("hook", hookOptions(), hookPartOptions());
  await bundled("library", libraryOptions());
  await bundled("mcp", mcpOptions());
  await bundled("opencode", opencodeOptions());
  await bundled("web", webOptions());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function found(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? match[0]))].sort();
}

/** A file called ` .env.example` in a list of words is no variable. */
const NAMED = /(?<!, \.)\benv\d*(?:\?\.|\.|(?:\?\.)?\[\s*["'`])([A-Za-z_]\w*)/g;
const BY_EXPRESSION = /\benv\d*(?:\?\.)?\[\s*([^"'`\]\s][^\]]*)\]/g;
/** Ways to read the environment that the two patterns above would not see. */
const HIDDEN =
  /\}\s*=\s*(?:process\.)?env\b|\benv\b[^;\n]*\}\s*=\s*process\b|process\[|process\.binding|from ?"(?:node:)?process"|require\("(?:node:)?process"\)/g;

describe("the built bundles", () => {
  test("TRU-22a: the patterns see every way of reading a variable", () => {
    const samples =
      'process.env.A; process.env["B"]; env?.C; env2.D; env?.["E"]; env[`F`]; env[name]; const { G } = process.env; const { env } = process; process["env"];';
    expect(found(samples, NAMED)).toEqual(["A", "B", "C", "D", "E", "F"]);
    expect(found(samples, BY_EXPRESSION)).toEqual(["name"]);
    expect(found(samples, HIDDEN)).toHaveLength(3);
  });

  test.each(["cli", "hook", "library", "mcp", "opencode", "web"] as const)(
    "TRU-22a: %s reads the variables of its list and no others",
    (bundle) => {
      const text = texts.get(bundle) ?? "";
      expect(text.length).toBeGreaterThan(5000);
      expect(found(text, NAMED)).toEqual([...READ[bundle]].sort());
      expect(found(text, BY_EXPRESSION)).toEqual(COMPUTED[bundle]);
      expect(found(text, HIDDEN)).toEqual([]);
      expect(found(text, /HOLDFAST_[A-Z0-9_]+(?!\w)/g)).toEqual(OURS[bundle]);
    },
  );

  test("TRU-22a: what draws charts can't reach a variable: it names no process, takes in no env, makes no code", () => {
    const text = texts.get("charts") ?? "";
    expect(text).toContain("var env = new Env()");
    expect(text.length).toBeGreaterThan(100_000);
    expect(found(text, /\bprocess(?:\?\.|\.[A-Za-z_]|\[)|\bglobalThis\b|(?<![.\w])global(?:\.|\?\.|\[)/g)).toEqual([]);
    expect(found(text, /(?<![.\w])(?:require|eval)\(|\bnew Function\b|\bimport\(/g)).toEqual([]);
    expect(found(text, /^import [^;]*\benv\b[^;]*;/gm)).toEqual([]);
    expect(found(text, HIDDEN)).toEqual([]);
    expect(found(text, /HOLDFAST_[A-Z0-9_]+/g)).toEqual([]);
  });

  test("TRU-22a: no option and no config key is named like a person, a channel or a way around", async () => {
    const commands = await Promise.all(COMMANDS.map(load));
    const options = commands.flatMap((command) => Object.keys({ ...command.options, ...COMMON_OPTIONS }));
    const shorts = commands.flatMap((command) => Object.values(command.options).map((option) => option.short ?? ""));
    expect(new Set(options).size).toBeGreaterThan(25);
    expect(options.filter((name) => ASSERTING.test(name))).toEqual([]);
    expect([...new Set(shorts)].sort()).toEqual(["", "y"]);
    expect(CONFIG_KEYS.length).toBeGreaterThan(3);
    expect(CONFIG_KEYS.filter(({ name }) => ASSERTING.test(name))).toEqual([]);
  });
});

const PERSON_SAYS = {
  HOLDFAST_PERSON: "1",
  HOLDFAST_HUMAN: "1",
  HOLDFAST_CHANNEL: "terminal",
  HOLDFAST_AS: "user",
  HOLDFAST_TTY: "1",
  HOLDFAST_FORCE: "1",
  HOLDFAST_TRUST: "verified",
  HOLDFAST_TEST: "1",
  FORCE_TTY: "1",
  CI: "",
};
const STEM = "project_api_is_versioned";

interface Home {
  readonly env: Readonly<Record<string, string>>;
  readonly file: string;
  run(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): { readonly code: number | null; readonly said: string };
}

/** A store with one inferred memory that is old enough to be promoted: nothing but the channel is in the way. */
function homeWithMemory(name: string): Home {
  const home = `${folder}/${name}`;
  mkdirSync(home, { mode: 0o700 });
  const env = { PATH: "/usr/bin:/bin", HOME: home, TERM: "xterm" };
  const run: Home["run"] = (args, more = {}) => {
    const command = [`${folder}/dist/cli.mjs`, ...args];
    const done = spawnSync(process.execPath, command, {
      cwd: home,
      env: { ...env, ...more },
      input: "y\n",
      encoding: "utf8",
    });
    return { code: done.status, said: done.stdout + done.stderr };
  };
  expect(run(["init", "--no-install"]).code).toBe(0);
  const added = run([
    "add",
    "--type",
    "project",
    "--name",
    "API is versioned",
    "--description",
    "d",
    "--body",
    "Version the API by its path.",
  ]);
  expect(added).toMatchObject({ code: 0 });
  const file = `${home}/.holdfast/memories/${STEM}.md`;
  const young = readFileSync(file, "utf8");
  const old = young.replace(/^created-at: .*$/m, "created-at: 2026-01-01T00:00:00Z");
  expect(old).toContain("trust-level: inferred");
  writeFileSync(file, old);
  return { env, file, run };
}

describe("the built command line, without a terminal", () => {
  test.each([
    [2, []],
    [64, ["--yes"]],
    [64, ["--person"]],
    [64, ["--human"]],
    [64, ["--force"]],
    [64, ["--channel=terminal"]],
    [64, ["--as-user"]],
    [64, ["--trust", "verified"]],
    [64, ["--tty"]],
  ] as const)("TRU-22a: whatever variables and options say, promote is refused with %i: %j", (code, flags) => {
    const home = homeWithMemory(`attempt${flags.join("").replaceAll(/\W/g, "-")}`);
    const before = readFileSync(home.file, "utf8");
    expect(home.run(["promote", STEM, ...flags], PERSON_SAYS).code).toBe(code);
    expect(home.run(["confirm", STEM, ...flags], PERSON_SAYS).code).toBe(code);
    expect(readFileSync(home.file, "utf8")).toBe(before);
  });

  test.runIf(canRunAsPerson())("TRU-22a: the same command typed by a person promotes it", async () => {
    const home = homeWithMemory("person");
    const command = [process.execPath, `${folder}/dist/cli.mjs`, "promote", STEM];
    const { code, transcript } = await runAsPerson(command, { cwd: folder, env: home.env });
    expect(transcript).toContain("promoted");
    expect(code).toBe(0);
    expect(readFileSync(home.file, "utf8")).toContain("trust-level: verified");
  });
});

/** What is asked of the environment while the program runs, whatever the code calls it. */
const RECORDER = `
import { writeFileSync } from "node:fs";
const seen = new Set();
const note = (key) => typeof key === "string" && seen.add(key);
process.env = new Proxy(process.env, {
  get: (env, key) => (note(key), env[key]),
  has: (env, key) => (note(key), key in env),
});
process.on("exit", () => writeFileSync(process.argv[1] + ".seen", JSON.stringify([...seen])));
`;
const AGENTS = [
  "AI_AGENT",
  "CLAUDECODE",
  "CLAUDE_CODE_CHILD_SESSION",
  "CLINE_CONNECTOR_CLI_LAUNCH",
  "CODEX_CI",
  "CODEX_SANDBOX",
  "CODEX_SANDBOX_NETWORK_DISABLED",
  "CODEX_THREAD_ID",
  "CODEX_TOOL_CALL_ID",
  "COPILOT_AGENT_SESSION_ID",
  "COPILOT_CLI",
  "CURSOR_AGENT",
  "FACTORY_DISABLE_SETTINGS_PERSISTENCE",
  "GEMINI_CLI",
  "OPENCODE",
  "QWEN_CODE",
];
const NODES_OWN = /^(NODE_\w+|FORCE_COLOR|WATCH_REPORT_DEPENDENCIES)$/;

test("TRU-22, TRU-22a: deciding who runs `promote` asks for the agents' variables and for no other", () => {
  const home = homeWithMemory("recorded");
  const options = `--import=data:text/javascript,${encodeURIComponent(RECORDER)}`;
  const done = spawnSync(process.execPath, [options, `${folder}/dist/cli.mjs`, "promote", STEM], {
    env: home.env,
    input: "",
  });
  expect(done.status).toBe(2);
  const seen: string[] = JSON.parse(readFileSync(`${folder}/dist/cli.mjs.seen`, "utf8"));
  const ours = seen.filter((name) => !NODES_OWN.test(name)).sort();
  expect(ours).toEqual([...AGENTS, "HOLDFAST_HOME", "NO_COLOR", "TERM", ...XDG].sort());
});

/** In a process of its own, so that the library meets the home of the test and not of whoever runs it. */
function inLibrary(home: Home, program: string): unknown {
  const source = `import * as library from ${JSON.stringify(pathToFileURL(`${folder}/dist/index.mjs`).href)};\n${program}`;
  const done = spawnSync(process.execPath, ["--input-type=module", "-e", source], {
    cwd: folder,
    env: home.env,
    encoding: "utf8",
  });
  expect(done.stderr).toBe("");
  return JSON.parse(done.stdout);
}

describe("the built library", () => {
  test("TRU-22a, LIB-1: it exports two functions, and a store has four", () => {
    const program = `const names = [library, library.openStore()].map((each) => Object.keys(each).sort());
      process.stdout.write(JSON.stringify(names));`;
    expect(inLibrary(homeWithMemory("library-shape"), program)).toEqual([
      ["isRefusal", "openStore"],
      ["get", "list", "remember", "search"],
    ]);
  });

  test("TRU-22a: a channel, an act or a tier handed to it changes nothing", () => {
    const program = `
      const device = { id: "f".repeat(16), nickname: "x" };
      const act = { channel: "terminal", now: new Date(0), random: () => new Uint8Array(16), device };
      const says = { channel: "terminal", act, person: true, seen: { kind: "person" }, "trust-level": "verified", tier: "verified", source: "user" };
      const store = library.openStore({ ...says }, act, "terminal");
      const made = await store.remember({ text: "Deploy on Fridays, said nobody.", ...says }, act, "terminal");
      const rows = store.list(act, "terminal").map(({ stem, tier, verified }) => [stem, tier, verified]);
      const text = store.get(made.id, act, "terminal").text;
      process.stdout.write(JSON.stringify({ made, rows, source: /^source: .*$/m.exec(text)[0] }));`;
    expect(inLibrary(homeWithMemory("library-claims"), program)).toMatchObject({
      made: { kind: "remembered", created: true, dropped: ["trust-level", "source"] },
      rows: [
        ["project_api_is_versioned", "inferred", null],
        ["reference_deploy_on_fridays_said", "inferred", null],
      ],
      source: "source: agent",
    });
  });
});
