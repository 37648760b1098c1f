// Configuration: reading a file of one level, joining the levels, setting a value. Reading never throws: a bad value
// is left out and so becomes the default, with a warning that names the key (CFG-3). The user decides and a project
// may only tighten; what it tightened is said at session start (CFG-1), in sentences without foreign text. What an organisation
// asks for comes last (HUB-10).

import { type Refusal, refuse } from "../text/errors.ts";
import { nearest } from "../text/nearest.ts";
import { forTerminalLine } from "../text/sanitise.ts";
import {
  allowedValues,
  CONFIG_KEYS,
  type Config,
  type ConfigKeyRow,
  type ConfigLevel,
  type ConfigValue,
  LONGEST_LIST,
  LONGEST_PATH,
  LONGEST_WORD,
} from "./keys.ts";
import { type Bounds, boundBy, type Policy } from "./policy.ts";

export { allowedValues, CONFIG_KEYS, type Config, type ConfigLevel } from "./keys.ts";

export interface ConfigWarning {
  /** Empty when it is about the file as a whole. */
  readonly key: string;
  /** Safe to print: foreign text in it is one line, stripped and cut. */
  readonly message: string;
  readonly level: ConfigLevel;
}

/** Values of one level, by key, each already valid and clamped. */
export type ConfigValues = Partial<Config>;

export interface ParsedConfig {
  readonly values: ConfigValues;
  /** Bad values. */
  readonly warnings: readonly ConfigWarning[];
  /** An unreadable file, unknown keys. */
  readonly errors: readonly ConfigWarning[];
}

const LARGEST = 64 * 1024;

export function parseConfig(text: string | undefined, level: ConfigLevel): ParsedConfig {
  const warnings: ConfigWarning[] = [];
  const errors: ConfigWarning[] = [];
  const values: Record<string, ConfigValue> = {};
  const read = readObject(text);
  if (typeof read === "string") errors.push({ key: "", message: read, level });
  else
    for (const [key, raw] of Object.entries(read)) {
      if (key === "$schema") continue;
      const row = rowOf(key);
      if (row === undefined) errors.push({ key: shown(key), message: unknownKey(key), level });
      else if (level === "project" && row.project === "never")
        warnings.push({ key: row.name, message: `${row.name} can't be set by a project; ignored.`, level });
      else {
        const value = validValue(row, raw, level);
        if (value === undefined) warnings.push({ key: row.name, message: badValue(row, raw), level });
        else values[row.name] = value;
      }
    }
  return { values: values as ConfigValues, warnings, errors };
}

/** The value as the key takes it, clamped; undefined when it is none (the rule of CTX-5 for integers). */
function validValue(row: ConfigKeyRow, raw: unknown, level: ConfigLevel): ConfigValue | undefined {
  if (row.type === "boolean") return typeof raw === "boolean" ? raw : undefined;
  if (row.type === "choice") return row.choices.find((choice) => choice === raw);
  if (row.type === "path") return isPath(raw) ? raw : undefined;
  if (row.type === "word") return isWord(raw, row.pattern) ? raw : undefined;
  if (row.type === "list") return isList(raw, row.choices) ? raw : undefined;
  const number = typeof raw === "string" && /^[+-]?\d{1,300}$/.test(raw) ? Number(raw) : raw;
  if (typeof number !== "number" || !Number.isInteger(number)) return undefined;
  return Math.min(row.max, Math.max(level === "project" ? row.projectMin : row.min, number));
}

/** Words without blanks; nothing else may stand in a list. */
function isList(raw: unknown, choices: readonly string[] | undefined): raw is readonly string[] {
  if (!Array.isArray(raw) || raw.length > LONGEST_LIST) return false;
  return raw.every(
    (word) =>
      typeof word === "string" &&
      /^\S+$/.test(word) &&
      word.length <= LONGEST_WORD &&
      forTerminalLine(word) === word &&
      (choices?.includes(word) ?? true),
  );
}

function isWord(raw: unknown, pattern: string): raw is string {
  return typeof raw === "string" && new RegExp(`^(?:${pattern})?$`).test(raw);
}

/** Absolute, or empty for none; one line of ordinary characters. */
function isPath(raw: unknown): raw is string {
  if (typeof raw !== "string" || raw.length > LONGEST_PATH) return false;
  return raw === "" || (/^(?:\/|[A-Za-z]:[\\/])/.test(raw) && forTerminalLine(raw) === raw);
}

export interface EffectiveConfig {
  readonly config: Config;
  /** Errors and warnings of both levels, then what a project asked for and may not have. */
  readonly warnings: readonly ConfigWarning[];
  /** What the project changed, one sentence each. */
  readonly tightenedBy: readonly string[];
  readonly bounds: Bounds;
}

export function effectiveConfig(
  user: ParsedConfig,
  project?: ParsedConfig,
  policies: readonly Policy[] = [],
): EffectiveConfig {
  const config: Record<string, ConfigValue> = {};
  const warnings = [...user.errors, ...user.warnings, ...(project?.errors ?? []), ...(project?.warnings ?? [])];
  const tightenedBy: string[] = [];
  for (const row of CONFIG_KEYS) {
    const base = user.values[row.name] ?? row.default;
    const asked = project?.values[row.name];
    const value = asked !== undefined && tightens(row, base, asked) ? asked : base;
    config[row.name] = value;
    if (value !== base) tightenedBy.push(`This project sets ${row.name} to ${value} (yours: ${base}).`);
    else if (asked !== undefined && asked !== base && user.values[row.name] === undefined)
      warnings.push({
        key: row.name,
        message: `${row.name}: a project may only tighten it; ignored.`,
        level: "project",
      });
  }
  return { ...boundBy(config as unknown as Config, policies), warnings, tightenedBy };
}

function tightens(row: ConfigKeyRow, base: ConfigValue, asked: ConfigValue): boolean {
  if (row.project === "lower") return Number(asked) < Number(base);
  return row.project === "off" && base === true && asked === false;
}

/** The new text of a configuration file for `holdfast config set`; a value that would be clamped is refused. */
export function setConfigValue(
  text: string | undefined,
  key: string,
  value: string,
): { readonly text: string } | Refusal {
  const row = rowOf(key);
  if (row === undefined) return refuse("usage", unknownKey(key), "holdfast config list");
  const read = readObject(text);
  if (typeof read === "string") return refuse("bad-config", read, "Mend or remove the file, then try again.");
  const wanted = fromArgument(row, value);
  if (wanted === undefined) return refuse("usage", badArgument(row, value), `holdfast config explain ${row.name}`);
  return { text: `${JSON.stringify({ ...read, [row.name]: wanted }, null, 2)}\n` };
}

const SWITCH: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["on", true],
  ["false", false],
  ["off", false],
]);

function fromArgument(row: ConfigKeyRow, argument: string): ConfigValue | undefined {
  if (row.type === "boolean") return SWITCH.get(argument);
  if (row.type === "list") return validValue(row, wordsOf(argument), "user");
  const value = validValue(row, argument, "user");
  return row.type === "integer" && value !== Number(argument) ? undefined : value;
}

function wordsOf(argument: string): readonly string[] {
  const words = argument.split(",").map((word) => word.trim());
  return argument.trim() === "" || argument.trim() === "none" ? [] : words;
}

/** The object in the file, or a sentence that says why there is none. A missing or empty file is an empty object. */
function readObject(text: string | undefined): Record<string, unknown> | string {
  const source = (text ?? "").replace(/^\ufeff/, "");
  if (source.length > LARGEST) return "The configuration is larger than 64 KiB; none of it is used.";
  if (source.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(source);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
    return "The configuration is not a JSON object; none of it is used.";
  } catch (cause) {
    return `The configuration is not JSON (${shown(cause instanceof Error ? cause.message : "", 120)}); none of it is used.`;
  }
}

function rowOf(key: string): ConfigKeyRow | undefined {
  return CONFIG_KEYS.find((row) => row.name === key);
}

function unknownKey(key: string): string {
  const near = nearest(
    key.toLowerCase().replaceAll(/[_. ]/g, "-"),
    CONFIG_KEYS.map(({ name }) => name),
  );
  const rest = near === undefined ? "`holdfast config list` has the keys." : `Did you mean ${near}?`;
  return `Unknown key "${shown(key)}". ${rest}`;
}

function badValue(row: ConfigKeyRow, raw: unknown): string {
  return `${row.name} takes ${allowedValues(row)}, not ${shown(String(JSON.stringify(raw)))}; using ${row.default}.`;
}

function badArgument(row: ConfigKeyRow, value: string): string {
  return `${row.name} takes ${allowedValues(row)}, not "${shown(value)}".`;
}

function shown(foreign: string, max = 40): string {
  return forTerminalLine(foreign, { max });
}
