// The part of opencode's plugin interface that we use, in its own names. Written down here, so that the plugin needs no
// package: opencode 1.18.

export interface Input {
  readonly directory: string;
  readonly client: {
    readonly app: { log(call: { readonly body: object }): unknown };
    readonly tui: { showToast(call: { readonly body: object }): unknown };
  };
}

export interface Part {
  readonly id?: string;
  readonly sessionID?: string;
  readonly messageID?: string;
  readonly type: string;
  readonly text?: string;
  readonly synthetic?: boolean;
}

export interface OpencodeConfig {
  mcp?: Record<string, unknown>;
  permission?: unknown;
}

interface BusEvent {
  readonly type: string;
  readonly properties?: { readonly sessionID?: string; readonly info?: { readonly id?: string } };
}

export interface Hooks {
  config(config: OpencodeConfig): Promise<void>;
  event(input: { readonly event: BusEvent }): Promise<void>;
  "experimental.chat.system.transform"(
    input: { readonly sessionID?: string },
    output: { readonly system: string[] },
  ): Promise<void>;
  "chat.message"(
    input: { readonly sessionID: string },
    output: { readonly message: { readonly id: string }; readonly parts: Part[] },
  ): Promise<void>;
  "tool.execute.before"(
    input: { readonly tool: string; readonly sessionID: string; readonly callID?: string },
    output: { readonly args: unknown },
  ): Promise<void>;
  /** The result of a server's tool is what the server said. */
  "tool.execute.after"(
    input: { readonly callID?: string },
    result: { output?: string; readonly content?: { readonly type: string; readonly text: string }[] },
  ): Promise<void>;
}
