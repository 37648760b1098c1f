// Inputs are strict: an unknown key is refused by name. Keys by which a writer speaks of its own trust are no mistake of
// spelling but an attempt: they are let in to be dropped and recorded (TRU-21).
import type * as z from "zod";
import { isToolKey } from "../memory/keys.ts";
import { lean } from "./schema.ts";

/** What a model is likely to call the same thing. */
const ALIASES: ReadonlySet<string> = new Set(["trust", "tier", "verified", "channel"]);

function isClaim(key: string): boolean {
  return isToolKey(key) || ALIASES.has(key);
}

/** The strict schema, advertised as it is; claims pass beside it, unread. */
export function claiming<T extends z.ZodObject>(strict: T): T {
  const own = Object.keys(strict.shape);
  const open = strict.loose().superRefine((value, context) => {
    const keys = Object.keys(value).filter((key) => !own.includes(key) && !isClaim(key));
    if (keys.length > 0) context.addIssue({ code: "unrecognized_keys", keys, input: value });
  });
  const shown = lean(strict)["~standard"];
  const standard = { ...open["~standard"], jsonSchema: shown.jsonSchema };
  return Object.create(open, { "~standard": { value: standard } }) as unknown as T;
}

export function claimsIn(given: object, strict: z.ZodObject): readonly string[] {
  return Object.keys(given).filter((key) => isClaim(key) && !Object.hasOwn(strict.shape, key));
}
