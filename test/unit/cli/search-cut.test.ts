// Where an answer ends (SEA-7): half of the best score, and two at least, for whoever searches by hand.
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { idOf, plant } from "../../support/memories.ts";
import { scrubbed } from "../../support/scrubbed.ts";
import { makeBox, placesOf, removeBox, rootOf } from "../../support/store-box.ts";

const CLI = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));
let base: string;
beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

function ran(...args: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  const { config, state, data, cache } = placesOf(base);
  const env = scrubbed({
    HOME: base,
    HOLDFAST_HOME: rootOf(base),
    XDG_CONFIG_HOME: dirname(config),
    XDG_STATE_HOME: dirname(state),
    XDG_DATA_HOME: dirname(data),
    XDG_CACHE_HOME: dirname(cache),
  });
  return spawnSync(process.execPath, [CLI, "search", ...args], { cwd: base, encoding: "utf8", env });
}

function found(...args: readonly string[]): readonly { readonly stem: string; readonly score: number }[] {
  return JSON.parse(ran("--json", ...args).stdout).hits;
}

const note = (n: number, name: string, body: string): string =>
  plant(base, `reference_${n}`, { tier: "verified", id: idOf(n), name, description: "A note", body });

describe("holdfast search", () => {
  test("SEA-7: below half of the best is cut, and two stay whatever they score", () => {
    note(1, "Pelican cache warming", "The pelican cache is warmed at night.");
    for (let n = 2; n <= 5; n++) note(n, `Unlike ${n}`, `Among ${"many other words ".repeat(9)} a cache stands here.`);
    const hits = found("pelican cache warming");
    expect(hits).toHaveLength(2);
    expect(hits[0]?.stem).toBe("reference_1");
    expect(hits[1]?.score).toBeLessThan((hits[0]?.score ?? 0) / 2);
  });

  test("SEA-7: what comes near the best stays, as many as there are", () => {
    for (let n = 1; n <= 6; n++) note(n, `Pelican cache ${n}`, "The pelican cache is warmed at night.");
    expect(found("pelican cache")).toHaveLength(6);
    expect(found("pelican cache", "--limit", "3")).toHaveLength(3);
  });

  test("ARR-5a: near in meaning stands apart, below, marked; the status says whether a word was found", () => {
    note(1, "pnpm only", "Always pnpm here. npm and yarn leave a second lockfile behind.");
    note(2, "Logo", "The logo is orange.");
    const asked = ["which package manager should I install libraries with"];
    const { status, stdout } = ran(...asked);
    expect(status).toBe(1);
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      "No memory that is in use has these words; near in meaning:",
      expect.stringMatching(/^ +1 +verified +pnpm only +m\w+$/),
    ]);
    const { hits, near } = JSON.parse(ran("--json", ...asked).stdout);
    expect(hits).toEqual([]);
    expect(near[0]).toEqual({
      id: idOf(1),
      stem: "reference_1",
      name: "pnpm only",
      tier: "verified",
      scope: "personal",
      nearness: expect.any(Number),
    });
    expect(JSON.parse(ran("--json", "pnpm lockfile").stdout)).toMatchObject({
      hits: [{ stem: "reference_1" }],
      near: [],
    });
  });
});
