// A break in a ledger that a person knows of (STO-31): acknowledged by a signed word, it is told and fails nothing, on every
// machine; whatever changes in it after that is a break again. Two machines, one bare remote, real git.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acknowledge, ledgersSeen, planAcknowledge, verifyLedgers } from "../../../src/store/log.ts";
import { isRefusal } from "../../../src/text/errors.ts";
import { remember } from "../../support/sync-acts.ts";
import { type Machine, machine, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-acknowledged-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
  for (const words of ["Deploys run on Mondays", "The pump is at night", "Errors go to the log"])
    await remember(a, words, words);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const pathOf = (whose: Machine): string => `ledger/${whose.device.id}.jsonl`;
function edited(on: Machine, whose: Machine, change: (lines: string[]) => void): void {
  const lines = on.read(pathOf(whose)).split("\n");
  change(lines);
  writeFileSync(join(on.root, pathOf(whose)), lines.join("\n"));
}
const stateOn = (on: Machine, whose: Machine): unknown => {
  const found = ledgersSeen([on.open()]).find(({ report }) => report.device === whose.device.id);
  return [found?.report.state, found?.report.acknowledged.map(({ line, by, date }) => [line, by, date])];
};
function acknowledged(on: Machine, device: string): unknown {
  const plan = planAcknowledge(on.open(), device);
  return isRefusal(plan) ? plan.code : acknowledge(on.open(), plan, on.act("terminal", "2026-05-02"));
}
const drop = (at: number) => (lines: string[]) => void lines.splice(at, 1);

test("fails nothing any more on any machine, is told, and new entries go on behind it", async () => {
  edited(a, a, drop(1));
  for (const each of [a, b, a]) await each.sync();
  expect([stateOn(a, a), stateOn(b, a)]).toEqual([
    ["broken", []],
    ["broken", []],
  ]);
  acknowledged(b, a.device.id.slice(0, 8));
  for (const each of [b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced", refused: [] });
  await remember(a, "Backups are tested in May", "Backups");
  const told = ["acknowledged", [[2, b.device.id, "2026-05-02"]]];
  expect([stateOn(a, a), stateOn(b, a)]).toEqual([told, told]);
  expect(verifyLedgers([a.open()]).map(({ state }) => state)).toContain("acknowledged");
  expect(stateOn(a, a)).toEqual(told);
});

test("is a break again where something changes in it or after it, and can be acknowledged again", async () => {
  edited(a, a, drop(1));
  acknowledged(a, a.device.id);
  expect(stateOn(a, a)).toEqual(["acknowledged", [[2, a.device.id, "2026-05-02"]]]);
  await remember(a, "Backups are tested in May", "Backups");
  await remember(a, "Tags are signed in June", "Tags");
  edited(a, a, (lines) => lines.splice(lines.length - 3, 1));
  expect(stateOn(a, a)).toMatchObject(["broken", [[2, a.device.id, "2026-05-02"]]]);
  acknowledged(a, a.device.id);
  expect(stateOn(a, a)).toMatchObject(["acknowledged", [[2], [3]].map(([line]) => [line, a.device.id, "2026-05-02"])]);
  edited(a, a, (lines) => lines.splice(1, 1, (lines[1] ?? "").replace("terminal", "web")));
  expect(stateOn(a, a)).toEqual(["broken", []]);
});

test("is nobody's word from a device that does not count, and from none at all", async () => {
  edited(a, a, drop(1));
  for (const each of [a, b]) await each.sync();
  const stranger = machine(base, "s");
  await stranger.sync();
  acknowledged(stranger, a.device.id);
  for (const each of [stranger, a, b]) await each.sync();
  expect([stateOn(stranger, a), stateOn(a, a), stateOn(b, a)]).toEqual([
    ["acknowledged", [[2, stranger.device.id, "2026-05-02"]]],
    ["broken", []],
    ["broken", []],
  ]);
});

test("is refused for a ledger that is whole, for one that nobody knows, and for an end that is missing here", async () => {
  expect(acknowledged(a, a.device.id)).toBe("not-found");
  expect(acknowledged(a, "0000000000000000")).toBe("not-found");
  verifyLedgers([a.open()]);
  edited(a, a, (lines) => lines.splice(lines.length - 2, 1));
  expect(stateOn(a, a)).toEqual(["broken", []]);
  expect(acknowledged(a, a.device.id)).toBe("usage");
});
