// HUB-2, HUB-6, HUB-10, HUB-11: what an organisation's hub may say to a machine that joined it, and what it gains by that: it can keep
// back, and raises nothing, takes no policy back, and has no word forgotten that lowered trust. Its length is that of the
// list of what a hub may try.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toCompare } from "../../src/cli/commands/join.ts";
import type { Whereabouts } from "../../src/compose/here.ts";
import {
  countsThere,
  joinAll,
  type MirrorRun,
  mirrorsIn,
  openMirror,
  type Running,
  syncMirror,
} from "../../src/compose/joining.ts";
import { leave } from "../../src/compose/leaving.ts";
import { type MirrorAt, mirrorsAt, mirrorsOf } from "../../src/compose/mirrors.ts";
import { actsOf, storesAt } from "../../src/compose/stores.ts";
import { writeDevice } from "../../src/people/io/devices.ts";
import { openTrustedSigners } from "../../src/people/io/known-signers.ts";
import { planAdd } from "../../src/store/add.ts";
import { readCatalogue } from "../../src/store/catalogue.ts";
import type { OpenStore } from "../../src/store/context.ts";
import { deviceKeys } from "../../src/store/io/device-key.ts";
import { openLedgerHeads } from "../../src/store/io/ledger-heads.ts";
import { initStore, storeKey } from "../../src/store/io/open-store.ts";
import { write } from "../../src/store/write.ts";
import { type HubRecord, newRecord, openHubRecord } from "../../src/sync/io/hub/record.ts";
import { policiesIn } from "../../src/sync/mirrors.ts";
import { writeMirrors } from "../support/mirror-list.ts";
import { machineIn, type OrgHub, orgHub } from "../support/org-hub.ts";
import { declare, HUB_URL, type Member, memberIn, ORG_STORE, pin } from "../support/organisation.ts";

const GOES = "Incidents are written down the same day";
const STAYS = "Deploys go through the queue";
const OTHER_STORE = "01JCQ0Z8M4X5T6V7W8Y9ZABCDG";
let base: string;
let ann: Member;
let rex: Member;
let hub: OrgHub;
let here: Whereabouts;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "org-hub-")));
  ann = memberIn(base, "ann", "admin");
  rex = memberIn(base, "rex", "reviewer");
  pin(ann, ann);
  hub = orgHub(HUB_URL);
  here = machineIn(base, "victim");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const about = (): object => ({
  kind: "device",
  version: 1,
  store: ORG_STORE,
  device: rex.own.device,
  key: rex.own.key,
  name: "",
  date: "2026-01-01",
});

function says(by: Member, action: "approve" | "revoke"): void {
  const statement = { ...about(), action, by: by.own.device } as Parameters<typeof writeDevice>[1];
  writeDevice(
    ann.open().store.info,
    statement,
    deviceKeys(by.places.data) as Parameters<typeof writeDevice>[2],
    action === "revoke" ? [] : undefined,
  );
}

async function adds(who: Member, text: string): Promise<void> {
  const planned = planAdd(who.open(), { text, global: true }, who.act());
  if (planned.kind !== "add-plan") throw new Error(JSON.stringify(planned));
  expect(await write(who.open(), planned.plan, who.act())).toMatchObject({ kind: "written" });
}

/** As a hub has them, by path. */
function filesOf({ root }: Member): ReadonlyMap<string, Buffer> {
  const all = readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = all.map((each) => join(each.parentPath, each.name).slice(root.length + 1));
  return new Map(
    paths
      .filter((path) => /^(?:holdfast\.json|(?:memories|devices|attest)\/)/.test(path))
      .map((path) => [path, readFileSync(join(root, path))]),
  );
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

const opened = (): OpenStore => openMirror(here, at(), { now: new Date() });
const record = (): HubRecord | undefined => openHubRecord(here.places.state, hub.session.address, "org").read();
const texts = (): readonly string[] => readCatalogue(opened().store).memories.map(({ document }) => document.text);

function pathOf(text: string): string {
  const [path] = [...filesOf(ann)].find(([, bytes]) => bytes.includes(text)) ?? [];
  if (path === undefined) throw new Error(`nothing says ${text}`);
  return path;
}

function objectsHold(root: string, text: string): boolean {
  const rows = execFileSync("git", ["-C", root, "cat-file", "--batch-all-objects", "--batch-check=%(objectname)"], {
    encoding: "utf8",
  });
  return rows
    .split("\n")
    .some((id) => id !== "" && execFileSync("git", ["-C", root, "cat-file", "-p", id]).includes(text));
}

describe("HUB-2: which keys a person compares", () => {
  const own = { device: "a".repeat(16), key: "ssh-ed25519 OWN" };
  const other = { device: "b".repeat(16), key: "ssh-ed25519 OTHER", name: "" };

  test("all but this device's own key; its id with another key is another's", () => {
    expect(toCompare([{ ...own, name: "" }, other], own)).toEqual([other]);
    const borrowed = { ...other, device: own.device };
    expect(toCompare([borrowed], own)).toEqual([borrowed]);
    expect(toCompare([other], undefined)).toEqual([other]);
  });

  test("a device with two keys, or a key with two devices: none", () => {
    expect(toCompare([other, { ...other, device: own.device }], undefined)).toBeUndefined();
    expect(
      toCompare(
        [
          { ...own, name: "" },
          { ...other, device: own.device },
        ],
        own,
      ),
    ).toBeUndefined();
  });
});

describe("HUB-11: an erasure takes a memory and nothing besides", () => {
  beforeEach(async () => {
    says(ann, "approve");
    await adds(ann, GOES);
    await adds(ann, STAYS);
  });

  test("the words leave files and history; who was revoked stays so, and how far the history was seen", async () => {
    const before = filesOf(ann);
    says(ann, "revoke");
    for (const [path, bytes] of filesOf(ann)) hub.put(path, bytes);
    expect(await joins()).toMatchObject([{ outcome: { kind: "synced" } }]);
    expect(countsThere(opened(), rex.own)).toBe(false);
    expect(objectsHold(at().root, GOES)).toBe(true);
    const seen = record()?.seen.seq ?? 0;
    hub.gone(pathOf(GOES), true);
    // Whoever reads from the first change is given another history, in which nobody was revoked.
    hub.asked = (since) => {
      if (since > 0) return;
      hub.log = [];
      for (const [path, bytes] of before) hub.put(path, bytes);
    };
    expect(await syncMirror(hub.session, at(), await running())).toMatchObject({ kind: "synced" });
    expect(texts()).toHaveLength(1);
    expect(objectsHold(at().root, GOES)).toBe(false);
    expect(objectsHold(at().root, STAYS)).toBe(true);
    expect(countsThere(opened(), rex.own)).toBe(false);
    expect(record()).toMatchObject({ seen: { seq: seen + 1 }, erased: [] });
    // And it goes on from there.
    expect(await syncMirror(hub.session, at(), await running())).toMatchObject({ kind: "synced", came: [] });
  });

  test("a hub that takes the revocation out with it takes nothing: it is this machine's too", async () => {
    says(ann, "revoke");
    for (const [path, bytes] of filesOf(ann)) hub.put(path, bytes);
    await joins();
    for (const path of filesOf(ann).keys()) if (path.startsWith("devices/")) hub.gone(path, true);
    hub.gone(pathOf(GOES), true);
    expect(await syncMirror(hub.session, at(), await running())).toMatchObject({ kind: "synced" });
    expect(texts()).toHaveLength(1);
    expect(countsThere(opened(), rex.own)).toBe(false);
  });

  test("what stands no more, and stands in an older commit, leaves the history too", async () => {
    const id = /^id: (\w+)$/m.exec(filesOf(ann).get(pathOf(GOES))?.toString() ?? "")?.[1] ?? "";
    for (const [path, bytes] of filesOf(ann)) if (path !== pathOf(GOES) && !path.includes(id)) hub.put(path, bytes);
    await joins();
    const git = (args: readonly string[], input?: string): string =>
      execFileSync("git", ["-C", at().root, ...args], { encoding: "utf8", input }).trim();
    git(["update-ref", "refs/holdfast/backup/old", git(["hash-object", "-w", "--stdin"], GOES)]);
    expect([texts().length, objectsHold(at().root, GOES)]).toEqual([1, true]);
    hub.gone(`attest/${id}/0000000000000000.1.json`, true);
    expect(await syncMirror(hub.session, at(), await running())).toMatchObject({ kind: "synced" });
    expect([texts().length, objectsHold(at().root, GOES), objectsHold(at().root, STAYS)]).toEqual([1, false, true]);
    expect(await syncMirror(hub.session, at(), await running())).toMatchObject({ kind: "synced", came: [] });
  });

  test("who joins afterwards has all that is left there, and the next sync takes none of it away", async () => {
    says(ann, "revoke");
    await declare(ann, "observer", "off");
    for (const [path, bytes] of filesOf(ann)) hub.put(path, bytes);
    const id = /^id: (\w+)$/m.exec(filesOf(ann).get(pathOf(GOES))?.toString() ?? "")?.[1] ?? "";
    for (const path of filesOf(ann).keys()) if (path === pathOf(GOES) || path.includes(id)) hub.gone(path, true);
    hub.gone(`attest/${id}/0000000000000000.1.json`, true);
    expect(await joins()).toMatchObject([{ outcome: { kind: "synced", refused: [] } }]);
    for (const turn of [1, 2]) {
      expect([turn, texts().length, countsThere(opened(), rex.own)]).toEqual([turn, 1, false]);
      expect(policiesIn(mirrorsAt(here.places).map(({ mirror }) => mirror))).toHaveLength(1);
      const next = await syncMirror(hub.session, at(), await running());
      expect(next).toMatchObject({ kind: "synced", refused: [], came: [] });
    }
    expect(record()?.erased ?? []).toEqual([]);
    const [kept, theirs] = [at().root, ann.root].map((root) => readdirSync(join(root, "devices")).toSorted());
    expect(kept).toEqual(theirs);
  });

  test("where the mirror can't be opened, what is to go is not forgotten", async () => {
    for (const [path, bytes] of filesOf(ann)) hub.put(path, bytes);
    await joins();
    const records = openHubRecord(here.places.state, hub.session.address, "org");
    const kept = records.read() ?? newRecord(HUB_URL, "org");
    records.write({ ...kept, erased: [pathOf(GOES)] });
    const marker = join(at().root, "holdfast.json");
    const bytes = readFileSync(marker);
    rmSync(marker);
    execFileSync("mkdir", [marker]);
    await syncMirror(hub.session, at(), await running()).catch(() => undefined);
    expect(record()?.erased).toEqual([pathOf(GOES)]);
    rmSync(marker, { recursive: true });
    execFileSync("tee", [marker], { input: bytes, stdio: ["pipe", "ignore", "ignore"] });
    expect(await syncMirror(hub.session, at(), await running())).toMatchObject({ kind: "synced" });
    expect(objectsHold(at().root, GOES)).toBe(false);
  });
});

test("HUB-2: a reviewer's new device is told who approves it, and one that was revoked that it was", async () => {
  hub.stores = [{ store: "org", role: "reviewer" }];
  const bring = (): void => {
    for (const [path, bytes] of filesOf(ann)) hub.put(path, bytes);
  };
  await adds(ann, STAYS);
  bring();
  const { own } = deviceKeys(here.places.data);
  if (own === undefined) throw new Error("a device has a key");
  expect(await joins()).toMatchObject([{ waits: own.device }]);
  const keys = deviceKeys(ann.places.data) as Parameters<typeof writeDevice>[2];
  for (const action of ["approve", "revoke"] as const) {
    const statement = { ...about(), ...own, action, by: ann.own.device } as Parameters<typeof writeDevice>[1];
    writeDevice(ann.open().store.info, statement, keys, action === "revoke" ? [] : undefined);
    bring();
    const [run] = await joins();
    expect([action, run?.waits, run?.isRevoked]).toEqual([action, undefined, action === "revoke" ? true : undefined]);
  }
});

describe("HUB-10: a hub takes no policy back", () => {
  test("by naming no store, or a role that is not known; a store that it names again is opened again", async () => {
    await declare(ann, "observer", "off");
    for (const [path, bytes] of filesOf(ann)) hub.put(path, bytes);
    await joins();
    const inForce = (): number => policiesIn(mirrorsAt(here.places).map(({ mirror }) => mirror)).length;
    expect(inForce()).toBe(1);
    const { refreshRoles } = await import("../../src/compose/joining.ts");
    for (const stores of [[], [{ store: "org", role: "owner" }]]) {
      hub.stores = stores;
      await refreshRoles(hub.session, await running());
      expect(inForce()).toBe(1);
      expect(() => opened()).toThrow();
    }
    hub.stores = [{ store: "org", role: "reader" }];
    await refreshRoles(hub.session, await running());
    expect([inForce(), at().mirror.role, opened().store.info.scope]).toEqual([1, "reader", "org"]);
  });
});

describe("HUB-2: whom a person trusts in one organisation's store", () => {
  test("they trust in no store that has its id", async () => {
    for (const [path, bytes] of filesOf(ann)) hub.put(path, bytes);
    await joins();
    const signers = openTrustedSigners(here.places.data, here.reader.keys);
    expect(opened().devices.trusted()).toMatchObject([ann.own]);
    expect(signers.of(ORG_STORE)).toEqual([]);
  });

  test("a hub that gives its store another id later on is refused: what was signed for that one says nothing here", async () => {
    says(ann, "approve");
    await adds(ann, GOES);
    for (const [path, bytes] of filesOf(ann)) hub.put(path, bytes);
    await joins();
    const kept = opened().store.info.storeId;
    // Lower as text than what is there, as the lower of two markers stands in a store of one's own.
    const renamed = `{ "format":1,"store-id":"${OTHER_STORE}"}\n`;
    hub.put("holdfast.json", Buffer.from(renamed));
    for (const time of ["first", "second"])
      expect(await syncMirror(hub.session, at(), await running()), time).toMatchObject({
        kind: "refusal",
        code: "hub",
      });
    expect([opened().store.info.storeId, texts().length]).toEqual([kept, 1]);
    hub.put("holdfast.json", filesOf(ann).get("holdfast.json") ?? Buffer.from(""));
    expect(await syncMirror(hub.session, at(), await running())).toMatchObject({ kind: "synced" });
  });

  test("nor may it have the id of a store that this device wrote in, where nobody else is trusted", async () => {
    const project = { root: join(base, "project"), storeId: ORG_STORE };
    openLedgerHeads(here.places.state, storeKey(project)).write("a".repeat(16), { seq: 1, hash: "b".repeat(64) });
    for (const [path, bytes] of filesOf(ann)) hub.put(path, bytes);
    expect(await joins()).toMatchObject([{ outcome: { kind: "refusal", code: "hub" } }]);
    expect(existsSync(join(at().root, "memories"))).toBe(false);
  });

  test("a hub that gives its store the id of one that this machine knows is refused", async () => {
    const { keys } = here.writer;
    openTrustedSigners(here.places.data, keys).add(ORG_STORE, {
      ...rex.own,
      name: "A project",
      at: "2026-01-01T00:00:00Z",
    });
    for (const [path, bytes] of filesOf(ann)) hub.put(path, bytes);
    expect(await joins()).toMatchObject([{ outcome: { kind: "refusal", code: "hub" } }]);
    expect(existsSync(join(at().root, "memories"))).toBe(false);
  });
});

describe("HUB-2: a team's store hears the organisation's", () => {
  const roots = (): readonly string[] => mirrorsAt(here.places).map(({ root }) => root);

  beforeEach(async () => {
    hub.stores = [
      { store: "org", role: "contributor" },
      { store: "team/build", role: "contributor" },
    ];
    says(ann, "approve");
    says(ann, "revoke");
    for (const [path, bytes] of filesOf(ann)) hub.put(path, bytes);
    await joins();
    initStore(teamAt().root, { scope: "team", storeId: OTHER_STORE });
    const { devices } = openMirror(here, teamAt(), { now: new Date() });
    devices.trust({ ...rex.own, name: "Acme", at: new Date().toISOString() });
  });

  const teamAt = (): MirrorAt => {
    const found = mirrorsAt(here.places).find(({ scope }) => scope === "team");
    if (found === undefined) throw new Error("no team was joined");
    return found;
  };
  const teamCounts = (): boolean => {
    const { devices } = openMirror(here, teamAt(), { now: new Date() });
    return (
      devices.circle().keys.get(rex.own.device)?.has(rex.own.key) === true &&
      !devices.circle().known.has(rex.own.device)
    );
  };

  test("who was revoked there stays revoked here where the hub names the organisation's no more", async () => {
    expect(teamCounts()).toBe(false);
    const { refreshRoles } = await import("../../src/compose/joining.ts");
    hub.stores = [{ store: "team/build", role: "contributor" }];
    await refreshRoles(hub.session, await running());
    expect(teamCounts()).toBe(false);
    expect(roots()).toHaveLength(2);
    expect(storesAt(here, "reader", () => new Date()).mirrors.map(({ store }) => store.info.scope)).toEqual(["team"]);
  });

  test("nor where it names it no more to a person who joins again", async () => {
    hub.stores = [{ store: "team/build", role: "contributor" }];
    await joins();
    expect([teamCounts(), roots().length]).toEqual([false, 2]);
    hub.stores = [{ store: "org", role: "contributor" }, ...hub.stores];
    await joins();
    expect(storesAt(here, "reader", () => new Date()).mirrors).toHaveLength(2);
  });

  test("and where the organisation's can't be opened, no team's is", () => {
    const [org = ""] = mirrorsAt(here.places).flatMap(({ scope, root }) => (scope === "org" ? [root] : []));
    rmSync(join(org, "holdfast.json"));
    execFileSync("mkdir", [join(org, "holdfast.json")]);
    expect(() => openMirror(here, teamAt(), { now: new Date() })).toThrow();
    expect(storesAt(here, "reader", () => new Date()).mirrors).toEqual([]);
  });

  test("what somebody signed in a team's until they were revoked in the organisation's stays", async () => {
    const orgAt = mirrorsAt(here.places).find(({ scope }) => scope === "org") as MirrorAt;
    const before = openMirror(here, orgAt, { now: new Date() }).devices.marksOf(rex.own.device);
    await adds(rex, STAYS);
    cpSync(join(rex.root, "attest"), join(teamAt().root, "attest"), { recursive: true });
    for (const marksOf of [
      openMirror(here, orgAt, { now: new Date() }).devices.marksOf,
      (device: string) =>
        storesAt(here, "reader", () => new Date())
          .mirrors.find(({ store }) => store.info.scope === "org")
          ?.devices.marksOf(device) ?? [],
    ])
      expect(marksOf(rex.own.device).length).toBe(before.length + 1);
  });
});

test("HUB-2 HUB-10: who leaves is bound by nothing of it, and nothing of it is left; it can be joined anew", async () => {
  await declare(ann, "observer", "off");
  for (const [path, bytes] of filesOf(ann)) hub.put(path, bytes);
  await joins();
  const { root } = at();
  leave(here, mirrorsOf(here, `${HUB_URL}/`));
  expect([mirrorsAt(here.places), existsSync(root), record()]).toEqual([[], false, undefined]);
  expect(openTrustedSigners(here.places.data, here.reader.keys).stores()).toEqual([]);
  expect(await joins()).toMatchObject([{ outcome: { kind: "synced" } }]);
});

describe("HUB-6: a hub can't have forgotten how far it was seen", () => {
  test("what it tells of is not kept where it is more than could be read again", () => {
    const records = openHubRecord(here.places.state, { url: HUB_URL }, "org");
    const seen = { seq: 7, chain: "a".repeat(64) };
    records.write({ ...newRecord(HUB_URL, "org"), seen });
    const erased = Array.from({ length: 60_000 }, (_, n) => `memories/${"x".repeat(300)}${n}.md`);
    expect(() => records.write({ ...newRecord(HUB_URL, "org"), seen, erased })).toThrow(/more than is kept/);
    expect(records.read()?.seen).toEqual(seen);
  });

  test("a list of stores is kept with what else a machine has joined", () => {
    writeMirrors(here.places.data, HUB_URL, [{ store: "org", role: "reader", you: "", closed: true }]);
    expect(mirrorsAt(here.places)).toMatchObject([{ mirror: { closed: true } }]);
  });
});
