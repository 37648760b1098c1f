// Why a git failed, as far as its exit and its words in the C locale tell (SYN-10). What the other side said (`remote:`)
// is its own text and decides nothing.
import { GitFailure, type GitReason } from "../../text/errors.ts";
import { wordsIn } from "../../text/system-errors.ts";

/** In this order: an ssh that was refused also complains that the remote can't be read. */
const SIGNS: readonly (readonly [GitReason, RegExp])[] = [
  ["rejected", /^!\t.*\[rejected\].*\((?:fetch first|non-fast-forward|stale info|already exists)\)/m],
  ["rejected", /^!\t.*\[remote rejected\].*(?:cannot lock ref|failed to update ref|incorrect old value)/m],
  ["locked", /Unable to create '[^'\n]*\.lock'|Unable to write new index file|cannot lock ref|another git process/i],
  ["auth", /Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|Permission denied/i],
  ["auth", /requested URL returned error: 40[13]|Host key verification failed|Too many authentication failures/i],
  ["auth", /invalid credentials|Access denied/i],
  ["not-a-repository", /not a git repository|does not appear to be a git repository|repository '[^'\n]*' not found/i],
  ["not-a-repository", /requested URL returned error: 404|not valid: is this a git repository\?/i],
  ["network", /Could not resolve|Failed to connect|Couldn't connect|Connection (?:refused|reset|timed out|closed)/i],
  [
    "network",
    /Network is unreachable|No route to host|Operation too slow|Operation timed out|Empty reply from server/i,
  ],
  ["network", /early EOF|unexpected disconnect|hung up unexpectedly|RPC failed|transfer closed|bad pack header/i],
  ["network", /requested URL returned error: 5\d\d|unable to connect|kex_exchange_identification|SSL|TLS|proxy/i],
  ["network", /expected flush|protocol error|bad line length|unexpected end|Could not read from remote repository/i],
];

export function failureIn(said: string, exit: number | null): GitFailure {
  const ours = said
    .split("\n")
    .filter((line) => !line.startsWith("remote:"))
    .join("\n");
  // First: a lock file that can't be made on a full disk is nobody's lock.
  const reason = wordsIn(ours) === undefined ? (SIGNS.find(([, sign]) => sign.test(ours))?.[0] ?? "other") : "disk";
  const otherwise = exit === null ? "git was ended by a signal" : `git failed with exit ${exit}`;
  return failure(reason, lineOf(ours) ?? otherwise, exit ?? undefined);
}

export function failure(reason: GitReason, message: string, exit?: number): GitFailure {
  return new GitFailure(reason, withoutCredentials(message).slice(0, 300), exit);
}

/** The line that says most: git's own last word, else the first thing said. */
function lineOf(said: string): string | undefined {
  const lines = said.split("\n").map((line) => line.trim());
  const told = lines.find((line) => /^(?:!\t|fatal:|error:)/.test(line)) ?? lines.find((line) => line !== "");
  return told?.replace(/\t/g, " ");
}

function withoutCredentials(line: string): string {
  return line.replace(/\/\/[^/\s@]*@/g, "//");
}
