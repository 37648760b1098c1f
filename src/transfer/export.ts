// The whole personal store as one document (IMP-2). It leaves the machine, so the gate looks at every memory (CHK-13); a
// backup that leaves things out would be none, so what it finds is named, not dropped. Raw copies are no part of it.
import { carriesSecret } from "../checks/secret-findings.ts";
import { decodeText } from "../memory/document.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { exportText, isMemoryPath } from "../store/export-document.ts";
import type { StoreFile, StoreFiles } from "../store/records.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { partyOf } from "../trust/channels.ts";
import { secondOf } from "../trust/transitions.ts";

export interface Exported {
  readonly kind: "exported";
  readonly text: string;
  readonly files: number;
  readonly memories: number;
  /** Paths of memories in which something looks like a secret. */
  readonly secrets: readonly string[];
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

export function exportStore({ store }: OpenStore, from: StoreFiles, act: Act): Exported | Refusal {
  if (partyOf(act.channel) !== "person") {
    return refuse("needs-person", `\`holdfast export\` is a person's act; this came through ${act.channel}.`);
  }
  const files = from.all();
  const memories = files.filter(({ path }) => isMemoryPath(path));
  return {
    kind: "exported",
    text: exportText({ storeId: store.info.storeId, at: secondOf(act.now) }, files),
    files: files.length,
    memories: memories.length,
    secrets: secretsIn(memories, act),
    refused: from.refused(),
  };
}

export function secretsIn(files: readonly StoreFile[], { checks }: Act): readonly string[] {
  return files.flatMap(({ path, bytes }) => {
    const text = decodeText(bytes);
    return typeof text === "string" && carriesSecret(text, "personal", checks) ? [path] : [];
  });
}
