// The review of exactly what one import wrote. Every way that ends in it comes through here; the code of the review is
// loaded only then.
import type { Invocation } from "../spec.ts";

export async function reviewOrigin(call: Invocation, importId: string): Promise<number> {
  const { review } = await import("./review.ts");
  return review(call, { origin: importId });
}
