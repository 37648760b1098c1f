// From a change of the pipeline to an act of the state, and from statements to what counts (SYN-1, STO-32).
import { describe, expect, test } from "vitest";
import type { Statement } from "../../../src/attest/statement.ts";
import type { MemoryId } from "../../../src/memory/ids.ts";
import { actOn } from "../../../src/replica/act.ts";
import { admit } from "../../../src/replica/admit.ts";
import { actOf, type Change, restoredBy, vouchedBy } from "../../../src/replica/told.ts";
import { viewOf } from "../../../src/replica/view.ts";
import { ACTIONS } from "../../../src/store/ledger/port.ts";
import { HASHES, outcomeOf, STATES } from "./pairs.ts";

const hash = HASHES.A as string;
const at = "2026-05-03T10:00:00Z";
const attested = "2026-05-03";
const change = (more: Partial<Change>): Change => ({
  action: "edit",
  hash,
  attested,
  at,
  byCheck: false,
  held: false,
  retired: false,
  ...more,
});

describe("SYN-1: what a change means", () => {
  test("every action of the ledger, pinned", () => {
    expect(ACTIONS.map((action) => [action, actOf(change({ action }))])).toEqual([
      ["intent", undefined],
      ["create", { kind: "edit", hash, attested }],
      ["edit", { kind: "edit", hash, attested }],
      ["promote", { kind: "promote", date: attested }],
      ["demote", { kind: "demote", reason: "demoted", at }],
      ["restore", { kind: "restore", date: attested, hash }],
      ["reaffirm", { kind: "reaffirm", date: attested }],
      ["retire", { kind: "retire" }],
      ["unretire", { kind: "unretire" }],
      ["supersede", undefined],
      ["archive", { kind: "archive", at }],
      ["forget", { kind: "forget" }],
      ["undo", { kind: "undo", to: { hash, attested, held: false, retired: false }, at }],
      ["claim-dropped", undefined],
    ]);
  });

  test("nothing is attested that no statement vouches for", () => {
    const none = { attested: null };
    expect(actOf(change({ ...none, action: "create" }))).toEqual({ kind: "edit", hash, attested: null });
    for (const action of ["promote", "reaffirm", "restore"] as const)
      expect(actOf(change({ ...none, action }))).toBeUndefined();
  });

  test("a check's demotion says so, and an undone creation leaves nothing", () => {
    expect(actOf(change({ action: "demote", byCheck: true }))).toMatchObject({ reason: "check-failed" });
    const { hash: _, ...gone } = change({ action: "undo" });
    expect(actOf(gone)).toEqual({ kind: "undo", to: null, at });
    expect(actOf({ ...gone, action: "edit" })).toBeUndefined();
    expect(actOf({ ...gone, action: "restore" })).toEqual({ kind: "restore", date: attested });
  });
});

describe("STO-32: what statements say of a state", () => {
  const device = "d".repeat(16);
  const { quarantined, verified, retired } = STATES;
  const statement = (more: Partial<Statement>): Statement => ({
    version: 1,
    scope: "personal",
    id: "01JX4Q8ZK0AAAAAAAAAAAAAAAA" as MemoryId,
    action: "restore",
    date: attested,
    dot: { device, n: 1 },
    seen: quarantined.context,
    vouches: { content: HASHES.X as string, status: "active", supersedes: [] },
    ...more,
  });

  test("exactly this content and status is verified, another unattested", () => {
    expect(viewOf(verified, vouchedBy([statement({})]))).toMatchObject({ tier: "verified" });
    expect(viewOf(retired, vouchedBy([statement({})]))).toMatchObject({ tier: "unattested" });
    expect(viewOf(verified, vouchedBy([]))).toMatchObject({ tier: "unattested" });
    expect(viewOf(verified, vouchedBy([statement({ vouches: null })]))).toMatchObject({ tier: "unattested" });
  });

  test("SYN-11: a hold is lifted by a statement that saw it and vouches, by no other", () => {
    const restored = actOn(quarantined, { kind: "restore", date: attested }, { device });
    const taken = (...words: readonly Statement[]): string =>
      outcomeOf(admit(quarantined, restored, { device, fresh: device, restored: restoredBy(words) }).state);
    expect(taken(statement({}))).toBe("verified X 05-03");
    expect(taken(statement({ seen: {} }))).toBe("quarantined X");
    expect(taken(statement({ vouches: null }))).toBe("quarantined X");
    expect(taken()).toBe("quarantined X");
  });
});
