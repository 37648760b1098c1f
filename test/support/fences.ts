// The fenced blocks of a page, in order, so that what a page says and what is run can't differ.

export interface Fence {
  /** The word after the fence; empty where there is none. */
  readonly language: string;
  readonly body: string;
  /** Of the opening fence, from 1. */
  readonly line: number;
  /** The nearest heading of the second level before it; empty above the first one. */
  readonly heading: string;
  /** What an HTML comment right above it says, such as "exits 1". */
  readonly note: string;
}

const OPENING = /^( {0,3}(?:[-*] {1,3})?)(`{3,}|~{3,})\s*(\S*)/;
const NOTE = /^\s*<!--\s*(.*?)\s*-->\s*$/;

export function readFences(page: string): readonly Fence[] {
  const lines = page.split("\n");
  const fences: Fence[] = [];
  let heading = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    heading = /^## (.*?)\s*$/.exec(line)?.[1] ?? heading;
    const [, , fence = "", language = ""] = OPENING.exec(line) ?? [];
    if (fence === "") continue;
    const end = lines.findIndex((each, index) => index > at && each.trim() === fence);
    if (end < 0) throw new Error(`the block that opens in line ${at + 1} never ends`);
    const body = lines.slice(at + 1, end).join("\n");
    fences.push({ language, body: `${body}\n`, line: at + 1, heading, note: noteAbove(lines, at) });
    at = end;
  }
  return fences;
}

function noteAbove(lines: readonly string[], at: number): string {
  const above = lines.slice(0, at).findLast((line) => line.trim() !== "");
  return NOTE.exec(above ?? "")?.[1] ?? "";
}

/** The commands of shell blocks: a line each, a backslash at its end goes on, remarks are left out. */
export function commandsOf(fences: readonly Fence[]): readonly string[] {
  const shell = fences.filter(({ language }) => language === "sh").map(({ body }) => body.replaceAll("\\\n", ""));
  return shell.flatMap((body) => body.split("\n")).filter((line) => line.trim() !== "" && !line.startsWith("#"));
}
