// One line of Cursor's record of a conversation. A user's message is what was sent: what was typed stands in a tag of its own,
// and only that counts; what Cursor put around it does not, nor a message without the tag. No line has a time or a place.
import { callText, isFields, parseLine, textParts } from "../json-line.ts";
import type { Turn, Work } from "../turn.ts";

const TYPED = /<user_query>\n?([\s\S]*?)\n?<\/user_query>/g;

export function readTurn(line: string): Turn | undefined {
  const record = parseLine(line);
  const speaker = record?.["role"];
  const message = record?.["message"];
  if ((speaker !== "user" && speaker !== "assistant") || !isFields(message)) return undefined;
  const said = textParts(message["content"], ["text"]);
  const text = speaker === "user" ? [...said.matchAll(TYPED)].map(([, typed = ""]) => typed).join("\n") : said;
  return text.trim() === "" ? undefined : { speaker, text };
}

export function readPlace(): { readonly session?: string; readonly cwd?: string } {
  return {};
}

/** Calls have no names by which a result could be told to be theirs. */
export function readWork(line: string): readonly Work[] {
  const message = line.includes('"tool_use"') ? parseLine(line)?.["message"] : undefined;
  const content = isFields(message) ? message["content"] : undefined;
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown, at): readonly Work[] =>
    isFields(part) && part["type"] === "tool_use"
      ? [
          {
            kind: "call",
            id: typeof part["id"] === "string" ? part["id"] : `${at}`,
            what: callText(part["name"], part["input"]),
          },
        ]
      : [],
  );
}
