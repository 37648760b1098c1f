// HUB-10: whom a policy names as a signer can't end it: no number of theirs is one that nobody could go beyond, and what is signed and
// would not be read again is not written.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ownSettings } from "../../src/compose/here.ts";
import { declarePolicy, inForce, planPolicy, policySeen } from "../../src/compose/policies.ts";
import { say } from "../../src/store/device-records.ts";
import { isRefusal } from "../../src/text/errors.ts";
import { carry, declare, type Member, memberIn, ORG_STORE, pin, put, signedBy } from "../support/organisation.ts";

const LAST = Number.MAX_SAFE_INTEGER;
let base: string;
let [ann, ben, dan]: readonly Member[] = [];

beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), "policy-numbers-"));
  const [a, b, d] = [memberIn(base, "ann", "admin"), memberIn(base, "ben", "reader"), memberIn(base, "dan", "admin")];
  [ann, ben, dan] = [a, b, d];
  for (const each of [a, b, d]) pin(each, a);
  say(a.open().devices, "approve", d.own, "Dan", a.act());
  await declare(a, "policy-signers", d.own.device);
  for (const each of [b, d]) carry(a, each);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const people = (): readonly [Member, Member, Member] => [ann as Member, ben as Member, dan as Member];
const observes = (who: Member): boolean => ownSettings(who.places, '{"observer":true}').config.observer;
const numbers = (who: Member): readonly number[] => inForce(who.open().devices).policies.map(({ number }) => number);

describe("HUB-10: a signer whom the policy names", () => {
  test("takes no number that nobody can go beyond: the first key's next one holds", async () => {
    const [a, b, d] = people();
    for (const number of [LAST, LAST - 1, 5000]) {
      const file = signedBy(d, { number, settings: { observer: false, "policy-signers": [d.own.device] } });
      for (const each of [a, b]) put(each, file);
    }
    expect([numbers(a), numbers(b), observes(b)]).toEqual([[1], [1], true]);
    expect(policySeen(b.at(), b.open().devices).ignored).toEqual([d.own.device]);
    await declare(a, "agents", "claude");
    carry(a, b);
    expect([numbers(b), observes(b)]).toEqual([[2], true]);
  });

  test("nor does it by many steps; one that is taken back comes in by no number between", async () => {
    const [a, b, d] = people();
    const own = { "policy-signers": [d.own.device] };
    for (let number = 1001; number < 9000; number += 1000) {
      const file = signedBy(d, { number, settings: { observer: false, ...own } });
      for (const each of [a, b]) put(each, file);
    }
    expect([numbers(b), observes(b)]).toEqual([[8001], false]);
    await declare(a, "policy-signers", "none");
    await declare(a, "observer", "any");
    carry(a, b);
    expect([numbers(b), observes(b)]).toEqual([[8003], true]);
    for (const number of [1000, 8002, 8500]) put(b, signedBy(d, { number, settings: { observer: false, ...own } }));
    expect([numbers(b), observes(b)]).toEqual([[8003], true]);
  });

  test("nor by a first key's number that is no whole one by then", () => {
    const [a, b] = people();
    put(b, signedBy(a, { number: LAST, settings: { observer: false } }));
    expect([numbers(b), observes(b)]).toEqual([[1], true]);
  });
});

describe("HUB-10: what would not be read again", () => {
  const files = ({ root }: Member): number => readdirSync(join(root, "devices")).length;

  test("is not written, and the person is told", () => {
    const [a] = people();
    const before = files(a);
    const whole = { kind: "policy", version: 1, store: ORG_STORE, date: "2026-05-01", by: a.own.device } as const;
    const long = { agents: Array.from({ length: 900 }, (_, n) => `agent-${n}-${"x".repeat(20)}`) };
    for (const said of [
      { ...whole, number: LAST + 1, settings: {} },
      { ...whole, number: 2, settings: long },
    ])
      expect(() => a.open().devices.declare(said)).toThrow(/can't be read back/);
    expect(files(a)).toBe(before);
  });

  test("one that another overtook while it was signed: the person is told that it does not hold", async () => {
    const [a, , d] = people();
    const plan = planPolicy(a.open(), "agents", "claude", a.act());
    if (isRefusal(plan)) throw new Error(plan.message);
    put(a, signedBy(d, { number: 3, settings: {} }));
    put(a, signedBy(a, { number: 3, settings: {} }));
    expect(await declarePolicy(plan, a.at(), a.places.data, a.act())).toMatchObject({ code: "changed-meanwhile" });
  });
});
