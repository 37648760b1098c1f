// Feedback of agents (MCP-1), one JSON line each. Bounded: a full file becomes the old one, and the one before it goes,
// so that no agent can fill a disk. Disposable: a line that can't be read is skipped.

import { appendLine, filterLines } from "../../disk/append-log.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { type Fields, fieldsOf, jsonLinesIn, parseJson } from "../../disk/json-file.ts";
import { renamePatiently } from "../../disk/patient.ts";
import { type Feedback, type FeedbackLog, VERDICTS } from "../../store/records.ts";

const FILE = "feedback.jsonl";
const OLD = "feedback-old.jsonl";
const FULL_BYTES = 128 * 1024;
/** A line more than full. */
const MAX_BYTES = 2 * FULL_BYTES;

export function openFeedback(stateDir: string): FeedbackLog {
  return {
    append: (feedback) =>
      orFault("Keeping feedback", () =>
        inFolder(stateDir, [], (folder) => {
          if ((folder.look(FILE)?.size ?? 0n) >= BigInt(FULL_BYTES)) renamePatiently(folder.at(FILE), folder.at(OLD));
          appendLine(folder, FILE, JSON.stringify(feedback), { durable: false });
        }),
      ),
    all: () =>
      orFault("Reading feedback", () =>
        inFolderIfThere(stateDir, [], (folder) =>
          [OLD, FILE].flatMap((name) => jsonLinesIn(folder, name, MAX_BYTES).flatMap(feedbackIn)),
        ),
      ) ?? [],
  };
}

function feedbackIn({ at, memory, sha256, verdict, quote }: Fields): readonly Feedback[] {
  const known = VERDICTS.find((each) => each === verdict);
  if (known === undefined || typeof at !== "string" || Number.isNaN(Date.parse(at))) return [];
  if (typeof memory !== "string" || typeof sha256 !== "string") return [];
  return [{ at, memory, sha256, verdict: known, ...(typeof quote === "string" ? { quote } : {}) }];
}

/** Forgetting: what agents said about these memories, quotes included. Gives how many lines went. */
export function dropFeedback(stateDir: string, ids: ReadonlySet<string>): number {
  const isAbout = (line: string): boolean =>
    feedbackIn(fieldsOf(parseJson(line))).some(({ memory }) => ids.has(memory));
  const dropped = inFolderIfThere(stateDir, [], (folder) =>
    [OLD, FILE].reduce((sum, name) => sum + filterLines(folder, name, (line) => (isAbout(line) ? undefined : line)), 0),
  );
  return dropped ?? 0;
}
