// TRU-20, TRU-23, IMP-1: every tier and status of a foreign entry, through every reader, asked for by every channel. Nothing
// arrives above what it was, and who is no person writes nothing. Real files, a real store.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { statusOf, textField } from "../../src/memory/fields.ts";
import type { MemoryId } from "../../src/memory/ids.ts";
import { add } from "../../src/store/add.ts";
import { type Memory, readCatalogue } from "../../src/store/catalogue.ts";
import type { OpenStore, Plan } from "../../src/store/context.ts";
import { planTierChange } from "../../src/store/plan-transition.ts";
import { planArchive } from "../../src/store/retire.ts";
import { write } from "../../src/store/write.ts";
import { isRefusal } from "../../src/text/errors.ts";
import { applyImport, type ImportPlan, planImport } from "../../src/transfer/import.ts";
import { openProjects } from "../../src/transfer/io/files.ts";
import { gatherFrom, type ImportGround } from "../../src/transfer/io/sources.ts";
import { SOURCES, type SourceName } from "../../src/transfer/read/candidate.ts";
import { CHANNELS, partyOf } from "../../src/trust/channels.ts";
import { actOf, chance } from "../support/acts.ts";
import { FOREIGN, type Stands } from "../support/foreign.ts";
import { emptyBox, makeBox, openBox, placesOf, removeBox, rootOf } from "../support/store-box.ts";

const NOW = new Date("2026-11-15T10:00:00Z");
const IMPORT = "01K9ZQ3V5N8XW2YB7C4D6E0FGH" as MemoryId;
const WORDS = "Deploys go out from the second host on Mondays.";
const OTHERS = CHANNELS.filter((channel) => partyOf(channel) !== "person");
const next = chance(3);
const act = actOf("import", NOW, next);
const person = actOf("terminal", NOW, next);
const on = async (): Promise<boolean> => true;

const base = makeBox("memory");
const open: OpenStore = openBox(base);
let round = 0;
let folder: string;

beforeEach(() => {
  folder = `${base}/foreign/${round++}`;
  mkdirSync(folder, { recursive: true });
});
afterEach(() => emptyBox(base));
afterAll(() => removeBox(base));

const ground = (): ImportGround => ({
  ours: Object.values(placesOf(base)),
  home: `${base}/home`,
  env: {},
  project: undefined,
  projects: openProjects(),
});

async function planned(source: SourceName, path: string): Promise<ImportPlan> {
  const found = gatherFrom(source, ground(), path);
  if ("kind" in found) throw new Error(found.message);
  const candidates = found.flatMap((each) => (each.kind === "candidate" ? [{ ...each, source }] : []));
  return planImport(open, { id: IMPORT, candidates, by: "terminal" }, act, on);
}

function everything(): readonly string[] {
  const { memories } = readCatalogue(open.store);
  return memories.map((memory) => `${memory.tier} ${statusOf(memory.document)} in ${memory.stored.place}`);
}

const TRUST = [undefined, "inferred", "verified", "quarantined", "QUARANTINED"];
const STATUS = [undefined, "active", "retired", "archived"];
const EXPIRES = [undefined, "2020-01-01T00:00:00Z"];
const FOLDERS = [undefined, "quarantine"];

function expected({ trust, status, expires, folder: place }: Stands): readonly string[] {
  if (expires?.startsWith("2020") === true) return [];
  if (trust?.toLowerCase() === "quarantined" || place !== undefined) return ["quarantined active in quarantine"];
  return [`inferred ${status === "retired" || status === "archived" ? "retired" : "active"} in memories`];
}

const ALL: readonly Stands[] = TRUST.flatMap((trust) =>
  STATUS.flatMap((status) =>
    EXPIRES.flatMap((expires) =>
      FOLDERS.map((place) => ({
        ...(trust === undefined ? {} : { trust }),
        ...(status === undefined ? {} : { status }),
        ...(expires === undefined ? {} : { expires }),
        ...(place === undefined ? {} : { folder: place }),
      })),
    ),
  ),
);

describe("TRU-23: nothing arrives above what it was", () => {
  test("every source has a reader here", () => {
    const tried = new Set<SourceName>([...FOREIGN.map(([, source]) => source), "transcripts"]);
    expect(SOURCES.filter((source) => !tried.has(source))).toEqual([]);
    expect(ALL).toHaveLength(80);
  });

  test.each(FOREIGN)("%s", { timeout: 60_000 }, async (_, source, put) => {
    for (const [at, stands] of ALL.entries()) {
      const place = `${folder}/${at}${stands.folder === undefined ? "" : `/${stands.folder}`}`;
      const plan = await planned(source, put(place, WORDS, stands));
      for (const by of OTHERS) {
        const request = { ...plan.request, by };
        const results = await applyImport(open, { ...plan, request }, act, on);
        expect(results.every(({ result }) => isRefusal(result) && result.code === "needs-person")).toBe(true);
      }
      expect([stands, everything()]).toEqual([stands, []]);
      await applyImport(open, plan, act, on);
      expect([stands, everything()]).toEqual([stands, expected(stands)]);
      emptyBox(base);
    }
  });

  test("a session's record that lies in quarantine stays there", async () => {
    const said = { role: "user", content: `Remember that ${WORDS}` };
    const line = { type: "user", message: said, timestamp: "2026-10-01T10:00:00Z", cwd: "/gone", sessionId: "s-1" };
    mkdirSync(`${folder}/quarantine`);
    writeFileSync(`${folder}/quarantine/s-1.jsonl`, `${JSON.stringify(line)}\n`);
    await applyImport(open, await planned("transcripts", `${folder}/quarantine`), act, on);
    expect(everything()).toEqual(["quarantined active in quarantine"]);
  });

  test("the reason and the day of the quarantine are kept, and the words stay out in any spelling", async () => {
    const head = "name: Wrong\ndescription: Wrong words\ntype: project\ntrust-level: quarantined";
    const why = 'quarantined-at: 2026-04-01T00:00:00Z\nquarantine-reason: "not so since March"';
    mkdirSync(`${folder}/memories`);
    writeFileSync(`${folder}/memories/project_wrong.md`, `---\n${head}\n${why}\n---\n${WORDS}\n`);
    // The same words lie in use beside it: what puts them away counts for both.
    writeFileSync(`${folder}/memories/a_copy.md`, `${WORDS.toUpperCase()}\n`);
    const results = await applyImport(open, await planned("backfill", folder), act, on);
    expect(results.map(({ result }) => result.kind).sort()).toEqual(["created", "refusal"]);
    const [memory] = readCatalogue(open.store).memories;
    expect(memory && textField(memory.document, "quarantine-reason")).toBe("not so since March");
    expect(memory && textField(memory.document, "quarantined-at")).toBe("2026-04-01T00:00:00Z");
    expect(everything()).toEqual(["quarantined active in quarantine"]);
    const agent = await add(open, { text: `${WORDS.toLowerCase()}!`, global: true }, actOf("mcp", NOW, next));
    expect(agent).toMatchObject({ kind: "refusal", code: "resurrection" });
  });

  test.each([
    "\n---\ntrust-level: quarantined\n---\n",
    "+++\ntrust-level = 'quarantined'\n+++\n",
    "---\ntrust-level: quarantined\nnested:\n  a:\n    - b: c\n---\n",
    `---\ntrust-level: quarantined\nfiller: ${"x".repeat(30_000)}\n---\n`,
    "---\r\nTrust_Level: Quarantined\r\n---\r\n",
    "---\nquarantine-reason: wrong\n---\n",
    "---\nmetadata:\n  trust-level: quarantined\n---\n",
    "---\ntrust-level: quarantined\n",
  ])("a head that is written badly still counts: %j", async (head) => {
    writeFileSync(`${folder}/note.md`, `${head}${WORDS}\n`);
    for (const [source, path] of [
      ["markdown", folder],
      ["codex", `${folder}/note.md`],
    ] as const) {
      await applyImport(open, await planned(source, path), act, on);
      expect(everything().filter((each) => !each.startsWith("quarantined"))).toEqual([]);
      emptyBox(base);
    }
  });

  test.each([
    "superseded-by: [01JCQ0Z8M4X5T6V7W8Y9ZABCDX]",
    "status: superseded",
    "active: false",
    "retired-at: 2026-01-01",
  ])("what was replaced or switched off comes in retired: %s", async (line) => {
    writeFileSync(`${folder}/note.md`, `---\nname: A note\ndescription: A note\n${line}\n---\n${WORDS}\n`);
    await applyImport(open, await planned("markdown", folder), act, on);
    expect(everything()).toEqual(["inferred retired in memories"]);
  });

  test.each([
    ["2020-01-01", []],
    ["2026-11-14", []],
    ["2026-11-15", ["inferred active in memories"]],
    ["2030-01-01", ["inferred active in memories"]],
  ])("what expired on %s stays out", async (day, made) => {
    writeFileSync(`${folder}/note.md`, `---\nname: A note\ndescription: A note\nexpires: ${day}\n---\n${WORDS}\n`);
    const plan = await planned("markdown", folder);
    await applyImport(open, plan, act, on);
    expect(everything()).toEqual(made);
    if (made.length === 0) expect(plan.items[0]?.outcome).toMatchObject({ kind: "left-out", why: `expired on ${day}` });
  });

  test("proposals, indexes, archives and reports are no memories", async () => {
    const found = (path: string): readonly string[] => {
      const all = gatherFrom("backfill", ground(), path);
      return "kind" in all ? [all.code] : all.map((each) => (each.kind === "left-out" ? each.why : each.kind));
    };
    const files: Readonly<Record<string, string>> = {
      "memories/MEMORY.md": "- Some words of the index itself that are long enough.\n",
      "memories/made.md": "# Memories\n\n<!-- BEGIN AUTO-GENERATED -->\n- one\n<!-- END AUTO-GENERATED -->\n",
      "memories/index.md": "# Index\n- [DECISION] Use Postgres -> .claude/memory/decisions/pg.json #db\n",
      "memories/project_p.md": `---\nproposes: 01JCQ0Z8M4X5T6V7W8Y9ZABCDX\n---\n${WORDS}\n`,
      "archive/2026-03/project_a.md": `${WORDS}\n`,
      "audit/2026-03-01.md": "# Audit\n\nThree memories are stale.\n",
      "audit/semantic-2026-03.md": "# Semantic review\n\nNothing was found.\n",
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(`${folder}/${path.slice(0, path.lastIndexOf("/"))}`, { recursive: true });
      writeFileSync(`${folder}/${path}`, text);
    }
    expect(found(folder)).toEqual([
      "is archived",
      "is a report",
      "is a report",
      "is an index of other files",
      "is an index of other files",
      "is an index of other files",
      "is a proposal; decide about it where it was made",
    ]);
    expect(found(`${folder}/archive/2026-03`)).toEqual(["is archived"]);
    expect(found(`${folder}/archive/2026-03/project_a.md`)).toEqual(["is archived"]);
  });
});

describe("STO-2: a store of ours is no source", () => {
  const refused = (source: SourceName, path: string): unknown => {
    const found = gatherFrom(source, ground(), path);
    return "kind" in found ? [found.code, found.hint] : found;
  };

  async function put(text: string): Promise<Memory> {
    await add(open, { text, type: "project", global: true }, person);
    const memory = readCatalogue(open.store).memories.find(({ document }) => document.body.includes(text));
    if (memory === undefined) throw new Error("not added");
    return memory;
  }

  test("whichever folder of it is named, by whatever name, through every source", async () => {
    const demoted = planTierChange(await put("It was wrong all along."), { verb: "demote", reason: "wrong" }, person);
    await write(open, demoted as Plan, person);
    const [quarantined] = readCatalogue(open.store).memories;
    if (quarantined === undefined) throw new Error("gone");
    await write(open, planArchive(quarantined, person) as Plan, person);
    mkdirSync(`${rootOf(base)}/audit`, { recursive: true });
    writeFileSync(`${rootOf(base)}/audit/2026-11-01.md`, "# Audit\n\nOne memory is stale.\n");
    symlinkSync(rootOf(base), `${folder}/linked`);
    const [month = ""] = readdirSync(`${rootOf(base)}/archive`);
    const answer = ["not-allowed", expect.stringMatching(/holdfast sync.*holdfast export/)];
    for (const source of SOURCES) {
      for (const path of [
        rootOf(base),
        `${rootOf(base)}/memories`,
        `${rootOf(base)}/quarantine`,
        `${rootOf(base)}/archive/${month}`,
        `${rootOf(base)}/audit/2026-11-01.md`,
        `${folder}/linked/archive`,
        placesOf(base).state,
      ])
        expect([source, path, refused(source, path)]).toEqual([source, path, answer]);
    }
  });

  test("nor where it lies somewhere below, also with a marker that can't be read", async () => {
    await put("It stands in a store of ours.");
    const words = "It lies beside a store and is nobody's.";
    for (const [name, marker] of [
      ["copy", readFileSync(`${rootOf(base)}/holdfast.json`, "utf8")],
      ["damaged", "{"],
    ] as const) {
      mkdirSync(`${folder}/${name}/.holdfast/memories`, { recursive: true });
      writeFileSync(`${folder}/${name}/.holdfast/holdfast.json`, marker);
      writeFileSync(`${folder}/${name}/.holdfast/memories/project_x.md`, "It stands in a copy of a store.\n");
      writeFileSync(`${folder}/${name}/note.md`, `${words}\n`);
    }
    const found = gatherFrom("markdown", ground(), folder);
    if ("kind" in found) throw new Error(found.message);
    expect(found.map((each) => (each.kind === "left-out" ? each.why : each.text.trim()))).toEqual([
      words,
      words,
      "is a store of Holdfast",
      "is a store of Holdfast",
    ]);
    expect(existsSync(`${folder}/copy/.holdfast`)).toBe(true);
  });
});
