// Input and output schemas as the SDK wants them: zod validates, and what is advertised is the lean JSON Schema of it.
// Every tool's schema stands in a model's context, so limits that an error message tells as well are left out there.
import * as z from "zod";

// No parser made of strings at run time: the schemas are small, and the calls few.
z.config({ jitless: true });

type Json = Readonly<Record<string, unknown>>;

const LEFT_OUT = {
  input: new Set(["$schema", "minLength", "maxLength", "pattern", "maxItems"]),
  output: new Set(["$schema", "additionalProperties"]),
} as const;
type Io = keyof typeof LEFT_OUT;

/** `T` with its JSON Schema cut down; validation is zod's own. */
export function lean<T extends z.ZodType>(schema: T): T {
  const own = schema["~standard"];
  const json = (io: Io) => (): Record<string, unknown> => ({
    ...(trimmed(z.toJSONSchema(schema, { io }), LEFT_OUT[io]) as Json),
  });
  const standard = { ...own, jsonSchema: { input: json("input"), output: json("output") } };
  return Object.create(schema, { "~standard": { value: standard } }) as T;
}

function trimmed(value: unknown, leftOut: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => trimmed(each, leftOut));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key, each]) => !(leftOut.has(key) && typeof each !== "object"));
  return Object.fromEntries(kept.map(([key, each]) => [key, trimmed(each, leftOut)]));
}

/** An id, a unique prefix of one, or a file stem. */
export const ID: z.ZodString = z.string().min(1).max(160);

/** Every answer may carry a remark about the user's configuration. */
export const NOTE: z.ZodOptional<z.ZodString> = z.string().optional();

export const TRUST: z.ZodString = z.string();
