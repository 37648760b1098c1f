// `match-strategy: title-tags`, the way back: names and tags alone are matched, with the same shape of answer, the same
// bars of silence, budgets and caps (SEA-6).
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withIndex } from "../../../src/compose/indexed.ts";
import { type Config, effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import { promptContext } from "../../../src/recall/recall.ts";
import { type SearchResult, search, withPutAway } from "../../../src/recall/search.ts";
import { toolNotes } from "../../../src/recall/tool-notes.ts";
import { suspectsBy } from "../../../src/store/withheld.ts";
import { CHECKS } from "../../support/acts.ts";
import { blockIn } from "../../support/block.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, placesOf, removeBox } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const { config: usual } = effectiveConfig(parseConfig(undefined, "user"));
const config: Config = { ...usual, "match-strategy": "title-tags" };
let base: string;

beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

const stores = (of: Config = config): ReturnType<typeof withIndex>[] => [withIndex(openBox(base), placesOf(base), of)];
const find = (text: string, of: Config = config): SearchResult =>
  search(stores(of), { text, interactive: true, now: NOW });
const names = ({ hits }: SearchResult): readonly string[] => hits.map(({ memory }) => memory.stored.file);
const moment = (of: Config): Parameters<typeof toolNotes>[1] => ({
  session: "s",
  host: "claude",
  now: NOW,
  config: of,
  shown: new Set(),
  claim: () => new Set(),
  judge: { name: "test", suspects: async () => suspectsBy(CHECKS) },
  tool: "Bash",
  paths: [],
});

async function told(prompt: string, of: Config = config): Promise<string> {
  const { intent } = await promptContext(stores(of), { ...moment(of), prompt });
  return intent.kind === "context" ? intent.text : "";
}

const ASKED = "how do I restart the pelican service?";
const pelican = (n = 1, more: readonly string[] = []): string =>
  plant(base, `project_pelican_service_${n}`, {
    tier: "verified",
    id: idOf(n),
    name: "Restart the pelican service",
    more: ["kind: runbook", ...more],
    body: "Run make pelican-restart; its workers hold leases in zookeeper.",
  });
const other = (): string =>
  plant(base, "user_orders", { tier: "verified", id: idOf(50), name: "Orders are paged by cursor", body: ASKED });

describe("title-tags", () => {
  test("SEA-6: a prompt that a name answers brings the memory, and one that only a body answers does not", async () => {
    pelican();
    other();
    expect(await told(ASKED)).toContain("make pelican-restart");
    expect(await told(ASKED)).not.toContain("Orders are paged");
    expect(await told("the workers hold leases in zookeeper")).toBe("");
    expect(await told("the workers hold leases in zookeeper", usual)).toContain("make pelican-restart");
  });

  test("SEA-6: tags are matched", async () => {
    plant(base, "project_birds", {
      tier: "verified",
      id: idOf(1),
      name: "How we do it",
      more: ["tags: [pelican, restart]"],
      body: "Run make bird.",
    });
    expect(await told("restart the pelican")).toContain("make bird");
  });

  test("CTX-3 CTX-4: the same bars, slots and budget", async () => {
    for (let n = 1; n <= 8; n++) pelican(n);
    expect(await told("write a poem about the sea")).toBe("");
    expect(await told("ok, go on")).toBe("");
    expect(blockIn(await told(ASKED, { ...config, "max-inject": 2 }))).toHaveLength(2);
    expect(await told(ASKED, { ...config, "max-inject": 0 })).toBe("");
    expect((await told(ASKED, { ...config, "prompt-tokens": 120 })).length).toBeLessThan((await told(ASKED)).length);
  });

  test("SEA-6: an answer has the same shape, and says by what it was found", () => {
    pelican();
    other();
    const [ours, theirs] = [find("pelican"), find("pelican", usual)];
    expect(ours.strategy).toBe("title-tags");
    expect(theirs.strategy).toBe("fts5-bm25");
    expect(Object.keys(ours)).toEqual(Object.keys(theirs));
    expect(Object.keys(ours.hits[0] ?? {})).toEqual(Object.keys(theirs.hits[0] ?? {}));
    expect(names(ours)).toEqual(["project_pelican_service_1.md"]);
    expect(names(theirs)).toEqual(["project_pelican_service_1.md", "user_orders.md"]);
    expect(ours.hits.flatMap(({ matched }) => matched.flatMap(({ fields }) => fields))).toEqual(["name"]);
  });

  test.each(["user_id", "React.FC", "auth-service", "node_modules", ".env", "__init__.py"])(
    "SEA-2 SEA-6: %s is found by its name",
    (identifier) => {
      plant(base, "project_names", { tier: "verified", id: idOf(1), name: `Mind ${identifier} here`, body: "Do." });
      plant(base, "project_other", { tier: "verified", id: idOf(2), name: "Useful things", body: identifier });
      expect(names(find(identifier))).toEqual(["project_names.md"]);
    },
  );

  test("SEA-4: operators are literals", () => {
    pelican();
    for (const text of ['name: pelican"', "pelican OR body:", "NEAR(pelican x)", "pel*ican ^ -x", "} : (pelican"])
      expect(() => find(text)).not.toThrow();
    expect(names(find("} : ( pelican"))).toEqual(["project_pelican_service_1.md"]);
  });

  test("SEA-5: what no agent may be given stays out; a person hears of it by its name only", () => {
    pelican(1, ["status: retired"]);
    plant(base, "user_away", { tier: "verified", id: idOf(2), body: "A pelican.", more: ["status: retired"] });
    const request = { text: "pelican", interactive: true, now: NOW };
    const all = withPutAway(search(stores(), request), stores(), request);
    expect(all.hits).toEqual([]);
    expect(all.misses.map(({ memory }) => memory.stored.file)).toEqual(["project_pelican_service_1.md"]);
  });

  test("SEA-6: where no index can be opened, names and tags are searched by whoever waits for an answer", () => {
    pelican();
    other();
    const [{ store }] = stores() as [ReturnType<typeof withIndex>];
    const found = search([{ store, index: undefined, strategy: "title-tags" }], {
      text: "pelican",
      interactive: true,
      now: NOW,
    });
    expect(names(found)).toEqual(["project_pelican_service_1.md"]);
  });

  test("SEA-6 SEA-7: a store so large that postings choose elsewhere is asked by name and tags too", () => {
    for (let n = 100; n < 1300; n++)
      plant(base, `project_n_${n}`, { id: idOf(n), tier: "inferred", name: `Note ${n}`, body: "About a pelican." });
    pelican();
    expect(names(find("pelican"))).toEqual(["project_pelican_service_1.md"]);
  });

  test("CTX-2: a command that a runbook is named after brings it", async () => {
    pelican();
    const { intent } = await toolNotes(stores(), { ...moment(config), command: "systemctl restart pelican service" });
    expect(intent.kind === "context" && intent.text).toContain("make pelican-restart");
  });
});
