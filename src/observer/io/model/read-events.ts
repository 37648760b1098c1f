// Server-sent events, as far as models use them: the data of each event is one JSON value, or [DONE]. Bounded by whoever
// counts the bytes.
import { parseJson } from "./unknown-json.ts";

export interface Reader {
  take(chunk: Uint8Array): "invalid" | undefined;
  end(): "invalid" | undefined;
}

export function readEvents(hear: (value: unknown) => void): Reader {
  const decoder = new TextDecoder();
  let open = "";
  let data: string[] = [];

  const ended = (): "invalid" | undefined => {
    const text = data.join("\n");
    data = [];
    if (text === "" || text === "[DONE]") return undefined;
    const value = parseJson(text);
    if (value === "invalid") return "invalid";
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
