// Every concurrent pair of acts at the level of states, in both merge orders (SYN-1, SYN-2, SYN-3, SYN-5).
import { describe, expect, test } from "vitest";
import { actOn } from "../../../src/replica/act.ts";
import { adopt, holdFor } from "../../../src/replica/derived.ts";
import { join } from "../../../src/replica/join.ts";
import type { State } from "../../../src/replica/state.ts";
import { viewOf } from "../../../src/replica/view.ts";
import { OUTCOMES } from "./outcomes.ts";
import {
  ACTS,
  type ActName,
  BASES,
  type BaseName,
  doAct,
  HASHES,
  NOTHING,
  outcomeOf,
  possible,
  STATES,
} from "./pairs.ts";

type Row = readonly [base: BaseName, a: ActName, b: ActName, outcome: string];
const ROWS = OUTCOMES.split("\n")
  .filter((line) => line !== "")
  .map((line) => line.split(" | ") as unknown as Row);

describe("SYN-5: the table of outcomes", () => {
  test("names every pair of acts that is possible from each base, once", () => {
    const wanted = BASES.flatMap((base) => {
      const acts = ACTS.filter((act) => possible(base, act));
      return acts.flatMap((a) => acts.map((b) => [base, a, b].join(" | ")));
    });
    expect(ROWS.map(([base, a, b]) => [base, a, b].join(" | "))).toEqual(wanted);
    expect(ROWS.length).toBe(282);
  });

  test.each(ROWS)("%s: %s and %s give %s", (base, a, b, outcome) => {
    const [ours, theirs] = [doAct(STATES[base], a, "A"), doAct(STATES[base], b, "B")];
    const both = join(ours, theirs);
    expect(outcomeOf(both)).toBe(outcome);
    expect(join(theirs, ours)).toEqual(both);
    expect(join(both, ours)).toEqual(both);
  });
});

describe("SYN-2: what takes more than one act each", () => {
  const { inferred, quarantined } = STATES;
  const at = "2026-05-03T10:00:00Z";
  const B = { device: "b".repeat(16) };
  const D = { device: "d".repeat(16) };
  const restore = (state: State): State => actOn(state, { kind: "restore", date: "2026-05-03" }, D);

  test("a restore does not lift a hold it never saw", () => {
    expect(outcomeOf(join(restore(quarantined), doAct(inferred, "demote", "A")))).toBe("quarantined X");
  });

  test("a restore that saw both holds of two machines lifts both", () => {
    const both = join(doAct(inferred, "demote", "A"), doAct(inferred, "demote", "B"));
    expect(both.holds).toHaveLength(2);
    expect(outcomeOf(restore(both))).toBe("verified X 05-03");
  });

  test("SYN-11: three machines that find the same secret make one hold, and a restore lifts it for all", () => {
    const failure = { check: "secrets", rule: "generic", hash: HASHES.X as string };
    const [one, two] = ["2026-05-01T10:00:00Z", "2026-05-02T10:00:00Z"].map((when) => holdFor(inferred, failure, when));
    const all = join(two as State, join(one as State, holdFor(inferred, failure, at)));
    expect(all.holds).toMatchObject([{ reason: "check-failed", at: "2026-05-01T10:00:00Z" }]);
    expect(holdFor(all, failure, at)).toBe(all);
    expect(outcomeOf(join(restore(all), two as State))).toBe("verified X 05-03");
    expect(holdFor(inferred, { ...failure, rule: "other" }, at).holds).not.toEqual(
      holdFor(inferred, failure, at).holds,
    );
    const again = holdFor(restore(all), failure, at);
    expect(outcomeOf(join(again, all))).toBe("quarantined X");
  });

  test("SYN-3: one dot with two texts keeps both and is reported", () => {
    const [one, two] = ["A", "B"].map((text) => actOn(inferred, edit(text, "2026-05-01"), B)) as [State, State];
    const view = viewOf(join(one, two));
    expect(outcomeOf(join(one, two))).toBe("verified A 05-01, B inferred");
    expect(view).toMatchObject({ twins: [{ device: B.device, n: 1 }] });
    expect(viewOf(one)).toMatchObject({ twins: [] });
    expect(viewOf(join(one, one))).toMatchObject({ twins: [] });
    const held = actOn(inferred, { kind: "demote", reason: "demoted", at }, B);
    expect(outcomeOf(join(one, held))).toBe("quarantined A");
  });

  test("an edit of an edit still supersedes what a third machine re-affirmed", () => {
    const twice = actOn(doAct(STATES.verified, "user edit", "A"), edit("Y", "2026-05-01"), { device: "a".repeat(16) });
    expect(outcomeOf(join(twice, doAct(STATES.verified, "re-affirm", "B")))).toBe("verified Y 05-01");
  });

  test("texts that were edited into each other are both shown", () => {
    const start = adopt(NOTHING, HASHES.X as string);
    const write = (device: string, ...texts: readonly string[]): State =>
      texts.reduce((state, text) => actOn(state, edit(text, "2026-05-01"), { device: device.repeat(16) }), start);
    expect(outcomeOf(join(write("a", "A", "B"), write("b", "B", "A")))).toBe("verified A 05-01, B inferred");
  });

  test("unattested texts don't supersede: who only changed a file has confirmed nothing", () => {
    const agent = doAct(STATES.verified, "agent edit", "A");
    expect(outcomeOf(join(agent, doAct(STATES.verified, "re-affirm", "B")))).toBe("verified X 05-02, A inferred");
  });

  test("STO-32: an attestation that no statement bears out is unattested; the file keeps its tier and place", () => {
    const { verified, retired } = STATES;
    expect(viewOf(verified, () => false)).toMatchObject({
      tier: "unattested",
      declared: "verified",
      place: "memories",
    });
    expect(viewOf(verified, (hash, isRetired) => hash === HASHES.X && !isRetired)).toMatchObject({ tier: "verified" });
    expect(viewOf(retired, (_, isRetired) => !isRetired)).toMatchObject({ tier: "unattested" });
    expect(viewOf(inferred, () => false)).toMatchObject({ tier: "inferred" });
    expect(viewOf(quarantined, () => true)).toMatchObject({ tier: "quarantined", place: "quarantine" });
  });

  function edit(text: string, attested: string | null) {
    return { kind: "edit", hash: HASHES[text] as string, attested } as const;
  }
});
