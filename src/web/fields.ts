// The body of a call: one JSON object with exactly the keys that the call takes, all of them strings. Anything else is
// not understood.

export type Fields = Readonly<Record<string, string>>;

export function fieldsIn(body: Uint8Array | undefined, names: readonly string[]): Fields | undefined {
  const value = parsed(body);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const given = Object.entries(value);
  const isWhole = given.length === names.length && given.every(([name, each]) => names.includes(name) && isText(each));
  return isWhole ? (value as Fields) : undefined;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function parsed(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    // No JSON, or no UTF-8: the caller says so.
    return undefined;
  }
}
