// Two levels at a prompt (ARR-5): a strong match brings its text, a middling one a line that may apply.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withIndex } from "../../../src/compose/indexed.ts";
import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import { promptContext } from "../../../src/recall/recall.ts";
import { search } from "../../../src/recall/search.ts";
import { suspectsBy } from "../../../src/store/withheld.ts";
import { senseOf, stem } from "../../../src/text/stem.ts";
import { CHECKS } from "../../support/acts.ts";
import { blockIn, type ReadMemory } from "../../support/block.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, placesOf, removeBox } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const { config } = effectiveConfig(parseConfig(undefined, "user"));
let base: string;
let shown: Set<string>;

beforeEach(() => {
  base = makeBox("memory");
  shown = new Set();
});
afterEach(() => removeBox(base));

const stores = (): ReturnType<typeof withIndex>[] => [withIndex(openBox(base), placesOf(base), config)];

/** In one session: what was told before is known. */
async function told(prompt: string): Promise<readonly ReadMemory[]> {
  const claim = (ids: readonly string[]): ReadonlySet<string> => {
    const taken = new Set(ids.filter((id) => shown.has(id)));
    for (const id of ids) shown.add(id);
    return taken;
  };
  const judge = { name: "test", suspects: async () => suspectsBy(CHECKS) };
  const moment = { session: "s", host: "claude", now: NOW, config, shown: new Set(shown), claim, judge };
  const { intent } = await promptContext(stores(), { ...moment, prompt });
  return intent.kind === "context" ? (blockIn(intent.text) ?? []) : [];
}

let planted = 0;
function note(description: string, more: Parameters<typeof plant>[2] = {}): void {
  planted++;
  const body = `${description}\n\nIt was settled after a long talk.`;
  plant(base, `project_note_${planted}`, {
    tier: "verified",
    id: idOf(planted),
    name: `Note ${planted}`,
    description: JSON.stringify(description),
    body,
    ...more,
  });
}

const OTHERS = ["Orders are paged by cursor.", "Money is an integer of cents.", "Tea is served at four."];
const SQUASHED = "Branches are merged with a squash, and the title keeps its ticket.";
const levels = (block: readonly ReadMemory[]): readonly string[] =>
  block.map(({ mayApply, lines }) => `${mayApply ? "may apply" : "matches"}, ${lines.length > 1 ? "text" : "line"}`);

describe("ARR-5: two levels", () => {
  test("a middling match brings a line, once in a session, and its text when a strong match asks for it", async () => {
    for (const other of OTHERS) note(other);
    note(SQUASHED);
    const middling = "merge my branch into the other one, please";
    expect(levels(await told(middling))).toEqual(["may apply, line"]);
    expect(await told(middling)).toEqual([]);
    expect(levels(await told("why are branches merged with a squash?"))).toEqual(["matches, text"]);
    expect(await told(middling)).toEqual([]);
  });

  test("one rare exact word is strong, whatever the share of the prompt", async () => {
    note("wkhtmltopdf stays at 0.12.5: newer builds break the page breaks of invoices.");
    const [one, ...more] = await told("please upgrade wkhtmltopdf in the Dockerfile to the newest version");
    expect([one?.mayApply, one?.text, more]).toEqual([false, expect.stringContaining("settled"), []]);
  });

  test("a name that many memories bear, or beside other names, is not", async () => {
    for (const what of ["exports", "imports", "invoices", "labels", "refunds"]) note(`Zubrowka handles ${what}.`);
    expect(await told("please look at zubrowka and tell the team what is left to do there this week")).toEqual([]);
    note("The gateway of Krzyzewo answers on port 8443.");
    expect(await told("compare krzyzewo with pszczyna, wloclawek and bydgoszcz for a holiday in the spring")).toEqual(
      [],
    );
  });
});

describe("ARR-5: words meet that say the same", () => {
  test.each([
    ["production", "product"],
    ["customer", "custom"],
    ["authorization", "author"],
    ["terminate", "terminal"],
    ["locale", "local"],
    ["importance", "import"],
    ["generic", "general"],
    ["business", "busy"],
    ["suite", "suit"],
    ["responsible", "response"],
  ])("%s and %s share a stem and are two words", (one, other) => {
    expect([one, stem(one)]).toEqual([one, stem(other)]);
    expect(senseOf(stem(one), one)).not.toBe(senseOf(stem(other), other));
  });

  test("forms of one word stay one", () => {
    for (const [one, other] of [
      ["products", "product"],
      ["deployment", "deploying"],
      ["organizations", "organized"],
      ["generated", "generators"],
    ] as const)
      expect([one, senseOf(stem(one), one)]).toEqual([one, senseOf(stem(other), other)]);
  });

  test("production does not find product images, and nothing is found by the commonest words alone", () => {
    note("Product images are served from the bucket.");
    note("The nightly job runs in two steps.");
    const found = (text: string): number => search(stores(), { text, interactive: true, now: NOW }).hits.length;
    expect([found("how to release to production"), found("product"), found("products")]).toEqual([0, 1, 1]);
    expect([found("jest out of memory in pipeline"), found("steps in jest")]).toEqual([0, 1]);
  });
});
