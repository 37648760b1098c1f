// Random histories: four machines, two memories that want one file name, acts of every kind, exchanges of a part.
import fc from "fast-check";

export const MACHINES = 4;
export const MEMORIES = 2;
export const ACTS = [
  "user-edit",
  "agent-edit",
  "hand-edit",
  "promote",
  "reaffirm",
  "demote",
  "check-failed",
  "restore",
  "restore-edited",
  "retire",
  "unretire",
  "archive",
  "forget",
] as const;
export type ActKind = (typeof ACTS)[number];

export type Operation =
  | {
      readonly kind: "act";
      readonly machine: number;
      readonly memory: number;
      readonly act: ActKind;
      readonly text: number;
      readonly day: number;
    }
  | { readonly kind: "exchange"; readonly from: number; readonly to: number; readonly memories: readonly number[] };

/** Few texts, so that the same one is written twice; the first two share their first digits. */
export const TEXTS: readonly string[] = ["abcdef0", "abcdef1", "2", "3", "4", "5", "6"].map((text) =>
  text.padEnd(64, "0"),
);
const DAYS = 4;

const machine = fc.nat(MACHINES - 1);
const act = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<ActKind>("user-edit", "agent-edit", "hand-edit", "demote", "restore") },
  { weight: 7, arbitrary: fc.constantFrom(...ACTS.filter((each) => each !== "forget")) },
  { weight: 1, arbitrary: fc.constantFrom<ActKind>("forget", "archive", "archive", "archive") },
);
const acting: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constant("act"),
  machine,
  memory: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }),
  act,
  text: fc.nat(TEXTS.length - 1),
  day: fc.nat(DAYS - 1),
});
const exchanging: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constant("exchange"),
  from: machine,
  to: machine,
  memories: fc.constantFrom([0, 1], [0, 1], [0], [1]),
});

export const operations: fc.Arbitrary<readonly Operation[]> = fc.array(
  fc.oneof({ weight: 3, arbitrary: acting }, { weight: 2, arbitrary: exchanging }),
  { minLength: 1, maxLength: 40, size: "max" },
);

export function inWords(operation: Operation): string {
  if (operation.kind === "exchange")
    return `machine ${operation.from} sends ${operation.memories.map((each) => `memory ${each}`).join(" and ")} to ${operation.to}`;
  const { machine: at, memory, act: what, text, day } = operation;
  return `machine ${at}: ${what} of memory ${memory} (text ${text}, day ${day})`;
}
