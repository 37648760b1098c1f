// Taking in what another machine sent: a forged line and a restored backup cost nothing (SYN-2, SYN-11).
import { describe, expect, test } from "vitest";
import { actOn, type ReplicaAct } from "../../../src/replica/act.ts";
import { admit, isBehind, join } from "../../../src/replica/join.ts";
import { makeState, type State } from "../../../src/replica/state.ts";
import { HASHES, outcomeOf, STATES } from "./pairs.ts";

const me = "1".repeat(16);
const other = "2".repeat(16);
const fresh = "f".repeat(16);
const local = { device: me, fresh, restored: () => false, removed: () => false, unretired: () => false };
const { inferred, verified, quarantined } = STATES;
const edit = (text: string): ReplicaAct => ({ kind: "edit", hash: HASHES[text] as string, attested: "2026-05-01" });
const mine = (state: State, act: ReplicaAct): State => actOn(state, act, { device: me });

describe("admit", () => {
  test("SYN-2: an honest state is joined, no more and no less", () => {
    const ours = mine(inferred, edit("A"));
    const theirs = actOn(inferred, edit("B"), { device: other });
    expect(admit(ours, theirs, local)).toEqual({
      state: join(ours, theirs),
      behind: false,
      heldAgain: [],
      cameBack: false,
    });
    expect(isBehind(ours, join(ours, theirs), me)).toBe(false);
  });

  test("SYN-2: a machine set back to a backup keeps what it wrote since, under a new id", () => {
    const theirs = mine(mine(inferred, edit("A")), edit("B"));
    const ours = mine(inferred, edit("Y"));
    expect(outcomeOf(join(ours, theirs))).toBe("verified B 05-01");
    const { state, behind } = admit(ours, theirs, local);
    expect(behind).toBe(true);
    expect(outcomeOf(state)).toBe("verified Y 05-01, B inferred");
    expect(state.context[fresh]).toBe(1);
    expect(join(state, theirs)).toEqual(state);
  });

  test("SYN-2: what both hold under one number is not numbered anew", () => {
    const theirs = mine(mine(inferred, edit("A")), { kind: "demote", reason: "demoted", at: "2026-05-01T00:00:00Z" });
    const ours = mine(inferred, edit("A"));
    expect(admit(ours, theirs, local).state).toEqual(theirs);
  });

  test("SYN-2: own holds and retirements come back as well", () => {
    const at = "2026-05-01T00:00:00Z";
    const forged = makeState({ ...verified, context: { ...verified.context, [me]: 999 } });
    const held = admit(mine(verified, { kind: "demote", reason: "demoted", at }), forged, local);
    expect(held.state.holds).toMatchObject([{ dot: { device: fresh, n: 1 } }]);
    expect(held.heldAgain).toEqual([]);
    expect(outcomeOf(admit(mine(verified, { kind: "retire" }), forged, local).state)).toContain("retired");
  });

  test("SYN-11: a line that leaves a hold out does not lift it; a restore that counts does", () => {
    const forged = makeState({ ...quarantined, holds: [] });
    expect(outcomeOf(join(quarantined, forged))).toBe("inferred X");
    const { state, heldAgain } = admit(quarantined, forged, local);
    expect(outcomeOf(state)).toBe("quarantined X");
    expect(heldAgain).toEqual(quarantined.holds.map(({ dot }) => dot));
    expect(state.holds).toMatchObject([{ reason: "demoted", at: quarantined.holds[0]?.at }]);
    // Another machine that finds the same makes the same hold.
    expect(join(state, admit(quarantined, forged, { ...local, device: other }).state)).toEqual(state);
    const restored = actOn(quarantined, { kind: "restore", date: "2026-05-01" }, { device: other });
    expect(outcomeOf(admit(quarantined, restored, { ...local, restored: () => true }).state)).toBe("verified X 05-01");
    expect(outcomeOf(admit(quarantined, restored, local).state)).toBe("quarantined X");
  });

  test("SYN-2, SYN-11: a text that nobody who counts took away stands again, by a dot that every machine makes alike", () => {
    const gone = makeState({ ...verified, versions: [], context: { ...verified.context, [other]: 7 } });
    const { state, cameBack } = admit(verified, gone, local);
    expect([outcomeOf(state), cameBack]).toEqual([outcomeOf(verified), true]);
    expect(admit(verified, gone, { ...local, device: other }).state).toEqual(state);
    // Whoever took it away has not seen it: the next exchange adds nothing, on either side.
    expect(admit(gone, state, local)).toMatchObject({ state, cameBack: false });
    expect(admit(state, join(gone, state), local).state).toEqual(state);
    const byAct = admit(verified, gone, { ...local, removed: () => true });
    expect([byAct.state, byAct.cameBack]).toEqual([join(verified, gone), false]);
  });

  test("SYN-11: taken away again and again, it stands again each time, and its line grows by one device", () => {
    let state = verified;
    for (let round = 0; round < 50; round++) state = admit(state, makeState({ ...state, versions: [] }), local).state;
    expect(outcomeOf(state)).toBe(outcomeOf(verified));
    expect(Object.keys(state.context)).toHaveLength(Object.keys(verified.context).length + 1);
  });

  test("SYN-2: a text that another was written over is edited, not removed", () => {
    const theirs = actOn(verified, edit("B"), { device: other });
    expect(admit(verified, theirs, local)).toMatchObject({ state: theirs, cameBack: false });
  });

  test("SYN-2: a retirement goes by a way back that counts, and by no line", () => {
    const retired = mine(verified, { kind: "retire" });
    const forged = makeState({ ...retired, retirements: [] });
    const { state } = admit(retired, forged, local);
    expect(outcomeOf(state)).toBe(outcomeOf(retired));
    expect(admit(forged, state, local).state).toEqual(state);
    expect(admit(retired, forged, { ...local, unretired: () => true }).state).toEqual(forged);
  });

  test("SYN-1: what is forgotten needs no hold", () => {
    const gone = actOn(quarantined, { kind: "forget" }, { device: other });
    const state = join(quarantined, gone);
    expect(admit(quarantined, gone, local)).toEqual({ state, behind: false, heldAgain: [], cameBack: false });
  });
});
