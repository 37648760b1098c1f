// Any bytes go into quarantine and come back (STO-3, STO-20, STO-30, TRU-9): listed, in the ledger, exported, undone.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forget } from "../../../src/forget/apply.ts";
import { openForgetJournal } from "../../../src/forget/io/journal.ts";
import { openTraces } from "../../../src/forget/io/traces.ts";
import { planForget } from "../../../src/forget/plan.ts";
import { list } from "../../../src/review/list.ts";
import { applyEach, planEach } from "../../../src/store/batch.ts";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import type { Act, OpenStore } from "../../../src/store/context.ts";
import { readExport } from "../../../src/store/export-document.ts";
import { openStoreFiles } from "../../../src/store/io/whole.ts";
import { readings, verifyReadings } from "../../../src/store/ledger.ts";
import type { RawFile } from "../../../src/store/memory-store.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { planRestoreRaw, rawNamed } from "../../../src/store/raw-plan.ts";
import { planUndo } from "../../../src/store/undo.ts";
import { write } from "../../../src/store/write.ts";
import { exportStore } from "../../../src/transfer/export.ts";
import { actOf, chance } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, placesOf, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, n) => n);
const SAMPLES: Readonly<Record<string, Uint8Array>> = {
  "every byte": ALL_BYTES,
  "ill-formed UTF-8": Uint8Array.from([0x6e, 0x61, 0xff, 0xfe, 0xc3, 0x28, 0x80]),
  "nothing at all": new Uint8Array(),
  "200 KiB": Uint8Array.from({ length: 200 * 1024 }, (_, n) => (n * 7919) % 256),
  "a text that is no memory": new TextEncoder().encode("---\nname: one\nname: two\n---\n\nbody\r\n"),
};
let base: string;
let open: OpenStore;
let person: Act;
let minute = 0;

beforeEach(() => {
  base = makeBox("memory");
  open = openBox(base);
  minute = 0;
  person = actOf("terminal", NOW, chance(1));
});
afterEach(() => removeBox(base));

const at = (place: string, file = "project_x.md"): string => `${rootOf(base)}/${place}/${file}`;
const put = (bytes: Uint8Array, file = "project_x.md"): void =>
  writeFileSync(at("memories", file), bytes, { mode: 0o600 });
const later = (): Act => actOf("terminal", new Date(NOW.getTime() + ++minute * 60_000), chance(minute));

async function demote(name = "project_x", by: Act = person): Promise<readonly string[]> {
  const items = planEach([open], [name], (memory) => planTierChange(memory, { verb: "demote" }, by));
  return (await applyEach(items, "demote", by)).map(({ result }) => ("code" in result ? result.code : result.kind));
}
function onlyRaw(): RawFile {
  const [raw, ...more] = open.store.raws();
  if (raw === undefined || more.length > 0) throw new Error(`${more.length} more`);
  return raw;
}
function restorePlan(name = "project_x", by: Act = person): ReturnType<typeof planRestoreRaw> {
  const found = rawNamed([open], name);
  if (found?.kind !== "found-raw") throw new Error("no raw file");
  return planRestoreRaw(found, by);
}
async function apply(plan: { readonly kind: string }, by: Act = person): Promise<void> {
  if (plan.kind !== "plan") throw new Error(JSON.stringify(plan));
  expect(await write(open, plan as Parameters<typeof write>[1], by)).toMatchObject({ kind: "written" });
}
async function undo(): Promise<void> {
  const by = later();
  const planned = planUndo(open, undefined, by);
  await apply(planned.kind === "undo-plan" ? planned.plan : planned, by);
}

describe("STO-3: bytes that are no memory", () => {
  for (const [what, bytes] of Object.entries(SAMPLES)) {
    test(`${what}: into quarantine, listed, in the ledger by hash, and back by undo and undo of it`, async () => {
      put(bytes);
      expect(await demote()).toEqual(["kept-raw"]);
      expect(existsSync(at("memories"))).toBe(false);
      const raw = onlyRaw();
      expect(Buffer.compare(readFileSync(at("quarantine/raw", raw.name)), bytes)).toBe(0);
      expect(statSync(at("quarantine/raw", raw.name)).mode & 0o777).toBe(0o600);
      const { raws, broken } = list([open], { tiers: ["quarantined"] }, person);
      expect(raws).toMatchObject([
        {
          stem: "project_x",
          raw: true,
          size: bytes.length,
          synced: true,
          sha256: raw.sha256,
          at: "2026-06-01T10:00:00Z",
        },
      ]);
      expect(broken).toEqual([]);
      const [ledger] = open.ledger.files();
      const lines = ledger?.content instanceof Uint8Array ? readings(ledger.content) : [];
      expect(verifyReadings(lines, open.ledger.device).broken).toBeUndefined();
      const events = lines.flatMap(({ line }) => (line === undefined ? [] : [line]));
      expect(events).toMatchObject([
        { action: "intent", id: raw.id, sha256: null },
        {
          action: "demote",
          id: raw.id,
          from: "none",
          to: "quarantined",
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ]);
      await undo();
      expect(Buffer.compare(readFileSync(at("memories")), bytes)).toBe(0);
      expect(open.store.raws()).toEqual([]);
      await undo();
      expect(existsSync(at("memories"))).toBe(false);
      expect(Buffer.compare(onlyRaw().bytes, bytes)).toBe(0);
      expect(onlyRaw().id).not.toBe(raw.id);
    });
  }

  test("restore is refused with the reason and the next command while they don't read as a memory", async () => {
    put(ALL_BYTES);
    await demote();
    const refused = restorePlan();
    expect(refused).toMatchObject({ kind: "refusal", code: "unreadable" });
    expect(JSON.stringify(refused)).toMatch(/not-utf8.*holdfast export 0/);
    expect(onlyRaw().bytes.length).toBe(256);
  });

  test("restore brings them back byte for byte once they pass the checks", async () => {
    put(SAMPLES["ill-formed UTF-8"] ?? ALL_BYTES);
    await demote();
    const text = plant(base, "project_y", { tier: "inferred", id: idOf(7), created: "2026-01-01T00:00:00Z" });
    const mended = `${text.replace("project y", "mended")}\r\n`;
    writeFileSync(at("quarantine/raw", onlyRaw().name), mended.replace(idOf(7), idOf(8)), { mode: 0o600 });
    await apply(restorePlan());
    expect(readFileSync(at("memories"), "utf8")).toBe(mended.replace(idOf(7), idOf(8)));
    expect(open.store.raws()).toEqual([]);
    expect(readCatalogue(open.store).memories.map(({ tier }) => tier)).toEqual(["inferred", "inferred"]);
    await undo();
    expect(onlyRaw()).toMatchObject({ file: "project_x.md" });
  });

  test("restore is refused where the checks fail, where the name is taken, and to whoever is no person", async () => {
    put(ALL_BYTES);
    await demote();
    const { name } = onlyRaw();
    const text = plant(base, "project_x", { tier: "inferred", id: idOf(7), more: ["expires: 2026-02-30"] });
    writeFileSync(at("quarantine/raw", name), text.replace(idOf(7), idOf(8)), { mode: 0o600 });
    expect(restorePlan()).toMatchObject({ kind: "refusal", code: "checks-failed" });
    writeFileSync(at("quarantine/raw", name), text, { mode: 0o600 });
    expect(restorePlan()).toMatchObject({ kind: "refusal", code: "exists" });
    const good = plant(base, "project_x", { tier: "inferred", id: idOf(7) });
    writeFileSync(at("quarantine/raw", name), good.replace(idOf(7), idOf(8)), { mode: 0o600 });
    const plan = restorePlan();
    if (plan.kind !== "plan") throw new Error(plan.message);
    expect(await write(open, plan, person)).toMatchObject({ kind: "refusal", code: "exists" });
    expect(restorePlan("project_x", actOf("mcp", NOW, chance(3)))).toMatchObject({ code: "needs-person" });
  });

  test("the whole export holds them, and reads back the same", async () => {
    put(ALL_BYTES);
    await demote();
    const made = exportStore(open, openStoreFiles(open.store.info), person);
    if (made.kind === "refusal") throw new Error(made.message);
    const read = readExport(made.text);
    const files = read.kind === "export" ? read.files : [];
    const found = files.find(({ path }) => path === `quarantine/raw/${onlyRaw().name}`);
    expect(Buffer.compare(found?.bytes ?? new Uint8Array(), ALL_BYTES)).toBe(0);
    expect(made.refused).toEqual([]);
  });

  test("an agent may not, and is shown none", async () => {
    put(ALL_BYTES);
    expect(await demote("project_x", actOf("mcp", NOW, chance(2)))).toEqual(["needs-person"]);
    await demote();
    expect(list([open], {}, actOf("mcp", NOW, chance(2))).raws).toEqual([]);
  });

  test("STO-22: a link, and a name of no memory, are not taken", async () => {
    writeFileSync(`${base}/elsewhere`, ALL_BYTES);
    symlinkSync(`${base}/elsewhere`, at("memories"));
    expect(await demote()).toEqual(["unsafe-path"]);
    for (const odd of ["project_x.md\n", "../project_x", "project_ü.md", "project_x.md/../y"]) {
      if (!odd.includes("/")) put(ALL_BYTES, odd);
      expect(await demote(odd)).not.toEqual(["kept-raw"]);
    }
    mkdirSync(at("quarantine", "raw"), { recursive: true, mode: 0o700 });
    symlinkSync(`${base}/elsewhere`, at("quarantine/raw", "project_x.01JCQ0Z8M4X5T6V7W8Y9ZABCDE.bin"));
    for (const odd of ["..bin", "project_x.bin", "project_x.01JCQ0Z8M4X5T6V7W8Y9ZABCDE.bin.bin", "a b.bin"])
      put(ALL_BYTES, `../quarantine/raw/${odd}`);
    expect(open.store.raws()).toEqual([]);
  });

  test("STO-12: a file over the limit is not opened, and stays", async () => {
    put(new Uint8Array(300 * 1024));
    expect(await demote()).toEqual(["unsafe-path"]);
    expect(existsSync(at("memories"))).toBe(true);
  });

  test("two of one name are told apart by id", async () => {
    put(ALL_BYTES);
    await demote();
    put(Uint8Array.from([0xff]));
    await demote("project_x", later());
    expect(rawNamed([open], "project_x")).toMatchObject({ kind: "refusal", code: "ambiguous" });
    const [first] = open.store.raws();
    expect(rawNamed([open], first?.id ?? "")).toMatchObject({ kind: "found-raw" });
  });
});

describe("SYN-14: what may hold a secret", () => {
  const KEY = `AKIA${"Z7Q2X5W8R4T6Y3U1"}`;
  for (const [what, bytes] of [
    ["between bytes", Buffer.concat([ALL_BYTES, Buffer.from(`\naws_access_key_id = ${KEY}\n`), ALL_BYTES])],
    ["in wide characters", Buffer.from(`\ufeffaws_access_key_id = ${KEY}\n`, "utf16le")],
  ] as const) {
    test(`${what}: it stays on this machine, is listed so, and comes back by undo`, async () => {
      put(bytes);
      expect(await demote()).toEqual(["kept-raw"]);
      expect(onlyRaw()).toMatchObject({ local: true });
      expect(existsSync(at("quarantine", "raw"))).toBe(false);
      expect(list([open], {}, person).raws).toMatchObject([{ synced: false }]);
      await undo();
      expect(Buffer.compare(readFileSync(at("memories")), bytes)).toBe(0);
    });
  }
});

describe("STO-20: a kill between two steps", () => {
  test("target written, source still there: the next demotion ends it, and nothing is kept twice", async () => {
    put(ALL_BYTES);
    await demote();
    const { name } = onlyRaw();
    put(ALL_BYTES);
    expect(await demote("project_x", later())).toEqual(["kept-raw"]);
    expect(onlyRaw().name).toBe(name);
    expect(existsSync(at("memories"))).toBe(false);
  });

  test("what a killed writer left beside them is swept by the next", async () => {
    put(ALL_BYTES);
    await demote();
    writeFileSync(at("quarantine/raw", ".holdfast-1-0123456789abcdef.tmp"), "half", { mode: 0o600 });
    await open.store.withLock(() => undefined);
    expect(readdirSync(at("quarantine", "raw"))).toEqual([onlyRaw().name]);
  });

  test("a file that changed under the plan is left, and nothing is lost", async () => {
    put(ALL_BYTES);
    const items = planEach([open], ["project_x"], (memory) => planTierChange(memory, { verb: "demote" }, person));
    put(Uint8Array.from([1, 2, 3]));
    expect(await applyEach(items, "demote", person)).toMatchObject([{ result: { code: "changed-meanwhile" } }]);
    expect(readFileSync(at("memories")).length).toBe(3);
    expect(open.store.raws()).toEqual([]);
  });

  test("a folder that can't be written to: the file stays", async () => {
    put(ALL_BYTES);
    mkdirSync(at("quarantine", "raw"), { mode: 0o700 });
    chmodSync(at("quarantine", "raw"), 0o777);
    await expect(demote()).rejects.toThrow();
    expect(readFileSync(at("memories")).length).toBe(256);
  });
});

describe("FOR-1: forgetting", () => {
  test("takes the bytes of a name with it", async () => {
    put(Buffer.from("The launch code word is heliotrope-nine, said nobody ever.\n"));
    await demote();
    const places = placesOf(base);
    const traces = openTraces(places);
    const plan = planForget([open], ["project_x"], traces, person);
    if (plan.kind === "refusal") throw new Error(plan.message);
    const journal = openForgetJournal(places.state);
    const done = await forget({ stores: [open], traces, journal, act: person }, plan.job);
    expect(done).toMatchObject({ kind: "forgotten", cleared: { left: [] } });
    expect(open.store.raws()).toEqual([]);
  });
});
