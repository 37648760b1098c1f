// The state that a file tells: its line, its first state without one, and what was changed by hand (SYN-4).
import { describe, expect, test } from "vitest";
import { setToolKeys } from "../../../src/memory/compose.ts";
import { contentHash, type MemoryDocument, parseDocument } from "../../../src/memory/document.ts";
import { actOn } from "../../../src/replica/act.ts";
import { adopt } from "../../../src/replica/derived.ts";
import { join } from "../../../src/replica/join.ts";
import { type Line, renderLine } from "../../../src/replica/line.ts";
import { parseState } from "../../../src/replica/read.ts";
import { makeState, type State } from "../../../src/replica/state.ts";
import { viewOf } from "../../../src/replica/view.ts";
import type { Place } from "../../../src/trust/tiers.ts";

const device = "d".repeat(16);

function file(keys: string, body = "Run the checks first.\n"): MemoryDocument {
  const parsed = parseDocument(`---\nname: Checks\ndescription: Run them\ntype: project\n${keys}---\n${body}`);
  if (parsed.kind !== "document") throw new Error("not a document");
  return parsed;
}

function stateOf(document: MemoryDocument, place: Place = "memories"): State {
  const parsed = parseState(document, place);
  if (parsed.kind !== "state") throw new Error(parsed.kind);
  return parsed.state;
}

function withLine(document: MemoryDocument, state: State): MemoryDocument {
  const { sync, holds } = renderLine(state) as Line;
  return setToolKeys(document, { sync, holds: holds.length > 0 ? holds : null });
}

const VERIFIED = "trust-level: verified\nlast-verified: 2026-05-01\n";
const QUARANTINED = "trust-level: quarantined\nquarantined-at: 2026-05-02T10:00:00Z\n";

describe("SYN-4: a file without a line", () => {
  test.each<[string, string, Place, object]>([
    ["inferred", "trust-level: inferred\n", "memories", { tier: "inferred", lastVerified: null, retired: false }],
    ["no tier at all", "", "memories", { tier: "inferred" }],
    ["verified", VERIFIED, "memories", { tier: "verified", lastVerified: "2026-05-01" }],
    ["verified at no known day", "trust-level: verified\n", "memories", { tier: "unattested", declared: "verified" }],
    ["quarantined", QUARANTINED, "quarantine", { tier: "quarantined", hold: { at: "2026-05-02T10:00:00Z" } }],
    ["quarantined, in the wrong place", QUARANTINED, "memories", { tier: "quarantined", place: "quarantine" }],
    ["verified, in quarantine", VERIFIED, "quarantine", { tier: "quarantined", hold: { reason: "found" } }],
    ["a hold by hand", "holds: [x]\n", "memories", { tier: "quarantined", hold: { at: "1970-01-01T00:00:00Z" } }],
    ["retired", `${VERIFIED}status: retired\n`, "memories", { tier: "verified", retired: true }],
  ])("%s", (_, keys, place, view) => {
    const document = file(keys);
    expect(viewOf(stateOf(document, place))).toMatchObject({ head: contentHash(document), siblings: [], ...view });
    expect(parseState(document, place)).toMatchObject({ found: "no-line" });
  });

  test("two machines that both had it agree, whatever only one of them did before", () => {
    const both = [file(VERIFIED), file(`${VERIFIED}source-machine: elsewhere\n`)].map((each) => stateOf(each));
    expect(both[0]).toEqual(both[1]);
    const promotedHere = join(stateOf(file(VERIFIED)), stateOf(file("trust-level: inferred\n")));
    expect(viewOf(promotedHere)).toMatchObject({ tier: "verified", siblings: [] });
    const demotedHere = join(stateOf(file(VERIFIED)), stateOf(file(QUARANTINED), "quarantine"));
    expect(viewOf(demotedHere)).toMatchObject({ tier: "quarantined", siblings: [] });
    const otherText = join(stateOf(file(VERIFIED)), stateOf(file(VERIFIED, "Skip the checks.\n")));
    expect(viewOf(otherText)).toMatchObject({ tier: "verified", siblings: [{ tier: "inferred" }] });
  });
});

describe("SYN-4: a file with a line", () => {
  const base = file(VERIFIED);
  const state = actOn(stateOf(base), { kind: "reaffirm", date: "2026-05-03" }, { device });
  const written = withLine(base, state);

  test("tells its state, and the line is no part of the content", () => {
    expect(parseState(written, "memories")).toEqual({ kind: "state", state, found: "line" });
    expect(contentHash(written)).toBe(contentHash(base));
    const held = actOn(state, { kind: "demote", reason: "demoted", at: "2026-05-04T10:00:00Z" }, { device });
    const quarantined = withLine(file(QUARANTINED), held);
    expect(quarantined.text).toContain("\nholds: [");
    expect(stateOf(quarantined, "quarantine")).toEqual(held);
  });

  test("TRU-24: a text changed by hand is adopted and attested by nobody", () => {
    const edited = withLine(file(VERIFIED, "Skip the checks.\n"), state);
    expect(stateOf(edited)).toEqual(adopt(state, contentHash(edited)));
    expect(viewOf(stateOf(edited))).toMatchObject({ tier: "unattested", declared: "verified" });
    const elsewhere = actOn(state, { kind: "reaffirm", date: "2026-05-04" }, { device: "e".repeat(16) });
    expect(viewOf(join(stateOf(edited), elsewhere))).toMatchObject({ tier: "verified", head: contentHash(base) });
  });

  test("of place, tier and status only the more restrictive is believed", () => {
    expect(viewOf(stateOf(written, "quarantine"))).toMatchObject({ tier: "quarantined" });
    const retired = actOn(state, { kind: "retire" }, { device });
    expect(viewOf(stateOf(setToolKeys(written, { status: "retired" })))).toMatchObject({ retired: true });
    expect(viewOf(stateOf(withLine(base, retired)))).toMatchObject({ retired: true });
    const raised = withLine(file(VERIFIED), stateOf(file("trust-level: inferred\n")));
    expect(viewOf(stateOf(raised))).toMatchObject({ tier: "inferred" });
  });

  test("a text written in quarantine explains itself: no hold is made of it", () => {
    const dot = { device, n: 1 };
    const lone = makeState({
      versions: [{ dot, hash: contentHash(base), attested: null, under: "quarantined", from: [] }],
    });
    expect(stateOf(withLine(file(QUARANTINED), lone), "quarantine")).toEqual(lone);
  });

  test.each([
    ["damaged", "1 | what"],
    ["a number", "1"],
    ["forgotten: a standing file is no tombstone", `1 | forgotten | ${device}.1`],
  ])("a line that is %s counts as none", (_, sync) => {
    const parsed = parseState(setToolKeys(base, { sync }), "memories");
    expect(parsed).toEqual({ kind: "state", state: stateOf(base), found: "damaged-line" });
  });

  test("a line of a newer program is left alone", () => {
    expect(parseState(setToolKeys(base, { sync: "2 | more | - | -" }), "memories")).toEqual({ kind: "newer" });
  });

  test("a file whose lines were cut off lifts no hold elsewhere", () => {
    const held = actOn(state, { kind: "demote", reason: "demoted", at: "2026-05-04T10:00:00Z" }, { device });
    expect(viewOf(join(held, stateOf(base)))).toMatchObject({ tier: "quarantined" });
  });
});
