// The commands that take a text out of a repository's history (FOR-1), to be read and run by a person: they rewrite
// commits, so the tool does not run them. In the store's own repository they need no identity and commit no text, because
// that waits for the checks of a sync. They reach the remote, or the next sync would bring it all back; and the record of
// what was forgotten goes with them, or another machine would.
import type { GitHolding } from "./ports.ts";

export interface Purge {
  /** With the tool made for it; for a store's own repository the same as with git alone. */
  readonly filterRepo: readonly string[];
  /** With what comes with git. */
  readonly plain: readonly string[];
}

export function purgeCommands(holding: GitHolding): Purge {
  const { root, commits, paths } = holding;
  const git = `git -C ${quoted(root)}`;
  const clean = [`${git} reflog expire --expire=now --all`, `${git} gc --quiet --prune=now`];
  if (commits.length === 0 || paths.length === 0) return { filterRepo: clean, plain: clean };
  if (holding.own) {
    const plain = [...ownCommands(holding, git), ...clean];
    return { filterRepo: plain, plain };
  }
  const settle = [`${git} add -u`, `${git} commit -q -m "Forget a memory"`];
  const filter = filterBranch(git, paths);
  return {
    filterRepo: [
      ...settle,
      `${git} filter-repo --force --invert-paths ${paths.map((path) => `--path ${quoted(path)}`).join(" ")}`,
      ...clean,
    ],
    plain: [...settle, filter, dropRefs(git, "refs/original"), ...clean],
  };
}

function ownCommands({ root, paths, sent }: GitHolding, git: string): readonly string[] {
  // Told that there is no working tree, git wants no clean one and touches no file.
  const bare = `git -C ${quoted(`${root}/.git`)} -c core.bare=true`;
  return [
    `${git} ${remove(paths)}`,
    `${git} add tombstones attest ledger`,
    `${git} -c user.name=holdfast -c user.email=forget@holdfast.invalid commit -q --allow-empty -m "Forget a memory"`,
    filterBranch(bare, paths),
    // At once: a sync in between would join the remote's history to the new one.
    ...(sent === undefined ? [] : [`${git} push --quiet --force origin ${quoted(sent)}`]),
    dropRefs(git, "refs/original refs/remotes refs/holdfast/remote refs/holdfast/hub refs/holdfast/backup"),
  ];
}

function filterBranch(git: string, paths: readonly string[]): string {
  const filter = quoted(`git ${remove(paths)}`);
  return `FILTER_BRANCH_SQUELCH_WARNING=1 ${git} filter-branch --force --prune-empty --index-filter ${filter} -- --all`;
}

function remove(paths: readonly string[]): string {
  return `rm -r -q --cached --ignore-unmatch -- ${paths.map(quoted).join(" ")}`;
}

function dropRefs(git: string, below: string): string {
  return `${git} for-each-ref --format='delete %(refname)' ${below} | ${git} update-ref --no-deref --stdin`;
}

/** For a shell: plain words stay, everything else goes into single quotes. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
