// What the marker of a store says (STO-2): `{"format": 1, "store-id": "<ulid>"}`.
import { isMemoryId } from "../memory/ids.ts";

export interface Marker {
  readonly format: number;
  readonly storeId: string;
}

export function parseMarker(text: string): Marker | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Told by the caller, together with every other way of being malformed.
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { format, "store-id": storeId } = value as Record<string, unknown>;
  const known = typeof format === "number" && Number.isSafeInteger(format) && format >= 1 && isMemoryId(storeId);
  return known ? { format, storeId } : undefined;
}
