// Takes files out of the commits of this machine alone (FOR-1): nobody else has these, so that nobody's history is rewritten
// by it. One pass through git's own form of a history; then nothing keeps the old commits.
import { branchOf, expectCommits, hubRef, moveRefs, OWN, updateIndex } from "./branch.ts";
import { COMMIT } from "./contents.ts";
import { failure } from "./reasons.ts";
import { type GitStore, inStore, noted } from "./store.ts";

export interface Dropping {
  readonly paths: readonly string[];
  /** Commits whose own words hold it. */
  readonly messages: readonly string[];
}

const ANEW = "refs/holdfast/anew";
const SAID = "Of a memory that was forgotten\n";
/** Of many years. */
const BUDGET_MS = 300_000;

/** Under the store's lock. The files themselves are gone already. */
export async function dropFrom(store: GitStore, head: string, dropping: Dropping): Promise<void> {
  expectCommits(head);
  const branch = `refs/heads/${branchOf(store)}`;
  const options = { budgetMs: BUDGET_MS };
  const args = ["fast-export", "--no-data", "--show-original-ids", "--reencode=no", branch];
  const input = without(await inStore(store, args, options), dropping, head.length);
  const imported = await inStore(store, ["fast-import", "--quiet", "--force"], { ...options, input: [input] });
  const made = imported.toString("latin1").trim();
  if (!COMMIT.test(made)) throw failure("other", "git made no commit");
  await updateIndex(store, made);
  await moveRefs(store, [
    { ref: branch, from: head, to: made },
    { ref: OWN, to: made },
  ]);
  await keepNothingElse(store);
}

/** Under the store's lock. Whatever the old commits held is left in no ref, and so nowhere. */
export async function startFrom(store: GitStore, theirs: string | undefined): Promise<void> {
  if (theirs !== undefined) expectCommits(theirs);
  const branch = branchOf(store);
  const [own, hub] = [`refs/heads/${branch}`, hubRef(branch)];
  const all = (await inStore(store, ["for-each-ref", "--format=%(refname)"])).toString("utf8").split("\n");
  const others = all.filter((ref) => ref !== "" && ref !== own && ref !== hub);
  const kept = theirs === undefined ? all.filter((ref) => ref === own || ref === hub) : [own, hub];
  await moveRefs(store, [
    ...kept.map((ref) => ({ ref, to: theirs })),
    ...others.map((ref) => ({ ref, to: undefined })),
  ]);
  if (theirs === undefined) await noted(store, () => inStore(store, ["read-tree", "--empty"]));
  else await updateIndex(store, theirs);
  await keepNothingElse(store);
}

async function keepNothingElse(store: GitStore): Promise<void> {
  const options = { budgetMs: BUDGET_MS };
  await noted(store, () => inStore(store, ["reflog", "expire", "--expire=now", "--all"], options));
  await noted(store, () => inStore(store, ["gc", "--quiet", "--prune=now"], options));
}

/** Each commit as it was but for these files, and for its words where they may name one. */
export function without(exported: Buffer, { paths, messages }: Dropping, idLength = 40): Buffer {
  const dropped = new Set(paths);
  const held = new Set(messages);
  const out: Buffer[] = [];
  /** Of the commit that is being read: where its words stand in `out`, and the lines that are left of it. */
  let words = -1;
  let mark = "";
  const say = (line: string): void => void out.push(Buffer.from(`${line}\n`));
  const forgetWords = (): void => {
    if (words >= 0) out[words] = Buffer.from(`data ${SAID.length}\n${SAID}`);
  };
  let isHeld = false;
  for (let at = 0; at < exported.length; ) {
    const end = exported.indexOf(0x0a, at);
    const line = exported.toString("utf8", at, end < 0 ? exported.length : end);
    at = end < 0 ? exported.length : end + 1;
    const path = /^(?:M \d{6} [0-9a-f]+|D) (.*)$/s.exec(line)?.[1];
    const size = /^data (\d+)$/.exec(line)?.[1];
    if (line.startsWith("commit ")) {
      [words, isHeld] = [-1, false];
      say(`commit ${ANEW}`);
    } else if (line.startsWith("reset ")) say(`reset ${ANEW}`);
    else if (line.startsWith("original-oid ")) isHeld = held.has(line.slice("original-oid ".length));
    else if (size !== undefined) {
      const bytes = exported.subarray(at, at + Number(size));
      words = out.push(Buffer.concat([Buffer.from(`${line}\n`), bytes])) - 1;
      at += Number(size);
      if (isHeld) forgetWords();
    } else if (path !== undefined && dropped.has(path)) forgetWords();
    else {
      mark = /^mark (:\d+)$/.exec(line)?.[1] ?? mark;
      say(line);
    }
  }
  if (mark === "") throw failure("other", "there is no commit to make anew");
  // A ref that stayed would keep what is purged.
  return Buffer.concat([...out, Buffer.from(`get-mark ${mark}\nreset ${ANEW}\nfrom ${"0".repeat(idLength)}\n\n`)]);
}
