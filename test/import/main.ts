// node test/import/main.ts [--files 10000] [--poison 300]
// An import of many files: how long it takes beside bare file creation, that a second one changes nothing, that a kill in
// the middle loses and doubles nothing, that no poisoned text becomes more than inferred, that an agent imports nothing (IMP-1);
// and that of an instruction file each rule is one memory, is not given to the agent that loads the file, and is one file
// when it is confirmed (IMP-4, ARR-3, ARR-4).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { buildHook } from "../support/hook-bundle.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { givenTo, FILES as INSTRUCTIONS, imported } from "./instructions.ts";
import { fateOf, poisonedTexts } from "./poison.ts";
import { digestOf, type Home, makeHome, names, writeNotes } from "./world.ts";

const MOST_SECONDS = 60;

const { values } = parseArgs({ options: { files: { type: "string" }, poison: { type: "string" } } });
const FILES = Number(values.files ?? 10_000);
const POISON = Number(values.poison ?? 300);

let passed = 0;
let failed = 0;

function check(what: string, is: boolean, figures = ""): void {
  if (is) passed++;
  else failed++;
  console.log(`${is ? "ok  " : "FAIL"} ${what}${figures === "" ? "" : `: ${figures}`}`);
}

async function many(home: Home): Promise<void> {
  const folder = writeNotes(home, FILES);
  const bare = timed(() => bareFiles(home));
  const started = performance.now();
  await home.run("person", "import", "markdown", folder, "--apply", "--yes");
  const seconds = (performance.now() - started) / 1000;
  const ratio = ((seconds * 1000) / bare).toFixed(0);
  const figures = `${seconds.toFixed(1)} s, ${ratio} times bare file creation (${bare.toFixed(0)} ms)`;
  check(`${FILES} files within ${MOST_SECONDS} s`, seconds < MOST_SECONDS, figures);
  check("each file is a memory", names(home).length === FILES, String(names(home).length));
  const before = digestOf(home);
  const again = performance.now();
  const { out } = await home.run("person", "import", "markdown", folder, "--apply", "--yes");
  check("a second import changes nothing", digestOf(home) === before && out.includes(`${FILES} known already`));
  console.log(`     second import ${((performance.now() - again) / 1000).toFixed(1)} s`);
  const { code } = await home.run("person", "log", "--verify");
  check("the ledger is whole", code === 0);
}

function bareFiles(home: Home): void {
  const folder = `${home.path}/bare`;
  mkdirSync(folder);
  for (let n = 0; n < FILES; n++) writeFileSync(`${folder}/${n}.md`, "x".repeat(600));
}

function timed(act: () => void): number {
  const started = performance.now();
  act();
  return performance.now() - started;
}

async function kills(home: Home): Promise<void> {
  const least = Math.min(FILES, 1000);
  let count = least;
  let folder = writeNotes(home, count);
  const left: number[] = [];
  let midway = 0;
  // A kill that came when all was written, because the machine did something else, is tried again with more to write.
  for (let tries = 0; midway < 4 && tries < 12; tries++) {
    const before = names(home).length;
    await home.killed(before + Math.ceil((count - before) / 5), "import", "markdown", folder, "--apply", "--yes");
    const made = names(home).length;
    left.push(made);
    if (made > before && made < count) midway++;
    if (count - made < least / 4) {
      count += least;
      folder = writeNotes(home, count);
    }
  }
  const { out } = await home.run("person", "import", "markdown", folder, "--apply", "--yes");
  const { out: listed } = await home.run("agent", "list", "--json");
  const { memories, unreadable } = JSON.parse(listed) as { memories: { name: string }[]; unreadable: unknown[] };
  const distinct = new Set(memories.map(({ name }) => name)).size;
  check("the kills met the writing", midway === 4, `${midway} of 4 after ${left.length}`);
  check(
    "killed four times in it, then finished: each once, none torn",
    memories.length === count && distinct === count && unreadable.length === 0,
    `${left.join(", ")} after the kills; ${/^\d+ imported/m.exec(out)?.[0] ?? "?"}`,
  );
}

async function instructions(home: Home): Promise<void> {
  const bundle = await buildHook();
  try {
    for (const file of INSTRUCTIONS) {
      const one = await imported(home, file);
      check(
        `${file}: its rules, and none of them twice`,
        one.bodies.length > 2 && one.isStable,
        `${one.bodies.length}`,
      );
      if (one.host === undefined) continue;
      const loaded = givenTo(home, bundle, one.host, one);
      rmSync(one.path);
      const gone = givenTo(home, bundle, one.host, { ...one, session: "later" });
      const figures = `${loaded} with the file, ${gone} without it`;
      check(`${file}: given to ${one.host} only where it does not load it`, loaded === 0 && gone > 2, figures);
    }
  } finally {
    bundle.remove();
  }
  const all = new Set(names(home));
  const twins = [...all].filter((name) => all.has(name.replace(/_\d+\.md$/, ".md")) && /_\d+\.md$/.test(name));
  check("no rule has a twin", twins.length === 0, twins.join(", "));
}

async function confirmed(home: Home): Promise<void> {
  const { bodies } = await imported(home, "06-own.CLAUDE.md");
  const { out: list } = await home.run("agent", "list", "--json", "--all");
  const origin = /import ([0-9A-Z]{26})/.exec(readFileSync(`${home.memories}/${names(home)[0]}`, "utf8"))?.[1] ?? list;
  await home.answering(
    Array.from(bodies, () => "c"),
    "review",
    "--origin",
    origin,
  );
  const { out } = await home.run("agent", "list", "--json", "--all");
  const { memories } = JSON.parse(out) as { readonly memories: readonly { readonly tier: string }[] };
  const verified = memories.filter(({ tier }) => tier === "verified").length;
  const all = [bodies.length, names(home).length, memories.length, verified];
  check("confirmed one by one: as many files, as many rows, all verified", new Set(all).size === 1, all.join(", "));
}

async function poison(): Promise<void> {
  const { texts, notRun } = poisonedTexts(POISON);
  for (const name of notRun) console.log(`NOT RUN: ${name} is not here; set HOLDFAST_CORPORA.`);
  if (!canRunAsPerson()) console.log(CANNOT_RUN_AS_PERSON);
  for (const who of canRunAsPerson() ? (["agent", "person"] as const) : (["agent"] as const)) {
    const fate = await fateOf(texts, who);
    check(
      who === "agent"
        ? "poisoned texts that an agent imports: none comes in"
        : "imported by a person: none above inferred",
      fate.verified === 0 && fate.made > 0 === (who === "person"),
      `texts=${fate.texts} memories=${fate.made} above=${fate.verified}`,
    );
  }
}

async function inHome(act: (home: Home) => Promise<void>): Promise<void> {
  const home = await makeHome();
  try {
    await act(home);
  } finally {
    home.remove();
  }
}

if (canRunAsPerson()) {
  await inHome(many);
  await inHome(kills);
  await inHome(instructions);
  await inHome(confirmed);
}
await poison();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
