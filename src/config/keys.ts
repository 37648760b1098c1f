// The configuration keys, one row each: type, default, clamp, effect, and how a project may tighten it (CFG-2).
// Reading, merging, `config explain` and the published schema all come from these rows.

export interface Config {
  readonly "session-start-tokens": number;
  readonly "prompt-tokens": number;
  readonly "tool-tokens": number;
  readonly "max-inject": number;
  readonly "match-strategy": "fts5-bm25" | "title-tags";
  readonly "review-prompt": boolean;
  readonly "serve-project-memories": boolean;
  readonly "sync-at-start": boolean;
  readonly lock: "auto" | "shared";
  readonly signing: "device" | "ssh";
  readonly "signing-key": string;
  readonly owners: readonly string[];
  readonly "private-data": readonly string[];
  readonly observer: boolean;
  readonly "observer-provider": "claude" | "anthropic" | "openai";
  readonly "observer-program": string;
  readonly "observer-model": string;
  readonly "observer-url": string;
  readonly "observer-key-variable": string;
  readonly "observer-price": string;
  readonly "observer-call-tokens": number;
  readonly "observer-session-tokens": number;
  readonly "observer-day-tokens": number;
  readonly "observer-month-tokens": number;
  readonly "observer-day-cents": number;
  readonly "observer-month-cents": number;
}

export type ConfigKey = keyof Config;
export type ConfigLevel = "user" | "project";

interface RowBase {
  readonly name: ConfigKey;
  readonly summary: string;
}

/** `project` is how a project may tighten the key: lower it, switch it off, or not touch it at all. */
export type ConfigKeyRow =
  | (RowBase & {
      readonly type: "integer";
      readonly default: number;
      readonly min: number;
      readonly max: number;
      /** A project goes no lower: a budget of nothing would silence the user's own memories. */
      readonly projectMin: number;
      readonly project: "lower" | "never";
    })
  | (RowBase & { readonly type: "boolean"; readonly default: boolean; readonly project: "off" | "never" })
  | (RowBase & {
      readonly type: "choice";
      readonly default: string;
      readonly choices: readonly string[];
      readonly project: "never";
    })
  | (RowBase & { readonly type: "path"; readonly default: string; readonly project: "never" })
  | (RowBase & {
      readonly type: "word";
      readonly default: string;
      /** The whole word, as a regular expression; the empty word is always one. */
      readonly pattern: string;
      /** What fits the pattern, for people. */
      readonly takes: string;
      readonly project: "never";
    })
  | (RowBase & {
      readonly type: "list";
      readonly default: readonly string[];
      /** Absent: any word. */
      readonly choices?: readonly string[];
      readonly project: "never";
    });

export const LONGEST_PATH = 1024;
export const LONGEST_LIST = 100;
export const LONGEST_WORD = 254;

const PERSONAL_DATA = ["email", "private-ipv4", "home-directory", "key-fingerprint"];

export const CONFIG_KEYS: readonly ConfigKeyRow[] = [
  {
    name: "session-start-tokens",
    type: "integer",
    default: 1500,
    min: 0,
    max: 4000,
    projectMin: 500,
    project: "lower",
    summary: "Tokens that memories may take at session start; 0 shows none.",
  },
  {
    name: "prompt-tokens",
    type: "integer",
    default: 600,
    min: 0,
    max: 2000,
    projectMin: 200,
    project: "lower",
    summary: "Tokens that memories may take with a prompt.",
  },
  {
    name: "tool-tokens",
    type: "integer",
    default: 300,
    min: 0,
    max: 1000,
    projectMin: 100,
    project: "lower",
    summary: "Tokens that memories may take just before a tool acts; 0 shows none.",
  },
  {
    name: "max-inject",
    type: "integer",
    default: 5,
    min: 0,
    max: 20,
    projectMin: 1,
    project: "lower",
    summary: "How many memories a prompt may bring with it; 0 brings none.",
  },
  {
    name: "match-strategy",
    type: "choice",
    default: "fts5-bm25",
    choices: ["fts5-bm25", "title-tags"],
    project: "never",
    summary: "How memories are found: by the full-text index, or by names, tags and descriptions alone.",
  },
  {
    name: "review-prompt",
    type: "boolean",
    default: true,
    project: "off",
    summary: "Say once per session that inferred memories await review.",
  },
  {
    name: "serve-project-memories",
    type: "boolean",
    default: true,
    project: "off",
    summary: "Show agents the memories of a project's shared store; the user's own are not affected.",
  },
  {
    name: "sync-at-start",
    type: "boolean",
    default: true,
    project: "off",
    summary: "Sync in the background when a session starts, where you have synced by hand before.",
  },
  {
    name: "lock",
    type: "choice",
    default: "auto",
    choices: ["auto", "shared"],
    project: "never",
    summary: "How a write locks the store: shared takes a lock directory as well, for a network file system.",
  },
  {
    name: "signing",
    type: "choice",
    default: "device",
    choices: ["device", "ssh"],
    project: "never",
    summary: "Which key signs what you confirm: this device's own, or your SSH key (a hardware key asks for a touch).",
  },
  {
    name: "signing-key",
    type: "path",
    default: "",
    project: "never",
    summary: "The SSH key file for signing = ssh, an ed25519 key whose .pub file stands beside it.",
  },
  {
    name: "owners",
    type: "list",
    default: [],
    project: "never",
    summary:
      "Your own e-mail addresses and user names, which may stand in memories. While it is empty, the email and " +
      "home-directory rules are off.",
  },
  {
    name: "private-data",
    type: "list",
    default: PERSONAL_DATA,
    choices: PERSONAL_DATA,
    project: "never",
    summary: "Which personal data is looked for: it blocks a write to a shared store and is pointed out elsewhere.",
  },
  {
    name: "observer",
    type: "boolean",
    default: false,
    project: "off",
    summary: "Let a model read finished sessions and propose memories; `holdfast observe on` shows what that costs.",
  },
  {
    name: "observer-provider",
    type: "choice",
    default: "claude",
    choices: ["claude", "anthropic", "openai"],
    project: "never",
    summary: "Which model is asked: your own claude program, the Anthropic API, or an endpoint that speaks OpenAI's.",
  },
  {
    name: "observer-program",
    type: "path",
    default: "",
    project: "never",
    summary: "Your claude program, for observer-provider = claude; `holdfast observe on` fills it in.",
  },
  {
    name: "observer-model",
    type: "word",
    default: "",
    pattern: "[A-Za-z0-9][\\w.:/@-]{0,99}",
    takes: "the name of a model, or nothing for the provider's small one",
    project: "never",
    summary: "The model that the observer asks.",
  },
  {
    name: "observer-url",
    type: "word",
    default: "",
    pattern: "https://[^\\s@]{1,500}|http://(?:127\\.0\\.0\\.1|\\[::1\\]|localhost)(?::\\d{1,5})?(?:/[^\\s@]{0,500})?",
    takes: "an https address, an http address on this machine, or nothing for the provider's own",
    project: "never",
    summary: "Where the observer's model is; the only address that it is sent to.",
  },
  {
    name: "observer-key-variable",
    type: "word",
    default: "",
    pattern: "(?!NODE_|LD_|DYLD_)[A-Za-z_][A-Za-z0-9_]{0,63}",
    takes: "the name of an environment variable, or nothing for the provider's usual one",
    project: "never",
    summary: "The environment variable that holds the model's key; the key itself is kept nowhere.",
  },
  {
    name: "observer-price",
    type: "word",
    default: "",
    pattern: "\\d{1,4}(?:\\.\\d{1,4})?/\\d{1,4}(?:\\.\\d{1,4})?",
    takes: "two prices such as 0.25/2, 0/0 for a model that costs nothing, or nothing for the built-in table",
    project: "never",
    summary: "US dollars for a million tokens in and a million out, for a model that the table does not have.",
  },
  {
    name: "observer-call-tokens",
    type: "integer",
    default: 50_000,
    min: 1,
    max: 1_000_000,
    projectMin: 1,
    project: "lower",
    summary: "Tokens that one call of the observer may come to, counted at its upper bound before it is made.",
  },
  {
    name: "observer-session-tokens",
    type: "integer",
    default: 500_000,
    min: 1,
    max: 10_000_000,
    projectMin: 1,
    project: "lower",
    summary: "Tokens that the observer may spend on one session.",
  },
  {
    name: "observer-day-tokens",
    type: "integer",
    default: 500_000,
    min: 1,
    max: 100_000_000,
    projectMin: 1,
    project: "lower",
    summary: "Tokens that the observer may spend on one day (UTC).",
  },
  {
    name: "observer-month-tokens",
    type: "integer",
    default: 5_000_000,
    min: 1,
    max: 1_000_000_000,
    projectMin: 1,
    project: "lower",
    summary: "Tokens that the observer may spend in one month (UTC).",
  },
  {
    name: "observer-day-cents",
    type: "integer",
    default: 50,
    min: 1,
    max: 1_000_000,
    projectMin: 1,
    project: "lower",
    summary: "US cents that the observer may spend on one day (UTC).",
  },
  {
    name: "observer-month-cents",
    type: "integer",
    default: 500,
    min: 1,
    max: 10_000_000,
    projectMin: 1,
    project: "lower",
    summary: "US cents that the observer may spend in one month (UTC).",
  },
];

export type ConfigValue = number | boolean | string | readonly string[];

/** What a key takes, in words. */
export function allowedValues(row: ConfigKeyRow): string {
  if (row.type === "integer") return `a whole number from ${row.min} to ${row.max}`;
  if (row.type === "path") return "an absolute path";
  if (row.type === "word") return row.takes;
  if (row.type === "list") {
    return row.choices === undefined ? "words separated by commas" : `any of ${row.choices.join(", ")}, or none`;
  }
  return row.type === "boolean" ? "true or false" : row.choices.join(" or ");
}
