// SUR-10, SYN-31: what a backup may bring along without a word of the person who takes it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fingerprintOf } from "../../../src/attest/devices.ts";
import { takeSigners } from "../../../src/cli/backup.ts";
import type { Output } from "../../../src/cli/output.ts";
import type { Workbench } from "../../../src/compose/command-line.ts";
import type { Places } from "../../../src/disk/places.ts";
import { openTrustedSigners } from "../../../src/people/io/known-signers.ts";

let base: string;
let places: Places;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-backup-")));
  const at = (name: string): string => join(base, name);
  places = { store: at("store"), config: at("config"), state: at("state"), data: at("data"), cache: at("cache") };
  mkdirSync(places.data, { mode: 0o700 });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const KEY = `ssh-ed25519 ${"A".repeat(68)}`;
const FORGED = JSON.stringify({ personal: [{ device: "f".repeat(16), key: KEY, name: "desk", at: "2026-05-01" }] });

async function taken(answer: boolean): Promise<{ readonly said: string; readonly asked: number }> {
  let asked = 0;
  const said: string[] = [];
  const put = (text: string): void => void said.push(text);
  const type = async (question: string): Promise<string> => {
    asked++;
    return answer ? (/"(.+)"/.exec(question)?.[1] ?? "") : "y";
  };
  const screen = (): ReturnType<Workbench["screen"]> => ({ rows: 24, columns: 80 });
  const act = { random: (count: number) => new Uint8Array(count) };
  const bench = {
    here: { places, reader: { keys: {} }, writer: { keys: {} } },
    screen,
    show: put,
    keys: { type },
    act,
  } as unknown as Workbench;
  await takeSigners({ bench, out: { line: put, note: put, columns: 80 } as unknown as Output }, FORGED);
  return { said: said.join("\n"), asked };
}

test("SYN-31: nobody's word counts because a backup says so; each is shown with its key, and asked for", async () => {
  const { said, asked } = await taken(false);
  expect([asked, openTrustedSigners(places.data, {}).of("personal")]).toEqual([1, []]);
  expect(said).toContain("desk (ffffffffffffffff)");
  expect(said).toContain(fingerprintOf(KEY));
});

test("SUR-10: after a yes they are brought back, and no question comes where nothing would change", async () => {
  expect((await taken(true)).said).toContain("brought back");
  expect(openTrustedSigners(places.data, {}).of("personal")).toMatchObject([{ device: "f".repeat(16) }]);
  expect((await taken(true)).asked).toBe(0);
});
