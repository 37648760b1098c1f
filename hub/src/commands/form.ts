// What is typed is held to the same schema as what is asked by HTTP, with the library that the server has for it.
import { Ajv, type ErrorObject } from "ajv";
import { forTerminalLine } from "../../../src/text/sanitise.ts";
import { ROLES, type Role } from "../../protocol.ts";
import type { Grant } from "../roles.ts";
import type { Schema } from "../schemas.ts";
import { Wrong } from "./command.ts";

/** `value` without what is undefined. */
export function held<T extends object>(schema: Schema, value: T): T {
  const given = Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
  const check = new Ajv({ strict: false, verbose: true }).compile(schema);
  if (check(given)) return given as T;
  const [first] = check.errors ?? [];
  throw new Wrong(first === undefined ? "It has not the form that is asked for." : wordsOf(first), "");
}

/** Options that are typed once for each of a list. */
const EACH: Readonly<Record<string, string>> = { grants: "grant", groups: "group" };

function wordsOf({ instancePath, parentSchema, propertyName, data }: ErrorObject): string {
  const [, name = ""] = instancePath.split("/");
  const option = EACH[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const found: unknown = propertyName ?? data;
  // What is no number was none when it was typed; a secret is shown to nobody.
  const isShown = parentSchema?.["writeOnly"] !== true && (typeof found === "string" || Number.isFinite(found));
  const shown = isShown ? ` is ${forTerminalLine(JSON.stringify(found)).slice(0, SHOWN)}` : "";
  return `--${option}${shown}: expected ${formOf(parentSchema ?? {})}.`;
}

const SHOWN = 100;

function formOf(schema: Readonly<Record<string, unknown>>): string {
  const { description, enum: allowed, minimum, maximum, maxLength } = schema;
  if (typeof description === "string") return description;
  if (Array.isArray(allowed)) return anyOf(allowed.map(String));
  if (minimum !== undefined) return `a whole number from ${String(minimum)} to ${String(maximum)}`;
  return maxLength === undefined ? "another form" : `1 to ${String(maxLength)} characters`;
}

function anyOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** STORE=ROLE */
export function grantIn(text: string): Grant {
  const at = text.lastIndexOf("=");
  const role = text.slice(at + 1);
  if (at < 1 || !isRole(role)) throw new Wrong(`${text} is no STORE=ROLE; roles are ${ROLES.join(", ")}.`, "");
  return { store: text.slice(0, at), role };
}

function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
