// A remote's address, before git sees it (SYN-12): no option, no helper of its own (`ext::`), and only the protocols
// that it needs. https and ssh are always open, because a user's own configuration often turns one into the other.
import type { GitOutcome } from "./carrier.ts";
import { failed } from "./reasons.ts";
import { ok } from "./store.ts";

const MAX = 2048;
const USUAL: readonly string[] = ["https", "ssh"];

/** The protocols that a call to this address may speak. */
export function protocolsFor(url: string): GitOutcome<readonly string[]> {
  if (url === "" || url.length > MAX || /[\p{C}\s]/u.test(url)) return refused("it is empty, too long or has blanks");
  if (url.startsWith("-")) return refused("it begins like an option");
  if (/^[\w+.-]+::/.test(url)) return refused("it names a helper program");
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) return ok(isLocal(url) ? ["file"] : USUAL);
  if (USUAL.includes(scheme)) return ok(USUAL);
  if (["http", "git", "file"].includes(scheme)) return ok([scheme]);
  return refused(`it speaks ${scheme}`);
}

/** As git sees it: `host:path` is ssh, unless a slash comes before the colon. */
function isLocal(url: string): boolean {
  const colon = url.indexOf(":");
  const slash = url.indexOf("/");
  return colon < 0 || (slash >= 0 && slash < colon);
}

function refused(why: string): GitOutcome<never> {
  return failed("other", `the remote's address is refused: ${why}`);
}
