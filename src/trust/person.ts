// Which channel is this process? Answered once per run by person/, from the terminal, the environment and
// the process's ancestors. There is no way to state the answer (TRU-22a).

export interface PersonSeen {
  readonly kind: "person";
}

export interface AgentSeen {
  readonly kind: "agent";
  /** What decided, for the refusal: "CLAUDECODE is set in this shell". */
  readonly because: string;
  /** What to do: "open a new terminal". */
  readonly remedy: string;
}

export type Seen = PersonSeen | AgentSeen;

/** By what an agent is recognised (TRU-22). Whoever asks hands in those of every agent we connect: hosts/ has them. */
export interface AgentSigns {
  readonly title: string;
  /** The file name of its program, exactly. */
  readonly program: string;
  /** Package folders of its program, for a script whose name says nothing (`cli.js`, `index.js`). */
  readonly packages: readonly string[];
  /**
   * The exact variables that it sets for the children of its shell tool, read from the environment of a command that it
   * ran. Never a pattern: people export CODEX_HOME, GEMINI_API_KEY or ANTHROPIC_BASE_URL themselves.
   */
  readonly variables: readonly string[];
}

/** The process table, faked by unit tests. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  /** Kernel name and command line, for recognising an agent's program. */
  readonly name: string;
  readonly argv: readonly string[];
  /** After the first, they are split at every space, whether or not an argument ended there: one may be in pieces. */
  readonly isJoined?: boolean;
}

export interface ProcessTable {
  /** Undefined when the process can't be read. */
  find(pid: number): ProcessInfo | undefined;
}
