// One answer to "may it be served, does it fit", whoever asks (CTX-2, CTX-4).
import { describe, expect, test } from "vitest";
import type { Candidate, Look } from "../../../src/recall/candidate.ts";
import { selectForMoment, selectForSessionStart } from "../../../src/recall/select.ts";
import { among, carriesSecret, reasonAgainst } from "../../../src/recall/serve.ts";
import { candidate } from "./candidates.ts";

const HERE = { project: "p1", branches: ["main"] };
const WIDE = { tokens: 1500, characters: 9000 };

function looked(over: Partial<Look>): { readonly look: Look; readonly asked: string[] } {
  const asked: string[] = [];
  const noting = <T>(name: string, answer: T): T => {
    asked.push(name);
    return answer;
  };
  const look: Look = {
    suspicion: () => noting("suspicion", over.suspicion?.()),
    secret: () => noting("secret", over.secret?.() === true),
    outdated: () => noting("outdated", over.outdated?.() === true),
  };
  return { look, asked };
}

describe("may it be served", () => {
  test("TRU-32 CHK-13: the checks are asked about what nobody confirmed, and about nothing else", () => {
    const { look, asked } = looked({ suspicion: () => "asks-capability", secret: () => true });
    expect(reasonAgainst(candidate({ look }), HERE)).toBeUndefined();
    expect(carriesSecret(candidate({ look }))).toBe(false);
    expect(reasonAgainst(candidate({ tier: "inferred", look, expired: true }), HERE)).toBe("expired");
    expect(asked).toEqual([]);
    expect(reasonAgainst(candidate({ tier: "inferred", look }), HERE)).toBe("asks-capability");
    expect(carriesSecret(candidate({ tier: "unattested", look }))).toBe(true);
  });

  test("TRU-22b STO-20: what others say counts with what the memory says of itself", () => {
    const old = candidate();
    const twin = candidate();
    const others = among([old, twin, candidate({ supersedes: [old.id] }), { ...twin, place: "quarantine" }]);
    expect([old, twin].map((each) => reasonAgainst(each, HERE, others))).toEqual(["superseded", "quarantined"]);
    expect([old, twin].map((each) => reasonAgainst(each, HERE))).toEqual([undefined, undefined]);
  });
});

describe("does it fit", () => {
  const long = (over: Partial<Candidate> = {}): Candidate =>
    candidate({ body: `${"A sentence of it. ".repeat(40)}\n`, rule: "matches", ...over });

  test("CTX-4: at a moment each comes whole if it fits, else as a line, and what has no place has its reason", () => {
    const list = [long(), long(), long()];
    const whole = selectForMoment(list.slice(0, 1), { most: 3, tokens: 1500 }).selection.tokens;
    const { selection, chosen } = selectForMoment(list, { most: 3, tokens: whole + 200 });
    expect(selection.shown.map(({ form }) => form)).toEqual(["full", "line", "line"]);
    expect(selection.shown[0]?.rule).toBe("matches");
    const tight = selectForMoment(list, { most: 3, tokens: selection.tokens - 1 });
    expect(tight.selection.shown.length).toBe(2);
    expect(tight.selection.withheld).toMatchObject([{ reason: "over-budget" }]);
    expect([chosen, tight.chosen]).toEqual([3, 3]);
    expect(selectForMoment(list, { most: 3, tokens: 10 }).selection).toEqual({ shown: [], withheld: [], tokens: 0 });
  });

  test("CHK-13 CTX-8: a secret and what has left the project are asked about only where there is a place", () => {
    const [clean, secret] = [looked({ outdated: () => true }), looked({ secret: () => true })];
    const list = [candidate({ look: clean.look }), candidate({ tier: "inferred", look: secret.look })];
    const { shown, withheld } = selectForSessionStart(list, HERE, WIDE);
    expect(shown.map(({ outdated }) => outdated)).toEqual([true]);
    expect(withheld).toMatchObject([{ reason: "secret" }]);
    expect(clean.asked).toEqual(["outdated"]);
    const none = selectForSessionStart(list, HERE, { ...WIDE, tokens: 0 });
    expect(none.withheld.map(({ reason }) => reason)).toEqual(["over-budget", "over-budget"]);
    expect(secret.asked).toEqual(["suspicion", "secret", "suspicion"]);
  });
});
