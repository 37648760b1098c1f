// STO-34: nothing that anybody wrote gets into a ledger. A store is filled through the built command with words that
// occur nowhere else, in every place a memory has for words; then every byte of every ledger is searched for them.
// check:all: some hundred runs of the built command.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { copyBuilt } from "../golden/built.ts";
import { scratch } from "../support/disk.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, runAsPerson } from "../support/person.ts";

/** Made up at run time, so that no scanner takes this file for a leak. */
const SECRET = `AKIA${"QX7ZJ2WN"}${"8VTR4LMB"}`;
const WORDS = {
  name: "Xylograph",
  description: "quokkadesc",
  body: "wombatbody",
  tags: "ibistag",
  asks: "ospreyask",
  paths: "src/kestrelpath/**",
  branch: "heronbranch",
  reason: "puffinreason",
  edited: "dunlinedit",
  shared: "merlinshared",
  agent: "godwitagent",
  claim: "whimbrelclaim",
  folder: "sanderlingfolder",
  remote: "turnstoneremote",
  secret: SECRET,
  sentence: "Plovers nest on the shingle",
} as const;

/** One line of the closed grammar: no key and no value can hold a word of anybody's. */
const LINE = new RegExp(
  [
    /^\{"seq":[1-9][0-9]*,"ts":"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"/,
    /,"device":"[0-9a-f]{16}","actor":"(?:user|agent|observer|import|sync|check)"/,
    /,"channel":"(?:terminal|editor|web|cli|mcp|hook|library|observer|import|sync)","action":"[a-z-]{4,13}"/,
    /,"id":"[0-9A-HJKMNP-TV-Z]{26}","from":"[a-z]{4,11}","to":"[a-z]{4,11}","sha256":(?:null|"[0-9a-f]{64}")/,
    /,"reason":"(?:asked|check-failed|own-words|recovery|self-asserted-trust)"/,
    /(?:,"said":[1-9][0-9]*)?/,
    /,"prev":"[0-9a-f]{64}","hash":"[0-9a-f]{64}"\}$/,
  ]
    .map((part) => part.source)
    .join(""),
);

interface Box {
  readonly home: string;
  readonly person: (...args: readonly string[]) => Promise<string>;
  readonly agent: (...args: readonly string[]) => string;
}

function makeBox(): Box {
  const base = scratch();
  const home = join(base, "home");
  const project = join(home, WORDS.folder);
  mkdirSync(project, { recursive: true, mode: 0o700 });
  copyBuilt(join(base, "dist"));
  const env = { HOME: home, PATH: "/usr/bin:/bin", TERM: "xterm", LANG: "C.UTF-8", NO_COLOR: "1" };
  const remote = `https://example.org/${WORDS.remote}/shop.git`;
  execFileSync("git", ["init", "-q", project], { env });
  execFileSync("git", ["-C", project, "remote", "add", "origin", remote], { env });
  const command = [process.execPath, join(base, "dist", "cli.mjs")];
  return {
    home,
    person: async (...args) => {
      const { transcript, code } = await runAsPerson([...command, ...args], { cwd: project, env });
      if (code !== 0) throw new Error(`${args.join(" ")}: ${transcript}`);
      return transcript;
    },
    agent: (...args) =>
      execFileSync(command[0] ?? "", [...command.slice(1), ...args], { cwd: project, env, encoding: "utf8" }),
  };
}

function filesUnder(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function fill({ person, agent }: Box): Promise<void> {
  const stem = "feedback_xylograph";
  await person("init", "--no-install", "--yes");
  await person("init", "--shared", "--no-install", "--yes");
  const author = ["name", "description", "tags", "asks", "paths", "branch"] as const;
  const options = author.flatMap((key) => [`--${key}`, WORDS[key]]);
  const body = `Always ${WORDS.body}.\n\nWhy: <redacted>${WORDS.secret}</redacted>\nHow to apply: ${WORDS.body}`;
  await person("add", ...options, "--type", "feedback", "--kind", "preference", "--body", body);
  await person("edit", stem, "--description", WORDS.edited);
  await person("demote", stem, "--reason", WORDS.reason, "--yes");
  await person("undo", stem, "--yes");
  await person("demote", stem, "--reason", WORDS.reason, "--yes");
  await person("restore", stem);
  await person("reaffirm", stem);
  await person("retire", stem, "--yes");
  await person("add", "--shared", `The ${WORDS.shared} is shared by all`);
  agent("add", WORDS.sentence);
  const claims = `---\nname: ${WORDS.agent}\ntrust-level: verified\nquarantine-reason: ${WORDS.claim}\n---\n${WORDS.agent}`;
  agent("add", "--type", "project", "--name", WORDS.agent, `--body=${claims}`);
  await person("add", "--global", "Sanderlings run along the tide line");
  await person("demote", "reference_sanderlings_run_along_the", "--reason", WORDS.reason, "--yes");
  await person("archive", "reference_sanderlings_run_along_the", "--yes");
}

describe("what a ledger holds", () => {
  test("STO-30, STO-34: no name, body, path, secret, reason or digest of one, in any byte", async () => {
    if (!canRunAsPerson()) throw new Error(CANNOT_RUN_AS_PERSON);
    const box = makeBox();
    await fill(box);
    const state = join(box.home, ".local/state/holdfast");
    const store = join(box.home, ".holdfast");
    const ledgers = [store, state].flatMap((folder) => filesUnder(join(folder, "ledger")));
    const marks = [...filesUnder(join(state, "ledger-heads")), ...filesUnder(join(state, "digest-keys"))];
    expect(ledgers.map((path) => path.startsWith(store))).toEqual([true, false]);
    expect(marks.length).toBeGreaterThan(4);
    const held = [...ledgers, ...marks].map((path) => readFileSync(path, "latin1")).join("\n");

    const memories = [store, join(box.home, WORDS.folder, ".holdfast")].flatMap((folder) =>
      ["memories", "quarantine", "archive"].flatMap((place) => filesUnder(join(folder, place))),
    );
    const history = filesUnder(join(state, "history"));
    const elsewhere = [...memories, ...history].map((path) => readFileSync(path, "utf8")).join("\n");
    const planted = Object.entries(WORDS).filter(([key]) => !["folder", "claim"].includes(key));
    // The search itself finds what is there to be found.
    for (const [key, word] of planted) expect([key, elsewhere.includes(word)]).toEqual([key, true]);

    const parts = Object.values(WORDS).flatMap((word) => word.split(/[^A-Za-z0-9]+/).filter((part) => part.length > 4));
    for (const part of [...Object.values(WORDS), ...parts])
      expect(held.toLowerCase()).not.toContain(part.toLowerCase());
    for (const path of memories) expect(held).not.toContain(path.split("/").at(-1)?.replace(/\.md$/, ""));

    // Nor a plain digest, by which a short sentence could be guessed.
    const texts = [...memories, ...history].map((path) => readFileSync(path));
    const guesses = [...texts, ...Object.values(WORDS).map((word) => Buffer.from(word))];
    for (const guess of guesses) expect(held).not.toContain(createHash("sha256").update(guess).digest("hex"));

    grammar(ledgers);
    expect(await box.person("log", "--verify")).toMatch(/^ok {7}personal .*\nok {7}shared .*\n$/);
  });
});

/** Every line is of the closed grammar, and each sort of change was among them. */
function grammar(ledgers: readonly string[]): void {
  const lines = ledgers.flatMap((path) => readFileSync(path, "latin1").trimEnd().split("\n"));
  expect(lines.filter((line) => !LINE.test(line))).toEqual([]);
  const actions = new Set(lines.map((line) => (JSON.parse(line) as { action: string }).action));
  expect([...actions].sort()).toEqual(
    ["archive", "claim-dropped", "create", "demote", "edit", "intent", "reaffirm", "restore", "retire", "undo"].sort(),
  );
  const keyed = lines.map((line) => JSON.parse(line) as { action: string; sha256: string | null });
  const without = new Set(keyed.filter((line) => line.sha256 === null).map((line) => line.action));
  expect([...without].sort()).toEqual(["archive", "claim-dropped", "intent"]);
}
