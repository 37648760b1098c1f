// Which package the copies that agents run came from, as noted beside them (AGT-1b). A hook reads it at every event, so
// this loads nothing.
import { existsSync, readFileSync } from "node:fs";
import { child, nameOf, parentOf } from "../../disk/paths.ts";

/** Beside the built files: their names, in the order they are copied. In our folder: what we copied, and the set before. */
export const AGENT_FILES = "agent-files.json";

/** One set of these files. */
export interface Origin {
  /** Empty for sets of a version that did not note it. */
  readonly version: string;
  /** Of all their bytes. */
  readonly digest: string;
  /** The folder of the built files; absent in that folder itself. */
  readonly from?: string;
}

/** Undefined where there is no list, or it can't be read. */
export function originIn(folder: string): Origin | undefined {
  try {
    const { version, digest, from } = JSON.parse(readFileSync(child(folder, AGENT_FILES), "utf8")) ?? {};
    const text = (value: unknown): string => (typeof value === "string" ? value : "");
    return { version: text(version), digest: text(digest), ...(typeof from === "string" && { from }) };
  } catch {
    return undefined;
  }
}

/**
 * The package was taken away and what held it was not, as `npm uninstall` leaves it. A cache that was emptied or a Node that was
 * removed takes the folder above with it: these sessions go on (AGT-1).
 */
export function isUninstalled({ from }: Origin): boolean {
  if (from === undefined || existsSync(from)) return false;
  const [own, above] = [parentOf(from), parentOf(parentOf(from))];
  return nameOf(above) === "node_modules" && existsSync(above) && !existsSync(own);
}

/**
 * The version of the copies, where the package has another set now; "" is one that did not note it. From newer copies nobody goes
 * back to the set of an older program.
 */
export function outdatedCopy(copies: string, bundles: string): string | undefined {
  const [copy, built] = [originIn(copies), originIn(bundles)];
  if (copy === undefined || built === undefined || copy.digest === built.digest) return undefined;
  return isAtLeast(built.version, copy.version) ? copy.version : undefined;
}

function isAtLeast(version: string, other: string): boolean {
  const [ours, theirs] = [version, other].map((each) => each.split(/\D+/).map(Number));
  for (const [at, number] of (theirs ?? []).entries()) {
    const own = ours?.[at] ?? 0;
    if (own !== number) return own > number;
  }
  return true;
}
