// Reading JSON of somebody who may be hostile: a field is what it must be, or it is not there.

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A count that can be believed: whole and not negative. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** `invalid`: no JSON. */
export function parseJson(text: string): unknown | "invalid" {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return "invalid";
  }
}
