// What history knows, read only and with a budget: the commits that changed one memory's file, and its bytes in one of them
// (FOR-2); which branches' commits are ancestors of what is checked out (SYN-30). Where there is no repository, no commit or
// no git, or where a shallow history does not reach that far, there is no answer, and that is no fault.
import { askGit } from "../../disk/git/run.ts";
import { isMemoryId } from "../../memory/ids.ts";
import { FILE_NAME } from "../../memory/slug.ts";
import { PLACES } from "../../trust/tiers.ts";
import type { AuthoredChange, GitHistory } from "../records.ts";

const LIMIT_MS = 20_000;
/** It looks into every change of every memory, and a person waits. */
const SEARCH_MS = 5000;
const COMMIT = /^[0-9a-f]{40,64}$/;

export const gitHistory: GitHistory = historyOf("HEAD");

/** As a commit knows it that need not be checked out. */
export function historyOf(commit: string): GitHistory {
  if (commit !== "HEAD" && !COMMIT.test(commit)) throw new Error("expected a whole hash");
  return {
    changes: async (root, file) =>
      (await authored(commit, root, file)).map(({ name: _, email: _email, ...change }) => change),
    authored: (root, file) => authored(commit, root, file),
    filesWith: async (root, id) => {
      if (!isMemoryId(id)) return [];
      const args = [
        "log",
        "-m",
        `-G^id: ${id}`,
        "--format=",
        "--name-only",
        "--no-renames",
        "--relative",
        commit,
        "--",
        ...PLACES,
      ];
      const log = await askGit({ at: { folder: root }, args, budgetMs: SEARCH_MS });
      const files = (log?.toString("utf8") ?? "").split("\n").map((path) => path.slice(path.lastIndexOf("/") + 1));
      return [...new Set(files)].filter((file) => FILE_NAME.test(file));
    },
    bytes: async (root, at, place, file) => {
      if (!COMMIT.test(at) || !FILE_NAME.test(file)) return undefined;
      const args = ["cat-file", "blob", `${at}:./${place}/${file}`];
      const blob = await askGit({ at: { folder: root }, args, budgetMs: LIMIT_MS });
      return blob && new Uint8Array(blob);
    },
  };
}

/** With `-m`, because a change may stand in a merge alone. */
async function authored(commit: string, root: string, file: string): Promise<readonly AuthoredChange[]> {
  if (!FILE_NAME.test(file)) return [];
  const format = ["-m", "--format=commit %H %ct%x09%ae%x09%an", "--name-status", "--no-renames", "--relative"];
  const paths = PLACES.map((place) => `${place}/${file}`);
  const args = ["log", ...format, commit, "--", ...paths];
  const log = await askGit({ at: { folder: root }, args, budgetMs: LIMIT_MS });
  const found = log === undefined ? [] : changesIn(log.toString("utf8"));
  return [...new Map(found.map((change) => [change.commit, change])).values()];
}

function changesIn(text: string): readonly AuthoredChange[] {
  const found: AuthoredChange[] = [];
  for (const part of text.split(/^commit (?=[0-9a-f]{40})/m).slice(1)) {
    const [head = "", ...lines] = part.split("\n");
    const [which = "", email = "", ...names] = head.split("\t");
    const [commit = "", seconds = ""] = which.split(" ");
    const place = PLACES.find((each) => lines.some((line) => /^[AMT]\t/.test(line) && line.includes(`\t${each}/`)));
    const touched = lines.some((line) => /^[A-Z]\t/.test(line));
    if (touched) found.push({ commit, at: momentOf(Number(seconds)), place, email, name: names.join(" ") });
  }
  return found;
}

export function momentOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/** It runs while a session starts. */
const START_MS = 2000;
const MOST = 200;
/** No wildcards: git would take them for a pattern. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._/+@-]{0,250}$/;

export async function ancestorsAmong(root: string, names: readonly string[]): Promise<readonly string[]> {
  const asked = [...new Set(names)].filter((name) => NAME.test(name)).slice(0, MOST);
  if (asked.length === 0) return [];
  const refs = asked.flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`]);
  const args = ["for-each-ref", "--merged=HEAD", "--format=%(refname)", ...refs];
  const found = await askGit({ at: { folder: root }, args, budgetMs: START_MS });
  const merged = new Set(found?.toString("utf8").split("\n"));
  return asked.filter((name) => merged.has(`refs/heads/${name}`) || merged.has(`refs/remotes/origin/${name}`));
}
