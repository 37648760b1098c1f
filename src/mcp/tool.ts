// What the tools have in common: their words, their annotations and their schemas. zod validates, and what is advertised is
// the lean JSON Schema of it: every tool's schema stands in a model's context, so limits that an error message tells as well
// are left out there. Inputs are strict, an unknown key is refused by name; but keys by which a writer speaks of its own trust
// are no mistake of spelling but an attempt: they are let in to be dropped and recorded (TRU-21).
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import * as z from "zod";
import { isToolKey } from "../memory/keys.ts";
import { TOOL } from "./wording.ts";

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

/** An id, a unique prefix of one, a short handle, or a file stem. */
export const ID: z.ZodString = z.string().min(1).max(160);

/** Every answer may carry a remark about the user's configuration. */
export const NOTE: z.ZodOptional<z.ZodString> = z.string().optional();

export const TRUST: z.ZodString = z.string();

/** What a model is likely to call the same thing. */
const ALIASES: ReadonlySet<string> = new Set(["trust", "tier", "verified", "channel"]);

function isClaim(key: string): boolean {
  return isToolKey(key) || ALIASES.has(key);
}

/** What is taken, strictly; claims pass beside it, unread. Advertised as it is, unless more is asked for than required. */
export function claiming<T extends z.ZodObject>(strict: T, asked: z.ZodObject = strict): T {
  const own = Object.keys(strict.shape);
  const open = strict.loose().superRefine((value, context) => {
    const keys = Object.keys(value).filter((key) => !own.includes(key) && !isClaim(key));
    if (keys.length > 0) context.addIssue({ code: "unrecognized_keys", keys, input: value });
  });
  const shown = lean(asked)["~standard"];
  const standard = { ...open["~standard"], jsonSchema: shown.jsonSchema };
  return Object.create(open, { "~standard": { value: standard } }) as unknown as T;
}

export function claimsIn(given: object, strict: z.ZodObject): readonly string[] {
  return Object.keys(given).filter((key) => isClaim(key) && !Object.hasOwn(strict.shape, key));
}

export function tool(name: keyof typeof TOOL & string): { readonly title: string; readonly description: string } {
  const { title = name, description = "" } = TOOL[name] ?? {};
  return { title, description };
}

export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Creates; never changes or removes what is there. The same words twice are one memory. */
export const CREATES: ToolAnnotations = { ...READS, readOnlyHint: false };

/** Each call is a word of its own. */
export const APPENDS: ToolAnnotations = { ...CREATES, idempotentHint: false };

/** Hosts that load tools on demand keep these two at hand. */
export const ALWAYS_LOADED: Readonly<Record<string, unknown>> = { "anthropic/alwaysLoad": true };
