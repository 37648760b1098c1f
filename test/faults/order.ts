// The order of system calls of whole verbs, as strace sees them (STO-20): the new bytes are on disk before they get
// their name, the name before the ledger's line, and all of it before anybody is told. test/security/paths.test.ts
// looks at the store's own calls in the same way.

import { removeBox, rootOf } from "../support/store-box.ts";
import { between, type Call, straced } from "../support/strace.ts";
import { FAULT_VERBS } from "./verbs.ts";
import { makeWorld } from "./world.ts";

const CHILD = new URL("children/verb.ts", import.meta.url);
const LEDGER = "store/ledger/";

type Steps = readonly (readonly [call: string, about: string])[];

function moved(file: string, from: string, to: string): Steps {
  return [
    ["fsync", LEDGER],
    ["fsync", `store/${to}/.holdfast-`],
    ["link", `store/${to}/${file}`],
    ["fsync", `store/${to}`],
    ["fsync", `store/${from}`],
    ["unlink", `store/${from}/${file}`],
    ["fsync", `store/${from}`],
    ["fsync", LEDGER],
  ];
}

const ORDERS: Readonly<Record<string, Steps>> = {
  add: [
    ["fsync", "store/memories/.holdfast-"],
    ["link", "store/memories/reference_newcomer.md"],
    ["fsync", "store/memories"],
    ["fsync", LEDGER],
  ],
  edit: [
    ["fsync", "store/memories/.holdfast-"],
    ["rename", "store/memories/reference_vouched.md"],
    ["fsync", "store/memories"],
    ["fsync", LEDGER],
  ],
  // A confirmation is withdrawn for good before the memory moves.
  demote: [
    ["fsync", "/.holdfast-"],
    ["link", "store/attest/"],
    ["fsync", "store/attest/"],
    ...moved("reference_vouched.md", "memories", "quarantine").slice(1),
  ],
  restore: moved("reference_parked.md", "quarantine", "memories"),
};

/** One sentence for each verb whose calls came in another order. */
export async function wrongOrders(
  names: readonly string[],
): Promise<{ readonly checked: number; readonly wrong: readonly string[] }> {
  const wrong: string[] = [];
  const orders = Object.entries(ORDERS).filter(([name]) => names.includes(name));
  for (const [name, steps] of orders) {
    const base = await makeWorld();
    try {
      await FAULT_VERBS.find((verb) => verb.name === name)?.prepare?.(base);
      const { calls, stdout } = await straced(`${base}/trace`, CHILD, [base, name]);
      const missing = stdout.includes("ACK")
        ? firstMissing(between(calls, "BEGIN", "ACK"), steps, rootOf(base).replace(/store$/, ""))
        : "acknowledgement";
      if (missing !== undefined) wrong.push(`order of ${name}: no ${missing} in its place`);
    } finally {
      removeBox(base);
    }
  }
  return { checked: orders.length, wrong };
}

function firstMissing(calls: readonly Call[], steps: Steps, base: string): string | undefined {
  let from = 0;
  for (const [name, about] of steps) {
    const found = calls.findIndex(
      (call, at) => at >= from && call.ok && call.name === name && touches(call, base, about),
    );
    if (found < 0) return `${name} of ${about}`;
    from = found + 1;
  }
  return undefined;
}

/** A whole path, or the beginning of one where it ends like one. */
function touches({ paths, handle = "" }: Call, base: string, about: string): boolean {
  return [...paths, handle].some((path) => {
    const inside = path.startsWith(base) ? path.slice(base.length) : "";
    return inside === about || (/[/-]$/.test(about) && (inside.startsWith(about) || inside.includes(about)));
  });
}
