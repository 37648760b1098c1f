// STO-35: a session start tells what a person's channel confirmed since the last one, but for what was done at this terminal.
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keptIn, keptLines } from "../../../src/compose/kept.ts";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import { planConfirm } from "../../../src/store/confirm.ts";
import { write } from "../../../src/store/write.ts";
import { actOf, chance, DEVICE } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, runAsPerson } from "../../support/person.ts";
import { makeBox, openBox, placesOf, removeBox } from "../../support/store-box.ts";

const HERE = "34816-100-5000";
let base: string;

beforeEach(() => {
  base = makeBox();
  for (const n of [1, 2, 3])
    plant(base, `user_${n}`, { tier: "inferred", id: idOf(n), created: "2026-01-01T00:00:00Z", body: `Words ${n}.` });
  openBox(base).kept?.takeAll();
});
afterEach(() => removeBox(base));

const at = (minute: number): Date => new Date(Date.UTC(2026, 5, 1, 10, minute));

async function confirm(n: number, minute: number, terminal: string | undefined): Promise<void> {
  const open = openBox(base);
  const act = { ...actOf("terminal", at(minute), chance(n)), terminal };
  const memory = readCatalogue(open.store).memories.find(({ id }) => id === idOf(n));
  const plan = memory === undefined ? undefined : planConfirm({ open, personal: open }, memory, act);
  if (plan?.kind !== "plan") throw new Error("no plan");
  expect((await write(open, plan, act)).kind).toBe("written");
}

function start(minute: number, terminal: string | undefined): readonly string[] {
  const { state } = placesOf(base);
  const { info } = openBox(base).store;
  return keptLines(state, info, keptIn(state, info, DEVICE.id), { now: at(minute), device: DEVICE.id, terminal });
}

const told = (n: number): readonly string[] => [`Confirmed since your last session: ${n} (\`holdfast log\`).`];

test("STO-35: what was confirmed elsewhere is told once; what was confirmed at this terminal is not", async () => {
  await confirm(1, 1, "34817-200-6000");
  // No session before: nothing to be since.
  expect(start(5, HERE)).toEqual([]);
  await confirm(2, 10, HERE);
  expect(start(15, HERE)).toEqual([]);
  await confirm(3, 20, "34817-200-6000");
  expect(start(25, HERE)).toEqual(told(1));
  expect(start(30, HERE)).toEqual([]);
});

test("STO-35: where a terminal is not known, of the act or of the session, it is told", async () => {
  start(0, HERE);
  await confirm(1, 10, undefined);
  await confirm(2, 11, HERE);
  expect(start(15, undefined)).toEqual(told(2));
  start(16, HERE);
  await confirm(3, 20, undefined);
  expect(start(25, HERE)).toEqual(told(1));
});

test("STO-35: a terminal is known by its session; a program that has left it has none", {
  timeout: 30_000,
}, async () => {
  if (!canRunAsPerson()) throw new Error(CANNOT_RUN_AS_PERSON);
  const file = new URL("../../../src/trust/io/person/terminal.ts", import.meta.url).pathname;
  const ask = `'${process.execPath}' -e 'import("${file}").then((m) => console.log("at", m.terminalHere()))'`;
  const env = { PATH: "/usr/bin:/bin" };
  const lines = `${ask}; ${ask} </dev/null | cat; setsid -w ${ask}; script -qec "$0" /dev/null`;
  const { transcript } = await runAsPerson(["/bin/bash", "-c", lines.replace("$0", ask.replaceAll('"', '\\"'))], {
    cwd: base,
    env,
  });
  const [own, piped, left, other] = [...transcript.matchAll(/^at (.+)$/gm)].map(([, name]) => name);
  expect(own).toMatch(/^\d+-\d+-\d+$/);
  expect([piped, left]).toEqual([own, "undefined"]);
  expect(other).toMatch(/^\d+-\d+-\d+$/);
  expect(other).not.toBe(own);
  expect(execFileSync("setsid", ["-w", "sh", "-c", ask], { encoding: "utf8" })).toBe("at undefined\n");
});
