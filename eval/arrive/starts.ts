// 60 session starts in four repositories, each with a branch, commits, changed files and a manifest, and what ought to be
// visible before anybody has asked (ARR-2): rules whole, and the memories that the work at hand is about. Through the built
// hook, at four sizes of store. Written before anything was tuned on them.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import { sha256Hex } from "../../src/text/digest.ts";
import { contextIn, hookEnvironment, runHook } from "../../test/support/hook-run.ts";
import { idOf, plant } from "../../test/support/memories.ts";
import { makeBox, removeBox } from "../../test/support/store-box.ts";
import { type Doc, ownCorpus, publicCorpus } from "../search/read.ts";
import type { Figures } from "./floors.ts";

export const START_SIZES: readonly number[] = [50, 200, 500, 2000];

interface Start {
  readonly repo: string;
  readonly branch: string;
  readonly commits: readonly string[];
  readonly changed: readonly string[];
  readonly wants: readonly string[];
}

/** Of each kind that holds always; the last line of each must be there. */
const RULES: readonly { readonly stem: string; readonly text: string; readonly how: string; readonly kind: string }[] =
  [
    {
      stem: "feedback_plain_words",
      text: "Answer in plain words and without praise.",
      how: "How to apply: in every reply.",
      kind: "preference",
    },
    {
      stem: "feedback_ask_first",
      text: "Ask before a file is deleted.",
      how: "How to apply: also in folders that look unused.",
      kind: "preference",
    },
    {
      stem: "user_reads_diffs",
      text: "I read diffs before prose.",
      how: "Show the change first, then one sentence.",
      kind: "preference",
    },
    {
      stem: "feedback_small_steps",
      text: "Take one step at a time.",
      how: "How to apply: stop after each and say what is next.",
      kind: "preference",
    },
    {
      stem: "project_no_network",
      text: "Builds must not need the network.",
      how: "Impact: the build machines have none.",
      kind: "constraint",
    },
    {
      stem: "project_keep_public_names",
      text: "Names that others import cannot change.",
      how: "Impact: three teams build against them.",
      kind: "constraint",
    },
    {
      stem: "feedback_no_new_tools",
      text: "Never add a tool without asking.",
      how: "How to apply: name what it replaces.",
      kind: "preference",
    },
    {
      stem: "user_time_zone",
      text: "My working day ends at five.",
      how: "Say what is left open before then.",
      kind: "fact",
    },
  ];

const MANIFESTS: Readonly<Record<string, readonly [string, string]>> = {
  saas: [
    "package.json",
    JSON.stringify({
      name: "acme-web",
      scripts: { dev: "next dev", build: "turbo build", test: "vitest" },
      dependencies: { next: "15.1.0", "@prisma/client": "6.1.0", "@trpc/server": "11.0.0", zod: "3.24.0" },
      devDependencies: { typescript: "5.7.0", vitest: "3.0.0", "@playwright/test": "1.49.0" },
    }),
  ],
  data: [
    "pyproject.toml",
    '[project]\nname = "grid"\ndependencies = ["fastapi", "polars", "dbt-bigquery", "pydantic>=2", "mlflow"]\n',
  ],
  fleet: [
    "go.mod",
    "module example.org/fleet\n\ngo 1.24\n\nrequire (\n\tgithub.com/go-chi/chi v5.1.0\n\tgo.uber.org/zap v1.27.0\n)\n",
  ],
  clinic: [
    "build.gradle.kts",
    'plugins { kotlin("jvm") }\ndependencies {\n  implementation("org.springframework.boot:spring-boot-starter-web")\n}\n',
  ],
};

function starts(): readonly Start[] {
  const lines = readFileSync(new URL("starts.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as Start);
}

/** A repository as somebody left it yesterday. */
function repositoryOf(base: string, at: number, start: Start): string {
  const root = `${base}/repo-${at}`;
  mkdirSync(root);
  const env = { PATH: process.env["PATH"] ?? "", HOME: base, GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: readonly string[]): void => {
    const own = ["-c", "user.name=dev", "-c", "user.email=dev@example.org", "-c", "commit.gpgSign=false"];
    execFileSync("git", [...own, ...args], { cwd: root, env, stdio: "ignore" });
  };
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(`${root}/${path}`), { recursive: true });
    writeFileSync(`${root}/${path}`, text);
  };
  const [name, text] = MANIFESTS[start.repo] ?? ["README.md", ""];
  put(name, text);
  put("README.md", "A project.\n");
  for (const path of start.changed) if (path !== name) put(path, "before\n");
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "Import");
  git("checkout", "-q", "-b", start.branch);
  for (const subject of start.commits.toReversed()) git("commit", "-q", "--allow-empty", "-m", subject);
  for (const path of start.changed) {
    if (path !== name) put(path, "before\nand after\n");
    else utimesSync(`${root}/${path}`, new Date(), new Date(Date.now() + 5000));
  }
  return root;
}

/**
 * What the starts of the repository want is there at every size; then its own, then others'. In an order that says nothing: what
 * is confirmed, and what comes first among equals, must not be what is wanted.
 */
function memoriesFor(repo: string, all: readonly Start[], docs: readonly Doc[], size: number): readonly Doc[] {
  const wanted = new Set(all.filter((each) => each.repo === repo).flatMap(({ wants }) => wants));
  const rankOf = ({ id, group }: Doc): number => (wanted.has(id) ? 0 : group === repo ? 1 : 2);
  const chosen = docs.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, size - RULES.length);
  const shuffled = (doc: Doc): string => sha256Hex(`start ${doc.id}`);
  return chosen.toSorted((a, b) => (shuffled(a) < shuffled(b) ? -1 : 1));
}

const DAYS = 336;
const LONGEST_DESCRIPTION = 256;

/** Every second one was confirmed by a person; the others are an agent's notes, of nearly a year. */
function plantAll(base: string, docs: readonly Doc[]): void {
  const day = (at: number): string => new Date(Date.UTC(2025, 11, 1 + ((at * 131) % DAYS))).toISOString().slice(0, 10);
  for (const [at, { stem, text, how, kind }] of RULES.entries()) {
    const more = [`kind: ${kind}`];
    const body = `${text}\n\n${how}`;
    plant(base, stem, {
      id: idOf(at + 1),
      tier: "verified",
      name: text,
      description: text,
      created: "2026-01-02T10:00:00Z",
      verified: "2026-10-02",
      more,
      body,
    });
  }
  for (const [index, doc] of docs.entries()) {
    const at = index + RULES.length;
    const tier = at % 2 === 0 ? "verified" : "inferred";
    const line = doc.body.replaceAll(/\s+/g, " ");
    plant(base, `project_note_${at}`, {
      id: idOf(at + 1),
      tier,
      name: JSON.stringify(doc.name.padEnd(2, ".").slice(0, 90)),
      description: JSON.stringify(line.slice(0, LONGEST_DESCRIPTION)),
      created: `${day(at)}T10:00:00Z`,
      body: doc.body,
      ...(tier === "verified" ? { verified: "2026-10-02" } : {}),
    });
  }
}

const bare = (text: string): string => text.toLowerCase().replaceAll(/&\w+;|[^\p{L}\p{N}]+/gu, "");
const LOOKED_FOR = 60;

interface Counted {
  asked: number;
  visible: number;
}

/** The line of the run, and what is held to a floor; undefined without the public corpora. */
export function measureStarts(
  dist: string,
  every: number,
): { readonly line: string; readonly figures: Figures } | undefined {
  const groups = publicCorpus("paraphrase");
  const more = publicCorpus("tldr");
  if (groups === undefined || more === undefined) return undefined;
  const docs = [...groups, ...(ownCorpus() ?? []), ...more].flatMap((group) => group.docs);
  const bodies = new Map(docs.map(({ id, body }) => [id, bare(body).slice(0, LOOKED_FOR)]));
  const all = starts();
  const folder = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-starts-`));
  const chosen = all.map((start, at) => ({ start, at })).filter(({ at }) => at % every === 0);
  const roots = new Map(chosen.map(({ start, at }) => [start, repositoryOf(folder, at, start)]));
  const rules: Counted = { asked: 0, visible: 0 };
  const figures = new Map<string, number>();
  const shares = START_SIZES.map((size) => {
    const found: Counted = { asked: 0, visible: 0 };
    for (const repo of Object.keys(MANIFESTS)) {
      const base = makeBox("memory");
      plantAll(base, memoriesFor(repo, all, docs, size));
      const env = { ...hookEnvironment(base), PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
      // Leaves the index behind; it need not find anything.
      spawnSync(process.execPath, [resolve(dist, "cli.mjs"), "search", "anything"], { env, stdio: "ignore" });
      for (const { start, at } of chosen.filter((each) => each.start.repo === repo)) {
        const event = {
          session_id: `start-${at}`,
          transcript_path: "",
          cwd: roots.get(start),
          hook_event_name: "SessionStart",
          source: "startup",
        };
        const told = contextIn(runHook(resolve(dist, "hook.cjs"), event, { base }));
        const seen = bare(told);
        for (const id of start.wants) {
          found.asked++;
          found.visible += Number(seen.includes(bodies.get(id) ?? "-"));
        }
        for (const { how } of RULES) {
          rules.asked++;
          rules.visible += Number(seen.includes(bare(how)));
        }
      }
      removeBox(base);
    }
    figures.set(`starts: visible of ${size}`, shareOf(found));
    return `visible-${size}=${percent(found)}`;
  });
  figures.set("starts: rules whole", shareOf(rules));
  rmSync(folder, { recursive: true, force: true });
  return { line: `starts=${chosen.length} rules=${percent(rules)} ${shares.join(" ")}`, figures };
}

function shareOf({ asked, visible }: Counted): number {
  return (100 * visible) / Math.max(1, asked);
}

function percent(counted: Counted): string {
  return shareOf(counted).toFixed(1);
}
