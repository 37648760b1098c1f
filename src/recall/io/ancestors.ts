// Which branches' commits are ancestors of what is checked out (SYN-30): one git, which only reads, with a budget. A branch
// that is not here, a shallow history that does not reach it, a failing or slow git: no answer, and that is no fault.
import { runGit } from "../../disk/git/run.ts";

const BUDGET_MS = 2000;
const MOST = 200;
/** No wildcards: git would take them for a pattern. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._/+@-]{0,250}$/;

export async function ancestorsAmong(
  root: string,
  names: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<readonly string[]> {
  const asked = [...new Set(names)].filter((name) => NAME.test(name)).slice(0, MOST);
  if (asked.length === 0) return [];
  const refs = asked.flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`]);
  const args = ["for-each-ref", "--merged=HEAD", "--format=%(refname)", ...refs];
  const found = await runGit({ at: { folder: root }, args, env, budgetMs: BUDGET_MS });
  if (found.kind === "failed") return [];
  const merged = new Set(found.value.toString("utf8").split("\n"));
  return asked.filter((name) => merged.has(`refs/heads/${name}`) || merged.has(`refs/remotes/origin/${name}`));
}
