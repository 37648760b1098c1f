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
  readonly "commit-changes": boolean;
  readonly lock: "auto" | "shared";
  readonly "hook-program": "node" | "bun";
  readonly signing: "device" | "ssh";
  readonly "signing-key": string;
  readonly presence: "optional" | "required";
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
      readonly project: "lower";
    })
  | (RowBase & { readonly type: "boolean"; readonly default: boolean; readonly project: "off" })
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
  integer(
    "session-start-tokens",
    2500,
    { min: 0, max: 4000, projectMin: 500 },
    "Tokens that memories may take at session start; 0 shows none.",
  ),
  integer("prompt-tokens", 600, { min: 0, max: 2000, projectMin: 200 }, "Tokens that memories may take with a prompt."),
  integer(
    "tool-tokens",
    300,
    { min: 0, max: 1000, projectMin: 100 },
    "Tokens that memories may take just before a tool acts; 0 shows none.",
  ),
  integer(
    "max-inject",
    5,
    { min: 0, max: 20, projectMin: 1 },
    "How many memories a prompt or a tool call may bring with it; 0 gives agents none at all, not at session start either. Notices to you stay.",
  ),
  choice(
    "match-strategy",
    "fts5-bm25",
    ["fts5-bm25", "title-tags"],
    "Which words of a memory are matched: all of them (fts5-bm25), or those of its name and tags alone (title-tags). Index, bars, budgets and caps are the same.",
  ),
  onOff(
    "review-prompt",
    true,
    "Say once per session how many verified memories are stale and how many inferred ones await review.",
  ),
  onOff(
    "serve-project-memories",
    true,
    "Show agents the memories of a project's shared store; the user's own are not affected.",
  ),
  onOff("sync-at-start", true, "Sync in the background when a session starts, where you have synced by hand before."),
  onOff(
    "commit-changes",
    true,
    "Commit each change that you make to your own store at once, with a sentence; without it a sync does, all in one.",
  ),
  choice(
    "lock",
    "auto",
    ["auto", "shared"],
    "How a write locks the store: shared takes a lock directory as well, for a network file system.",
  ),
  choice(
    "hook-program",
    "node",
    ["node", "bun"],
    "What agents start the hook with; Bun of your own starts in half the time. Run `holdfast connect` after a change.",
  ),
  choice(
    "signing",
    "device",
    ["device", "ssh"],
    "Which key signs what you confirm: this device's own, or your SSH key (a hardware key asks for a touch). Setting it to ssh pins the key.",
  ),
  {
    name: "signing-key",
    type: "path",
    default: "",
    project: "never",
    summary:
      "The SSH key file to pin with signing = ssh, ed25519 or a security key's (ed25519-sk, ecdsa-sk); its .pub file stands beside it.",
  },
  choice(
    "presence",
    "optional",
    ["optional", "required"],
    "Whether what you confirm needs your passkey beside this device's key; required switches on where `holdfast review --web --passkey` registered one.",
  ),
  {
    name: "owners",
    type: "list",
    default: [],
    project: "never",
    summary:
      "Your own e-mail addresses and user names, which may stand in memories. While it is empty, the email and home-directory rules are off.",
  },
  {
    name: "private-data",
    type: "list",
    default: ["email", "private-ipv4", "home-directory", "key-fingerprint"],
    choices: PERSONAL_DATA,
    project: "never",
    summary: "Which personal data is looked for: it blocks a write to a shared store and is pointed out elsewhere.",
  },
  onOff(
    "observer",
    false,
    "Let a model read finished sessions and propose memories; `holdfast observe on` shows what that costs.",
  ),
  choice(
    "observer-provider",
    "claude",
    ["claude", "anthropic", "openai"],
    "Which model is asked: your own claude program, the Anthropic API, or an endpoint that speaks OpenAI's.",
  ),
  {
    name: "observer-program",
    type: "path",
    default: "",
    project: "never",
    summary: "Your claude program, for observer-provider = claude; `holdfast observe on` fills it in.",
  },
  word(
    "observer-model",
    "[A-Za-z0-9][\\w.:/@-]{0,99}",
    "the name of a model, or nothing for the provider's small one",
    "The model that the observer asks.",
  ),
  word(
    "observer-url",
    "https://[^\\s@]{1,500}|http://(?:127\\.0\\.0\\.1|\\[::1\\]|localhost)(?::\\d{1,5})?(?:/[^\\s@]{0,500})?",
    "an https address, an http address on this machine, or nothing for the provider's own",
    "Where the observer's model is; the only address that it is sent to.",
  ),
  word(
    "observer-key-variable",
    "(?!NODE_|LD_|DYLD_)[A-Za-z_][A-Za-z0-9_]{0,63}",
    "the name of an environment variable, or nothing for the provider's usual one",
    "The environment variable that holds the model's key; the key itself is kept nowhere.",
  ),
  word(
    "observer-price",
    "\\d{1,4}(?:\\.\\d{1,4})?/\\d{1,4}(?:\\.\\d{1,4})?",
    "two prices such as 0.25/2, 0/0 for a model that costs nothing, or nothing for the built-in table",
    "US dollars for a million tokens in and a million out, for a model that the table does not have.",
  ),
  integer(
    "observer-call-tokens",
    50_000,
    { min: 1, max: 1_000_000, projectMin: 1 },
    "Tokens that one call of the observer may come to, counted at its upper bound before it is made.",
  ),
  integer(
    "observer-session-tokens",
    500_000,
    { min: 1, max: 10_000_000, projectMin: 1 },
    "Tokens that the observer may spend on one session.",
  ),
  integer(
    "observer-day-tokens",
    500_000,
    { min: 1, max: 100_000_000, projectMin: 1 },
    "Tokens that the observer may spend on one day (UTC).",
  ),
  integer(
    "observer-month-tokens",
    5_000_000,
    { min: 1, max: 1_000_000_000, projectMin: 1 },
    "Tokens that the observer may spend in one month (UTC).",
  ),
  integer(
    "observer-day-cents",
    50,
    { min: 1, max: 1_000_000, projectMin: 1 },
    "US cents that the observer may spend on one day (UTC).",
  ),
  integer(
    "observer-month-cents",
    500,
    { min: 1, max: 10_000_000, projectMin: 1 },
    "US cents that the observer may spend in one month (UTC).",
  ),
];

type IntegerRow = Extract<ConfigKeyRow, { readonly type: "integer" }>;

function integer(
  name: ConfigKey,
  value: number,
  range: Pick<IntegerRow, "min" | "max" | "projectMin">,
  summary: string,
): IntegerRow {
  return { name, type: "integer", default: value, ...range, project: "lower", summary };
}

function onOff(name: ConfigKey, value: boolean, summary: string): ConfigKeyRow {
  return { name, type: "boolean", default: value, project: "off", summary };
}

function choice(name: ConfigKey, value: string, choices: readonly string[], summary: string): ConfigKeyRow {
  return { name, type: "choice", default: value, choices, project: "never", summary };
}

function word(name: ConfigKey, pattern: string, takes: string, summary: string): ConfigKeyRow {
  return { name, type: "word", default: "", pattern, takes, project: "never", summary };
}

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
