// Who may do what: verb by party, one table, read by every entrance and by the guard (TRU-20, TRU-22, AGT-21).
// Deny by default: a verb that is not in the table is a person's alone. A new command is so until somebody adds its row.
import { type Refusal, refuse } from "../text/errors.ts";
import { type Channel, type Party, partyOf } from "./channels.ts";

export const VERBS = [
  "init",
  "add",
  "edit",
  "show",
  "list",
  "search",
  "review",
  "ui",
  "confirm",
  "off",
  "on",
  "promote",
  "demote",
  "restore",
  "reaffirm",
  "retire",
  "archive",
  "forget",
  "undo",
  "recover",
  "handoff",
  "log",
  "why",
  "rules",
  "allow",
  "check",
  "audit",
  "enforce",
  "schedule",
  "stats",
  "doctor",
  "connect",
  "disconnect",
  "install",
  "uninstall",
  "import",
  "export",
  "sync",
  "join",
  "mirror",
  "trust",
  "observe",
  "ask",
  "meaning",
  "config",
  "pause",
  "hook",
  "mcp",
  "feedback",
  "conformance",
  "completion",
] as const;
export type Verb = (typeof VERBS)[number];

/**
 * `limited` per verb: `add` creates inferred at most; `show`, `list`, `search`, `why`, `check` and `doctor` leave quarantined
 * text and names out, as does `audit`, which only reports; `rules` tells of verified ones and of no other session's lines;
 * `enforce` is no command but what a failed check does (TRU-6): it lowers to quarantine and nothing else; `schedule` prints;
 * `doctor` mends nothing; `init` installs nothing; `feedback` changes no memory; `review` lists and decides nothing, `recover`
 * lists and brings nothing back; `import`
 * shows what would come in and writes nothing; `export` compares with `--check` and no more; `sync` by a file's own channel is
 * the run that nobody watches: it goes where a person's run went, and asks nothing.
 */
export type Permission = "full" | "limited" | "none";

type Row = Readonly<Record<Exclude<Party, "person">, Permission>>;

const WRITERS: Row = { agent: "limited", observer: "limited", file: "limited" };
const READERS: Row = { agent: "limited", observer: "none", file: "none" };
const FILES: Row = { agent: "none", observer: "none", file: "limited" };
const AGENTS: Row = { agent: "full", observer: "none", file: "none" };

const TABLE: Readonly<Partial<Record<Verb, Row>>> = {
  init: READERS,
  add: WRITERS,
  show: READERS,
  list: READERS,
  search: READERS,
  review: READERS,
  recover: READERS,
  why: READERS,
  rules: READERS,
  check: READERS,
  audit: READERS,
  enforce: WRITERS,
  schedule: READERS,
  doctor: READERS,
  import: READERS,
  export: READERS,
  sync: FILES,
  mirror: AGENTS,
  hook: AGENTS,
  mcp: AGENTS,
  feedback: READERS,
  conformance: AGENTS,
  completion: AGENTS,
};

export function permission(verb: string, channel: Channel): Permission {
  const party = partyOf(channel);
  if (party === "person") return "full";
  return (Object.hasOwn(TABLE, verb) ? TABLE[verb as Verb]?.[party] : undefined) ?? "none";
}

/** A refusal when the channel may not use the verb at all, else undefined. */
export function forbidden(verb: string, channel: Channel): Refusal | undefined {
  if (permission(verb, channel) !== "none") return undefined;
  return refuse("needs-person", `\`holdfast ${verb}\` is a person's act; this came through ${channel}.`);
}
