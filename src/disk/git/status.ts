// How the working tree differs from the branch, and what a person left unfinished (SYN-10). git looks, and takes no lock.
import type { GitChangedPath, GitOutcome, GitStatus } from "./carrier.ts";
import { lookAt } from "./look.ts";
import { branchOf, commitAt } from "./refs.ts";
import { type GitStore, inStore, ok } from "./store.ts";

const UNFINISHED: Readonly<Record<string, string>> = {
  MERGE_HEAD: "merge",
  CHERRY_PICK_HEAD: "cherry-pick",
  REVERT_HEAD: "revert",
  "rebase-merge": "rebase",
  "rebase-apply": "rebase",
  BISECT_LOG: "bisect",
};

export async function statusOf(store: GitStore, remote: string | undefined): Promise<GitOutcome<GitStatus>> {
  const branch = branchOf(store);
  if (branch.kind === "failed") return branch;
  const head = await commitAt(store, `refs/heads/${branch.value}`);
  if (head.kind === "failed") return head;
  const args = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all"];
  const told = await inStore(store, args);
  if (told.kind === "failed") return told;
  const rows = told.value.toString("utf8").split("\0").slice(0, -1);
  const unfinished = Object.keys(UNFINISHED).filter((name) => lookAt(store.root, ".git", name) !== undefined);
  return ok({
    branch: branch.value,
    head: head.value,
    remote,
    changed: rows.map(changeIn),
    unfinished: [...new Set(unfinished.map((name) => UNFINISHED[name] ?? name))],
  });
}

/** Two letters: index against branch, files against index. */
function changeIn(row: string): GitChangedPath {
  const letters = row.slice(0, 2);
  return { path: row.slice(3), how: howOf(letters) };
}

function howOf(letters: string): GitChangedPath["how"] {
  if (/U|AA|DD/.test(letters)) return "conflict";
  if (letters === "??") return "new";
  if (letters[1] === "D" || letters === "D ") return "gone";
  return letters[0] === "A" ? "new" : "changed";
}
