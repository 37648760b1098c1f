// The numbered steps. To add one: a row here that makes a new kind of trace, before "a search finds every word". What is
// forgotten then must not be left there.
// Its length is the number of steps, which follow from one another.
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileNameFor } from "../../src/memory/slug.ts";
import { startLoopbackModel } from "../observer/loopback-model.ts";
import { fakeToken } from "../support/secrets.ts";
import { commitsWith, filesWith, objectsWith, treeHolds } from "./search.ts";
import type { World } from "./world.ts";

/** One word for each way in, found nowhere else in the world. */
export const WORDS = {
  terminal: "quillfern",
  cli: "mossgate",
  mcp: "tarnbridge",
  library: "pewterholm",
  cue: "saltmarrow",
  edited: "oldharrow",
  words: "fennelcroft",
  archived: "crumblewold",
  umlaut: "größenwächter",
  imported: "wickerstrand",
  observed: "brindlemoor",
} as const;
export const SECRET: string = fakeToken(77);
/** Forgotten on one machine, and known to two. */
const FAR = "larkspurgate";
const SECRET_FILE = "reference_staging_access";
const ALL: readonly string[] = [...Object.values(WORDS), SECRET];

interface Held {
  readonly commits: readonly string[];
  readonly purge: { readonly plain: readonly string[] };
}

export interface Step {
  readonly title: string;
  /** Undefined when it is as it should be, else what was found. */
  run(world: World): Promise<string | undefined>;
}

const said = (word: string): string => `the ${word} valve must stay open while the pump runs`;
const stemOf = (word: string): string => fileNameFor("project", said(word)).replace(/\.md$/, "");
const record = (world: World, session = "s1"): string => join(world.home, `.claude/projects/-shop/${session}.jsonl`);

function ended(code: number | null, wanted: number, out: string): string | undefined {
  return code === wanted ? undefined : `exit ${code} instead of ${wanted}: ${out}`;
}

async function typed(world: World, command: string, wanted = 0): Promise<string | undefined> {
  const { code, transcript } = await world.person(command);
  return ended(code, wanted, transcript);
}

/** The other device's word counts here from now on. */
async function trusting(world: World, command: string): Promise<string | undefined> {
  const { code, transcript } = await world.person(`${command} -q`);
  return (
    ended(code, 0, transcript) ?? (transcript.includes("Let count what this device confirms") ? undefined : transcript)
  );
}

interface Told {
  imported: readonly string[];
  observed: readonly string[];
  named: readonly string[];
  purge: readonly string[];
}

/** What the command said, for the steps that follow. */
const remembered: Told = { imported: [], observed: [], named: [], purge: [] };

export const STEPS: readonly Step[] = [
  {
    // The commits here are a person's own, whose purge is theirs; what our commits lose by themselves is test/unit/sync/commit-here.
    title: "a store",
    run: (world) => typed(world, "holdfast init --no-install && holdfast config set -q commit-changes off"),
  },
  {
    title: "a person adds at the terminal",
    run: (world) => typed(world, `holdfast add "${said(WORDS.terminal)}" && holdfast add "${said(WORDS.umlaut)}"`),
  },
  {
    title: "an agent adds on the command line",
    run: async (world) => {
      const { code, out } = world.agent("add", said(WORDS.cli));
      return ended(code, 0, out);
    },
  },
  {
    title: "an agent adds over MCP, and proposes a change of it",
    run: async (world) => {
      const made = await world.mcp("memory_remember", { text: said(WORDS.mcp) });
      const change = {
        id: made.data["id"],
        change: "edit",
        text: `${said(WORDS.mcp)} and cools`,
        reason: "it cools too",
      };
      const proposed = await world.mcp("memory_propose_change", change);
      return made.isError || proposed.isError ? `${made.text} ${proposed.text}` : undefined;
    },
  },
  {
    title: "a program adds through the library",
    run: async (world) => {
      const { code, out } = world.library(said(WORDS.library));
      return ended(code, 0, out) ?? (out.includes("remembered") ? undefined : out);
    },
  },
  {
    title: "a user tells the agent, and the hook's inbox is drained",
    run: async (world) => {
      tell(world, `Remember that ${said(WORDS.cue)}.`);
      const shown = await world.person("holdfast list --json");
      return shown.transcript.includes(WORDS.cue) ? undefined : shown.transcript;
    },
  },
  {
    title: "OBS-8: an observer distils a session",
    run: async (world) => {
      const failed = await observed(world, "s7");
      remembered.observed = holding(world, WORDS.observed);
      return failed ?? (remembered.observed.length === 1 ? undefined : `observed: ${remembered.observed}`);
    },
  },
  {
    title: "all are shown at a session's start and with a prompt, and searched",
    run: async (world) => {
      const about = { session_id: "s2", cwd: world.project, transcript_path: "" };
      const start = world.hook({ ...about, hook_event_name: "SessionStart", source: "startup" });
      const prompt = `what about the ${WORDS.terminal} valve and the pump?`;
      world.hook({ ...about, session_id: "s3", hook_event_name: "UserPromptSubmit", prompt });
      const found = world.agent("search", WORDS.terminal);
      const whole = start.out.includes(WORDS.terminal) && found.out.includes(WORDS.terminal);
      return whole ? undefined : `${start.out} ${found.out}`;
    },
  },
  {
    title: "an agent gives feedback with a quote",
    run: async (world) => {
      const quote = `you said ${said(WORDS.terminal)}`;
      const given = await world.mcp("memory_feedback", { id: stemOf(WORDS.terminal), verdict: "wrong", quote });
      return given.isError ? given.text : undefined;
    },
  },
  {
    title: "a person edits, so that an earlier text is kept",
    run: async (world) =>
      (await typed(world, `holdfast add "${said(WORDS.edited)}"`)) ??
      (await typed(world, `holdfast edit ${stemOf(WORDS.edited)} --body "the second ${WORDS.edited} text is another"`)),
  },
  { title: "a person demotes", run: (world) => typed(world, `holdfast demote ${stemOf(WORDS.cli)} --yes`) },
  {
    title: "a secret by hand: demoted, masked, the original kept aside",
    run: async (world) => {
      const head = ["---", "name: Staging access", "description: How to reach staging", "type: reference", "---"];
      const text = [...head, `Use token ${SECRET} for staging.`, ""].join("\n");
      writeFileSync(join(world.store, "memories", `${SECRET_FILE}.md`), text, { mode: 0o600 });
      return typed(world, `holdfast demote ${SECRET_FILE} --yes`);
    },
  },
  {
    title: "an inferred memory becomes a person's own words",
    run: async (world) => {
      world.agent("add", said(WORDS.words));
      return typed(world, `holdfast confirm ${stemOf(WORDS.words)}`);
    },
  },
  {
    title: "one is archived",
    run: async (world) => {
      world.agent("add", said(WORDS.archived));
      const stem = stemOf(WORDS.archived);
      return typed(world, `holdfast demote ${stem} --yes && holdfast archive ${stem} --yes`);
    },
  },
  {
    title: "one is imported from another tool's files",
    run: async (world) => {
      const notes = join(world.home, "notes");
      mkdirSync(notes);
      writeFileSync(join(notes, "pump.md"), `# Pump\n\n${said(WORDS.imported)}.\n`);
      const failed = await typed(world, `holdfast import markdown ${notes} --apply -q </dev/tty`);
      remembered.imported = holding(world, WORDS.imported);
      return failed ?? (remembered.imported.length === 1 ? undefined : `imported: ${remembered.imported}`);
    },
  },
  {
    title: "an audit names what it found, as text, page and data",
    run: async (world) => typed(world, "holdfast audit -q; holdfast audit --html -q; holdfast audit --json >/dev/null"),
  },
  {
    title: "left behind: a draft, a temporary file, a notice, an import's backup, a report",
    run: async (world) => {
      const state = join(world.home, ".local/state/holdfast");
      const put = (path: string, text: string): void => {
        mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 });
        writeFileSync(path, text, { mode: 0o600 });
      };
      put(join(state, "drafts/draft-holdfast-1-0011223344556677.md"), `${said(WORDS.terminal)}\n`);
      put(join(world.store, "memories/.holdfast-1-0011223344556677.tmp"), `${said(WORDS.cli)}\n`);
      put(join(state, "notices.jsonl"), `${JSON.stringify({ at: new Date(), text: said(WORDS.umlaut) })}\n`);
      put(join(state, "imports/01J9ZQ0000000000000000000A/MEMORY.md"), `- ${said(WORDS.mcp)}\n`);
      put(join(world.store, "audit/2026-01-01.html"), `<p>${said(WORDS.terminal)}</p>\n`);
      return undefined;
    },
  },
  {
    title: "git: three commits, packed",
    run: async (world) => {
      for (const message of ["one", "two", "three"]) {
        world.git("add", "-A");
        world.git("commit", "-q", "--allow-empty", "-m", message);
      }
      world.git("gc", "-q");
      const held = commitsWith(world.store, ALL);
      return held.length === 3 ? undefined : `${held.length} commits hold it`;
    },
  },
  {
    title: "a search finds every word before it is forgotten",
    run: async (world) => {
      const found = filesWith(world.ours, ALL);
      const missing = ALL.filter((word) => !found.some((line) => line.endsWith(`: ${word}`)));
      return missing.length === 0 && found.length > 30
        ? undefined
        : `not found: ${missing.join(", ")} (${found.length})`;
    },
  },
  {
    title: "FOR-1: an agent can't forget",
    run: async (world) => {
      const { code, out } = world.agent("forget", SECRET_FILE, "--yes");
      return ended(code, 2, out);
    },
  },
  {
    title: "FOR-1: of a secret the first line says to rotate it",
    run: async (world) => {
      const { code, transcript } = await world.person(`holdfast forget ${SECRET_FILE}`, "y");
      const [first = ""] = transcript.split("\n");
      return ended(code, 0, transcript) ?? (first.startsWith("Rotate this credential first") ? undefined : transcript);
    },
  },
  {
    title: "FOR-1: the others are forgotten in one command, with what says the same",
    run: async (world) => {
      const names = [
        WORDS.terminal,
        WORDS.cli,
        WORDS.mcp,
        WORDS.library,
        WORDS.cue,
        WORDS.edited,
        WORDS.archived,
        WORDS.umlaut,
        WORDS.words,
      ];
      const found = [...remembered.imported, ...remembered.observed].map((name) => name.replace(/\.md$/, ""));
      const stems = [...names.map(stemOf), ...found];
      const { code, transcript } = await world.person(`holdfast forget ${stems.join(" ")} --yes --json`);
      const json = transcript.slice(transcript.indexOf("{"));
      if (code !== 0) return transcript;
      const { git, sessions } = JSON.parse(json) as { git: Held[]; sessions: string[] };
      remembered.named = git.flatMap(({ commits }) => commits);
      remembered.purge = git.flatMap(({ purge }) => purge.plain);
      return sessions.includes(record(world)) ? undefined : `the session's record is not named: ${sessions}`;
    },
  },
  {
    title: "FOR-1: no byte of any file of ours holds a word of it",
    run: async (world) => filesWith(world.ours, ALL).join("\n") || undefined,
  },
  {
    title: "FOR-1: every object of git is looked into; the commits named are exactly those that hold it",
    run: async (world) => {
      const there = [...commitsWith(world.store, Object.values(WORDS))].sort();
      const named = [...remembered.named].sort();
      return there.join() === named.join() && there.length > 0 ? undefined : `named ${named}, there ${there}`;
    },
  },
  {
    title: "STO-24, STO-33: no agent brings it back: command line, MCP, library, hook, import",
    run: async (world) => {
      const cli = world.agent("add", said(WORDS.terminal));
      const renamed = world.agent(
        "add",
        "--global",
        "--name",
        "Valves",
        "--description",
        "Pumps",
        `--body=- ${said(WORDS.cli)}.`,
      );
      const mcp = await world.mcp("memory_remember", { text: said(WORDS.mcp) });
      const library = world.library(said(WORDS.library));
      tell(world, `Remember that ${said(WORDS.cue)}.`);
      world.agent("list");
      await typed(world, `holdfast import markdown ${join(world.home, "notes")} --apply -q </dev/tty`);
      const came = readdirSync(join(world.store, "memories")).filter((name) => name.endsWith(".md"));
      const refused = cli.code === 2 && renamed.code === 2 && mcp.isError && library.out.includes("resurrection");
      return refused && came.length === 0 ? undefined : JSON.stringify({ cli, renamed, mcp, library, came });
    },
  },
  {
    title: "STO-33, OBS-9: told again, the observer does not bring it back",
    run: async (world) => {
      const failed = await observed(world, "s8");
      const came = holding(world, WORDS.observed);
      return failed ?? (came.length === 0 ? undefined : `came back: ${came}`);
    },
  },
  {
    title: "STO-24: a person is asked once, and Enter means no",
    run: async (world) => {
      const { code, transcript } = await world.person(`holdfast add "${said(WORDS.terminal)}"`, "");
      const asked = transcript.split("to confirm:").length - 1;
      return code === 1 && asked === 1 ? undefined : transcript;
    },
  },
  {
    title: "STO-3: an index that is made anew does not bring it back",
    run: async (world) => {
      const { out } = world.agent("search", WORDS.terminal, "--json");
      const left = filesWith(world.ours, ALL);
      return out.includes(WORDS.terminal) || left.length > 0 ? `${out} ${left}` : undefined;
    },
  },
  {
    title: "TRU-9: undo says that it can't",
    run: (world) => typed(world, "holdfast undo --yes", 2),
  },
  {
    title: "FOR-1: the commands it gave, run as they are, leave no object that holds it",
    run: async (world) => {
      for (const name of ["user.name", "user.email"]) world.git("config", name, "a@example.org");
      for (const command of remembered.purge) {
        const { code, transcript } = await world.person(command);
        if (code !== 0) return `${command}: ${transcript}`;
      }
      const left = objectsWith(world.store, Object.values(WORDS));
      return left === 0 && remembered.purge.length > 3 ? undefined : `${left} words left after ${remembered.purge}`;
    },
  },
  {
    title: "SYN-10: a second machine shows, searches and edits what the first remembers",
    run: async (world) => {
      const there = world.second();
      for (const name of ["user.name", "user.email"]) world.git("config", "--unset", name);
      world.git("init", "-q", "--bare", "--initial-branch=main", world.remote);
      const told =
        (await typed(world, `holdfast add "${said(FAR)}" --global && holdfast sync --setup ${world.remote}`)) ??
        (await typed(there, "holdfast init --no-install"));
      const edit = `holdfast edit ${stemOf(FAR)} --body "the second ${FAR} text is another" && holdfast sync`;
      const failed =
        told ?? (await trusting(there, `holdfast sync --setup ${world.remote}`)) ?? (await typed(there, edit));
      const about = { session_id: "s9", cwd: there.project, transcript_path: "" };
      const start = there.hook({ ...about, hook_event_name: "SessionStart", source: "startup" });
      const found = there.agent("search", FAR);
      if (!start.out.includes(FAR) || !found.out.includes(FAR)) return `${failed} ${start.out} ${found.out}`;
      const held = filesWith(there.ours, [FAR]);
      // Its device does not count here: the signed words stay beside what it wrote over them.
      return failed ?? (await typed(world, "holdfast sync", 3)) ?? (held.length > 4 ? undefined : held.join());
    },
  },
  {
    title: "FOR-1, STO-33: forgotten on the first and synced, no byte of the second holds it, nor the remote's tree",
    run: async (world) => {
      const there = world.second();
      const { code, transcript } = await world.person(`holdfast forget ${stemOf(FAR)} --yes --json`);
      if (code !== 0) return transcript;
      const { git } = JSON.parse(transcript.slice(transcript.indexOf("{"))) as { git: Held[] };
      const named = git.flatMap(({ commits }) => commits).toSorted();
      const kept = [...commitsWith(world.store, [FAR])].toSorted();
      if (named.join() !== kept.join() || named.length === 0) return `named ${named}, there ${kept}`;
      const failed = (await typed(world, "holdfast sync")) ?? (await typed(there, "holdfast sync"));
      const left = filesWith([...world.ours, ...there.ours], [FAR]);
      const tree = treeHolds(world.remote, FAR);
      return failed ?? (left.length > 0 || tree ? `left: ${left.join(", ")}, in the tree: ${tree}` : undefined);
    },
  },
  {
    title: "STO-24, STO-33: the second machine does not bring it back",
    run: async (world) => {
      const there = world.second();
      const back = there.agent("add", said(FAR));
      const failed = (await typed(there, "holdfast sync")) ?? (await typed(world, "holdfast sync"));
      const left = filesWith([...world.ours, ...there.ours], [FAR]);
      return failed ?? (back.code === 2 && left.length === 0 ? undefined : `${back.out} ${left.join(", ")}`);
    },
  },
];

/** What the host writes down, and the hook's line about it. */
function tell(world: World, content: string, session = "s1", event = "Stop"): void {
  const path = record(world, session);
  mkdirSync(join(path, ".."), { recursive: true });
  const line = { type: "user", message: { role: "user", content }, timestamp: new Date().toISOString() };
  appendFileSync(path, `${JSON.stringify(line)}\n`);
  world.hook({ session_id: session, cwd: world.project, hook_event_name: event, transcript_path: path });
}

/** What is left to be read when the forgotten sentence is not sent. */
const OTHER = "Apart from that the harbour office writes its own letters on every working day of week";

/** A session ends, and a model on this machine takes every sentence of it for a fact. */
async function observed(world: World, session: string): Promise<string | undefined> {
  const model = await startLoopbackModel();
  try {
    const config = join(world.home, ".config/holdfast");
    mkdirSync(config, { recursive: true, mode: 0o700 });
    const values = {
      observer: true,
      "observer-provider": "openai",
      "observer-url": model.url,
      "observer-price": "0/0",
      "commit-changes": false,
    };
    const named = { ...values, "observer-key-variable": "DURABILITY_KEY" };
    writeFileSync(join(config, "config.json"), JSON.stringify(named), { mode: 0o600 });
    tell(world, `${said(WORDS.observed)}, in every season of the year`, session);
    tell(world, `${OTHER} ${session}`, session, "SessionEnd");
    const failed = await typed(world, "DURABILITY_KEY=sk-0123456789abcdef holdfast observe run");
    return failed ?? (model.requests.length > 0 ? undefined : "no model was asked");
  } finally {
    await model.close();
  }
}

function holding(world: World, word: string): readonly string[] {
  const folder = join(world.store, "memories");
  return readdirSync(folder).filter(
    (name) => name.endsWith(".md") && readFileSync(join(folder, name), "utf8").includes(word),
  );
}
