// The review of exactly what one import wrote. Every way that ends in it comes through here.
import { EXIT } from "../exit.ts";
import type { Invocation } from "../spec.ts";

export async function reviewOrigin({ out }: Pick<Invocation, "out" | "bench">, importId: string): Promise<number> {
  out.note(`Next: ${out.paint("cyan", `holdfast review --origin ${importId}`)}`);
  return EXIT.done;
}
