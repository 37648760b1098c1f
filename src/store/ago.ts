// How long ago something was, as people read it, at the terminal and in the browser alike.
import { daysSince } from "../trust/lifecycle.ts";

/** Behind a comma; nothing where the date is not known. */
export function ago(date: string | undefined, now: Date): string {
  const days = daysSince(date?.replace(/\.\d+Z$/, "Z"), now);
  if (days === undefined) return "";
  return days < 1 ? ", today" : days === 1 ? ", yesterday" : `, ${days} days ago`;
}
