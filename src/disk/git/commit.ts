// A commit object (SYN-10): made from a tree, with as many parents as the run says; no index, no working tree, no editor,
// no signature. The device is its author, and its date is an argument.
import type { GitCommit, GitOutcome } from "./carrier.ts";
import { failed } from "./reasons.ts";
import { type GitStore, inStore, ok } from "./store.ts";
import { COMMIT, noteEntries, writeTree } from "./tree.ts";

const DEVICE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export async function makeCommit(store: GitStore, commit: GitCommit): Promise<GitOutcome<string>> {
  const { files, parents, message, device, at } = commit;
  if (!DEVICE.test(device) || !Number.isSafeInteger(at) || at < 0)
    return failed("other", "expected a device and a date");
  if (parents.some((parent) => !COMMIT.test(parent))) return failed("other", "expected whole hashes of parents");
  const tree = await writeTree(store, files);
  if (tree.kind === "failed") return tree;
  const args = ["commit-tree", tree.value, ...parents.flatMap((parent) => ["-p", parent]), "-F", "-"];
  const made = await inStore(store, args, { input: `${message.trim()}\n`, variables: person(device, at) });
  if (made.kind === "failed") return made;
  const id = made.value.toString("latin1").trim();
  noteEntries(store, id, files);
  return ok(id);
}

function person(device: string, at: number): Readonly<Record<string, string>> {
  const name = `holdfast ${device}`;
  const email = `${device}@holdfast.invalid`;
  const date = `@${at} +0000`;
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
}
