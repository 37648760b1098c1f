// The configuration keys, from the rows that reading, clamping and the published schema come from (CFG-2).

import { allowedValues } from "../../../src/config/config.ts";
import { CONFIG_KEYS, type ConfigKeyRow } from "../../../src/config/keys.ts";
import { byProject } from "../../generate-schemas.ts";
import type { Slots } from "../template.ts";
import { code } from "../text.ts";

export function configSlots(): Slots {
  return { keys: CONFIG_KEYS.map(section).join("\n\n") };
}

function section(row: ConfigKeyRow): string {
  const facts = [`Default: ${shown(row.default)}`, `Takes: ${allowedValues(row)}`, byProject(row)];
  return [`## ${row.name}`, row.summary, facts.map((fact) => `- ${fact}`).join("\n")].join("\n\n");
}

function shown(value: ConfigKeyRow["default"]): string {
  if (typeof value === "object") return value.length === 0 ? "none" : value.map(code).join(", ");
  return value === "" ? "nothing" : code(String(value));
}
