// What an organisation may ask of its members' machines (HUB-10): a closed list, of which each key goes in one direction. Nothing on
// it says whose word counts, and none of it gives an agent or a model more than the person gave: what is asked for and what the
// person set come to the stricter of the two. A key that is not on the list asks for nothing, and is told.
import { KINDS } from "../memory/kinds.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { forTerminalLine } from "../text/sanitise.ts";
import { CONFIG_KEYS, type Config, type ConfigKey, type ConfigKeyRow, type ConfigValue, LONGEST_LIST } from "./keys.ts";

export type PolicyValue = boolean | number | readonly string[];
export type PolicySettings = Readonly<Record<string, PolicyValue>>;

/** Signed, and in force on this machine. */
export interface Policy {
  readonly organisation: string;
  /** The device that signed it. */
  readonly by: string;
  readonly date: string;
  /** Each has a higher one than that which it replaces. */
  readonly number: number;
  readonly settings: PolicySettings;
}

/** `only`: nothing else than these. `all`: these at least. */
type Row = { readonly name: string; readonly summary: string } & (
  | { readonly order: "off" | "on" }
  | { readonly order: "most"; readonly min: number; readonly max: number }
  | { readonly order: "only" | "all"; readonly words: readonly string[] | RegExp }
);

export const SIGNERS = "policy-signers";
const AGENTS = "agents";
const KINDS_KEY = "kinds";
const KEEP_RULES = "keep-rules";
const PROVIDER = "observer-provider";

export const POLICY_KEYS: readonly Row[] = [
  ofConfig("observer", "off"),
  ofConfig(PROVIDER, "only"),
  ...(
    [
      "observer-call-tokens",
      "observer-session-tokens",
      "observer-day-tokens",
      "observer-month-tokens",
      "observer-day-cents",
      "observer-month-cents",
    ] as const
  ).map((name) => ofConfig(name, "most")),
  ofConfig("private-data", "all"),
  ofConfig("serve-project-memories", "off"),
  ofConfig("sync-at-start", "on"),
  ofConfig("commit-changes", "on"),
  {
    name: AGENTS,
    order: "only",
    words: /^[a-z][a-z0-9-]{0,30}$/,
    summary: "Agents that may be connected and given memories. The guard and the rules hold for the others too.",
  },
  { name: KINDS_KEY, order: "only", words: KINDS, summary: "Kinds of memory that may be written." },
  {
    name: KEEP_RULES,
    order: "on",
    summary:
      "What a rule of the organisation stops is let through by nobody alone: no `allow once`, no exception or memory of one's own, no pause.",
  },
  {
    name: SIGNERS,
    order: "only",
    words: /^[0-9a-f]{16,64}$/,
    summary: "Devices that may sign the policy, beside the keys that the organisation began with.",
  },
];

function ofConfig(name: ConfigKey, order: Row["order"]): Row {
  const row = CONFIG_KEYS.find((each) => each.name === name) as ConfigKeyRow;
  const { summary } = row;
  if (order === "most" && row.type === "integer") return { name, order, min: row.min, max: row.max, summary };
  if (order === "off" || order === "on") return { name, order, summary };
  const words = row.type === "choice" || row.type === "list" ? (row.choices ?? []) : [];
  return { name, order: order === "all" ? "all" : "only", words, summary };
}

/** The value as the key takes it; undefined when it is none. */
function validValue(row: Row, raw: unknown): PolicyValue | undefined {
  if (row.order === "off") return raw === false ? false : undefined;
  if (row.order === "on") return raw === true ? true : undefined;
  if (row.order === "most")
    return typeof raw === "number" && Number.isSafeInteger(raw) && raw >= row.min && raw <= row.max ? raw : undefined;
  if (!("words" in row) || !Array.isArray(raw) || raw.length > LONGEST_LIST) return undefined;
  const { words } = row;
  const fits = (word: unknown): word is string =>
    typeof word === "string" && (words instanceof RegExp ? words.test(word) : words.includes(word));
  return raw.every(fits) ? raw : undefined;
}

/** What can be used of it, and which keys ask for nothing here. */
export function readPolicySettings(raw: Readonly<Record<string, unknown>>): {
  readonly settings: PolicySettings;
  readonly unknown: readonly string[];
} {
  const settings: Record<string, PolicyValue> = {};
  const unknown: string[] = [];
  for (const [key, each] of Object.entries(raw)) {
    const row = POLICY_KEYS.find(({ name }) => name === key);
    const value = row && validValue(row, each);
    if (value === undefined) unknown.push(forTerminalLine(key, { max: 40 }));
    else settings[key] = value;
  }
  return { settings, unknown };
}

/** Takes a key out: everybody decides for themselves again. */
export const ANY = "any";

/** The settings of the next policy, or why the argument is none; signing refuses what reading would pass over. */
export function setPolicyValue(
  before: PolicySettings,
  key: string,
  argument: string,
): { readonly settings: PolicySettings } | Refusal {
  const row = POLICY_KEYS.find(({ name }) => name === key);
  if (row === undefined) {
    const message = `A policy says nothing of "${forTerminalLine(key, { max: 40 })}".`;
    return refuse("usage", message, "holdfast config --in org list", [
      `It may say: ${POLICY_KEYS.map(({ name }) => name).join(", ")}.`,
    ]);
  }
  const { [key]: _, ...others } = before;
  if (argument === ANY) return { settings: others };
  const value = validValue(row, fromArgument(row, argument));
  if (value !== undefined) return { settings: { ...others, [key]: value } };
  const message = `A policy's ${key} takes ${takenBy(row)} or ${ANY}, not "${forTerminalLine(argument, { max: 40 })}".`;
  return refuse("usage", message, `holdfast config explain ${key}`);
}

const SWITCH: ReadonlyMap<string, boolean> = new Map([
  ["off", false],
  ["on", true],
]);

function fromArgument({ order }: Row, argument: string): unknown {
  if (order === "off" || order === "on") return SWITCH.get(argument);
  if (order === "most") return /^\d{1,12}$/.test(argument) ? Number(argument) : undefined;
  return argument === "none" ? [] : argument.split(",").map((word) => word.trim());
}

export function takenBy(row: Row): string {
  if (row.order === "most") return `a whole number from ${row.min} to ${row.max}`;
  if (!("words" in row)) return row.order;
  return row.words instanceof RegExp ? "words separated by commas, none" : `some of ${row.words.join(", ")}, none`;
}

/** As `config` shows it and takes it. */
export function policyWord(value: PolicyValue | undefined): string {
  if (value === undefined) return ANY;
  if (typeof value === "object") return value.length === 0 ? "none" : value.join(",");
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value);
}

export function settingsWords(settings: PolicySettings): string {
  const words = Object.keys(settings).map((key) => `${key} ${policyWord(settings[key])}`);
  return words.length === 0 ? "asks for nothing" : words.join(", ");
}

/** What holds beside the settings. */
export interface Bounds {
  /** Undefined: any. */
  readonly agents: readonly string[] | undefined;
  readonly kinds: readonly string[] | undefined;
  readonly keepsRules: boolean;
}

/** The stricter of each: total over the closed list, whatever the order of the policies. */
export function boundBy(
  config: Config,
  policies: readonly Policy[],
): { readonly config: Config; readonly bounds: Bounds } {
  const all: Record<string, ConfigValue> = { ...config };
  for (const row of POLICY_KEYS) {
    const base = all[row.name];
    if (base === undefined || row.name === PROVIDER) continue;
    for (const asked of askedFor(policies, row.name)) all[row.name] = stricter(row, all[row.name] ?? base, asked);
  }
  // Nobody's sessions go to another model than the person chose: where that one is not allowed, none is asked.
  const providers = onlyOf(policies, PROVIDER);
  if (providers?.includes(config[PROVIDER]) === false) all["observer"] = false;
  const bounds: Bounds = {
    agents: onlyOf(policies, AGENTS),
    kinds: onlyOf(policies, KINDS_KEY),
    keepsRules: askedFor(policies, KEEP_RULES).includes(true),
  };
  return { config: all as unknown as Config, bounds };
}

function stricter(row: Row, base: ConfigValue, asked: PolicyValue): ConfigValue {
  if (row.order === "most") return Math.min(Number(base), Number(asked));
  if (row.order !== "all") return asked;
  const [mine, theirs] = [base as readonly string[], asked as readonly string[]];
  return [...mine, ...theirs.filter((word) => !mine.includes(word))];
}

/** What all of them leave; undefined where none says anything. */
function onlyOf(policies: readonly Policy[], key: string): readonly string[] | undefined {
  const [first, ...others] = askedFor(policies, key) as readonly (readonly string[])[];
  return first?.filter((word) => others.every((each) => each.includes(word)));
}

function askedFor(policies: readonly Policy[], key: string): readonly PolicyValue[] {
  return policies.map(({ settings }) => settings[key]).filter((value) => value !== undefined);
}

/** Those that say something of the key; of the observer also who does not allow the model that the person chose. */
export function sayersOf(policies: readonly Policy[], key: string, config: Config): readonly Policy[] {
  return policies.filter(({ settings }) => {
    const providers = settings[PROVIDER];
    const isOut = key === "observer" && typeof providers === "object" && !providers.includes(config[PROVIDER]);
    return settings[key] !== undefined || isOut;
  });
}

/** By whom, for people. */
export function signedWords({ organisation, by, date }: Policy): string {
  return `organisation ${organisation}, signed by ${by} on ${date}`;
}
