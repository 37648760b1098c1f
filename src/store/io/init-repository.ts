// Makes the personal store a git repository (STO-1), without templates. A machine without git still gets a store, so that
// is `skipped`, not a failure.
import { lstatSync } from "node:fs";
import { runGitNow } from "../../disk/git/run.ts";
import { child } from "../../disk/paths.ts";
import { failedFrom, GitFailure } from "../../text/errors.ts";

export type InitResult =
  | { readonly kind: "done" }
  | { readonly kind: "skipped"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

const TIMEOUT_MS = 10_000;
const LOOK_MS = 5_000;

export function initRepository(root: string, env: NodeJS.ProcessEnv = process.env): InitResult {
  if (lstatSync(child(root, ".git"), { throwIfNoEntry: false }) !== undefined) {
    return { kind: "skipped", reason: "it is a git repository already" };
  }
  const args = ["init", "--quiet", "--template=", "--initial-branch=main", "--", root];
  try {
    runGitNow({ at: { folder: root }, args, budgetMs: TIMEOUT_MS, env });
    return { kind: "done" };
  } catch (error) {
    const { reason, message } = failedFrom(error);
    return { kind: reason === "not-installed" ? "skipped" : "failed", reason: message };
  }
}

/** Whether a git starts at all. */
export function hasGit(): boolean {
  try {
    runGitNow({ at: { folder: "/" }, args: ["--version"], budgetMs: LOOK_MS });
    return true;
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return false; // there is none, or it does not answer
  }
}
