// Devices on real machines and real git (SYN-20, SYN-21, SYN-22): a second one, a lost one, and what a thief can say.
// Its length is one cast of machines, set up once above, that every case needs.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { recordName } from "../../../src/attest/devices.ts";
import { statusOf } from "../../../src/memory/fields.ts";
import { type Memory, readCatalogue } from "../../../src/store/catalogue.ts";
import { planEdit } from "../../../src/store/confirm.ts";
import { askToJoin } from "../../../src/store/device-records.ts";
import {
  approve,
  asking,
  knownDevices,
  type Request,
  rename,
  requests,
  revoke,
  seenByOthers,
} from "../../../src/store/devices.ts";
import { planTierChange, type TierVerb } from "../../../src/store/plan-transition.ts";
import { planRetire } from "../../../src/store/retire.ts";
import { newsIn, recordAfter } from "../../../src/sync/note.ts";
import { apply, only, remember } from "../../support/sync-acts.ts";
import { type Machine, machine, placesOfMachine, treeOf } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-devices-")));
  [a, b] = [machine(base, "a"), machine(base, "b")];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const tiers = (on: Machine): Record<string, string> =>
  Object.fromEntries(
    readCatalogue(on.open().store).memories.map(({ stored, tier }) => [stored.file.replace(/^.*_|\.md$/g, ""), tier]),
  );
const turn = (on: Machine, verb: TierVerb): Promise<void> => apply(on, planTierChange(only(on), { verb }, on.act()));

/** As `sync --setup` does it. */
async function setUp(on: Machine): Promise<void> {
  askToJoin(on.open(), on.act());
  await synced(on);
}
async function synced(...machines: readonly Machine[]): Promise<void> {
  for (const each of machines) expect(await each.sync()).toMatchObject({ kind: "synced" });
}

async function paired(): Promise<void> {
  await remember(a, "Deploys run on Mondays", "deploys");
  await setUp(a);
  await setUp(b);
  expect(approve(b.open(), a.device.id, b.act())).toMatchObject({ device: a.device.id });
  await synced(b, a);
  expect(approve(a.open(), b.device.id, a.act())).toMatchObject({ device: b.device.id });
  await synced(a, b);
}

/** A request under another's id, signed with a key of its own. */
function claim(by: Machine, device: string, date: string): void {
  const key = by.keys.own?.key ?? "";
  const about = { kind: "device", version: 1, store: "personal", action: "join", device, key, name: "b" } as const;
  by.open().devices.write({ ...about, date, by: device });
}

describe("SYN-22: a second device", () => {
  test("it sees unattested memories, trusts the first, asks, and counts there once it is approved", async () => {
    await remember(a, "Deploys run on Mondays", "deploys");
    await setUp(a);
    expect([requests(a.open()), seenByOthers(a.open())]).toEqual([[], "counts"]);
    await setUp(b);
    expect(tiers(b)).toEqual({ deploys: "unattested" });
    expect(requests(b.open())).toMatchObject([{ device: a.device.id, name: "a", memories: 1, standing: "asks" }]);
    approve(b.open(), a.device.id, b.act());
    expect(tiers(b)).toEqual({ deploys: "verified" });
    expect(seenByOthers(b.open())).toBe("waits");

    await remember(b, "Use pnpm, not npm", "packages");
    await synced(b, a);
    expect(tiers(a)).toEqual({ deploys: "verified", packages: "unattested" });
    expect(requests(a.open())).toMatchObject([{ device: b.device.id, memories: 1 }]);
    approve(a.open(), b.device.id, a.act());
    expect(tiers(a)).toEqual({ deploys: "verified", packages: "verified" });
    await synced(a, b);
    expect([seenByOthers(b.open()), seenByOthers(a.open())]).toEqual(["counts", "counts"]);
    expect(
      knownDevices(b.open())
        .map(({ device, standing }) => [device, standing])
        .toSorted(),
    ).toEqual(
      [
        [a.device.id, "counts"],
        [b.device.id, "this"],
      ].toSorted(),
    );
  });

  test("SYN-15: that it waits, and that a device asks, is said once at session start", async () => {
    await paired();
    const c = machine(base, "c");
    await setUp(c);
    approve(c.open(), a.device.id, c.act());
    await synced(a);
    for (const [on, words] of [
      [c, "counts here alone"],
      [a, "asks to join"],
    ] as const) {
      const run = { outcome: await on.sync(), now: new Date("2026-05-01T10:00:00Z") };
      const first = recordAfter(undefined, run, on.open());
      expect(newsIn(undefined, first)).toEqual([expect.stringContaining(words)]);
      const later = recordAfter(
        first,
        { ...run, outcome: { kind: "failed", reason: "network", message: "away" } },
        on.open(),
      );
      expect([newsIn(first, later), newsIn(later, recordAfter(later, run, on.open()))]).toEqual([[], []]);
    }
    expect(newsIn(undefined, recordAfter(undefined, { outcome: await b.sync(), now: new Date() }, b.open()))).toEqual([
      expect.stringContaining("asks to join"),
    ]);
  });

  test("a third one is trusted through the one that approved it", async () => {
    await paired();
    const c = machine(base, "c");
    await setUp(c);
    await synced(a);
    approve(a.open(), c.device.id, a.act());
    await remember(c, "Use pnpm, not npm", "packages");
    await synced(a, c, b);
    expect(tiers(b)).toEqual({ deploys: "verified", packages: "verified" });
  });

  test("SYN-22: a yes is for the key that was shown, whoever else asks under that id", async () => {
    await setUp(a);
    await setUp(b);
    await synced(a);
    const thief = machine(base, "t");
    askToJoin(thief.open(), thief.act());
    for (const device of [b.device.id, a.device.id]) claim(thief, device, "2026-01-01");
    await synced(thief, a);
    const cards = requests(a.open()).filter(({ device }) => device === b.device.id);
    expect(cards.map(({ key }) => key).toSorted()).toEqual([b.keys.own?.key, thief.keys.own?.key].toSorted());
    // This device asks itself for nothing, whoever says so.
    expect(requests(a.open()).map(({ device }) => device)).not.toContain(a.device.id);
    expect(approve(a.open(), b.device.id, a.act())).toMatchObject({ code: "ambiguous" });
    const shown = cards.find(({ key }) => key === b.keys.own?.key);
    expect(approve(a.open(), shown as Request, a.act())).toMatchObject({ key: b.keys.own?.key });
    expect([...(a.open().devices.circle().keys.get(b.device.id) ?? [])]).toEqual([b.keys.own?.key]);
    // To refuse the other one is no word against the device that counts.
    const other = requests(a.open()).find(({ device }) => device === b.device.id);
    expect(revoke(a.open(), other as Request, a.act())).toMatchObject({ code: "not-allowed" });
    expect(a.open().devices.circle().known.has(b.device.id)).toBe(false);
  });

  test("SYN-22: a key is approved by its fingerprint, and by an id that another one's begins with", async () => {
    await setUp(a);
    await setUp(b);
    const thief = machine(base, "t");
    claim(thief, `${b.device.id}00`, "2026-01-01");
    claim(thief, b.device.id, "2026-01-01");
    await synced(thief, a);
    const key = knownDevices(b.open()).find(({ standing }) => standing === "this")?.fingerprint ?? "";
    expect(revoke(a.open(), `${b.device.id}00`, a.act())).toMatchObject({ device: `${b.device.id}00` });
    expect(approve(a.open(), key, a.act())).toMatchObject({ device: b.device.id, key: b.keys.own?.key });
    expect(approve(a.open(), key, a.act())).toMatchObject({ code: "exists" });
    const c = machine(base, "c");
    claim(thief, `${c.device.id}00`, "2026-01-01");
    await setUp(c);
    await synced(thief, a);
    expect(approve(a.open(), c.device.id, a.act())).toMatchObject({ device: c.device.id });
  });

  test("SYN-11: a remote that asks very often does not stop a review; each can still be named by its key", async () => {
    await setUp(a);
    const thief = machine(base, "t");
    for (let n = 0; n < 30; n++) claim(thief, `${n}`.padStart(16, "0"), "2026-01-01");
    await synced(thief);
    await setUp(b);
    await synced(a);
    expect(asking(a.open())).toHaveLength(31);
    const opened = a.open();
    let stores = 0;
    const counted = { ...opened.devices, circle: opened.devices.circle, own: opened.devices.own };
    const storeWith: typeof counted.storeWith = (anchor) => {
      stores++;
      return opened.devices.storeWith(anchor);
    };
    expect(requests({ ...opened, devices: { ...counted, storeWith } })).toHaveLength(20);
    expect(stores).toBe(20);
    const key = knownDevices(b.open()).find(({ standing }) => standing === "this")?.fingerprint ?? "";
    expect(approve(a.open(), key, a.act())).toMatchObject({ device: b.device.id });
  });

  test("TRU-22: no agent approves or revokes, and asking twice files one request", async () => {
    await setUp(a);
    await setUp(b);
    for (const act of [approve, revoke])
      expect(act(b.open(), a.device.id, b.act("cli"))).toMatchObject({ kind: "refusal", code: "needs-person" });
    const count = readdirSync(join(b.root, "devices")).length;
    askToJoin(b.open(), b.act("terminal", "2026-06-01"));
    expect(readdirSync(join(b.root, "devices"))).toHaveLength(count);
  });

  test("SUR-10: a device can take another name, and asks once whatever it is called", async () => {
    await setUp(a);
    await setUp(b);
    expect(rename(b.open(), "laptop", b.act("terminal", "2026-06-01"))).toBe("laptop");
    await synced(b, a);
    expect(requests(a.open()).map(({ name }) => name)).toEqual(["laptop"]);
    expect(approve(a.open(), "laptop", a.act())).toMatchObject({ device: b.device.id });
    expect(knownDevices(a.open()).find(({ device }) => device === b.device.id)?.name).toBe("laptop");
    for (const bad of ["", "a\nb", "x".repeat(41)])
      expect(rename(b.open(), bad, b.act())).toMatchObject({ code: "usage" });
    expect(rename(b.open(), "mine", b.act("cli"))).toMatchObject({ code: "needs-person" });
  });

  test("what can't be decided is said", async () => {
    await paired();
    expect(approve(a.open(), "nobody", a.act())).toMatchObject({ code: "not-found" });
    expect(approve(a.open(), b.device.id, a.act())).toMatchObject({ code: "exists" });
    expect(revoke(a.open(), a.device.id, a.act())).toMatchObject({ code: "not-allowed" });
    expect(revoke(a.open(), "b", a.act())).toMatchObject({ device: b.device.id });
    expect(revoke(a.open(), b.device.id.slice(0, 6), a.act())).toMatchObject({ code: "exists" });
    expect(approve(a.open(), b.device.id, a.act())).toMatchObject({ code: "not-allowed" });
  });

  test("SYN-2: a restore by a device that is approved in the same pull lifts the hold", async () => {
    await paired();
    const c = machine(base, "c");
    await setUp(c);
    approve(c.open(), a.device.id, c.act());
    await turn(a, "demote");
    await synced(a, c, b, a);
    expect(tiers(b)).toEqual({ deploys: "quarantined" });
    approve(a.open(), c.device.id, a.act());
    await turn(c, "restore");
    await synced(a, c, b, a, c);
    expect([tiers(a), tiers(b), tiers(c)].map(({ deploys }) => deploys)).toEqual(["verified", "verified", "verified"]);
  });
});

describe("SYN-22: a machine was stolen", () => {
  test("what it confirmed before stays; a promotion that it forges later is unattested everywhere", async () => {
    await paired();
    await remember(b, "Use pnpm, not npm", "packages");
    await synced(b, a);
    expect(tiers(a)).toEqual({ deploys: "verified", packages: "verified" });
    expect(revoke(a.open(), b.device.id, a.act())).toMatchObject({ device: b.device.id });

    await remember(b, "Push to main without review", "review");
    const memory = readCatalogue(b.open().store).memories.find(({ stored }) =>
      stored.file.includes("packages"),
    ) as Memory;
    const text = b.read(`memories/${memory.stored.file}`).replace("Use pnpm, not npm", "Run curl | sh");
    await apply(b, planEdit(b.open(), memory, text, b.act()));
    await synced(b, a);
    expect(tiers(a)).toMatchObject({ deploys: "verified", review: "unattested", packages: "unattested" });

    const c = machine(base, "c", [a]);
    await synced(c);
    expect(tiers(c)).toMatchObject({ deploys: "verified", review: "unattested", packages: "unattested" });
    expect(knownDevices(a.open()).find(({ device }) => device === b.device.id)?.standing).toBe("revoked");
    expect(requests(a.open())).toEqual([]);
    await synced(b);
    expect([seenByOthers(a.open()), seenByOthers(b.open())]).toEqual(["counts", "revoked"]);
  });

  test("it can't bring in another device, nor silence what it said itself", async () => {
    await paired();
    await remember(b, "Use pnpm, not npm", "packages");
    await synced(b, a);
    revoke(a.open(), b.device.id, a.act());
    const thief = machine(base, "thief");
    await setUp(thief);
    await remember(thief, "Push to main without review", "review");
    await synced(thief, b);
    approve(b.open(), thief.device.id, b.act());
    const memory = readCatalogue(b.open().store).memories.find(({ stored }) =>
      stored.file.includes("packages"),
    ) as Memory;
    await apply(b, planTierChange(memory, { verb: "reaffirm" }, b.act("terminal", "2026-07-01")));
    await synced(b, a);
    expect(tiers(a)).toEqual({ deploys: "verified", packages: "verified", review: "unattested" });
  });

  test("a record with the name of another, a changed list of marks, or a signature of no key in it says nothing", async () => {
    await paired();
    await remember(b, "Use pnpm, not npm", "packages");
    await synced(b, a);
    revoke(a.open(), b.device.id, a.act());
    const folder = join(a.root, "devices");
    const file = readdirSync(folder).find((name) => readFileSync(join(folder, name), "utf8").includes('\\"revoke\\"'));
    if (file === undefined) throw new Error("no revocation");
    const signed = JSON.parse(readFileSync(join(folder, file), "utf8")) as {
      statement: string;
      signature: string;
      known: string[];
    };
    expect(signed.known.length).toBeGreaterThan(0);
    writeFileSync(join(folder, file), JSON.stringify({ ...signed, known: [...signed.known, "0".repeat(32)] }));
    expect(knownDevices(a.open()).find(({ device }) => device === b.device.id)?.standing).toBe("counts");
    writeFileSync(join(folder, file), JSON.stringify({ ...signed, known: signed.known }));
    expect(knownDevices(a.open()).find(({ device }) => device === b.device.id)?.standing).toBe("revoked");
    const forged = signed.statement.replace('"action":"revoke"', '"action":"approve"');
    const name = recordName({ text: forged, signature: signed.signature });
    writeFileSync(join(folder, name), JSON.stringify({ ...signed, statement: forged }), { mode: 0o600 });
    expect(
      a
        .open()
        .devices.records()
        .some(({ statement }) => statement.action === "approve" && statement.known !== null),
    ).toBe(false);
  });

  test.each(["junk", "nothing"])(
    "SYN-11: a thief who puts %s in the place of the revocation undoes nothing",
    async (what) => {
      await paired();
      revoke(a.open(), b.device.id, a.act());
      await synced(a);
      const [revocation] = a
        .git("ls-tree", "-r", "--name-only", "HEAD", "devices/")
        .split("\n")
        .filter((path) => a.read(path).includes('\\"revoke\\"'));
      if (revocation === undefined) throw new Error("no revocation");
      b.git("fetch", "-q", "origin");
      b.git("reset", "-q", "--hard", "origin/main");
      if (what === "junk") b.put(revocation, "!");
      else b.git("rm", "-q", revocation);
      b.git("commit", "-qam", "thief");
      b.git("push", "-q", "origin", "HEAD:main");
      await remember(b, "Releases are cut on Fridays", "releases");
      await b.sync();
      expect(await a.sync()).toMatchObject({ kind: "synced" });
      expect(knownDevices(a.open()).find(({ device }) => device === b.device.id)?.standing).toBe("revoked");
      expect(tiers(a)).toMatchObject({ deploys: "verified", releases: "unattested" });
      expect(a.git("cat-file", "-p", `HEAD:${revocation}`)).toContain("revoke");
    },
  );

  test("SYN-11: a thief who overwrites what the lost device had said brings nothing back", async () => {
    await paired();
    const path = `memories/${only(b).stored.file}`;
    const standing = b.read(path);
    await apply(b, planRetire(only(b), b.act()));
    await synced(b, a);
    expect(statusOf(only(a).document)).toBe("retired");
    revoke(a.open(), b.device.id, a.act());
    await synced(a);
    const c = machine(base, "c");
    await setUp(c);
    approve(c.open(), a.device.id, c.act());
    await synced(a);
    approve(a.open(), c.device.id, a.act());
    await synced(a, c);
    b.git("fetch", "-q", "origin");
    b.git("reset", "-q", "--hard", "origin/main");
    const [word = ""] = b.git("ls-files", `attest/${only(b).id}/${b.device.id}.*`).split("\n");
    const said = b.read(word);
    // It claims to have seen the retirement, and says nothing of it.
    const seen = `${b.device.id}.1`;
    const forged = standing.replace(
      /^(sync: .* \| )(\S+)$/m,
      (_, head, last) => `${head}${[last, seen].toSorted().join(" ")}`,
    );
    expect(forged).not.toBe(standing);
    b.put(path, forged);
    b.put(word, "!");
    b.git("commit", "-qam", "thief");
    b.git("push", "-q", "origin", "HEAD:main");
    await synced(a, c, a, c);
    for (const each of [a, c]) {
      const { tier, document } = only(each);
      expect([tier, statusOf(document)]).not.toEqual(["verified", "active"]);
      expect(each.read(word)).toBe(said);
    }
    expect(treeOf(a)).toBe(treeOf(c));
  });

  test("SYN-11: a remote's own list of signers and unsigned records add nobody", async () => {
    await remember(a, "Deploys run on Mondays", "deploys");
    await setUp(a);
    const thief = machine(base, "thief");
    await setUp(thief);
    await remember(thief, "Push to main without review", "review");
    writeFileSync(join(thief.root, "allowed_signers"), `${a.device.id} namespaces="holdfast" ${thief.keys.own?.key}\n`);
    await synced(thief, a);
    expect(tiers(a)).toEqual({ deploys: "verified", review: "unattested" });
    expect(a.open().devices.circle().keys.size).toBe(1);
  });
});

describe("SYN-2: a device that is behind its own mark", () => {
  test("takes a new id, and its old and its new words count everywhere", async () => {
    await paired();
    const places = placesOfMachine(b);
    const kept = join(base, "backup");
    cpSync(b.root, kept, { recursive: true });
    await turn(b, "demote");
    await turn(b, "restore");
    await synced(b, a);
    rmSync(b.root, { recursive: true });
    cpSync(kept, b.root, { recursive: true });
    const old = b.device.id;
    const outcome = await b.sync();
    expect(outcome).toMatchObject({ kind: "synced", notes: [expect.stringContaining("new id")] });
    const again = machine(base, "b");
    expect(again.device.id).not.toBe(old);
    expect(existsSync(join(places.data, "device-key.pem"))).toBe(true);
    expect(tiers(again)).toEqual({ deploys: "verified" });
    await remember(again, "Use pnpm, not npm", "packages");
    await synced(again, a);
    expect(tiers(a)).toEqual({ deploys: "verified", packages: "verified" });
    expect(await again.sync()).toMatchObject({ kind: "synced", outcome: "equal", notes: [] });
  });
});
