// A whole file of ours in another program's folder, such as a plugin (AGT-30). Its first line says whose it is: without
// that line it is somebody else's, and neither replaced nor removed.
import { type Refusal, refuse } from "../text/errors.ts";

export type OwnFileEdit =
  /** The file is there with these words; `mark` is its first line, in every version. */
  | { readonly kind: "ensure-file"; readonly mark: string; readonly text: string }
  | { readonly kind: "drop-file"; readonly mark: string };

/** The same bytes where nothing changes; `undefined` is a file that is not there. */
export function editOwnFile(
  bytes: Uint8Array | undefined,
  edits: readonly OwnFileEdit[],
): Uint8Array | undefined | Refusal {
  let now = bytes;
  for (const edit of edits) {
    const text = now === undefined ? undefined : new TextDecoder().decode(now);
    const isOurs = text?.split(/\r?\n/, 1)[0] === edit.mark;
    if (edit.kind === "drop-file") now = isOurs ? undefined : now;
    else if (text !== undefined && !isOurs) return refuse("unreadable", NOT_OURS, "Move it away.");
    else if (text !== `${edit.mark}\n${edit.text}`) now = new TextEncoder().encode(`${edit.mark}\n${edit.text}`);
  }
  return now;
}

const NOT_OURS = "There is a file of this name already, and it is not ours.";
