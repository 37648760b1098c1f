// The way a request came in. It alone decides how far a request may go (TRU-20); what the request says
// about itself never does. Only an entrance builds a channel; nothing here lets a caller choose one.

export const CHANNELS = [
  "terminal",
  "editor",
  "web",
  "cli",
  "mcp",
  "hook",
  "library",
  "observer",
  "import",
  "sync",
] as const;
export type Channel = (typeof CHANNELS)[number];

export const PARTIES = ["person", "agent", "observer", "file"] as const;
/** Who stands behind a channel. `file` is a text somebody else wrote: an import, a sync, a cloned store. */
export type Party = (typeof PARTIES)[number];

/** The value of the `source` key: the channel family that wrote a memory. */
export type Source = "user" | "agent" | "observer" | "import" | "sync";

interface ChannelRow {
  readonly party: Party;
  readonly source: Source;
}

const ROWS: Readonly<Record<Channel, ChannelRow>> = {
  terminal: { party: "person", source: "user" },
  editor: { party: "person", source: "user" },
  web: { party: "person", source: "user" },
  cli: { party: "agent", source: "agent" },
  mcp: { party: "agent", source: "agent" },
  hook: { party: "agent", source: "agent" },
  library: { party: "agent", source: "agent" },
  observer: { party: "observer", source: "observer" },
  import: { party: "file", source: "import" },
  sync: { party: "file", source: "sync" },
};

export function partyOf(channel: Channel): Party {
  return ROWS[channel].party;
}

export function sourceOf(channel: Channel): Source {
  return ROWS[channel].source;
}
