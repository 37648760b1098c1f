// What is read for the latest word comes to the same as what is read in full, with fewer signatures checked (0068): over made
// histories of several devices, honest and forged, with files that are missing, damaged, put back or only known of.

import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { canonical, type Dot, type Stated, type Statement } from "../../../src/attest/statement.ts";
import { isHeld, isRetired, latestWord, vouchersOf } from "../../../src/attest/vouch.ts";
import type { MemoryId } from "../../../src/memory/ids.ts";
import { headsIn } from "../../../src/store/io/latest-statements.ts";
import { signText, sshKeyLine } from "../../../src/store/io/sshsig.ts";
import { type About, markOf, signatureIn, statementsIn } from "../../../src/store/io/statements.ts";
import { type Chance, chance } from "../../support/acts.ts";

const ID = "01JCQ0Z8M4X5T6V7W8Y9ZA0001" as MemoryId;
const DEVICES = ["a", "b", "c", "d"].map((letter) => letter.repeat(16));
const KEYS = DEVICES.map(() => generateKeyPairSync("ed25519").privateKey);
const CONTENTS = ["0", "1"].map((digit) => digit.repeat(64));
const ACTIONS: readonly Stated[] = ["edit", "demote", "restore", "retire"];

type Files = Map<string, Uint8Array>;

function pick<T>(from: readonly T[], next: Chance): T {
  return from[Math.floor(next() * from.length)] as T;
}

function statement(dot: Dot, seen: Statement["seen"], next: Chance): Statement {
  const action = pick(ACTIONS, next);
  const status = next() < 0.2 ? "retired" : "active";
  const vouches = action === "demote" ? null : ({ content: pick(CONTENTS, next), status, supersedes: [] } as const);
  return { version: 1, scope: "personal", id: ID, action, date: "2026-01-01", dot, seen, vouches };
}

function put(files: Files, each: Statement, signer: number): void {
  const text = canonical(each);
  const signature = signText(text, KEYS[signer] as (typeof KEYS)[number]);
  files.set(
    `${each.dot.device}.${each.dot.n}.json`,
    Buffer.from(`${JSON.stringify({ statement: text, signature })}\n`),
  );
}

/** Mostly as devices leave it; now and then with what only an attacker or a fault leaves. */
function history(next: Chance): About {
  const files: Files = new Map();
  const counts: Record<string, number> = {};
  for (let act = 0; act < 7; act++) {
    const at = Math.floor(next() * DEVICES.length);
    const device = DEVICES[at] as string;
    const far = next() < 0.04 ? 1500 : 1;
    const n = (counts[device] ?? 0) + far;
    const seen = Object.fromEntries(Object.entries(counts).filter(([each]) => each === device || next() < 0.7));
    if (next() < 0.1) seen[pick(DEVICES, next)] = 1 + Math.floor(next() * 5);
    counts[device] = n;
    put(files, statement({ device, n }, seen, next), next() < 0.12 ? (at + 1) % KEYS.length : at);
    const [name] = [...files.keys()].slice(-1);
    if (name !== undefined && next() < 0.06) files.set(name, Buffer.from("damaged"));
  }
  for (const name of [...files.keys()]) if (next() < 0.08) files.delete(name);
  const revoked = next() < 0.15 ? [[DEVICES[1] as string, new Set<string>()] as const] : [];
  const known = new Map(
    Object.entries(counts).flatMap(([device, n]) =>
      next() < 0.85 ? [[device, next() < 0.9 ? n : n + 1] as const] : [],
    ),
  );
  return {
    folder: { names: () => [...files.keys()], bytes: (name) => files.get(name) },
    store: "personal",
    id: ID,
    keys: {
      circle: {
        keys: new Map(DEVICES.map((device, at) => [device, new Set([sshKeyLine(KEYS[at] as (typeof KEYS)[number])])])),
        known: new Map(revoked),
      },
    },
    ...(next() < 0.5 && { own: DEVICES[0] }),
    ...(next() < 0.5 && { said: () => known }),
  };
}

function comesTo(said: readonly Statement[]): unknown {
  const { heads, withdrawn } = latestWord(said);
  const by = CONTENTS.flatMap((content) =>
    (["active", "retired"] as const).map((status) => vouchersOf(said, { content, status })),
  );
  return {
    heads: heads.map((each) => canonical(each)).sort(),
    withdrawn,
    held: isHeld(said),
    retired: isRetired(said),
    by,
  };
}

describe("the latest word", () => {
  test("is the same whether every signature was checked or only those that matter", () => {
    const next = chance(20_681);
    for (let round = 0; round < 400; round++) {
      const about = history(next);
      expect(comesTo(headsIn(about)), `round ${round}`).toEqual(comesTo(statementsIn(about)));
    }
  });

  test("opens each file once, and leaves unsaid what a newer word has seen", () => {
    const files: Files = new Map();
    const [a = "", b = "", c = ""] = DEVICES;
    const next = chance(1);
    put(files, statement({ device: a, n: 1 }, {}, next), 0);
    put(files, statement({ device: b, n: 1 }, { [a]: 1 }, next), 1);
    put(files, statement({ device: c, n: 1 }, { [a]: 1, [b]: 1 }, next), 2);
    const opened: string[] = [];
    const bytes = (name: string): Uint8Array | undefined => {
      opened.push(name);
      return files.get(name);
    };
    const about = {
      ...history(chance(2)),
      own: undefined,
      said: undefined,
      folder: { names: () => [...files.keys()], bytes },
    };
    const circle = { ...about.keys.circle, known: new Map() };
    const said = headsIn({ ...about, keys: { circle } });
    expect(opened.toSorted()).toEqual([...files.keys()].toSorted());
    expect(said.map(({ dot, seen }) => [dot.device, Object.keys(seen).length])).toEqual([
      [c, 2],
      [a, 0],
      [b, 0],
    ]);
  });

  /** C's older word had seen A's, and counts although a later file stands there; B has seen that file, and not A's word. */
  function overtaken(later: number, revoked: boolean): About {
    const files: Files = new Map();
    const [a = "", b = "", c = ""] = DEVICES;
    const next = chance(3);
    put(files, statement({ device: a, n: 1 }, {}, next), 0);
    put(files, statement({ device: b, n: 1 }, { [c]: later }, next), 1);
    put(files, statement({ device: c, n: 1 }, { [a]: 1 }, next), 2);
    const mark = markOf(signatureIn(files.get(`${c}.1.json`)) ?? "");
    put(files, statement({ device: c, n: later }, {}, next), 3);
    const about = history(chance(2));
    const known = new Map(revoked ? [[c, new Set([mark])]] : []);
    const folder = { names: () => [...files.keys()], bytes: (name: string) => files.get(name) };
    return { ...about, own: undefined, said: undefined, folder, keys: { circle: { ...about.keys.circle, known } } };
  }

  test.each([
    ["under a number that the device can't have come to", 1500, false],
    ["after its device was revoked", 2, true],
  ])("is not lost where junk stands %s", (_, later, revoked) => {
    const about = overtaken(later, revoked);
    expect(latestWord(headsIn(about)).heads.map(({ dot }) => dot.device)).toEqual([DEVICES[1]]);
    expect(comesTo(headsIn(about))).toEqual(comesTo(statementsIn(about)));
  });
});
