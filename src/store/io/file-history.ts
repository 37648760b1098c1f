// The commits that changed one memory's file, and its bytes in one of them (FOR-2). Where there is no repository, no
// commit or no git, there is no history, and that is no fault.

import { runGit } from "../../disk/git/run.ts";
import { FILE_NAME } from "../../memory/slug.ts";
import { PLACES } from "../../trust/tiers.ts";
import type { GitChange, GitHistory } from "../git-history.ts";

const LIMIT_MS = 20_000;
const COMMIT = /^[0-9a-f]{40,64}$/;

export const gitHistory: GitHistory = {
  changes: async (root, file) => {
    if (!FILE_NAME.test(file)) return [];
    const format = ["--format=commit %H %ct", "--name-status", "--no-renames", "--relative"];
    const paths = PLACES.map((place) => `${place}/${file}`);
    const log = await run(root, ["log", ...format, "--", ...paths]);
    return log.kind === "ok" ? changesIn(log.value.toString("utf8")) : [];
  },
  bytes: async (root, commit, place, file) => {
    if (!COMMIT.test(commit) || !FILE_NAME.test(file)) return undefined;
    const blob = await run(root, ["cat-file", "blob", `${commit}:./${place}/${file}`]);
    return blob.kind === "ok" ? new Uint8Array(blob.value) : undefined;
  },
};

function run(root: string, args: readonly string[]): ReturnType<typeof runGit> {
  return runGit({ at: { folder: root }, args, budgetMs: LIMIT_MS });
}

function changesIn(text: string): readonly GitChange[] {
  const found: GitChange[] = [];
  for (const part of text.split(/^commit /m).slice(1)) {
    const [head = "", ...lines] = part.split("\n");
    const [commit = "", seconds = ""] = head.split(" ");
    const place = PLACES.find((each) => lines.some((line) => /^[AMT]\t/.test(line) && line.includes(`\t${each}/`)));
    const touched = lines.some((line) => /^[A-Z]\t/.test(line));
    if (touched) found.push({ commit, at: momentOf(Number(seconds)), place });
  }
  return found;
}

function momentOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
