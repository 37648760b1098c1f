// Two to four machines come to rest (SYN-2, SYN-4), whatever somebody pushes: lines that are full of devices, adopted texts,
// findings, versions, holds and retirements, texts without a line. Machines that have all they sent and got are silent after a
// bounded number of exchanges; what they hold is the same, fits into a line, and a hold of theirs still stands.

import fc from "fast-check";
import { expect, test } from "vitest";
import { standingOf } from "../../src/attest/standing.ts";
import { setToolKeys } from "../../src/memory/compose.ts";
import { contentHash, type MemoryDocument, parseDocument } from "../../src/memory/document.ts";
import { actOn, type ReplicaAct } from "../../src/replica/act.ts";
import { settled } from "../../src/replica/derived.ts";
import { fitted } from "../../src/replica/fit.ts";
import { renderLine } from "../../src/replica/line.ts";
import { parseState } from "../../src/replica/read.ts";
import { makeState, type State } from "../../src/replica/state.ts";
import { viewOf } from "../../src/replica/view.ts";
import { type Files, joinFiles } from "../../src/sync/join.ts";
import { CHECKS } from "../support/acts.ts";

const RUNS = Math.ceil(Number(process.env["HOLDFAST_RUNS"] ?? 600) / 6);
/** Exchanges of each machine, after the last change. */
const ROUNDS = 4;
const AT = "2026-05-01T10:00:00Z";
const NAME = "reference_a.md";
const ID = "01JX4Q8ZK0AAAAAAAAAAAAAAAA";
const DEVICES = ["a", "b", "c", "d"].map((letter) => letter.repeat(16));

function documentOf(words: string): MemoryDocument {
  const text = `---\nname: A\ndescription: What it says\ntype: reference\nid: ${ID}\ntrust-level: inferred\n---\n${words}\n`;
  const parsed = parseDocument(text);
  if (parsed.kind !== "document") throw new Error("no document");
  return parsed;
}

function fileOf(document: MemoryDocument, state: State): Files {
  const line = renderLine(state);
  const view = viewOf(state);
  const place = view.kind === "live" ? view.place : "memories";
  const keys = line === undefined ? {} : { sync: line.sync, holds: line.holds.length > 0 ? line.holds : null };
  const status = view.kind === "live" && view.retired ? { status: "retired" } : {};
  return new Map([[`${place}/${NAME}`, new TextEncoder().encode(setToolKeys(document, { ...keys, ...status }).text)]]);
}

/** Its own file, read as sync does; siblings aside. */
function readOf(files: Files): { readonly document: MemoryDocument; readonly state: State } {
  for (const place of ["memories", "quarantine"] as const) {
    const bytes = files.get(`${place}/${NAME}`);
    const document = bytes && parseDocument(new TextDecoder().decode(bytes));
    const parsed = document?.kind === "document" ? parseState(document, place) : undefined;
    if (document?.kind === "document" && parsed?.kind === "state") return { document, state: parsed.state };
  }
  throw new Error(`the memory is gone: ${[...files.keys()].join()}`);
}

/** Of joins only: no two of them differ in what they know but by what was sent. */
function joined(ours: Files, theirs: Files, device: string): Files {
  const agreed = new Set([...ours].filter(([path, bytes]) => same(bytes, theirs.get(path))).map(([path]) => path));
  const differing = (files: Files): Files => new Map([...files].filter(([path]) => !agreed.has(path)));
  const made = joinFiles(differing(ours), differing(theirs), {
    device,
    checks: CHECKS,
    scope: "personal",
    at: AT,
    forgotten: { stones: [], wanted: new Set() },
    agreed,
    standing: () => standingOf([]),
    counts: () => false,
  });
  return new Map([...[...ours].filter(([path]) => agreed.has(path)), ...made.files]);
}

function same(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && Buffer.from(a).equals(b);
}

function alike(a: Files, b: Files): boolean {
  return a.size === b.size && [...a].every(([path, bytes]) => same(bytes, b.get(path)));
}

type Kind = "demote" | "retire" | "agent edit" | "by hand";
type Step =
  | { readonly kind: "act"; readonly at: number; readonly act: Kind; readonly words: number }
  | { readonly kind: "sync"; readonly at: number }
  | { readonly kind: "push"; readonly state: State; readonly words: number };

const number = fc.integer({ min: 1, max: 3 });
/** From one pool for all: two full lines may share some, all or none of it. */
const hex = fc.integer({ min: 0, max: 400 }).map((n) => (n * 7919).toString(16).padStart(16, "0"));
const device = fc.oneof(
  { weight: 4, arbitrary: hex },
  { weight: 1, arbitrary: fc.constantFrom(...DEVICES) },
  { weight: 1, arbitrary: fc.constantFrom(...DEVICES.map((each) => `x${each}`)) },
);
const crowd = fc.oneof(
  fc.uniqueArray(device, { minLength: 0, maxLength: 4 }),
  fc.uniqueArray(device, { minLength: 120, maxLength: 128, size: "max" }),
  fc.uniqueArray(
    hex.map((each) => `x${each}`),
    { minLength: 100, maxLength: 250, size: "max" },
  ),
  fc.uniqueArray(
    hex.map((each) => `g${each}`),
    { minLength: 100, maxLength: 250, size: "max" },
  ),
);
const dot = fc.record({ device, n: number });
const forged: fc.Arbitrary<State> = fc
  .record({
    seen: crowd,
    versions: fc.array(
      fc.record({
        dot,
        hash: fc.nat(40).map((n) => contentHash(documentOf(`Text ${n}`))),
        attested: fc.option(fc.constantFrom("2026-05-01", "9999-12-31")),
        under: fc.constantFrom("verified" as const, "inferred" as const, "quarantined" as const),
        from: fc.constant([]),
      }),
      { maxLength: 32, size: "max" },
    ),
    holds: fc.array(fc.record({ dot, reason: fc.constant("demoted" as const), at: fc.constant(AT) }), {
      maxLength: 32,
    }),
    retirements: fc.array(dot, { maxLength: 32 }),
  })
  .map(({ seen, versions, holds, retirements }) =>
    makeState({ context: Object.fromEntries(seen.map((each) => [each, 3])), versions, holds, retirements }),
  );
const machineAt = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("act" as const),
    at: machineAt,
    act: fc.constantFrom<Kind>("demote", "retire", "agent edit", "by hand", "by hand"),
    words: fc.nat(40),
  }),
  fc.record({ kind: fc.constant("sync" as const), at: machineAt }),
  fc.record({ kind: fc.constant("push" as const), state: forged, words: fc.nat(40) }),
);

class World {
  readonly machines: Files[];
  remote: Files;
  held = false;

  constructor(count: number) {
    const document = documentOf("Text 0");
    const parsed = parseState(document, "memories");
    if (parsed.kind !== "state") throw new Error("newer");
    this.remote = fileOf(document, parsed.state);
    this.machines = Array.from({ length: count }, () => this.remote);
  }

  do(given: Step): void {
    if (given.kind === "push") this.remote = fileOf(documentOf(`Text ${given.words}`), given.state);
    else if (given.kind === "sync") this.sync(given.at % this.machines.length);
    else this.#act(given.at % this.machines.length, given.act, given.words);
  }

  /** Whether anything moved. */
  sync(at: number): boolean {
    const ours = this.machines[at] as Files;
    if (alike(ours, this.remote)) return false;
    const made = joined(ours, this.remote, DEVICES[at] as string);
    const moved = !alike(made, this.remote) || !alike(made, ours);
    this.machines[at] = made;
    this.remote = made;
    return moved;
  }

  #act(at: number, kind: Kind, words: number): void {
    const ours = this.machines[at] as Files;
    const device = DEVICES[at] as string;
    const { document, state } = readOf(ours);
    const others = [...ours].filter(([path]) => !path.endsWith(`/${NAME}`));
    const put = (next: MemoryDocument, after: State): void => {
      this.machines[at] = new Map([...others, ...fileOf(next, fitted(after, device, [state]))]);
    };
    if (kind === "by hand") {
      const next = documentOf(`Text ${words}`);
      const line = renderLine(state);
      const keys = line === undefined ? {} : { sync: line.sync, holds: line.holds.length > 0 ? line.holds : null };
      const parsed = parseState(setToolKeys(next, keys), "memories");
      if (parsed.kind !== "state") throw new Error("newer");
      put(next, settled(parsed.state, parsed.read === undefined ? [] : [parsed.read], { device }));
      return;
    }
    const hash = contentHash(documentOf(`Text ${words}`));
    const act: ReplicaAct =
      kind === "demote"
        ? { kind, reason: "demoted", at: AT }
        : kind === "retire"
          ? { kind }
          : { kind: "edit", hash, attested: null };
    put(kind === "agent edit" ? documentOf(`Text ${words}`) : document, actOn(state, act, { device }));
    if (kind === "demote") this.held = true;
  }
}

test("SYN-4: machines come to rest after a bounded number of exchanges, whatever lines somebody pushes", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 4 }), fc.array(step, { minLength: 1, maxLength: 14 }), (count, steps) => {
      const world = new World(count);
      for (const each of steps) world.do(each);
      for (let round = 0; round < ROUNDS; round++) for (let at = 0; at < count; at++) world.sync(at);
      for (let at = 0; at < count; at++) expect(world.sync(at), `machine ${at} is not at rest`).toBe(false);
      for (const files of world.machines) {
        expect(alike(files, world.remote)).toBe(true);
        const { state } = readOf(files);
        expect(renderLine(state)).toBeDefined();
        if (world.held) expect(viewOf(state)).toMatchObject({ kind: "live", tier: "quarantined" });
      }
    }),
    { numRuns: RUNS },
  );
});
