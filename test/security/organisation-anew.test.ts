// HUB-2, HUB-10: who joins an organisation anew takes it as they just compared it: keys that it began with once and names no more count
// for nothing. Until something came, what was asked of this machine stands.
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Whereabouts } from "../../src/compose/here.ts";
import { countsThere, joinAll, type MirrorRun, mirrorsIn, openMirror } from "../../src/compose/joining.ts";
import { type MirrorAt, mirrorsAt } from "../../src/compose/mirrors.ts";
import { pinnedNoMore } from "../../src/compose/pinning.ts";
import { actsOf } from "../../src/compose/stores.ts";
import { openTrustedSigners } from "../../src/people/io/known-signers.ts";
import { planAdd } from "../../src/store/add.ts";
import { readCatalogue } from "../../src/store/catalogue.ts";
import { initStore } from "../../src/store/io/open-store.ts";
import { write } from "../../src/store/write.ts";
import { policiesIn } from "../../src/sync/mirrors.ts";
import { machineIn, type OrgHub, orgHub } from "../support/org-hub.ts";
import { declare, HUB_URL, type Member, memberIn, pin, put, signedBy } from "../support/organisation.ts";

let base: string;
let [ann, dan]: readonly Member[] = [];
let hub: OrgHub;
let here: Whereabouts;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "org-anew-")));
  [ann, dan] = [memberIn(base, "ann", "admin"), memberIn(base, "dan", "admin")];
  pin(ann, ann);
  await declare(ann, "observer", "off");
  await declare(ann, "agents", "claude");
  const planned = planAdd(ann.open(), { text: "Deploys go through the queue", global: true }, ann.act());
  if (planned.kind !== "add-plan") throw new Error(JSON.stringify(planned));
  await write(ann.open(), planned.plan, ann.act());
  hub = orgHub(HUB_URL);
  carried(ann);
  here = machineIn(base, "ben");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function carried({ root }: Member): void {
  const all = readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  for (const each of all) {
    const path = join(each.parentPath, each.name).slice(root.length + 1);
    if (/^(?:holdfast\.json|(?:memories|devices|attest)\/)/.test(path)) hub.put(path, readFileSync(join(root, path)));
  }
}

async function joins(...by: readonly (Member | undefined)[]): Promise<readonly MirrorRun[]> {
  const { act } = await actsOf(here, "terminal");
  const keys = by.flatMap((each) => (each === undefined ? [] : [{ ...each.own, name: "Acme" }]));
  const joining = { session: hub.session, stores: mirrorsIn(hub.stores, "Ben"), keys };
  return joinAll(joining, { here, act: act(), way: "pull-only", budgetMs: 20_000 });
}

const atOf = (scope: string): MirrorAt => mirrorsAt(here.places).find((each) => each.scope === scope) as MirrorAt;
const tiers = (): readonly string[] =>
  readCatalogue(openMirror(here, atOf("org"), { now: new Date() }).store).memories.map(({ tier }) => tier);
const holds = (): readonly number[] =>
  policiesIn(mirrorsAt(here.places).map(({ mirror }) => mirror)).map(({ number }) => number);

describe("HUB-2: a first key that was stolen and replaced", () => {
  test("counts no more for who compared the new one; the person is shown which goes", async () => {
    await joins(ann);
    expect([tiers(), holds()]).toEqual([["verified"], [2]]);
    const fresh = [{ ...(dan as Member).own, name: "" }];
    expect(pinnedNoMore(here, HUB_URL, fresh)).toMatchObject([(ann as Member).own]);
    expect(pinnedNoMore(here, HUB_URL, [{ ...(ann as Member).own, name: "" }, ...fresh])).toEqual([]);
    await joins(dan);
    const { devices } = openMirror(here, atOf("org"), { now: new Date() });
    expect(devices.trusted()).toMatchObject([(dan as Member).own]);
    expect([countsThere({ devices }, (ann as Member).own), tiers(), holds()]).toEqual([false, ["inferred"], []]);
    // Whatever it signs from here on, too.
    await declare(ann as Member, "observer", "any");
    carried(ann as Member);
    await joins(dan);
    expect(holds()).toEqual([]);
  });

  test("nor under another key that its device has: what was compared is a key", async () => {
    await joins(ann);
    const { device } = (ann as Member).own;
    const { key } = (dan as Member).own;
    const { act } = await actsOf(here, "terminal");
    const keys = [{ device, key, name: "Acme" }];
    const joining = { session: hub.session, stores: mirrorsIn(hub.stores, "Ben"), keys };
    await joinAll(joining, { here, act: act(), way: "pull-only", budgetMs: 20_000 });
    expect(openMirror(here, atOf("org"), { now: new Date() }).devices.trusted()).toMatchObject([{ device, key }]);
  });

  test("nor in a team's store, or in one that the hub names no more; whom the person trusts by themselves stays", async () => {
    hub.stores = [
      { store: "org", role: "contributor" },
      { store: "team/build", role: "contributor" },
    ];
    await joins(ann);
    initStore(atOf("team").root, { scope: "team", storeId: "01JCQ0Z8M4X5T6V7W8Y9ZABCDG" });
    const team = openMirror(here, atOf("team"), { now: new Date() }).devices;
    const friend = memberIn(base, "cem", "reviewer").own;
    for (const [key, first] of [[(ann as Member).own, true] as const, [friend, false] as const])
      team.trust({ ...key, name: "x", at: new Date().toISOString(), ...(first && { first }) });
    hub.stores = [{ store: "team/build", role: "contributor" }];
    await joins(dan);
    const signers = openTrustedSigners(here.places.data, here.reader.keys);
    const trusted = signers.stores().map((name) => signers.of(name).map(({ device }) => device));
    expect(trusted).toHaveLength(2);
    for (const list of trusted)
      expect([list.includes((ann as Member).own.device), list.length > 0]).toEqual([false, true]);
    expect(trusted.some((list) => list.includes(friend.device))).toBe(true);
    expect(trusted.every((list) => list.includes((dan as Member).own.device))).toBe(true);
  });
});

describe("HUB-10: joining anew ends what was asked", () => {
  test("once the new is there, and not before: a hub that does not answer ends nothing", async () => {
    await joins(ann);
    expect(holds()).toEqual([2]);
    const { asked } = hub;
    hub.asked = () => {
      throw new Error("Cut off");
    };
    await expect(joins(ann)).rejects.toThrow("Cut off");
    expect(holds()).toEqual([2]);
    hub.asked = asked;
    await joins(ann);
    expect(holds()).toEqual([2]);
  });

  test("an older one takes its place then: the organisation is as it is by now", async () => {
    await joins(ann);
    expect(holds()).toEqual([2]);
    const eve = memberIn(base, "eve", "admin");
    pin(eve, dan as Member);
    put(eve, signedBy(dan as Member, { settings: { observer: false } }));
    carried(eve);
    await joins(dan);
    expect(holds()).toEqual([1]);
  });
});
