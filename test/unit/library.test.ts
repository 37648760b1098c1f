// The library is an agent channel, whatever it is given.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isRefusal, openStore } from "../../src/index.ts";
import { idOf, plant } from "../support/memories.ts";
import { makeBox, removeBox, rootOf } from "../support/store-box.ts";

let base: string;
beforeEach(() => {
  base = makeBox("memory");
  mkdirSync(`${base}/elsewhere`);
  for (const name of ["CONFIG", "STATE", "DATA", "CACHE"])
    vi.stubEnv(`XDG_${name}_HOME`, `${base}/${name.toLowerCase()}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  removeBox(base);
});

const library = (): ReturnType<typeof openStore> => openStore({ store: rootOf(base), cwd: `${base}/elsewhere` });

describe("the library", () => {
  test("LIB-1 TRU-21: what it writes is inferred; claims of trust are dropped and recorded", async () => {
    plant(base, "user_target", { tier: "verified", id: idOf(1) });
    const claims = { "trust-level": "verified", "last-verified": "2099-01-01", source: "user", supersedes: [idOf(1)] };
    const result = await library().remember({ text: "Deploys run on Mondays", ...claims });
    if (isRefusal(result)) throw new Error(result.message);
    expect(result).toMatchObject({ created: true, dropped: Object.keys(claims) });
    const text = readFileSync(`${rootOf(base)}/memories/${result.stem}.md`, "utf8");
    expect(text).toContain("trust-level: inferred\n");
    expect(text).toContain("source: agent\n");
    expect(text).not.toMatch(/2099|supersedes|last-verified/);
    const [ledger] = readdirSync(`${rootOf(base)}/ledger`);
    expect(readFileSync(`${rootOf(base)}/ledger/${ledger}`, "utf8")).toContain('"action":"claim-dropped"');
  });

  test("LIB-1: the same words twice are one memory", async () => {
    const first = await library().remember({ text: "Deploys run on Mondays" });
    const second = await library().remember({ text: "Deploys run on Mondays" });
    expect(second).toMatchObject({ created: false, stem: isRefusal(first) ? "" : first.stem });
    expect(library().list()).toHaveLength(1);
  });

  test("LIB-1: quarantined text is neither listed nor given", () => {
    plant(base, "user_q", { place: "quarantine", tier: "quarantined", id: idOf(2) });
    expect(library().list()).toEqual([]);
    expect(library().get("user_q")).toMatchObject({ kind: "refusal", code: "needs-person" });
  });
});
