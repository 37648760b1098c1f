// An organisation's stores on a machine (HUB-2, HUB-7): the list of them, whose word counts in one, and what a role may.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Anchor } from "../../../src/attest/circle.ts";
import { mirrorsIn } from "../../../src/compose/joining.ts";
import { mirrorAt, mirrorsAt, openMirrors } from "../../../src/compose/mirrors.ts";
import { openStoreWith } from "../../../src/compose/stores.ts";
import type { Places } from "../../../src/disk/places.ts";
import { planAdd } from "../../../src/store/add.ts";
import { type Memory, readCatalogue } from "../../../src/store/catalogue.ts";
import { planConfirm } from "../../../src/store/confirm.ts";
import type { Act, OpenStore, Plan, Role } from "../../../src/store/context.ts";
import { deviceKeys, deviceOf } from "../../../src/store/io/device-key.ts";
import { initStore } from "../../../src/store/io/open-store.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { write } from "../../../src/store/write.ts";
import { readMirrors } from "../../../src/sync/io/mirrors.ts";
import { calledBy, folderOf, type Mirror } from "../../../src/sync/mirrors.ts";
import { Fault } from "../../../src/text/errors.ts";
import type { Channel } from "../../../src/trust/channels.ts";
import { CHECKS } from "../../support/acts.ts";
import { writeMirrors } from "../../support/mirror-list.ts";

const URL = "https://hub.example.org/acme";
const STORE = "01JCQ0Z8M4X5T6V7W8Y9ZABCDF";
const NOW = new Date("2026-05-01T10:00:00Z");
let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "mirrors-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function mirror(store: string, role: Role = "reviewer", url: string = URL): Mirror {
  return { url, store, role, you: "Ben" };
}

describe("HUB-2: which stores a machine has mirrors of", () => {
  test("are kept for this user alone, teams first, and replaced hub by hub", () => {
    writeMirrors(base, URL, [mirror("org"), mirror("team/build", "contributor")]);
    writeMirrors(base, "https://other.example.org/acme", [mirror("org", "reader")]);
    expect(readMirrors(base).map(({ url, store, role }) => [url, store, role])).toEqual([
      [URL, "team/build", "contributor"],
      [URL, "org", "reviewer"],
      ["https://other.example.org/acme", "org", "reader"],
    ]);
    writeMirrors(base, URL, [mirror("org")]);
    expect(readMirrors(base)).toHaveLength(2);
    expect(statSync(join(base, "mirrors.json")).mode & 0o777).toBe(0o600);
  });

  test("a hub that tells of many stores, or at length, takes no place of another hub's", () => {
    const honest = "https://other.example.org/acme";
    writeMirrors(base, honest, [mirror("org", "reader")]);
    const many = Array.from({ length: 1000 }, (_, n) => ({ store: `team/a${n}`, role: "reader" }));
    const told = mirrorsIn([...many, { store: "org", role: "reader" }, { store: "org", role: "admin" }], "Ben");
    writeMirrors(base, URL, told);
    const kept = readMirrors(base);
    expect(kept.filter(({ url }) => url === honest)).toHaveLength(1);
    expect(kept.filter(({ url, store }) => url === URL && store === "org")).toHaveLength(1);
    expect(kept).toHaveLength(51);
    writeMirrors(base, "https://third.example.org/acme", [mirror("org")]);
    expect(readMirrors(base)).toHaveLength(52);
  });

  test("a damaged list, a store of another kind, an unknown role: none", () => {
    for (const text of ["{", "{}", "[1]", JSON.stringify([{ ...mirror("personal/abcdefghijklmnop") }])]) {
      writeFileSync(join(base, "mirrors.json"), text, { mode: 0o600 });
      expect(readMirrors(base)).toEqual([]);
    }
    writeFileSync(join(base, "mirrors.json"), JSON.stringify([{ ...mirror("org"), role: "owner" }]), { mode: 0o600 });
    expect(readMirrors(base)).toEqual([]);
    expect(readMirrors(join(base, "nothing"))).toEqual([]);
  });

  test("two hubs may have an organisation of one name; a word means one by its store, or with the organisation's name", () => {
    expect(folderOf(mirror("org"))).not.toBe(folderOf(mirror("org", "reader", "https://other.example.org/acme")));
    expect(folderOf(mirror("team/build"))).toMatch(/^acme-team-build-/);
    expect(["org", "acme/org"].map((word) => calledBy(word, "acme/org"))).toEqual([true, true]);
    expect(["acme", "team/org", ""].map((word) => calledBy(word, "acme/org"))).toEqual([false, false, false]);
  });
});

interface Person {
  readonly places: Places;
  open(role?: Role, root?: string): OpenStore;
  act(channel?: Channel): Act;
}

/** Everybody opens the same folder: what a hub carries is what stands in it. */
function person(name: string): Person {
  const home = join(base, name);
  const at = (folder: string): string => join(home, folder);
  const places = { store: at("store"), config: at("config"), state: at("state"), data: at("data"), cache: at("cache") };
  mkdirSync(places.data, { recursive: true, mode: 0o700 });
  const device = deviceOf(places.data, name);
  const keys = deviceKeys(places.data);
  let n = name.charCodeAt(0);
  return {
    places,
    open: (role = "reviewer", root = join(base, "org")) =>
      openStoreWith(places, {
        root,
        scope: "org",
        lock: "auto",
        device: device.id,
        keys,
        now: () => NOW,
        mirrored: { name: "acme/org", role, you: name },
      }),
    act: (channel = "terminal") => ({
      channel,
      now: NOW,
      random: (bytes) => Uint8Array.from({ length: bytes }, () => (n = (n * 31 + 7) % 256)),
      device,
      checks: CHECKS,
    }),
  };
}

async function say(who: Person, text: string, channel: Channel = "terminal", role?: Role): Promise<string> {
  const open = who.open(role);
  const planned = planAdd(open, { text, global: true }, who.act(channel));
  if (planned.kind !== "add-plan") throw new Error(JSON.stringify(planned));
  const done = await write(open, planned.plan, who.act(channel));
  return done.kind === "written" ? planned.file : done.code;
}

function memoryIn(open: OpenStore, file: string): Memory {
  const found = readCatalogue(open.store).memories.find(({ stored }) => stored.file === file);
  if (found === undefined) throw new Error(`there is no ${file}`);
  return found;
}

function own(who: Person): Anchor {
  const found = who.open().devices.own;
  if (found === undefined) throw new Error("a device has a key");
  return found;
}

function trusting(who: Person, whom: Person): void {
  who.open().devices.trust({ ...own(whom), name: "Acme", at: NOW.toISOString() });
}

describe("HUB-2: whose word counts in a mirror", () => {
  test("that of a pinned key, and of nobody else; a file's own word is nothing", async () => {
    initStore(join(base, "org"), { scope: "org", storeId: STORE });
    const [ann, ben, eve] = ["ann", "ben", "eve"].map(person) as [Person, Person, Person];
    const good = await say(ann, "Deploys go through the queue");
    const bad = await say(eve, "Deploys need no review");
    const text = readFileSync(join(base, "org", "memories", good), "utf8");
    const forged = text
      .replace("through the queue", "past the queue")
      .replace(/^id: .*$/m, "id: 01JCQ0Z8M4X5T6V7W8Y9ZABCDG");
    writeFileSync(join(base, "org", "memories", "reference_forged.md"), forged, { mode: 0o600 });
    const tier = (file: string): string => memoryIn(ben.open(), file).tier;
    expect([good, bad, "reference_forged.md"].map(tier)).toEqual(["inferred", "inferred", "inferred"]);
    trusting(ben, ann);
    expect([good, bad, "reference_forged.md"].map(tier)).toEqual(["verified", "inferred", "inferred"]);
  });

  test("what one says is bound to that store: copied into another it says nothing", async () => {
    initStore(join(base, "org"), { scope: "org", storeId: STORE });
    initStore(join(base, "other"), { scope: "org", storeId: "01JCQ0Z8M4X5T6V7W8Y9ZABCDH" });
    const [ann, ben] = ["ann", "ben"].map(person) as [Person, Person];
    const file = await say(ann, "Deploys go through the queue");
    for (const folder of ["memories", "attest", "devices"])
      cpSync(join(base, "org", folder), join(base, "other", folder), { recursive: true });
    const other = (who: Person): OpenStore => who.open("reviewer", join(base, "other"));
    other(ben).devices.trust({ ...own(ann), name: "Acme", at: NOW.toISOString() });
    expect(memoryIn(other(ben), file).tier).toBe("inferred");
  });

  test("a team's store hears who was revoked in the organisation's", async () => {
    const ben = person("ben");
    const team = mirrorAt(ben.places.data, mirror("team/build"));
    const org = mirrorAt(ben.places.data, mirror("org"));
    writeMirrors(ben.places.data, URL, [mirror("org"), mirror("team/build")]);
    initStore(org.root, { scope: "org", storeId: STORE });
    initStore(team.root, { scope: "team", storeId: "01JCQ0Z8M4X5T6V7W8Y9ZABCDH" });
    const heard: string[] = [];
    openMirrors(mirrorsAt(ben.places), ({ scope }, outer) => {
      heard.push(`${scope} ${outer === undefined ? "alone" : "around"}`);
      return { devices: { circle: () => ({ keys: new Map(), known: new Map() }), excluded: () => [] } };
    });
    expect(heard).toEqual(["org alone", "team around"]);
  });

  test("also where the organisation's may be read no more; and where it is out of order, the team's is left out", () => {
    const ben = person("ben");
    writeMirrors(ben.places.data, URL, [{ ...mirror("org"), closed: true }, mirror("team/build")]);
    const outer = { devices: { circle: () => ({ keys: new Map(), known: new Map() }), excluded: () => [] } };
    const told: string[] = [];
    const open = (code?: "unreadable" | "no-store"): readonly string[] => {
      const found = openMirrors(
        mirrorsAt(ben.places),
        ({ scope }, around) => {
          if (scope === "org" && code !== undefined) throw new Fault(code, "It is not there.");
          return { ...outer, is: `${scope} ${around === undefined ? "alone" : "around"}` };
        },
        ({ scope }, { code: why }) => told.push(`${scope} ${why}`),
      );
      return found.map(({ is }) => is);
    };
    expect([open(), told]).toEqual([["team around"], []]);
    // Nothing has come of it yet, and nobody was revoked in it.
    expect([open("no-store"), told]).toEqual([["team alone"], []]);
    expect([open("unreadable"), told]).toEqual([[], ["team unreadable"]]);
  });
});

describe("HUB-7: what a role may, told before anything is written", () => {
  const codeOf = async (who: Person, role: Role, plan: Plan): Promise<string> => {
    const done = await write(who.open(role), plan, who.act());
    return done.kind === "written" ? "written" : done.code;
  };

  test("a reader writes nothing; a contributor proposes and demotes, and confirms nothing", async () => {
    initStore(join(base, "org"), { scope: "org", storeId: STORE });
    const [ann, ben] = ["ann", "ben"].map(person) as [Person, Person];
    const signed = await say(ann, "Deploys go through the queue");
    trusting(ben, ann);
    expect(await say(ben, "Reviews take a day", "cli", "reader")).toBe("not-allowed");
    expect(await say(ben, "Reviews take a day", "terminal", "contributor")).toBe("not-allowed");
    const proposed = await say(ben, "Reviews take a day", "cli", "contributor");
    const memory = memoryIn(ben.open("contributor"), proposed);
    expect(memory.tier).toBe("inferred");
    expect(memory.document.text).toMatch(/^source-machine: [0-9a-f]{16} \(ben\)$/m);
    const within = { open: ben.open(), personal: ben.open() };
    const confirming = planConfirm(within, memory, ben.act());
    if (confirming.kind !== "plan") throw new Error(JSON.stringify(confirming));
    expect(await codeOf(ben, "contributor", confirming)).toBe("not-allowed");
    const demoting = planTierChange(memoryIn(ben.open(), signed), { verb: "demote", reason: "wrong" }, ben.act());
    if (demoting.kind !== "plan") throw new Error(JSON.stringify(demoting));
    expect(await codeOf(ben, "reader", demoting)).toBe("not-allowed");
    expect(await codeOf(ben, "contributor", demoting)).toBe("written");
    expect(await codeOf(ben, "reviewer", confirming)).toBe("written");
    expect(memoryIn(ben.open(), proposed).tier).toBe("verified");
  });

  test("its files are for this user alone", async () => {
    initStore(join(base, "org"), { scope: "org", storeId: STORE });
    chmodSync(join(base, "org"), 0o700);
    const file = await say(person("ann"), "Deploys go through the queue");
    expect(statSync(join(base, "org", "memories", file)).mode & 0o777).toBe(0o600);
  });
});
