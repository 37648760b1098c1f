// One thing that the doctor says, as a value.
export interface Finding {
  readonly name: string;
  readonly health: "ok" | "warning" | "error";
  readonly message: string;
  /** A command, or what to do. */
  readonly remedy?: string;
}

export function ok(name: string, message: string): Finding {
  return { name, health: "ok", message };
}

export function warning(name: string, message: string, remedy: string): Finding {
  return { name, health: "warning", message, remedy };
}

export function error(name: string, message: string, remedy: string): Finding {
  return { name, health: "error", message, remedy };
}
