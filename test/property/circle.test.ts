// SYN-20, SYN-22: whose word counts, held against the rule written down plainly; and found in steps that grow with the records, because
// whoever may write a record can make a chain of any length, and a hub asks at every push.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Anchor, type CircleRequest, circleOf } from "../../src/attest/circle.ts";
import type { DeviceRecord } from "../../src/attest/devices.ts";

const RUNS = { numRuns: Number(process.env["HOLDFAST_RUNS"] ?? 500) };
const DEVICES = ["a", "b", "c", "d", "e", "f"];
const KEYS = ["k1", "k2", "k3"];

const device = fc.constantFrom(...DEVICES);
const key = fc.constantFrom(...KEYS);
const anchor = fc.record({ device, key });
const record = fc.record({
  action: fc.constantFrom("join", "approve", "approve", "approve", "revoke"),
  by: device,
  signedWith: key,
  device,
  key,
  known: fc.subarray(Array.from({ length: 12 }, (_, n) => `mark ${n}`)),
});
const request = fc
  .record({
    own: fc.option(anchor, { nil: undefined }),
    anchors: fc.array(anchor, { maxLength: 3 }),
    excluded: fc.subarray(DEVICES, { maxLength: 2 }),
    said: fc.array(record, { maxLength: 12 }),
  })
  .map(({ own, anchors, excluded, said }): CircleRequest => {
    const records = said.map((each, n) => recordOf(each, `mark ${n}`));
    return { store: "personal", own, anchors, excluded, records };
  });

interface Saying {
  readonly action: string;
  readonly by: string;
  readonly signedWith: string;
  readonly device: string;
  readonly key: string;
  readonly known?: readonly string[];
}

function recordOf({ action, by, signedWith, device, key, known = [] }: Saying, mark: string): DeviceRecord {
  const about = { kind: "device", version: 1, store: "personal", name: "", date: "2026-05-01", known: null } as const;
  const statement = { ...about, action: action as "approve", device, key, by };
  return { statement, signedWith, userVerified: false, mark, known };
}

/** As the rule says it: go over all records until nothing comes in any more. */
function plainly({ own, anchors, excluded = [], records }: CircleRequest): readonly [unknown, unknown] {
  const out = excluded.filter((each) => each !== own?.device);
  const roots = [...(own === undefined ? [] : [own]), ...anchors].filter((each) => !out.includes(each.device));
  const said = records.filter(({ statement }) => !out.includes(statement.by));
  const everyone = whoCounts(roots, said);
  const known = new Map<string, readonly string[]>();
  for (const { statement, signedWith, known: marks } of said) {
    if (statement.action !== "revoke" || statement.device === own?.device) continue;
    if (!everyone.has(`${statement.by} ${signedWith}`)) continue;
    const before = known.get(statement.device);
    known.set(
      statement.device,
      marks.filter((mark) => before?.includes(mark) !== false),
    );
  }
  const counting = said.filter(({ statement, mark }) => known.get(statement.by)?.includes(mark) !== false);
  const keys = [...whoCounts(roots, counting)].filter((each) => !out.includes(each.split(" ")[0] ?? ""));
  return [keys.toSorted(), [...known].map(([each, marks]) => [each, marks.toSorted()]).toSorted()];
}

function whoCounts(roots: readonly Anchor[], records: readonly DeviceRecord[]): ReadonlySet<string> {
  const all = new Set(roots.map((each) => `${each.device} ${each.key}`));
  for (let before = -1; before < all.size; ) {
    before = all.size;
    for (const { statement, signedWith } of records)
      if (statement.action === "approve" && all.has(`${statement.by} ${signedWith}`))
        all.add(`${statement.device} ${statement.key}`);
  }
  return all;
}

test("SYN-20 SYN-22: who counts, and of whom what, is what the rule says, in any order of the records", () => {
  fc.assert(
    fc.property(request, (asked) => {
      const { keys, known } = circleOf(asked);
      const found = [...keys].flatMap(([each, of]) => [...of].map((one) => `${each} ${one}`));
      const marks = [...known].map(([each, of]) => [each, [...of].toSorted()]);
      expect([found.toSorted(), marks.toSorted()]).toEqual(plainly(asked));
    }),
    RUNS,
  );
});

test("SYN-20: a chain of approvals is followed in steps that grow as it does, also when it is told from its end", () => {
  const steps = [500, 1000].map((length) => {
    let looks = 0;
    const chain = Array.from({ length }, (_, n): DeviceRecord => {
      const each = recordOf({ action: "approve", by: `d${n}`, signedWith: "k", device: `d${n + 1}`, key: "k" }, `${n}`);
      return Object.defineProperty({ ...each }, "statement", {
        get: () => {
          looks += 1;
          return each.statement;
        },
      });
    });
    const asked = {
      store: "personal",
      own: undefined,
      anchors: [{ device: "d0", key: "k" }],
      records: chain.reverse(),
    };
    expect(circleOf(asked).keys.size).toBe(length + 1);
    return looks;
  });
  expect((steps[1] ?? 0) / (steps[0] ?? 1)).toBeLessThan(2.2);
});
