// The commands that take a text out of a repository's history (FOR-1), to be read and run by a person: they rewrite
// commits, so the tool does not run them.
import type { GitHolding } from "../../core/ports/forgetting.ts";

export interface Purge {
  /** With the tool made for it. */
  readonly filterRepo: readonly string[];
  /** With what comes with git. */
  readonly plain: readonly string[];
}

export function purgeCommands({ root, commits, paths }: GitHolding): Purge {
  const git = `git -C ${quoted(root)}`;
  const clean = [`${git} reflog expire --expire=now --all`, `${git} gc --quiet --prune=now`];
  if (commits.length === 0 || paths.length === 0) return { filterRepo: clean, plain: clean };
  const settle = [`${git} add -u`, `${git} commit -q -m "Forget a memory"`];
  const remove = `git rm -r -q --cached --ignore-unmatch -- ${paths.map(quoted).join(" ")}`;
  return {
    filterRepo: [
      ...settle,
      `${git} filter-repo --force --invert-paths ${paths.map((path) => `--path ${quoted(path)}`).join(" ")}`,
      ...clean,
    ],
    plain: [
      ...settle,
      `FILTER_BRANCH_SQUELCH_WARNING=1 ${git} filter-branch --force --prune-empty --index-filter ${quoted(remove)} -- --all`,
      `${git} for-each-ref --format='delete %(refname)' refs/original | ${git} update-ref --stdin`,
      ...clean,
    ],
  };
}

/** For a shell: plain words stay, everything else goes into single quotes. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
