// What an agent asked a model, in one shape for every protocol, and what a script answers.
export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}

export interface ModelRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly system?: string | readonly Block[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

export interface Step {
  readonly text?: string;
  readonly tool?: string;
  /** Codex groups the tools of an MCP server under one. */
  readonly namespace?: string;
  readonly input?: unknown;
}
