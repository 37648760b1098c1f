// Of which memories a mirror let go because an admin had them erased (HUB-11): their ids, in .local/erased.json of the mirror, 0600. What
// lowered their trust here went with them, so a hub that sends the old bytes and the old confirmation again would raise it: nothing about
// such an id is taken any more. It stands in the mirror, not beside what is known of the hub, for it is all that is left of what the
// mirror knew: who joins again has it still, and who leaves lets go of both.
import { inFolder, inFolderIfThere } from "../../../disk/folder.ts";
import { jsonIn, keepJson } from "../../../disk/json-file.ts";
import { isMemoryId } from "../../../memory/ids.ts";
import { Fault, type Refusal, refuse } from "../../../text/errors.ts";

const FOLDER = [".local"];
const NAME = "erased.json";
const LARGEST = 4 * 1024 * 1024;
/** Each of them stood here once; no organisation has had so many erased. */
const MOST = 100_000;

/** A list that can't be read is none that names nobody. */
export function erasedIn(root: string): ReadonlySet<string> {
  const read = inFolderIfThere(root, FOLDER, (folder) =>
    folder.look(NAME) === undefined ? undefined : { ids: jsonIn(folder, NAME, LARGEST) },
  );
  if (read === undefined) return new Set();
  if (Array.isArray(read.ids) && read.ids.every(isMemoryId)) return new Set(read.ids);
  throw new Fault(
    "hub",
    `${root}/${FOLDER.join("/")}/${NAME} can't be read: which memories were erased is not known here, and nothing was taken.`,
    "To begin anew: holdfast join --leave URL, then join",
  );
}

/** Before anything of them goes. What one more would push out is not let go of: a forgotten id could come back. */
export function keepErased(root: string, ids: ReadonlySet<string>): Refusal | undefined {
  const before = erasedIn(root);
  const all = new Set([...before, ...ids]);
  if (all.size > MOST)
    return refuse(
      "hub",
      `The hub has had more memories erased than are kept in mind here (${MOST}). None of them was let go of, and nothing was taken.`,
      "Ask an admin why. To begin anew: holdfast join --leave URL, then join",
    );
  if (all.size > before.size) inFolder(root, FOLDER, (folder) => keepJson(folder, NAME, [...all]));
  return undefined;
}
