// HUB-11: what an organisation's hub gains by an erasure. It takes a memory away, words and all, also where somebody put it away here;
// and what this machine knew that lowered its trust is not undone by it: the memory comes back by nobody.
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Whereabouts } from "../../src/compose/here.ts";
import { joinAll, type MirrorRun, mirrorsIn, openMirror, type Running, syncMirror } from "../../src/compose/joining.ts";
import { leave } from "../../src/compose/leaving.ts";
import { type MirrorAt, mirrorsAt, mirrorsOf } from "../../src/compose/mirrors.ts";
import { actsOf } from "../../src/compose/stores.ts";
import { makeId } from "../../src/memory/ids.ts";
import { planAdd } from "../../src/store/add.ts";
import { type Memory, readCatalogue } from "../../src/store/catalogue.ts";
import type { Act, OpenStore } from "../../src/store/context.ts";
import { planTierChange } from "../../src/store/plan-transition.ts";
import { planArchive, planRetire } from "../../src/store/retire.ts";
import { write } from "../../src/store/write.ts";
import { openHubRecord } from "../../src/sync/io/hub/record.ts";
import { machineIn, type OrgHub, orgHub } from "../support/org-hub.ts";
import { HUB_URL, type Member, memberIn, pin } from "../support/organisation.ts";

const GOES = "The quillfern valve stays open on Mondays";
const STAYS = "Deploys go through the queue";
let base: string;
let ann: Member;
let hub: OrgHub;
let here: Whereabouts;
/** As the hub had everything before Ann said more. */
let before: ReadonlyMap<string, Buffer>;
let id: string;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "org-erasure-")));
  ann = memberIn(base, "ann", "admin");
  pin(ann, ann);
  hub = orgHub(HUB_URL);
  hub.stores = [{ store: "org", role: "reviewer" }];
  here = machineIn(base, "victim");
  for (const text of [GOES, STAYS]) {
    const planned = planAdd(ann.open(), { text, global: true }, ann.act());
    if (planned.kind !== "add-plan") throw new Error(JSON.stringify(planned));
    await applied(ann.open(), planned.plan, ann.act());
  }
  before = filesOf(ann.root);
  id = foundIn(ann.open()).id ?? "";
  for (const [path, bytes] of before) hub.put(path, bytes);
  await joins();
  expect(tiers()).toEqual(["verified", "verified"]);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function applied(open: OpenStore, plan: object, act: Act): Promise<void> {
  expect(await write(open, plan as Parameters<typeof write>[1], act)).toMatchObject({ kind: "written" });
}

function foundIn({ store }: OpenStore): Memory {
  const found = readCatalogue(store).memories.find(({ document }) => document.text.includes("quillfern"));
  if (found === undefined) throw new Error("it does not stand");
  return found;
}

/** As a hub has them, by path. */
function filesOf(root: string): ReadonlyMap<string, Buffer> {
  const all = readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = all.map((each) => join(each.parentPath, each.name).slice(root.length + 1));
  const sent = /^(?:holdfast\.json|(?:memories|quarantine|devices|attest)\/)/;
  return new Map(paths.filter((path) => sent.test(path)).map((path) => [path, readFileSync(join(root, path))]));
}

async function running(): Promise<Running> {
  const { act } = await actsOf(here, "terminal");
  return { here, act: act(), way: "pull-only", budgetMs: 20_000 };
}

async function joins(): Promise<readonly MirrorRun[]> {
  const keys = [{ ...ann.own, name: "Acme" }];
  return joinAll({ session: hub.session, stores: mirrorsIn(hub.stores, "Victim"), keys }, await running());
}

function at(): MirrorAt {
  const [found] = mirrorsAt(here.places);
  if (found === undefined) throw new Error("nothing was joined");
  return found;
}

const synced = async (): ReturnType<typeof syncMirror> => syncMirror(hub.session, at(), await running());
const opened = (): OpenStore => openMirror(here, at(), { now: new Date() });
const tiers = (): readonly string[] => readCatalogue(opened().store).memories.map(({ tier }) => tier);
const recorded = (): ReturnType<ReturnType<typeof openHubRecord>["read"]> =>
  openHubRecord(here.places.state, hub.session.address, "org").read();

/** Ann says more, and the hub has it. */
async function annSays(plan: (memory: Memory, act: Act) => object): Promise<void> {
  const was = filesOf(ann.root);
  await applied(ann.open(), plan(foundIn(ann.open()), ann.act()), ann.act());
  const now = filesOf(ann.root);
  for (const path of was.keys()) if (!now.has(path)) hub.gone(path, false);
  for (const [path, bytes] of now) if (was.get(path)?.equals(bytes) !== true) hub.put(path, bytes);
}

/** As a hub tells it, whatever became of the memory's own paths. */
const erases = (): void => hub.gone(`attest/${id}/0000000000000000.1.json`, true);

/** What there was of it once, as though Ann had said nothing since. */
function sendsOld(): void {
  for (const path of filesOf(ann.root).keys()) if (!before.has(path)) hub.gone(path, false);
  for (const [path, bytes] of before) if (path.includes(id) || bytes.includes("quillfern")) hub.put(path, bytes);
}

const demote = (memory: Memory, act: Act): object => planTierChange(memory, { verb: "demote" }, act);
const retire = (memory: Memory, act: Act): object => planRetire(memory, act);

describe("HUB-11: what was demoted or retired is not raised by an erasure", () => {
  describe.each([
    ["demoted", demote],
    ["retired", retire],
  ])("%s", (_, plan) => {
    test("the old bytes and the old confirmation, sent again, bring nothing back", async () => {
      await annSays(plan);
      expect(await synced()).toMatchObject({ kind: "synced" });
      erases();
      expect(await synced()).toMatchObject({ kind: "synced" });
      expect(tiers()).toEqual(["verified"]);
      sendsOld();
      const told = { path: id, why: expect.stringContaining("erased") };
      expect(await synced()).toMatchObject({ kind: "synced", refused: [told] });
      expect(tiers()).toEqual(["verified"]);
      expect([...filesOf(at().root).keys()].filter((path) => path.includes(id))).toEqual([]);
    });

    test("nor sent in the answer that tells of the erasure, nor under another name", async () => {
      await annSays(plan);
      await synced();
      erases();
      sendsOld();
      expect(await synced()).toMatchObject({ kind: "synced" });
      expect(tiers()).toEqual(["verified"]);
      const [, bytes] = [...before].find(([, each]) => each.includes("quillfern")) ?? [];
      for (const path of ["memories/reference_another.md", "quarantine/reference_third.md"])
        hub.put(path, bytes ?? Buffer.from(""));
      expect(await synced()).toMatchObject({ kind: "synced" });
      expect(tiers()).toEqual(["verified"]);
    });

    test("nor by a history that is read from its beginning, nor by joining again", async () => {
      await annSays(plan);
      await synced();
      erases();
      await synced();
      // A hub whose history was put back says nothing of the erasure.
      hub.log = [];
      for (const [path, bytes] of before) hub.put(path, bytes);
      expect(await joins()).toMatchObject([{ outcome: { kind: "synced" } }]);
      expect(tiers()).toEqual(["verified"]);
    });
  });

  test("who leaves and joins anew is a new machine, and knows nothing", async () => {
    erases();
    await synced();
    leave(here, mirrorsOf(here, `${HUB_URL}/`));
    hub.log = [];
    for (const [path, bytes] of before) hub.put(path, bytes);
    await joins();
    expect(tiers()).toEqual(["verified", "verified"]);
  });

  test("where more was erased than is kept in mind, nothing more is let go of, and that is told", async () => {
    const many = Array.from({ length: 100_000 }, (__, n) => makeId(n, new Uint8Array(10)));
    writeFileSync(join(at().root, ".local", "erased.json"), JSON.stringify(many), { mode: 0o600 });
    await annSays(demote);
    await synced();
    erases();
    sendsOld();
    for (const time of ["first", "second"])
      expect(await synced(), time).toMatchObject({ kind: "refusal", message: expect.stringContaining("erased") });
    expect(foundIn(opened()).tier).toBe("quarantined");
  });

  test("where the list of them is damaged, nothing is taken", async () => {
    await annSays(demote);
    await synced();
    erases();
    await synced();
    writeFileSync(join(at().root, ".local", "erased.json"), "[", { mode: 0o600 });
    sendsOld();
    await expect(synced()).rejects.toThrow("erased.json");
    expect(tiers()).toEqual(["verified"]);
  });
});

describe("HUB-11: an erasure takes what a person put away here, too", () => {
  /** Files of this machine that hold the words, git's own but for what it names. */
  const holding = (): readonly string[] =>
    readdirSync(join(base, "victim"), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name))
      .filter((path) => readFileSync(path).includes("quillfern") || path.includes("quillfern"));
  const about = (): readonly string[] =>
    readdirSync(join(base, "victim"), { recursive: true, withFileTypes: true })
      .flatMap((each) => (each.isDirectory() ? [] : [join(each.parentPath, each.name)]))
      .filter((path) => path.includes(id));

  async function putsAway(...plans: readonly ((memory: Memory, act: Act) => object)[]): Promise<void> {
    const { act } = await running();
    for (const plan of plans) await applied(opened(), plan(foundIn(opened()), act), act);
  }

  test("archived, with its record and the history of both acts", async () => {
    await putsAway(demote, planArchive);
    await synced();
    expect(holding().some((path) => path.includes("/archive/"))).toBe(true);
    expect(about().some((path) => path.includes("tombstones/"))).toBe(true);
    expect(about().some((path) => path.includes("history/"))).toBe(true);
    erases();
    expect(await synced()).toMatchObject({ kind: "synced" });
    expect([holding(), about(), recorded()?.erased]).toEqual([[], [], []]);
    sendsOld();
    await synced();
    expect([holding(), tiers()]).toEqual([[], ["verified"]]);
  });

  test("also where the history of what it was is all that this machine has", async () => {
    await putsAway(demote, planArchive);
    await synced();
    for (const folder of ["archive", "tombstones", "attest"]) rmSync(join(at().root, folder), { recursive: true });
    expect(holding().some((path) => path.includes("/history/"))).toBe(true);
    erases();
    expect(await synced()).toMatchObject({ kind: "synced" });
    expect([holding(), about()]).toEqual([[], []]);
  });

  test("what stands in the way of it is told, and it is tried again until nothing is left", async () => {
    await putsAway(demote, planArchive);
    await synced();
    const record = join(at().root, "tombstones", `${id}.json`);
    rmSync(record);
    symlinkSync(join(base, "elsewhere"), record);
    erases();
    for (const time of ["first", "second"])
      expect(await synced(), time).toMatchObject({ kind: "refusal", message: expect.stringContaining("erased") });
    expect(recorded()?.erased).toHaveLength(1);
    rmSync(record);
    expect(await synced()).toMatchObject({ kind: "synced" });
    expect([holding(), about(), recorded()?.erased]).toEqual([[], [], []]);
  });
});
