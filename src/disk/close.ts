// Closing what was only read through. Whatever the kernel says at that moment, the bytes were read and the handle is
// gone: failing would hide a result that stands, or the error that matters.
import { closeSync } from "node:fs";

export function closeRead(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // Nothing was written through it.
  }
}
