// Makes the personal store a git repository (STO-1), without templates. A machine without git still gets a store, so that
// is `skipped`, not a failure.
import { lstatSync } from "node:fs";
import { runGitNow } from "../../disk/git/run.ts";
import { child } from "../../disk/paths.ts";

export type InitResult =
  | { readonly kind: "done" }
  | { readonly kind: "skipped"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

const TIMEOUT_MS = 10_000;

export function initRepository(root: string, env: NodeJS.ProcessEnv = process.env): InitResult {
  if (lstatSync(child(root, ".git"), { throwIfNoEntry: false }) !== undefined) {
    return { kind: "skipped", reason: "it is a git repository already" };
  }
  const args = ["init", "--quiet", "--template=", "--initial-branch=main", "--", root];
  const ended = runGitNow({ at: { folder: root }, args, budgetMs: TIMEOUT_MS, env });
  if (ended.kind === "ok") return { kind: "done" };
  return { kind: ended.reason === "not-installed" ? "skipped" : "failed", reason: ended.message };
}
