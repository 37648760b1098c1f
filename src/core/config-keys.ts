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
  readonly lock: "auto" | "shared";
  readonly signing: "device" | "ssh";
  readonly "signing-key": string;
  readonly owners: readonly string[];
  readonly "private-data": readonly string[];
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
    summary: "Show the memories of a project's shared store; the user's own are not affected.",
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
];

export type ConfigValue = number | boolean | string | readonly string[];

/** What a key takes, in words. */
export function allowedValues(row: ConfigKeyRow): string {
  if (row.type === "integer") return `a whole number from ${row.min} to ${row.max}`;
  if (row.type === "path") return "an absolute path";
  if (row.type === "list") {
    return row.choices === undefined ? "words separated by commas" : `any of ${row.choices.join(", ")}, or none`;
  }
  return row.type === "boolean" ? "true or false" : row.choices.join(" or ");
}
