// TRU-26: what brings words back into use, or lets less than before stand for a yes, takes a typed word; what raises nothing a
// plain yes. Over a real store; the keys are scripted.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commands as config } from "../../../src/cli/commands/config.ts";
import { commands as doctor } from "../../../src/cli/commands/doctor.ts";
import { makeOutput } from "../../../src/cli/output.ts";
import type { Workbench } from "../../../src/compose/command-line.ts";
import { keep, readKept } from "../../../src/people/io/passkey.ts";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import { planConfirm } from "../../../src/store/confirm.ts";
import { write } from "../../../src/store/write.ts";
import { actOf, chance } from "../../support/acts.ts";
import { makeAuthenticator } from "../../support/authenticator.ts";
import { doctorOf } from "../../support/doctor.ts";
import { idOf, plant } from "../../support/memories.ts";
import { dataOf, makeBox, openBox, placesOf, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const act = actOf("terminal", NOW, chance(7));
let base: string;
let shown: string[];
let asked: string[];

beforeEach(() => {
  base = makeBox();
  shown = [];
  asked = [];
});
afterEach(() => removeBox(base));

/** A person who says yes to every plain question, and types the word, or what is given instead of it. */
function benchWith(typed: string | undefined, more: object): Workbench {
  return {
    act,
    channel: "terminal",
    seen: { kind: "person" },
    screen: () => ({ rows: 24, columns: 80 }),
    show: (line: string) => void shown.push(line),
    ask: async (question: string) => {
      asked.push(question);
      return true;
    },
    keys: {
      press: async () => "n",
      type: async (question: string) => {
        asked.push("a word");
        return typed ?? /"(.+)"/.exec(question)?.[1] ?? "";
      },
    },
    ...more,
  } as never as Workbench;
}

const call = (bench: Workbench, names: readonly string[], options: object): never => {
  const out = makeOutput(
    { color: false, quiet: false, json: false, columns: 80 },
    () => {},
    () => {},
  );
  return { verb: "", names, options, out, bench } as never;
};

async function fix(typed?: string): Promise<void> {
  const bench = benchWith(typed, { doctor: async () => doctorOf(base, "terminal", NOW) });
  await doctor["doctor"]?.run(call(bench, [], { fix: true }));
}

const file = (stem: string): string => `${rootOf(base)}/memories/${stem}.md`;

/** Confirmed through the product, so that its copy is kept. */
async function confirmed(): Promise<void> {
  plant(base, "user_a", { tier: "inferred", id: idOf(1), created: "2026-01-01T00:00:00Z", body: "Use pnpm here.\n" });
  const open = openBox(base);
  open.kept?.takeAll();
  const [memory] = readCatalogue(open.store).memories;
  const plan = memory === undefined ? undefined : planConfirm({ open, personal: open }, memory, act);
  if (plan?.kind !== "plan") throw new Error("no plan");
  expect((await write(open, plan, act)).kind).toBe("written");
}

test("TRU-26: doctor --fix brings words back for a typed word of them, and for no other", async () => {
  await confirmed();
  const before = readFileSync(file("user_a"), "utf8");
  const changed = before.replace("pnpm", "curl");
  writeFileSync(file("user_a"), changed);
  for (const typed of ["", "y", "yes"]) await fix(typed);
  expect(readFileSync(file("user_a"), "utf8")).toBe(changed);
  expect(shown.join("\n")).toContain("Use pnpm here.");
  await fix();
  expect(readFileSync(file("user_a"), "utf8")).toBe(before);
});

test("TRU-26: taking away what somebody added raises nothing: doctor --fix asks for a plain yes", async () => {
  await confirmed();
  plant(base, "user_b", { tier: "inferred", id: idOf(2), body: "Added by hand.\n" });
  await fix("");
  expect(asked).not.toContain("a word");
  expect([existsSync(file("user_b")), existsSync(file("user_a"))]).toEqual([false, true]);
});

test("TRU-26: a store that is gone comes back for a typed word", async () => {
  await confirmed();
  rmSync(rootOf(base), { recursive: true });
  await fix("y");
  expect(existsSync(file("user_a"))).toBe(false);
  await fix();
  expect(existsSync(file("user_a"))).toBe(true);
});

async function setPresence(value: string, typed?: string): Promise<unknown> {
  const here = { places: placesOf(base), config: { presence: "optional" } };
  const configText = { read: () => "{}", write: () => {}, path: "" };
  const bench = benchWith(typed, { here, configText, hasStore: () => false });
  return config["config"]?.run(call(bench, ["set", "presence", value], {}));
}

test("SYN-20b, TRU-26: presence is required at once, and required no more for a typed word", async () => {
  const required = (): boolean => readKept(dataOf(base)).required !== undefined;
  const { passkey } = makeAuthenticator();
  keep(dataOf(base), { passkey });
  expect([await setPresence("optional", ""), asked]).toEqual([0, []]);
  expect([await setPresence("required", ""), asked, required()]).toEqual([0, [], true]);
  for (const typed of ["", "y", "optional"])
    expect([await setPresence("optional", typed), required()]).toEqual([1, true]);
  expect([await setPresence("optional"), required()]).toEqual([0, false]);
});
