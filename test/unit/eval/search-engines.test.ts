// EVA-1: the baselines and our two indexes, on a store small enough to know the answers.
import { afterAll, describe, expect, test } from "vitest";
import { BASELINES } from "../../../eval/search/baselines/index.ts";
import { PORTER, TRIGRAM, UNICODE61 } from "../../../eval/search/baselines/plain.ts";
import { PRIOR_PLAN } from "../../../eval/search/baselines/prior-plan.ts";
import { TITLE_TAGS } from "../../../eval/search/baselines/title-tags.ts";
import { padded, paddedFlat } from "../../../eval/search/command-output.ts";
import { ON_DISK } from "../../../eval/search/disk-index.ts";
import { genericPrompts } from "../../../eval/search/generic-prompts.ts";
import { IN_MEMORY } from "../../../eval/search/ours.ts";
import { PEERS } from "../../../eval/search/peers/index.ts";
import { doc } from "../../../eval/search/poison.ts";
import { grouped, ownCorpus } from "../../../eval/search/read.ts";
import { ask, summaryOf } from "../../../eval/search/run.ts";

const DOCS = [
  doc("tests", {
    name: "Running the tests",
    tags: ["ci"],
    body: "Use npm test; deployments wait for the auth-service.",
  }),
  doc("money", {
    name: "Money",
    body: "Amounts are integers. The column is user_id.",
    asks: ["Which type has a price?"],
  }),
  doc("korean", { name: "배포 절차", body: "배포는 금요일에 하지 않는다." }),
  ...Array.from({ length: 20 }, (_, at) => doc(`other-${at}`, { name: `Note ${at}`, body: `Something else ${at}.` })),
];

describe("EVA-1: the baselines", () => {
  test("each finds a word of a name, and nothing for nothing", () => {
    for (const engine of [...BASELINES, ...PEERS]) {
      const store = engine.open(DOCS);
      expect([engine.name, store.search("how is money handled", 5)[0]]).toEqual([engine.name, "money"]);
      expect([engine.name, store.search('" OR * ^ ( NEAR', 5)]).toEqual([engine.name, []]);
      store.close();
    }
  });

  test("they differ where they are known to differ", () => {
    const [prior, plain, porter, trigram, titles] = [PRIOR_PLAN, UNICODE61, PORTER, TRIGRAM, TITLE_TAGS].map((engine) =>
      engine.open(DOCS),
    );
    // Signs as word characters: the last part of a compound can't be found.
    expect(prior?.search("service", 5)).toEqual([]);
    expect(plain?.search("service", 5)).toEqual(["tests"]);
    expect(plain?.search("waiting", 5)).toEqual([]);
    expect(porter?.search("waiting", 5)).toEqual(["tests"]);
    expect(trigram?.search("배포", 5)).toEqual([]);
    expect(titles?.search("integers amounts column", 5)).toEqual(["money"]);
  });
});

describe("EVA-1: our engine over both indexes", () => {
  const [memory, disk] = [IN_MEMORY.open(DOCS), ON_DISK.open(DOCS)];
  afterAll(() => {
    memory.close();
    disk.close();
  });

  test("the index on disk and the one in memory give the same answers", () => {
    for (const text of [
      "waiting for the tests",
      "userId",
      "배포",
      "which type has a price",
      "note 7",
      "auth_service?",
    ]) {
      const [a, b] = [memory.rank(text), disk.rank(text)];
      expect(a.length).toBeGreaterThan(0);
      expect(b.map(({ proposal }) => proposal.id)).toEqual(a.map(({ proposal }) => proposal.id));
      expect(b.map(({ score }) => score)).toEqual(a.map(({ score }) => score));
      expect(b[0]?.mass).toBeCloseTo(a[0]?.mass ?? -1);
      expect(b[0]?.coverage).toBeCloseTo(a[0]?.coverage ?? -1);
    }
  });

  test("identifiers, stems, two characters and asks are found", () => {
    expect(disk.search("userId", 1)).toEqual(["money"]);
    expect(disk.search("waiting", 1)).toEqual(["tests"]);
    expect(disk.search("배포", 1)).toEqual(["korean"]);
    expect(disk.search("price", 1)).toEqual(["money"]);
  });
});

describe("EVA-1: the runner", () => {
  const groups = grouped(
    [
      { id: "a", group: "one", title: "Money", tags: "cents bank", body: "Integers." },
      { id: "b", group: "two", title: "Money", tags: "", body: "Floats." },
    ],
    [
      { id: "q1", group: "one", text: "money", cat: "", rel: ["a"] },
      { id: "q2", group: "two", text: "money", cat: "", rel: ["b"] },
      { id: "q3", group: "two", text: "nothing", cat: "", rel: [] },
    ],
  );

  test("a question is asked of its own store; one without an answer is not scored", () => {
    const answered = ask(UNICODE61, groups);
    expect(answered.map(({ question, ranked }) => [question.id, ranked])).toEqual([
      ["q1", ["a"]],
      ["q2", ["b"]],
    ]);
    expect(summaryOf("x", answered)).toMatchObject({ questions: 2, all: { r1: 1 } });
    expect(groups[0]?.docs[0]?.tags).toEqual(["cents", "bank"]);
  });

  test("EVA-2: the own corpus is read with its parts, and every answer exists", () => {
    const own = ownCorpus() ?? [];
    const known = new Set(own.flatMap(({ docs }) => docs.map(({ id }) => id)));
    const questions = own.flatMap((group) => group.questions);
    expect(known.size).toBeGreaterThanOrEqual(300);
    expect(questions.length).toBeGreaterThanOrEqual(300);
    expect(questions.filter(({ rel }) => rel.length === 0).length).toBeGreaterThanOrEqual(100);
    expect(questions.flatMap(({ rel }) => rel).filter((id) => !known.has(id))).toEqual([]);
    expect(new Set(questions.map(({ lang }) => lang))).toEqual(new Set(["en", "ko", "zh", "ja", "de"]));
  });
});

describe("EVA-1: made-up prompts", () => {
  test("padding keeps the question, has the length asked for and is the same each time", () => {
    const text = padded("id", "where is the key?", 200);
    expect(text).toContain("where is the key?");
    expect(text.split(/\s+/u).length).toBeGreaterThan(200);
    expect(padded("id", "where is the key?", 200)).toBe(text);
    expect(padded("other", "where is the key?", 200)).not.toBe(text);
    expect(paddedFlat("id", "where?", 200).split(" ")).toHaveLength(201);
  });

  test("generic prompts: every kind, none twice", () => {
    const prompts = genericPrompts(40);
    const kinds = Map.groupBy(prompts, ({ kind }) => kind);
    for (const kind of ["go on", "request", "commit", "failure"] as const)
      expect(new Set(kinds.get(kind)?.map(({ text }) => text)).size).toBeGreaterThanOrEqual(30);
  });
});
