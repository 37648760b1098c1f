// Words that a person demoted, retired, archived or had forgotten come back in no spelling, through no channel but a
// person's; a person is asked first (STO-24, STO-33).
import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MemoryId } from "../../src/memory/ids.ts";
import { fingerprintOf, readTombstones, type Tombstone, tombstoneFor } from "../../src/memory/tombstone.ts";
import { add, planAdd, propose } from "../../src/store/add.ts";
import { putAwayBy } from "../../src/store/add-view.ts";
import { type Memory, readCatalogue } from "../../src/store/catalogue.ts";
import type { OpenStore, Plan } from "../../src/store/context.ts";
import { planTierChange } from "../../src/store/plan-transition.ts";
import { planArchive, planRetire } from "../../src/store/retire.ts";
import { write } from "../../src/store/write.ts";
import { CHANNELS, type Channel, partyOf } from "../../src/trust/channels.ts";
import { actOf, chance } from "../support/acts.ts";
import { idOf } from "../support/memories.ts";
import { SPELLINGS } from "../support/spellings.ts";
import { makeBox, openBox, removeBox, rootOf } from "../support/store-box.ts";

const NOW = new Date("2026-11-15T10:00:00Z");
const LATER = new Date("2027-03-15T10:00:00Z");
const TEXT = "Café rule: skip the slow tests, e.g. on Fridays.";
const SHORT = "Use npm.";
const next = chance(11);
const person = actOf("terminal", NOW, next);
const OTHERS = CHANNELS.filter((channel) => partyOf(channel) !== "person");

let base: string;
let open: OpenStore;

beforeEach(() => {
  base = makeBox("memory");
  open = openBox(base);
});
afterEach(() => removeBox(base));

function only(): Memory {
  const [memory] = readCatalogue(open.store).memories;
  if (memory === undefined) throw new Error("nothing there");
  return memory;
}

async function apply(planned: { readonly kind: string }): Promise<void> {
  if (planned.kind !== "plan") throw new Error(JSON.stringify(planned));
  const result = await write(open, planned as Plan, person);
  if (result.kind !== "written") throw new Error(result.message);
}

async function said(text: string): Promise<void> {
  const added = await add(open, { text, type: "feedback", global: true }, person);
  if (added.kind !== "added") throw new Error(added.kind);
}

function stoneOf({ document, stored }: Memory): Tombstone {
  const made = { salt: new Uint8Array(16), date: "2026-11-15T10:00:00Z" };
  return tombstoneFor(idOf(9) as MemoryId, fingerprintOf(document, stored.file), made);
}

/** What a person may do to words, and what an agent is told then. */
const ACTS: Readonly<Record<string, () => Promise<void>>> = {
  demoted: async () => apply(planTierChange(only(), { verb: "demote", reason: "wrong" }, person)),
  archived: async () => {
    await apply(planTierChange(only(), { verb: "demote", reason: "wrong" }, person));
    await apply(planArchive(only(), person));
  },
  retired: async () => apply(planRetire(only(), person)),
  forgotten: async () => {
    const { stored, ...memory } = only();
    const { place, file, sha256: base } = stored;
    await open.store.withLock((writer) => {
      open.tombstones.add(stoneOf({ stored, ...memory }));
      writer.apply({ kind: "remove", place, file, base });
    });
  },
};

const files = (): readonly string[] =>
  ["memories", "quarantine"].flatMap((place) =>
    readdirSync(`${rootOf(base)}/${place}`).map((file) => `${place}/${file}`),
  );

for (const [what, happen] of Object.entries(ACTS)) {
  describe(`words that were ${what}`, () => {
    test.each([TEXT, SHORT])("STO-24, STO-33: %s comes back in no spelling, by no channel", async (text) => {
      await said(text);
      await happen();
      const before = files();
      for (const [spelling, spell] of Object.entries(SPELLINGS)) {
        if (text === SHORT && spelling === "with a soft hyphen in it") continue;
        for (const channel of OTHERS) {
          const request = { text: spell(text), type: "feedback", global: true } as const;
          const result = await add(open, request, actOf(channel, LATER, next));
          const outcome = result.kind === "refusal" ? result.code : result.kind;
          expect([spelling, channel, outcome], spell(text)).toEqual([
            spelling,
            channel,
            result.kind === "already-known" ? "already-known" : "resurrection",
          ]);
        }
      }
      expect(files()).toEqual(before);
    });

    test("STO-24: nor as the line over another text, nor as a proposal", async () => {
      await said(TEXT);
      await happen();
      const target = await add(open, { text: "Tests run on every branch, always.", global: true }, person);
      if (target.kind !== "added") throw new Error(target.kind);
      const name = target.planned.file.replace(/\.md$/, "");
      const before = files();
      const agent = actOf("mcp", LATER, next);
      const loud = TEXT.toUpperCase();
      const results = [
        await add(open, { text: "See above, where it stands.", description: loud, global: true }, agent),
        await propose([open], { name, change: "edit", text: loud, reason: "It is so." }, agent),
      ];
      expect(results.map((each) => each.kind === "refusal" && each.code)).toEqual(Array(2).fill("resurrection"));
      expect(files()).toEqual(before);
    });

    test("OBS-9: an observer finds them inside other text", async () => {
      await said(TEXT);
      await happen();
      expect(putAwayBy(open)([TEXT.toLowerCase().replaceAll(",", "")])).toBe(true);
      expect(putAwayBy(open)(["Run all the tests on Fridays."])).toBe(false);
    });

    test("other words are free, and a person is asked", async () => {
      await said(TEXT);
      await happen();
      const other = { text: "Café rule: skip the slow tests, e.g. on Mondays.", global: true } as const;
      expect((await add(open, other, actOf("cli", LATER, next))).kind).toBe("added");
      const loud = { text: TEXT.toUpperCase(), type: "feedback", global: true } as const;
      const words = { demoted: "demoted-words", archived: "demoted-words", retired: "retired-words" };
      expect(planAdd(open, loud, { ...person, now: LATER })).toMatchObject({
        kind: "add-plan",
        resurrects: words[what as keyof typeof words] ?? "forgotten-words",
      });
    });
  });
}

test("STO-33: a tombstone of an older version is read, and knows what it knew", async () => {
  await said(TEXT);
  const { words, ...old } = stoneOf(only());
  expect(words).toMatch(/^[0-9a-f]{64}$/);
  expect(readTombstones(JSON.stringify(old)).stones).toEqual([old]);
  const { stored } = only();
  await open.store.withLock((writer) => {
    open.tombstones.add(old);
    writer.apply({ kind: "remove", place: stored.place, file: stored.file, base: stored.sha256 });
  });
  const outcome = async (text: string, channel: Channel = "cli"): Promise<string> =>
    (await add(open, { text, type: "feedback", global: true }, actOf(channel, LATER, next))).kind;
  expect(await outcome(TEXT.toUpperCase())).toBe("refusal");
});
