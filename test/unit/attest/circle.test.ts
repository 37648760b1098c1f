// SYN-20, SYN-22: whose word counts. Keys are strings here: signatures are tried in test/unit/store/devices.test.ts.
import { describe, expect, test } from "vitest";
import { type Circle, type CircleRequest, circleOf, requestsIn } from "../../../src/attest/circle.ts";
import type { DeviceAct, DeviceRecord } from "../../../src/attest/devices.ts";

const [A, B, C, D, THIEF] = ["a", "b", "c", "d", "e"].map((each) => each.repeat(16)) as [
  string,
  string,
  string,
  string,
  string,
];

function keyOf(device: string): string {
  return `ssh-ed25519 ${device}`;
}

function said(
  by: string,
  action: DeviceAct,
  device: string,
  more: Partial<DeviceRecord> & { store?: string } = {},
): DeviceRecord {
  const { store = "personal", ...record } = more;
  const known = action === "revoke" ? "0".repeat(64) : null;
  const about = { kind: "device", version: 1, store, action, device, key: keyOf(device) } as const;
  const statement = { ...about, name: "", date: "2026-05-01", by, known };
  const mark = `${by[0]} ${action} ${device[0]}`;
  return { statement, signedWith: keyOf(by), userVerified: false, mark, known: [], ...record };
}

function at(own: string | undefined, records: readonly DeviceRecord[], anchors: readonly string[] = []): CircleRequest {
  const anchor = (device: string): { device: string; key: string } => ({ device, key: keyOf(device) });
  return { store: "personal", own: own === undefined ? undefined : anchor(own), anchors: anchors.map(anchor), records };
}

function names({ keys }: Circle): string {
  return [...keys.keys()]
    .sort()
    .map((device) => device[0])
    .join("");
}

describe("SYN-31: one that a person left out", () => {
  const approved = [said(B, "approve", C), said(C, "approve", D)];
  const without = (...excluded: readonly string[]): Circle =>
    circleOf({ ...at(A, [...approved, said(C, "revoke", B)], [B]), excluded });

  test("does not count, whoever approved it, and brings nobody in", () => {
    expect(names(circleOf(at(A, approved, [B])))).toBe("abcd");
    expect(names(without(C))).toBe("ab");
    expect(names(circleOf({ ...at(A, [...approved, said(A, "approve", C)], [B]), excluded: [C] }))).toBe("ab");
    expect(names(circleOf({ ...at(A, [...approved, said(B, "approve", D)], [B]), excluded: [C] }))).toBe("abd");
  });

  test("is left out under every key, takes nobody's word away, and is never this device", () => {
    const other = said(B, "approve", C);
    const renewed = { ...other, statement: { ...other.statement, key: keyOf(THIEF) } };
    expect(names(circleOf({ ...at(A, [renewed], [B]), excluded: [C] }))).toBe("ab");
    expect(without(C).known.size).toBe(0);
    expect(names(without(A, B))).toBe("a");
  });
});

describe("SYN-20: whose word counts", () => {
  test("this device's own, and nobody's without a key", () => {
    expect(names(circleOf(at(A, [])))).toBe("a");
    expect(names(circleOf(at(undefined, [])))).toBe("");
  });

  test("those that a person trusted here, and those that these approved, over any distance and in any order", () => {
    const records = [said(C, "approve", D), said(B, "approve", C)];
    for (const order of [records, records.toReversed()]) {
      expect(names(circleOf(at(A, order, [B])))).toBe("abcd");
      expect(names(circleOf(at(A, order)))).toBe("a");
      expect(names(circleOf(at(undefined, order, [B])))).toBe("bcd");
    }
  });

  test("nobody joins by asking, nor by an approval that another key signed or that is for another store", () => {
    expect(names(circleOf(at(A, [said(THIEF, "join", THIEF)])))).toBe("a");
    expect(names(circleOf(at(A, [said(A, "approve", THIEF, { signedWith: keyOf(THIEF) })])))).toBe("a");
    expect(names(circleOf(at(A, [said(A, "approve", THIEF, { store: "01JCQ0Z8M4X5T6V7W8Y9ZABCDE" })])))).toBe("a");
    expect(names(circleOf(at(A, [said(A, "revoke", THIEF)])))).toBe("a");
  });

  test("a device may have two keys, each by an approval of its own", () => {
    const second = said(A, "approve", B);
    const other = { ...second, statement: { ...second.statement, key: "ssh-ed25519 other" } };
    const { keys } = circleOf(at(A, [said(A, "approve", B), other]));
    expect([...(keys.get(B) ?? [])]).toEqual([keyOf(B), "ssh-ed25519 other"]);
  });
});

describe("SYN-22: a device that was lost", () => {
  const joined = [said(A, "approve", B), said(B, "approve", C)];

  test("what was seen of it counts, what it says later does not", () => {
    const revoked = said(A, "revoke", B, { known: ["b approve c", "older"] });
    const circle = circleOf(at(A, [...joined, revoked, said(B, "approve", THIEF)]));
    expect(names(circle)).toBe("abc");
    expect([...(circle.known.get(B) ?? [])]).toEqual(["b approve c", "older"]);
    expect(circle.known.has(C)).toBe(false);
  });

  test("an approval that nobody had seen is none", () => {
    expect(names(circleOf(at(A, [...joined, said(A, "revoke", B)])))).toBe("ab");
  });

  test("two that revoke it: only what both had seen", () => {
    const records = [
      said(A, "revoke", B, { known: ["b approve c", "x"] }),
      said(D, "revoke", B, { known: ["x", "y"] }),
    ];
    const circle = circleOf(at(A, [...joined, said(A, "approve", D), ...records]));
    expect([...(circle.known.get(B) ?? [])]).toEqual(["x"]);
    expect(names(circle)).toBe("abd");
  });

  test("strangers revoke nobody, and nobody revokes the device one sits at", () => {
    expect(circleOf(at(A, [...joined, said(THIEF, "revoke", B)])).known.size).toBe(0);
    expect(circleOf(at(A, [...joined, said(A, "revoke", B, { signedWith: keyOf(THIEF) })])).known.size).toBe(0);
    const turned = circleOf(at(A, [...joined, said(B, "revoke", A)]));
    expect([names(turned), turned.known.size]).toEqual(["abc", 0]);
  });

  test("elsewhere, two that revoke each other are both out for what is new", () => {
    const records = [
      said(A, "approve", B),
      said(A, "revoke", B, { known: ["x"] }),
      said(B, "revoke", A, { known: ["a approve b"] }),
    ];
    const circle = circleOf(at(C, records, [A]));
    expect([names(circle), [...circle.known.keys()].sort()]).toEqual(["abc", [A, B]]);
  });
});

describe("SYN-32: in a store inside another one", () => {
  const inner = { store: "inner" };
  const outer = circleOf(at(undefined, [said(B, "approve", C)], [B]));

  test("who counts around it counts in it, with whom these approve there; nothing of it goes outwards", () => {
    const records = [said(C, "approve", D, inner)];
    expect(names(circleOf({ ...at(A, records), store: "inner", outer }))).toBe("abcd");
    expect(names(circleOf({ ...at(A, records), store: "inner" }))).toBe("a");
    expect(names(circleOf(at(undefined, [...records, said(B, "approve", C)], [B])))).toBe("bc");
    expect(names(circleOf({ ...at(A, records), store: "inner", outer, excluded: [C] }))).toBe("ab");
  });

  test("who was revoked around it says nothing new in it, and approves nobody; what was seen of it stays", () => {
    const revoking = (...known: readonly string[]): Circle =>
      circleOf(at(undefined, [said(B, "approve", C), said(B, "revoke", C, { known })], [B]));
    const records = [said(C, "approve", D, inner)];
    const of = (around: Circle): Circle => circleOf({ ...at(A, records), store: "inner", outer: around });
    expect(names(of(revoking()))).toBe("abc");
    expect(of(revoking()).known.get(C)).toEqual(new Set());
    expect(names(of(revoking("c approve d")))).toBe("abcd");
    const both = circleOf({
      ...at(A, [...records, said(B, "revoke", C, { ...inner, known: ["c approve d", "x"] })]),
      store: "inner",
      outer: revoking("c approve d", "y"),
    });
    expect(both.known.get(C)).toEqual(new Set(["c approve d"]));
    expect(revoking().known.get(C)).toEqual(new Set());
  });
});

describe("SYN-20b: where presence is required", () => {
  const presence = { device: A, isGiven: () => true };
  const records = [said(A, "approve", B), said(C, "approve", D), said(A, "revoke", D, { known: ["x"] })];

  test("this device's key alone brings nobody in; what lowers trust, and what others approve, counts", () => {
    const required = circleOf({ ...at(A, records, [C]), presence });
    expect([names(required), [...required.known.keys()], required.presence]).toEqual(["acd", [D], presence]);
    const open = circleOf(at(A, records, [C]));
    expect([names(open), "presence" in open]).toEqual(["abcd", false]);
  });

  test("without a key of its own the machine asks nobody else's approvals for it", () => {
    const circle = circleOf({ ...at(undefined, [said(C, "approve", D)], [C]), excluded: [D], presence });
    expect([names(circle), "verifying" in circle]).toEqual(["c", false]);
    expect(circleOf(at(undefined, [said(C, "revoke", D)], [C])).known.has(D)).toBe(true);
  });
});

describe("SYN-20a: a key that verifies its user", () => {
  const own = { device: A, key: keyOf(A), userVerified: true };
  const signed = (userVerified: boolean): Circle =>
    circleOf({ ...at(A, [said(A, "approve", B, { userVerified }), said(C, "approve", D)], [C]), own });

  test("says nothing where it did not, and others' words stand", () => {
    expect(names(signed(true))).toBe("abcd");
    expect(names(signed(false))).toBe("acd");
    expect(signed(true).verifying).toBe(keyOf(A));
    const plain = circleOf({ ...at(A, [said(A, "approve", B)]), own: { ...own, userVerified: false } });
    expect([names(plain), "verifying" in plain]).toEqual(["ab", false]);
  });
});

describe("SYN-22: requests", () => {
  test("also where the machine has no key; an approval is none", () => {
    const request = at(undefined, [said(B, "join", B), said(B, "approve", C, { signedWith: keyOf(C) })]);
    expect(requestsIn(request, circleOf(request)).map(({ device }) => device)).toEqual([B]);
  });

  test("of devices whose word does not count yet, in the order of their ids", () => {
    const request = at(A, [said(C, "join", C), said(B, "join", B)]);
    expect(requestsIn(request, circleOf(request)).map(({ device }) => device)).toEqual([B, C]);
  });

  test("none of one that counts already, was revoked, asked for another store, or was asked for by another key", () => {
    const records = [
      said(A, "join", A),
      said(B, "join", B),
      said(A, "approve", B),
      said(C, "join", C),
      said(A, "approve", C),
      said(A, "revoke", C),
      said(D, "join", D, { store: "01JCQ0Z8M4X5T6V7W8Y9ZABCDE" }),
      said(THIEF, "join", THIEF, { signedWith: keyOf(D) }),
    ];
    const request = at(A, records);
    expect(requestsIn(request, circleOf(request))).toEqual([]);
  });

  test("a known device that asks with another key is a request", () => {
    const asked = said(B, "join", B);
    const other = {
      ...asked,
      statement: { ...asked.statement, key: "ssh-ed25519 new" },
      signedWith: "ssh-ed25519 new",
    };
    const request = at(A, [said(A, "approve", B), other]);
    expect(requestsIn(request, circleOf(request)).map(({ key }) => key)).toEqual(["ssh-ed25519 new"]);
    expect(requestsIn(at(A, [said(A, "approve", C)]), circleOf(at(A, [])))).toEqual([]);
  });
});
