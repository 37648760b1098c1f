// Reading JSON of somebody who may be hostile: a field is what it must be, or it is not there.
import { parseJson } from "../../../disk/json-file.ts";
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A count that can be believed: whole and not negative. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

// Server-sent events, as far as models use them: the data of each event is one JSON value, or [DONE]. Bounded by whoever
// counts the bytes.
export interface BodyReader {
  take(chunk: Uint8Array): "invalid" | undefined;
  end(): "invalid" | undefined;
}

export function readEvents(hear: (value: unknown) => void): BodyReader {
  const decoder = new TextDecoder();
  let open = "";
  let data: string[] = [];

  const ended = (): "invalid" | undefined => {
    const text = data.join("\n");
    data = [];
    if (text === "" || text === "[DONE]") return undefined;
    const value = parseJson(text);
    if (value === undefined) return "invalid";
    hear(value);
    return undefined;
  };

  const line = (text: string): "invalid" | undefined => {
    if (text === "") return ended();
    if (text.startsWith("data:")) data.push(text.slice(text.startsWith("data: ") ? 6 : 5));
    return undefined;
  };

  const lines = (more: string): "invalid" | undefined => {
    const whole = (open + more).split(/\r\n|\n/);
    open = whole.pop() ?? "";
    return whole.some((text) => line(text) === "invalid") ? "invalid" : undefined;
  };

  return {
    take: (chunk) => lines(decoder.decode(chunk, { stream: true })),
    end: () => lines(`${decoder.decode()}\n\n`),
  };
}
