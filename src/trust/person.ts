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

/** The process table, faked by unit tests. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  /** Kernel name and command line, for recognising an agent's program. */
  readonly name: string;
  readonly argv: readonly string[];
}

export interface ProcessTable {
  /** Undefined when the process can't be read. */
  find(pid: number): ProcessInfo | undefined;
}
