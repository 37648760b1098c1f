// The only use of node:crypto in core. Everything that needs a hash asks here.
import { createHash } from "node:crypto";

export function sha256Hex(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
