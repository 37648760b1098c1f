// Tombstones on a real disk, and what they stop (STO-24, STO-33).
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MemoryId } from "../../../src/memory/ids.ts";
import { fingerprintOf, type Tombstone, tombstoneFor } from "../../../src/memory/tombstone.ts";
import { add, planAdd } from "../../../src/store/add.ts";
import type { AddRequest } from "../../../src/store/authored.ts";
import { readMemory } from "../../../src/store/catalogue.ts";
import type { Act, OpenStore } from "../../../src/store/context.ts";
import { openTombstones } from "../../../src/store/io/tombstones.ts";
import { planRetire } from "../../../src/store/retire.ts";
import { write } from "../../../src/store/write.ts";
import type { Channel } from "../../../src/trust/channels.ts";
import { actOf, chance, DEVICE } from "../../support/acts.ts";
import { idOf } from "../../support/memories.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const HOUR = 3_600_000;
const TEXT = { text: "Deploy from the branch called harbour, always.", type: "project", global: true } as const;
let base: string;
let open: OpenStore;

beforeEach(() => {
  base = makeBox("memory");
  open = { ...openBox(base), tombstones: openTombstones(rootOf(base), DEVICE.id) };
});
afterEach(() => removeBox(base));

const folder = (): string => `${rootOf(base)}/tombstones`;
const by = (channel: Channel, hours = 0): Act =>
  actOf(channel, new Date(NOW.getTime() + hours * HOUR), chance(hours + 5));

/** As `forget` will do it: the memory goes, the tombstone stays. */
async function forgotten(text: AddRequest): Promise<Tombstone> {
  const planned = planAdd(open, text, by("terminal"));
  if (planned.kind !== "add-plan") throw new Error(planned.kind);
  const print = fingerprintOf(planned.document, planned.file);
  const stone = tombstoneFor(idOf(9) as MemoryId, print, {
    salt: by("terminal").random(16),
    date: "2026-06-01T10:00:00Z",
  });
  await open.store.withLock(() => open.tombstones?.add(stone));
  return stone;
}

const outcome = async (channel: Channel, text: AddRequest = TEXT, hours = 1): Promise<string> => {
  const result = await add(open, text, by(channel, hours));
  return result.kind === "refusal" ? result.code : result.kind;
};

describe("on disk", () => {
  test("STO-33 STO-4: one private file per device, lines that only grow, no text in them", async () => {
    await forgotten(TEXT);
    await forgotten({ text: "Another sentence that is forgotten.", global: true });
    const path = `${folder()}/${DEVICE.id}.jsonl`;
    const bytes = readFileSync(path, "utf8");
    expect(bytes.trimEnd().split("\n")).toHaveLength(2);
    expect(bytes).not.toMatch(/harbour|deploy|another/i);
    expect([statSync(folder()).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(open.tombstones?.all()).toHaveLength(2);
  });

  test("STO-33: those of other devices count; damaged and torn lines are passed over and stay apart", async () => {
    const stone = await forgotten(TEXT);
    const others = openTombstones(rootOf(base), "fedcba9876543210");
    others.add(stone);
    appendFileSync(`${folder()}/fedcba9876543210.jsonl`, '{"v":1,"id":"x"}\nnot json\n{"v":1,"half');
    others.add(stone);
    writeFileSync(`${folder()}/notes.txt`, "no tombstone", { mode: 0o600 });
    expect(open.tombstones?.all()).toEqual([stone, stone, stone]);
  });

  test("STO-33: no other field reaches the disk, and nothing that is no tombstone", async () => {
    const stone = await forgotten(TEXT);
    open.tombstones?.add({ ...stone, text: "Deploy from harbour" } as Tombstone);
    expect(readFileSync(`${folder()}/${DEVICE.id}.jsonl`, "utf8")).not.toContain("harbour");
    for (const bad of [{ digest: "Deploy" }, { salt: "harbour" }, { id: "harbour" as MemoryId }, { date: "harbour" }]) {
      expect(() => open.tombstones?.add({ ...stone, ...bad })).toThrow("That is no tombstone.");
    }
    expect(() => openTombstones(rootOf(base), "../x")).toThrow("device id");
  });

  test("STO-22 STO-33: a link in their place is a fault, not an empty list", () => {
    mkdirSync(folder(), { mode: 0o700 });
    writeFileSync(`${base}/elsewhere`, "", { mode: 0o600 });
    symlinkSync(`${base}/elsewhere`, `${folder()}/${DEVICE.id}.jsonl`);
    expect(() => open.tombstones?.all()).toThrow("symbolic link");
  });
});

describe("what they stop", () => {
  test("STO-24 STO-33: forgotten words come back through no channel but a person's, however long it is", async () => {
    await forgotten(TEXT);
    for (const channel of ["cli", "mcp", "hook", "library", "observer", "import", "sync"] as const) {
      for (const hours of [1, 24 * 400])
        expect([channel, await outcome(channel, TEXT, hours)]).toEqual([channel, "resurrection"]);
      const shouted = { text: "DEPLOY from  the branch called\tharbour, always.", global: true };
      expect(await outcome(channel, shouted)).toBe("resurrection");
    }
    expect(readdirSync(`${rootOf(base)}/memories`)).toEqual([]);
    expect(await outcome("cli", { text: "Deploy from the branch called quay, always.", global: true })).toBe("added");
  });

  test("STO-24: the name of what was forgotten stays free for a day", async () => {
    await forgotten(TEXT);
    const renamed = { ...TEXT, text: "Something else entirely, under the old name.", name: TEXT.text };
    const first = await outcome("cli", renamed, 23);
    expect(first).toBe("resurrection");
    expect(await outcome("cli", renamed, 24)).toBe("added");
  });

  test("STO-24: a person is asked: the plan says what it brings back, and is theirs to apply", async () => {
    await forgotten(TEXT);
    expect(planAdd(open, TEXT, by("terminal", 1))).toMatchObject({ kind: "add-plan", resurrects: "forgotten-words" });
    expect(await outcome("terminal")).toBe("added");
    expect(await outcome("cli")).toBe("already-known");
  });

  test("STO-24: a name retired less than a day ago; the same words are still no more than known", async () => {
    expect(await outcome("terminal", TEXT, 0)).toBe("added");
    const [file = ""] = readdirSync(`${rootOf(base)}/memories`);
    const memory = readMemory(open.store, { place: "memories", file });
    if (memory?.kind !== "memory") throw new Error("not read");
    const plan = planRetire(memory, by("terminal", 1));
    if (plan.kind !== "plan") throw new Error(plan.kind);
    expect((await write(open, plan, by("terminal", 1))).kind).toBe("written");
    const again = { ...TEXT, text: "Deploy from a new place.", name: TEXT.text };
    const other = { ...again, text: "Deploy from somewhere else again." };
    expect(await outcome("cli", TEXT, 2)).toBe("already-known");
    expect(await outcome("cli", again, 2)).toBe("resurrection");
    expect(await outcome("cli", again, 24.9)).toBe("resurrection");
    expect(planAdd(open, again, by("terminal", 2))).toMatchObject({ resurrects: "retired-name" });
    expect(await outcome("cli", again, 25)).toBe("added");
    expect(await outcome("cli", other, 0)).toBe("resurrection");
    const retired = readMemory(open.store, { place: "memories", file });
    const back = retired?.kind === "memory" ? planRetire(retired, by("terminal", 2), true) : undefined;
    if (back?.kind !== "plan") throw new Error("not back");
    await write(open, back, by("terminal", 2));
    expect(await outcome("cli", other, 3)).toBe("added");
  });
});
