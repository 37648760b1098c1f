// What a person lets through once (RUL-5): one line of one rule, for one session, five minutes. It counts by its signature, so it
// is written in one way only, and what it says is all there is to it: nothing has to be kept of what was used.
import { isMemoryId, type MemoryId } from "../memory/ids.ts";
import { sha256Hex } from "../text/digest.ts";

export const LASTS_MINUTES = 5;

/** What is asked for: may this pass? */
export interface Stopped {
  readonly id: MemoryId;
  /** The line of the rule that stops it. */
  readonly line: string;
  readonly host: string;
  readonly session: string;
}

export interface Once extends Omit<Stopped, "line"> {
  /** A digest: what a rule says is a memory's text, and stays there. */
  readonly line: string;
  readonly at: string;
  readonly device: string;
}

export function onceFor({ id, line, host, session }: Stopped, device: string, now: Date): Once {
  return { id, line: digestOf(id, line), host, session, at: now.toISOString(), device };
}

/** The bytes that are signed. The word that says what it is comes first, so that no other signed text can be taken for it. */
export function onceText({ id, line, host, session, at, device }: Once): string {
  return JSON.stringify({ once: id, line, host, session, at, device });
}

/** Undefined for anything but a text that reads back as exactly the same. */
export function readOnce(text: string): Once | undefined {
  try {
    const { once: id, ...said } = JSON.parse(text) as { readonly once: unknown } & Omit<Once, "id">;
    const once = { ...said, id: String(id) as MemoryId };
    return isMemoryId(once.id) && onceText(once) === text ? once : undefined;
  } catch {
    return undefined; // no JSON, or no object: it lets nothing through
  }
}

export function letsThrough(once: Once, stopped: Stopped, now: Date): boolean {
  const { id, line, host, session } = stopped;
  const age = now.getTime() - Date.parse(once.at);
  return (
    session !== "" &&
    once.id === id &&
    once.line === digestOf(id, line) &&
    once.host === host &&
    once.session === session &&
    age >= 0 &&
    age < LASTS_MINUTES * 60_000
  );
}

function digestOf(id: MemoryId, line: string): string {
  return sha256Hex(`${id}\n${line}`);
}
