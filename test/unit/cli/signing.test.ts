// Switching the person's ssh key on and off: what is shown, what has to be typed, and what stands afterwards.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fingerprintOf } from "../../../src/attest/devices.ts";
import type { Output } from "../../../src/cli/output.ts";
import { switched } from "../../../src/cli/signing.ts";
import type { Ended, Invocation } from "../../../src/cli/spec.ts";
import { hereFrom, type Whereabouts } from "../../../src/compose/here.ts";
import { openTrustedSigners } from "../../../src/people/io/known-signers.ts";
import { plainKey } from "../../support/security-key.ts";

let home: string;
let said: string[];
let key: string;
const ENTRY = { device: "f".repeat(16), key: plainKey().line, name: "desk", at: "2026-05-01" };

beforeEach(() => {
  home = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-signing-`));
  said = [];
  execFileSync("/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", `${home}/id`]);
  key = readFileSync(`${home}/id.pub`, "utf8").trim();
});
afterEach(() => rmSync(home, { recursive: true }));

/** As it is when a command starts. */
function here(signing: string): Whereabouts {
  const names = { config: "XDG_CONFIG_HOME", data: "XDG_DATA_HOME", state: "XDG_STATE_HOME", cache: "XDG_CACHE_HOME" };
  const env = Object.fromEntries(Object.entries(names).map(([name, variable]) => [variable, `${home}/${name}`]));
  mkdirSync(`${home}/config/holdfast`, { recursive: true, mode: 0o700 });
  writeFileSync(`${home}/config/holdfast/config.json`, JSON.stringify({ signing, "signing-key": `${home}/id` }));
  return hereFrom({ env: { ...env, HOLDFAST_HOME: `${home}/store` } });
}

function act(from: string, to: string, typed: string): Promise<Ended | undefined> {
  const put = (line: string): void => void said.push(line);
  const out = { line: put, note: put, columns: 400, paint: (_: string, text: string) => text } as unknown as Output;
  const bench = {
    here: here(from),
    act: { now: new Date("2026-05-01T10:00:00Z"), random: (count: number) => new Uint8Array(count) },
    screen: () => ({ rows: 24, columns: 80 }),
    show: put,
    keys: { type: async () => typed, press: async () => "n" },
  };
  return switched({ bench, out } as unknown as Invocation, to);
}

const pin = (): string => `${home}/data/holdfast/signing-key.json`;
const trusted = (signing: string): readonly unknown[] =>
  openTrustedSigners(`${home}/data/holdfast`, here(signing).reader.keys).of("personal");

test("SYN-20a: what is not typed pins nothing; the fingerprint's end pins the key, which signs the list it was shown with", async () => {
  openTrustedSigners(`${home}/data/holdfast`, {}).add("personal", ENTRY);
  for (const word of ["", "y", "yes", "ssh"])
    expect([await act("device", "ssh", word), existsSync(pin())]).toEqual([1, false]);
  const fingerprint = fingerprintOf(key);
  expect(await act("device", "ssh", fingerprint.slice(-4))).toBeUndefined();
  const shown = said.join("").replaceAll(" ", "");
  for (const part of [fingerprint, fingerprintOf(ENTRY.key), "desk", "/usr/bin/ssh-keygen", `${home}/id`])
    expect(shown).toContain(part);
  expect(here("ssh").writer.keys.own?.key).toBe(key);
  // The configuration alone brings nothing back.
  expect(here("device").reader.keys.own?.key).toBe(key);
  expect([trusted("ssh"), trusted("device")]).toEqual([[ENTRY], [ENTRY]]);
});

test("SYN-20a: switching off takes its word too, and then this device's own key signs again", async () => {
  await act("device", "ssh", fingerprintOf(key).slice(-4));
  expect([await act("ssh", "device", "y"), existsSync(pin())]).toEqual([1, true]);
  expect([await act("ssh", "device", "device"), existsSync(pin())]).toEqual([undefined, false]);
  expect(here("device").writer.keys.own?.key).not.toBe(key);
  // Nothing is pinned: no question.
  expect(await act("device", "device", "")).toBeUndefined();
});

test("SYN-20a: a reader reads the pin when somebody's word is asked for, and not before", async () => {
  const { keys } = here("device").reader;
  await act("device", "ssh", fingerprintOf(key).slice(-4));
  expect(here("ssh").writer.device.id).toMatch(/^[0-9a-f]{16}$/);
  expect(keys.own?.key).toBe(key);
});
