// Structure beats detection, over our own set; the public ones are met by `npm run proof eval:poison`.
import { expect, test } from "vitest";
import { HALVES, loadPairs } from "../../eval/security/poison/read.ts";
import { fatesOf } from "../../eval/security/poison/structure.ts";

test("CHK-22 TRU-20 TRU-21: no poisoned text, through an agent's channel, is shown as verified", async () => {
  const pairs = HALVES.flatMap(loadPairs);
  const poisoned = await fatesOf(pairs.map((pair) => pair.poisoned));
  expect(poisoned).toMatchObject({ texts: 2 * pairs.length, verified: 0 });
  // The reading is real: honest notes by the same way are shown, as inferred.
  const benign = await fatesOf(pairs.slice(0, 50).map((pair) => pair.benign));
  expect(benign.verified).toBe(0);
  expect(benign.inferred).toBeGreaterThan(50);
});
