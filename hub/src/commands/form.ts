// What is typed is held to the same schema as what is asked by HTTP, with the library that the server has for it.
import { Ajv } from "ajv";
import { ROLES, type Role } from "../../protocol.ts";
import type { Grant } from "../roles.ts";
import type { Schema } from "../schemas.ts";
import { Wrong } from "./command.ts";

/** `value` without what is undefined. */
export function held<T extends object>(schema: Schema, value: T): T {
  const given = Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
  const check = new Ajv({ strict: false }).compile(schema);
  if (check(given)) return given as T;
  const [first] = check.errors ?? [];
  const where = first?.instancePath.split("/")[1]?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new Wrong(`${where === undefined ? "It" : `--${where}`} ${first?.message}.`, "");
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
