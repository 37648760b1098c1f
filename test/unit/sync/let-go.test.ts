// HUB-11: what a hub says was erased leaves its mirror, and takes nothing of what is the person's own with it.
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { letGo } from "../../../src/compose/letting-go.ts";
import { openStoreWith } from "../../../src/compose/stores.ts";
import { planAdd } from "../../../src/store/add.ts";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import type { OpenStore } from "../../../src/store/context.ts";
import { deviceKeys, deviceOf } from "../../../src/store/io/device-key.ts";
import { initRepository } from "../../../src/store/io/init-repository.ts";
import { initStore } from "../../../src/store/io/open-store.ts";
import { write } from "../../../src/store/write.ts";
import { newRecord, openHubRecord } from "../../../src/sync/io/hub/record.ts";
import { HUB_URL, type Member, memberIn } from "../../support/organisation.ts";

const OWN = "Deploys run on Mondays, and nobody but me knows why";
const THEIRS = "Incidents are written down the same day";
let base: string;
let ben: Member;
let personal: OpenStore;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "let-go-")));
  ben = memberIn(base, "ben", "reviewer");
  initRepository(ben.root);
  const { places } = ben;
  initStore(places.store, { scope: "personal", storeId: "01JCQ0Z8M4X5T6V7W8Y9ZABCDE" });
  const device = deviceOf(places.data, "ben");
  const about = { root: places.store, scope: "personal", lock: "auto", device: device.id } as const;
  personal = openStoreWith(places, { ...about, keys: deviceKeys(places.data), now: () => new Date() });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function adds(open: OpenStore, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const planned = planAdd(open, { text, global: true }, ben.act());
    if (planned.kind !== "add-plan") throw new Error(JSON.stringify(planned));
    expect(await write(open, planned.plan, ben.act())).toMatchObject({ kind: "written" });
  }
}

function erases(open: OpenStore): ReturnType<typeof letGo> {
  const records = openHubRecord(ben.places.state, { url: HUB_URL }, "org");
  const erased = readCatalogue(open.store).memories.map(({ stored }) => `${stored.place}/${stored.file}`);
  records.write({ ...newRecord(HUB_URL, "org"), erased });
  const others = (): readonly OpenStore[] => [personal];
  return letGo({ here: ben, act: ben.act(), at: ben.at(), records, open: () => ben.open(), others });
}

/** Files below the state folder that hold these words. */
function holding(words: string): readonly string[] {
  const all = readdirSync(ben.places.state, { recursive: true, withFileTypes: true });
  const files = all.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  return files.filter((file) => readFileSync(file).includes(words)).toSorted();
}

test("HUB-11: a copy of the person's own words in an organisation's store, erased there, takes none of their records", async () => {
  await adds(personal, OWN);
  writeFileSync(
    join(ben.places.state, "said.jsonl"),
    `${[OWN, THEIRS].map((said) => JSON.stringify({ said })).join("\n")}\n`,
  );
  const before = holding(OWN);
  expect(before.length).toBeGreaterThan(1);
  const org = ben.open();
  await adds(org, OWN, THEIRS);
  expect(holding(THEIRS)).toHaveLength(1);
  expect(await erases(org)).toBe(true);
  expect(readCatalogue(ben.open().store).memories).toEqual([]);
  expect(readCatalogue(personal.store).memories).toHaveLength(1);
  expect(holding(THEIRS)).toEqual([]);
  expect(holding(OWN)).toEqual(before);
});
