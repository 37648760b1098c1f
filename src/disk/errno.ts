// System errors: their names, and their way into a Fault with a sentence around it (SUR-4).
import { Fault } from "../core/errors.ts";

export function errnoOf(error: unknown): string {
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "";
}

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: "Free some space, then try again.",
  EDQUOT: "Your disk quota is used up: free some space, then try again.",
  EROFS: "The file system is mounted read-only.",
  EACCES: "Look at the owner and mode of the directory.",
  EPERM: "Look at the owner and mode of the directory.",
};

/** A Fault stays what it is; a system error becomes one, with the original as its cause. */
export function asFault(error: unknown, doing: string): Fault {
  if (error instanceof Fault) return error;
  const code = errnoOf(error);
  const found = code === "" ? String(error) : code;
  return new Fault("io", `${doing} failed: ${found}.`, HINTS[code], { cause: error });
}
