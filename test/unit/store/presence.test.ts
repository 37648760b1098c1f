// `presence = required` (SYN-20b): what this device vouches for counts only with the person's own second signature.
import { chmodSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openBackup } from "../../../src/compose/exporting.ts";
import { presenceSwitch } from "../../../src/compose/presence.ts";
import { writeUserConfig } from "../../../src/config/io/files.ts";
import { examine } from "../../../src/health/doctor/index.ts";
import { keep, readKept } from "../../../src/people/io/passkey.ts";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import { planConfirm } from "../../../src/store/confirm.ts";
import type { Act, OpenStore, Plan } from "../../../src/store/context.ts";
import { vouchedBy, write } from "../../../src/store/write.ts";
import { actOf, chance } from "../../support/acts.ts";
import { makeAuthenticator } from "../../support/authenticator.ts";
import { doctorOf } from "../../support/doctor.ts";
import { idOf, plant } from "../../support/memories.ts";
import { dataOf, makeBox, openBox, placesOf, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-11-16T12:00:00Z");
const SINCE = { required: "2026-11-16T11:00:00Z" };
const { passkey, assert } = makeAuthenticator();
let base: string;
let act: Act;

beforeEach(() => {
  base = makeBox();
  act = actOf("terminal", NOW, chance(1));
  for (const n of [1, 2])
    plant(base, `user_${n}`, { tier: "inferred", id: idOf(n), created: "2026-01-01T00:00:00Z", body: `Words ${n}.` });
});
afterEach(() => removeBox(base));

function tierOf(n: number): string | undefined {
  return readCatalogue(openBox(base).store).memories.find(({ id }) => id === idOf(n))?.tier;
}

function planned(open: OpenStore, n: number): Plan {
  const memory = readCatalogue(open.store).memories.find(({ id }) => id === idOf(n));
  if (memory === undefined) throw new Error("not planted");
  const plan = planConfirm({ open, personal: open }, memory, act);
  if (plan.kind !== "plan") throw new Error(plan.message);
  return plan;
}

async function confirm(n: number): ReturnType<typeof write> {
  const open = openBox(base);
  const plan = planned(open, n);
  const covers = vouchedBy(open, plan, act);
  if (!Array.isArray(covers)) throw new Error("refused");
  return write(open, plan, { ...act, presence: assert(covers) });
}

function statementOf(n: number): string {
  const folder = `${rootOf(base)}/attest/${idOf(n)}`;
  return `${folder}/${readdirSync(folder)[0]}`;
}

describe("SYN-20b: presence is required", () => {
  test("a yes with the passkey counts, and is kept beside the device's signature", async () => {
    keep(dataOf(base), { passkey, ...SINCE });
    expect((await confirm(1)).kind).toBe("written");
    expect(Object.keys(JSON.parse(readFileSync(statementOf(1), "utf8")))).toEqual([
      "statement",
      "signature",
      "presence",
    ]);
    expect(tierOf(1)).toBe("verified");
  });

  test("a yes of the device key alone is refused, with the next command", async () => {
    keep(dataOf(base), { passkey, ...SINCE });
    const open = openBox(base);
    expect(await write(open, planned(open, 1), act)).toMatchObject({
      code: "needs-person",
      hint: "holdfast review --web",
    });
  });

  test("what was confirmed before counts no more, until it is required no more", async () => {
    const open = openBox(base);
    expect((await write(open, planned(open, 1), act)).kind).toBe("written");
    expect(tierOf(1)).toBe("verified");
    keep(dataOf(base), { passkey, ...SINCE });
    expect(tierOf(1)).toBe("unattested");
    keep(dataOf(base), { passkey });
    expect(tierOf(1)).toBe("verified");
  });

  test("what lowers trust needs no presence", async () => {
    keep(dataOf(base), { passkey, ...SINCE });
    await confirm(1);
    const { planTierChange } = await import("../../../src/store/plan-transition.ts");
    const open = openBox(base);
    const memory = readCatalogue(open.store).memories.find(({ id }) => id === idOf(1));
    const plan = memory && planTierChange(memory, { verb: "demote" }, act);
    expect(plan?.kind === "plan" && (await write(open, plan, act)).kind).toBe("written");
    expect(tierOf(1)).toBe("quarantined");
  });

  test("a change after the signature writes nothing", async () => {
    const open = openBox(base);
    const plan = planned(open, 1);
    const covers = vouchedBy(open, planned(open, 2), act);
    const presence = assert(Array.isArray(covers) ? covers : []);
    expect(await write(open, plan, { ...act, presence })).toMatchObject({ code: "changed-meanwhile" });
    expect(tierOf(1)).toBe("inferred");
  });

  test("an assertion moved to another memory's statement says nothing", async () => {
    const open = openBox(base);
    await write(open, planned(open, 2), act);
    keep(dataOf(base), { passkey, ...SINCE });
    await confirm(1);
    const taken = JSON.parse(readFileSync(statementOf(1), "utf8")).presence;
    const other = JSON.parse(readFileSync(statementOf(2), "utf8"));
    writeFileSync(statementOf(2), JSON.stringify({ ...other, presence: taken }));
    expect(tierOf(1)).toBe("verified");
    expect(tierOf(2)).toBe("unattested");
  });

  test("another passkey in its place, an older count, no file: nothing counts", async () => {
    keep(dataOf(base), { passkey, ...SINCE });
    await confirm(1);
    keep(dataOf(base), { passkey: makeAuthenticator().passkey, ...SINCE });
    expect(tierOf(1)).toBe("unattested");
    keep(dataOf(base), { passkey: { ...passkey, counter: 4 }, ...SINCE });
    expect(tierOf(1)).toBe("unattested");
    keep(dataOf(base), SINCE);
    expect(tierOf(1)).toBe("unattested");
  });

  test.each([
    ["loosened", "can be read by other users", (file: string) => chmodSync(file, 0o644)],
    ["damaged", "is damaged", (file: string) => writeFileSync(file, "{")],
    [
      "a link",
      "a symbolic link",
      (file: string) => {
        renameSync(file, `${file}.real`);
        symlinkSync(`${file}.real`, file);
      },
    ],
  ])("a file that is %s is refused, and told", async (_, words, harm) => {
    keep(dataOf(base), { passkey, ...SINCE });
    await confirm(1);
    harm(`${dataOf(base)}/presence.json`);
    expect(() => tierOf(1)).toThrow(words);
  });
});

describe("SYN-20b: doctor tells what says that presence is required, and what does not", () => {
  const told = (): unknown => examine(doctorOf(base, "terminal", NOW)).filter(({ name }) => name === "presence");
  const configure = (value: string): void => writeUserConfig(placesOf(base).config, `{ "presence": "${value}" }\n`);
  const switchOn = (): void => {
    keep(dataOf(base), { passkey });
    presenceSwitch(placesOf(base), NOW);
    configure("required");
  };

  test("nothing where nobody asked for it; the day where all is in order", () => {
    expect(told()).toEqual([]);
    keep(dataOf(base), { passkey });
    expect(told()).toEqual([]);
    switchOn();
    expect(told()).toEqual([{ name: "presence", health: "ok", message: "required since 2026-11-16" }]);
  });

  test.each<[string, string, string, () => void]>([
    [
      "the line in the configuration is gone",
      "warning",
      "though the configuration does not",
      () => configure("optional"),
    ],
    [
      "presence.json says it no more",
      "warning",
      "though presence.json does not",
      () => keep(dataOf(base), { passkey }),
    ],
    ["presence.json is gone", "error", "no passkey is kept here", () => keep(dataOf(base), {})],
    [
      "both say it no more",
      "error",
      "you required it on 2026-11-16, and nothing does any more",
      () => {
        keep(dataOf(base), { passkey });
        configure("optional");
      },
    ],
  ])("%s", (_, health, words, harm) => {
    switchOn();
    harm();
    expect(told()).toMatchObject([{ health, message: expect.stringContaining(words), remedy: expect.any(String) }]);
  });

  test("not of one that the person took back, with or without a passkey", () => {
    for (const kept of [{ passkey }, {}]) {
      keep(dataOf(base), kept);
      presenceSwitch(placesOf(base), NOW);
      presenceSwitch(placesOf(base), undefined);
      expect([told(), readKept(dataOf(base))]).toEqual([[], kept]);
    }
  });

  test("a word that waits for it is no damage", async () => {
    const open = openBox(base);
    await write(open, planned(open, 1), act);
    switchOn();
    expect(examine(doctorOf(base, "terminal", NOW)).filter(({ name }) => name === "statements")).toEqual([]);
  });
});

test("SUR-10: a backup takes passkey and switch along, and leaves one that stands here", () => {
  const tools = openBackup({ places: placesOf(base), reader: { keys: {} }, writer: { keys: {} } } as never);
  expect(tools.parts().presence).toBeNull();
  keep(dataOf(base), { passkey, ...SINCE });
  const text = tools.parts().presence ?? "";
  keep(dataOf(base), {});
  expect([tools.putPresence(text), readKept(dataOf(base))]).toEqual(["put", { passkey, ...SINCE }]);
  expect(readKept(placesOf(base).state)).toEqual(SINCE);
  keep(dataOf(base), { passkey: makeAuthenticator().passkey });
  expect(tools.putPresence(text)).toBe("kept");
});
