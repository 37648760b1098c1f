// HUB-10: attacks on an organisation's policy, as they reach a member's machine: by a hub that carries the files, by members who are
// no admin, by agents, and by a policy that would loosen. A policy can be kept back; it can't be made, and no older one comes back.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { boundsAt, ownSettings } from "../../src/compose/here.ts";
import { openDistiller } from "../../src/compose/observer.ts";
import { inForce, notePolicies, planPolicy, policySeen } from "../../src/compose/policies.ts";
import { writeDevice } from "../../src/people/io/devices.ts";
import { planAdd } from "../../src/store/add.ts";
import type { Role } from "../../src/store/context.ts";
import { say } from "../../src/store/device-records.ts";
import { deviceKeys } from "../../src/store/io/device-key.ts";
import { unite } from "../../src/sync/union.ts";
import { isRefusal } from "../../src/text/errors.ts";
import type { Channel } from "../../src/trust/channels.ts";
import { hookEnvironment } from "../support/hook-run.ts";
import { writeMirrors } from "../support/mirror-list.ts";
import {
  carry,
  declare,
  HUB_URL,
  type Member,
  memberIn,
  ORG_STORE,
  pin,
  put,
  signedBy,
} from "../support/organisation.ts";

let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "policy-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const person = (name: string, role: Role): Member => memberIn(base, name, role);
const devicesOf = ({ root }: Member): string => join(root, "devices");

function observes(who: Member): boolean {
  return ownSettings(who.places, '{"observer":true}').config.observer;
}

/** What `by` signs about somebody's key, on this machine. */
function approves(on: Member, by: Member, { device, key }: Member["own"]): void {
  const about = { kind: "device", version: 1, store: ORG_STORE, name: "", date: "2026-05-01", device, key } as const;
  const statement = { ...about, action: "approve", by: by.own.device } as const;
  writeDevice(on.open().store.info, statement, deviceKeys(by.places.data), undefined);
}

async function founded(): Promise<readonly [ann: Member, ben: Member]> {
  const [ann, ben] = [person("ann", "admin"), person("ben", "reviewer")] as const;
  for (const each of [ann, ben]) pin(each, ann);
  await declare(ann, "observer", "off");
  expect(observes(ben)).toBe(true);
  carry(ann, ben);
  expect(observes(ben)).toBe(false);
  return [ann, ben];
}

describe("HUB-10: a hub makes no policy", () => {
  test("one by a key of its own, one in the name of the first key, one with other words: nothing holds", async () => {
    const [ann, ben, eve] = [person("ann", "admin"), person("ben", "reviewer"), person("eve", "admin")] as const;
    for (const each of [ann, ben]) pin(each, ann);
    put(ben, signedBy(eve, { settings: { agents: [] } }));
    put(ben, signedBy(eve, { settings: { agents: [] } }, ann.own.device));
    const good = JSON.parse(signedBy(ann, { settings: { observer: false } })) as {
      statement: string;
      signature: string;
    };
    put(ben, `${JSON.stringify({ ...good, statement: good.statement.replace('"observer"', '"sync-at-start"') })}\n`);
    expect(boundsAt(ben.places).agents).toBeUndefined();
    expect(observes(ben)).toBe(true);
    expect(policySeen(ben.at(), ben.open().devices)).toMatchObject({ holds: [], found: 0, ignored: expect.any(Array) });
    put(ben, `${JSON.stringify(good)}\n`);
    expect(observes(ben)).toBe(false);
  });

  test("one that was signed for another organisation's store says nothing in this", () => {
    const [ann, ben] = [person("ann", "admin"), person("ben", "reviewer")] as const;
    pin(ben, ann);
    put(ben, signedBy(ann, { store: "01JCQ0Z8M4X5T6V7W8Y9ZABCDH", settings: { observer: false } }));
    expect(observes(ben)).toBe(true);
  });

  test("a person's own trust in a colleague lets them confirm, and makes them no admin", () => {
    const [ann, ben, cem] = [person("ann", "admin"), person("ben", "reviewer"), person("cem", "reviewer")] as const;
    pin(cem, ann);
    cem.open().devices.trust({ ...ben.own, name: "Ben", at: new Date().toISOString() });
    put(cem, signedBy(ben, { settings: { observer: false } }));
    expect(observes(cem)).toBe(true);
    expect(policySeen(cem.at(), cem.open().devices).ignored).toEqual([ben.own.device]);
  });
});

describe("HUB-10: an approval binds no key to whom may sign", () => {
  test("a reviewer who approves a key of their own under the first device's id, or a signer's, signs no policy with it", async () => {
    const [ann, ben] = await founded();
    const [rex, cem] = [person("rex", "reviewer"), person("cem", "reviewer")] as const;
    for (const each of [rex, cem]) pin(each, ann);
    approves(ann, ann, rex.own);
    approves(ann, ann, cem.own);
    await declare(ann, "policy-signers", cem.own.device);
    const keyOfRex = rex.own.key;
    carry(ann, rex);
    for (const { device } of [ann.own, cem.own]) approves(rex, rex, { device, key: keyOfRex });
    carry(rex, ben);
    expect(ben.open().devices.circle().keys.get(cem.own.device)?.has(keyOfRex)).toBe(true);
    for (const { device } of [ann.own, cem.own]) {
      put(ben, signedBy(rex, { number: 9 }, device));
      expect(observes(ben)).toBe(false);
    }
    put(ben, signedBy(cem, { number: 8 }));
    expect(observes(ben)).toBe(true);
  });
});

describe("HUB-10: a hub rolls none back", () => {
  test("an older one, and none at all, leave the newer in force; doctor is told", async () => {
    const [ann, ben] = await founded();
    const [old = ""] = readdirSync(devicesOf(ben)).map((name) => readFileSync(join(devicesOf(ben), name), "utf8"));
    await declare(ann, "agents", "claude");
    carry(ann, ben);
    expect(boundsAt(ben.places).agents).toEqual(["claude"]);
    rmSync(devicesOf(ben), { recursive: true });
    put(ben, old);
    expect(boundsAt(ben.places).agents).toEqual(["claude"]);
    rmSync(devicesOf(ben), { recursive: true });
    notePolicies(ben.places.data, ben.at(), ben.open());
    expect([observes(ben), boundsAt(ben.places).agents]).toEqual([false, ["claude"]]);
    const { holds, found } = policySeen(ben.at(), ben.open().devices);
    expect([holds[0]?.number, found]).toEqual([2, 0]);
  });

  test("junk under its name does not take its place in a join, from either side", async () => {
    const [, ben] = await founded();
    const [name = ""] = readdirSync(devicesOf(ben));
    const [good, junk] = [readFileSync(join(devicesOf(ben), name)), Buffer.from("\n")];
    const path = `devices/${name}`;
    for (const [ours, theirs] of [[good, junk] as const, [junk, good] as const])
      expect(Buffer.from(unite({ kind: "device", path, ours, theirs }, () => false).bytes)).toEqual(good);
  });

  test("who leaves the organisation, or joins it anew, is bound by it no more", async () => {
    const [, ben] = await founded();
    writeMirrors(ben.places.data, HUB_URL, [{ store: "org", role: "reviewer", you: "ben" }]);
    expect(observes(ben)).toBe(true);
    writeMirrors(ben.places.data, HUB_URL, []);
    expect(observes(ben)).toBe(true);
  });
});

describe("HUB-10: who may sign", () => {
  const codeOf = (who: Member, channel?: Channel): string => {
    const plan = planPolicy(who.open(), "observer", "off", who.act(channel));
    return isRefusal(plan) ? plan.code : "planned";
  };

  test("no agent by any channel, no reviewer, no admin whom no policy names", () => {
    const [ann, ben, dan] = [person("ann", "admin"), person("ben", "reviewer"), person("dan", "admin")] as const;
    for (const each of [ann, ben, dan]) pin(each, ann);
    for (const channel of ["cli", "mcp", "hook", "library", "observer", "import", "sync"] as const)
      expect(codeOf(ann, channel), channel).toBe("needs-person");
    expect([codeOf(ben), codeOf(dan), codeOf(ann)]).toEqual(["not-allowed", "not-allowed", "planned"]);
  });

  test("a device that the policy names and a signer approved, until a policy names it no more", async () => {
    const [ann, dan, ben] = [person("ann", "admin"), person("dan", "admin"), person("ben", "reviewer")] as const;
    for (const each of [ann, dan, ben]) pin(each, ann);
    await declare(ann, "policy-signers", dan.own.device);
    carry(ann, dan);
    put(dan, signedBy(dan, { number: 2, settings: { observer: false } }));
    carry(dan, ben);
    expect(observes(ben), "named, and no signer approved its key").toBe(true);
    say(ann.open().devices, "approve", dan.own, "Dan", ann.act());
    carry(ann, ben);
    carry(dan, ben);
    expect(observes(ben)).toBe(false);
    carry(ben, ann);
    await declare(ann, "observer", "any");
    carry(ann, ben);
    expect(observes(ben)).toBe(true);
    put(ben, signedBy(dan, { number: 9, settings: { observer: false } }));
    expect(observes(ben)).toBe(true);
  });

  test("a stolen first key, once revoked, signs nothing new; what was seen of it stays", async () => {
    const [ann, ben] = await founded();
    const dan = person("dan", "admin");
    pin(dan, ann);
    carry(ann, dan);
    say(ann.open().devices, "approve", dan.own, "Dan", ann.act());
    carry(ann, dan);
    dan.open().devices.refresh();
    say(dan.open().devices, "revoke", ann.own, "Ann", dan.act());
    carry(dan, ben);
    put(ben, signedBy(ann, { number: 7, settings: {} }));
    expect(observes(ben)).toBe(false);
    expect(inForce(ben.open().devices).policies[0]?.number).toBe(1);
  });
});

describe("HUB-10: none loosens, and none says what counts", () => {
  test("the other direction, settings of trust and unknown keys are refused at signing", () => {
    const ann = person("ann", "admin");
    pin(ann, ann);
    const tries = [
      "observer on",
      "presence optional",
      "signing device",
      "owners ann",
      "max-inject 20",
      "sync-at-start off",
    ];
    for (const each of [...tries, "observer-url https://model.example.org", "observer-day-cents 0", "keep-rules off"]) {
      const [key = "", value = ""] = each.split(" ");
      const plan = planPolicy(ann.open(), key, value, ann.act());
      expect(isRefusal(plan) && plan.code, each).toBe("usage");
    }
  });

  test("and pass for nothing where somebody signed them all the same; the rest of it holds, and doctor names them", () => {
    const [ann, ben] = [person("ann", "admin"), person("ben", "reviewer")] as const;
    pin(ben, ann);
    const settings = { presence: false, observer: true, "sync-at-start": false, "commit-changes": true, future: ["x"] };
    put(ben, signedBy(ann, { settings }));
    const { config } = ownSettings(ben.places, '{"observer":false,"commit-changes":false}');
    expect([config.observer, config.presence, config["sync-at-start"], config["commit-changes"]]).toEqual([
      false,
      "optional",
      true,
      true,
    ]);
    const { unknown } = policySeen(ben.at(), ben.open().devices);
    expect(unknown.toSorted()).toEqual(["future", "observer", "presence", "sync-at-start"]);
  });

  test("a forbidden observer makes no model call, whatever the person's configuration says; nor does a forbidden provider", async () => {
    const [ann, ben] = [person("ann", "admin"), person("ben", "reviewer")] as const;
    for (const each of [ann, ben]) pin(each, ann);
    const settings = {
      observer: true,
      "observer-provider": "openai",
      "observer-url": "http://127.0.0.1:9",
      "observer-model": "m",
    };
    mkdirSync(ben.places.config, { recursive: true, mode: 0o700 });
    writeFileSync(join(ben.places.config, "config.json"), JSON.stringify(settings), { mode: 0o600 });
    const asked = async (): Promise<string> => {
      const env = { ...hookEnvironment(ben.base), OPENAI_API_KEY: "none" };
      const request = { open: ben.open(), act: () => ben.act("observer"), env, signal: AbortSignal.abort() };
      return (await openDistiller(ben.places, request)).modelFor(ben.base).kind;
    };
    expect(await asked()).toBe("model");
    await declare(ann, "observer-provider", "claude,anthropic");
    carry(ann, ben);
    expect(await asked()).toBe("off");
    await declare(ann, "observer-provider", "any");
    carry(ann, ben);
    expect(await asked()).toBe("model");
    await declare(ann, "observer", "off");
    carry(ann, ben);
    expect(await asked()).toBe("off");
  });

  test("a kind that it does not let be is written by no channel; what is there stays", () => {
    const ann = person("ann", "admin");
    const add = (channel: Channel, kind: string): string => {
      const act = { ...ann.act(channel), kinds: ["decision", "constraint"] };
      const text = `---\nname: A note\ndescription: A note\nkind: ${kind}\n---\nA note of the day.\n`;
      const planned = planAdd(ann.open(), { text, global: true }, act);
      return planned.kind === "refusal" ? planned.code : planned.kind;
    };
    for (const channel of ["terminal", "cli", "mcp", "hook", "observer", "import"] as const) {
      expect(add(channel, "session-summary"), channel).toBe("not-allowed");
      expect(add(channel, "decision"), channel).not.toBe("not-allowed");
    }
  });
});
