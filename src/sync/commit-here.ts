// A store that was never synced has its history from the first day (SYN-10a): each change becomes a commit of this machine
// alone. Nothing is adopted and no file changes: a store without a remote stays free of lines. What the checks would not let
// out is not committed either, for the first sync sends these commits as its past.
import { gateForSync } from "../checks/gate.ts";
import { decodeText } from "../memory/document.ts";
import { forgottenIds } from "../store/standing.ts";
import { memoriesNow, oddAt, rawLeft, treeNow } from "./changed.ts";
import { kindOf, spotOf } from "./paths.ts";
import type { SyncPorts, Working } from "./ports.ts";
import { commitSentence } from "./sentence.ts";
import { sideOf } from "./side.ts";
import { commitTree, plain, readFrom, sameFiles } from "./trees.ts";

/** Under the store's lock. A merge or the like that a person began is theirs to end first. */
export async function commitHere(work: Working): Promise<void> {
  const { git, act, open } = work;
  const { own } = await git.standing();
  const { head, changed, unfinished } = await git.status();
  if (unfinished.length > 0 || changed.length === 0) return;
  const tree = plain(head === undefined ? [] : await git.entries(head));
  const fresh = memoriesNow(work, changed);
  const passed = new Map([...fresh].flatMap(([path, bytes]) => passing(work, path, bytes)));
  const left = changed.flatMap(({ path }) => [...oddAt(work, path), ...rawLeft(work, tree, path)]);
  const refused = new Set(left.map(({ path }) => path));
  const paths = changed.map(({ path }) => path).filter((path) => !refused.has(path));
  const next = await treeNow(work, tree, new Set(paths), passed);
  if (sameFiles(next, tree)) return;
  const before = await readFrom(
    git,
    tree,
    paths.filter((path) => kindOf(path) === "memory"),
  );
  const message = commitSentence({
    before: sideOf(before.files),
    now: sideOf(fresh),
    passed,
    forgotten: forgottenIds(open),
    paths,
  });
  const made = await commitTree(git, next, act, { parents: [head ?? own ?? []].flat(), message });
  // A file that somebody changes in this moment stops it; the next change finds both.
  await git.moveOwn(head, made);
}

/** As it stands, or not at all. */
function passing({ open, act }: SyncPorts, path: string, bytes: Uint8Array): readonly [string, string][] {
  const [text, spot] = [decodeText(bytes), spotOf(path)];
  if (typeof text !== "string" || spot === undefined) return [];
  const gated = gateForSync({ text, file: spot.file, scope: open.store.info.scope, place: spot.place }, act.checks);
  return gated.kind === "passed" && gated.text === text ? [[path, text]] : [];
}
