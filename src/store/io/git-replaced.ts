// What stood in a store and was replaced, moved or removed since (SYN-19), as its commits tell it; read only, with a budget.
import { ObjectReader } from "../../disk/git/objects.ts";
import { askGit } from "../../disk/git/run.ts";
import { FILE_NAME } from "../../memory/slug.ts";
import { PLACES } from "../../trust/tiers.ts";
import type { PastText, Since } from "../records.ts";
import { momentOf } from "./git-history.ts";

const LIMIT_MS = 60_000;
const RAW = ["--raw", "--no-renames", "--no-abbrev", "--relative"];
/** `:100644 100644 <old> <new> M<tab>memories/x.md`; of a new file the old one is all zeros. */
const ROW = /^:\d{6} \d{6} ([0-9a-f]{40,64}) [0-9a-f]{40,64} [A-Z]\d*\t(\w+)\/([^/\t]+)$/;
/** Of memory; a text is far smaller. */
const LARGEST = 256 * 1024 * 1024;

interface Replaced extends Pick<PastText, "place" | "file" | "by"> {
  readonly blob: string;
}

/**
 * Newest first; what differs from the last commit before all, for no commit tells of it yet. Undefined: git has no answer.
 */
export async function replaced(root: string, since: Since): Promise<readonly PastText[] | undefined> {
  const ask = (args: readonly string[]): Promise<Buffer | undefined> =>
    askGit({ at: { folder: root }, args: [...args, "--", ...PLACES], budgetMs: LIMIT_MS, largest: LARGEST });
  const range = since.commit === undefined ? [] : [`${since.commit}..HEAD`];
  const log = await ask(["log", "-m", "--format=commit %H %ct%x09%ae%x09%an", ...RAW, ...range]);
  const now = log && (await ask(["diff-index", ...RAW, "HEAD"]));
  if (log === undefined || now === undefined) return undefined;
  const parts = log
    .toString("utf8")
    .split(/^commit (?=[0-9a-f]{40})/m)
    .slice(1);
  const rows = [...rowsIn(now.toString("utf8"), undefined), ...parts.flatMap((part) => rowsIn(part, authorIn(part)))];
  const wanted = rows.filter(({ by }) => by === undefined || since.at === undefined || new Date(by.at) >= since.at);
  const bytes = await blobsIn(root, [...new Set(wanted.map(({ blob }) => blob))]);
  return wanted.flatMap(({ blob, ...row }) => {
    const found = bytes.get(blob);
    return found === undefined ? [] : [{ ...row, bytes: found }];
  });
}

function authorIn(part: string): PastText["by"] {
  const [which = "", email = "", ...names] = part.slice(0, part.indexOf("\n")).split("\t");
  const [commit = "", seconds = ""] = which.split(" ");
  return { commit, at: momentOf(Number(seconds)), email, name: names.join(" ") };
}

function rowsIn(text: string, by: PastText["by"]): readonly Replaced[] {
  return text.split("\n").flatMap((line) => {
    const [, blob = "", folder, file = ""] = ROW.exec(line) ?? [];
    const place = PLACES.find((each) => each === folder);
    if (place === undefined || /^0+$/.test(blob) || !FILE_NAME.test(file)) return [];
    return [{ place, file, blob, ...(by === undefined ? {} : { by }) }];
  });
}

async function blobsIn(root: string, ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  if (ids.length === 0) return found;
  const reader = new ObjectReader(({ id, bytes }) => found.set(id, Uint8Array.prototype.slice.call(bytes)));
  const input = ids.map((id) => `${id}\n`).join("");
  const args = ["cat-file", "--batch", "--buffer"];
  const all = await askGit({ at: { folder: root }, args, input, budgetMs: LIMIT_MS, largest: LARGEST });
  if (all !== undefined) reader.push(all);
  return found;
}
