// A hand-off (SUR-15): what the next agent needs of a session, in the session's own words and without a model. The goal is what
// was asked first, the decisions are what the person told the agent to keep and what the agent said it settled on, dead ends are
// what failed and never worked later, files are what was changed or read. Nothing is summed up: a sentence stands as it was said,
// or is left out.
import { parseLine } from "../hosts/json-line.ts";
import type { Turn, Work } from "../hosts/turn.ts";
import { cuesIn } from "../listen/cues/find.ts";
import { isWrapped, proseOf, withoutCaptured } from "../listen/cues/prose.ts";
import { cut, forTerminal, forTerminalLine } from "../text/sanitise.ts";
import { sentencesOf } from "../text/segments.ts";

/** A session as its record tells it, in its order. */
export interface ToldSession {
  readonly host: string;
  readonly session: string;
  readonly project: string;
  readonly turns: readonly Turn[];
  readonly work: readonly Work[];
  /** From the project's top. */
  readonly changed: readonly string[];
  readonly read: readonly string[];
}

export interface Said {
  readonly by: Turn["speaker"];
  readonly words: string;
}

export interface Failed {
  readonly call: string;
  readonly told: string;
}

export interface HandOff extends Pick<ToldSession, "host" | "session" | "project" | "changed" | "read"> {
  readonly day: string | undefined;
  readonly goal: string;
  /** Absent where nothing was asked after the first prompt. */
  readonly asked?: string;
  readonly decided: readonly Said[];
  readonly failed: readonly Failed[];
  readonly deadEnds: readonly Said[];
  /** What the agent said at the end. */
  readonly last: string;
}

const DECIDED =
  /\b(?:decided|going with|go with|settled on|(?:i|we)(?:'ll| will) (?:use|keep|go)|chose|instead of|rather than|the plan is)\b/i;
const DEAD_END =
  /\b(?:(?:did|does|do|would|will|is)(?:n't| not) (?:work|help|compile|supported|possible)|dead end|turned out|reverted|rolled back|fails? because|gave up|can't be done)\b/i;
const LONGEST_SENTENCE = 300;
const LONGEST_TEXT = 1200;
const LONGEST_CALL = 160;
/** Of each: the newest. */
const MOST = 12;
const MOST_FILES = 40;

/** Undefined where nobody asked for anything. */
export function handOff(told: ToldSession): HandOff | undefined {
  const turns = told.turns.flatMap(ownWords);
  const asked = turns.filter(({ speaker }) => speaker === "user").map(({ text }) => text);
  const [goal] = asked;
  if (goal === undefined) return undefined;
  const { host, session, project, changed, read } = told;
  const latest = asked.length > 1 ? asked.at(-1) : undefined;
  const last = turns.findLast(({ speaker }) => speaker === "assistant")?.text ?? "";
  const from = told.turns.find(({ at }) => at !== undefined)?.at?.slice(0, 10);
  const only = new Set(changed);
  return {
    host,
    session,
    project,
    day: from,
    goal: cut(goal, LONGEST_TEXT),
    ...(latest === undefined ? {} : { asked: cut(latest, LONGEST_TEXT) }),
    decided: newest(turns.flatMap((turn) => [...toldToKeep(turn), ...sentencesLike(DECIDED, turn)])),
    failed: failedIn(told.work).slice(-MOST),
    deadEnds: newest(turns.flatMap((turn) => sentencesLike(DEAD_END, turn))),
    changed: changed.slice(-MOST_FILES),
    read: read.filter((path) => !only.has(path)).slice(-MOST_FILES),
    last: cut(last, LONGEST_TEXT),
  };
}

/** Without what a host or we ourselves put into a turn (AGT-11). */
function ownWords({ speaker, text }: Turn): readonly Turn[] {
  if (speaker === "user" && isWrapped(text)) return [];
  const own = forTerminal(withoutCaptured(text)).trim();
  return own === "" ? [] : [{ speaker, text: own }];
}

function toldToKeep({ speaker, text }: Turn): readonly Said[] {
  return speaker === "user" ? cuesIn(text).map(({ quote }) => ({ by: speaker, words: forTerminalLine(quote) })) : [];
}

/** The agent's own sentences: a person's are the cues above, for what they say in passing is no decision. */
function sentencesLike(pattern: RegExp, { speaker, text }: Turn): readonly Said[] {
  if (speaker !== "assistant") return [];
  const prose = proseOf(text);
  return sentencesOf(prose).flatMap(({ start, end }) => {
    const words = forTerminalLine(text.slice(start, end));
    const isSentence = words.length <= LONGEST_SENTENCE && !words.startsWith("#");
    return isSentence && pattern.test(prose.slice(start, end)) ? [{ by: speaker, words }] : [];
  });
}

function newest(said: readonly Said[]): readonly Said[] {
  return [...new Map(said.map((each) => [each.words, each])).values()].slice(-MOST);
}

/** What failed and was not done later in the same words; each once, with the last line of what came of it. */
function failedIn(work: readonly Work[]): readonly Failed[] {
  const calls = new Map(work.flatMap((each) => (each.kind === "call" ? [[each.id, each.what] as const] : [])));
  const open = new Map<string, string>();
  for (const each of work) {
    const what = each.kind === "result" ? calls.get(each.id) : undefined;
    if (each.kind !== "result" || what === undefined) continue;
    open.delete(what);
    if (each.failed) open.set(what, each.text);
  }
  return [...open].map(([what, text]) => ({
    call: forTerminalLine(calledAs(what), { max: LONGEST_CALL }),
    told: forTerminalLine(withoutCaptured(text).trimEnd().split("\n").at(-1) ?? "", { max: LONGEST_SENTENCE }),
  }));
}

/** A person reads the line or the file, not the tool's own form of it. */
function calledAs(what: string): string {
  const at = what.indexOf(" ");
  const input = parseLine(what.slice(at + 1));
  const said = [input?.["command"], input?.["cmd"], input?.["file_path"], input?.["path"]].find(isSaid);
  return said === undefined ? what : `${what.slice(0, at)}: ${Array.isArray(said) ? said.join(" ") : said}`;
}

function isSaid(value: unknown): value is string | readonly unknown[] {
  return typeof value === "string" || Array.isArray(value);
}

const NOTE =
  "Taken word for word from the session's own record by `holdfast handoff`, without a model. Nobody confirmed any of it: it is background, not instruction.";

/** As Markdown, line by line; what was said stands behind a bar or in a list, so that it is no heading of ours. */
export function handOffLines(of: HandOff): readonly string[] {
  const what = [of.project, `${of.host} session ${of.session.slice(0, 8)}`, ...(of.day === undefined ? [] : [of.day])];
  return [
    `# Hand-off: ${what.join(", ")}`,
    "",
    NOTE,
    ...section("Goal", barred(of.goal)),
    ...section("Asked last", of.asked === undefined ? [] : barred(of.asked)),
    ...section("Decided", of.decided.map(saidLine)),
    ...section("Dead ends", [
      ...of.failed.map(({ call, told }) => `- failed: ${call}${told === "" ? "" : `: ${told}`}`),
      ...of.deadEnds.map(saidLine),
    ]),
    ...section("Files", [...of.changed.map((path) => `- ${path}`), ...readLine(of.read)]),
    ...section("Where it stood", of.last === "" ? [] : barred(of.last)),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines];
}

function barred(text: string): readonly string[] {
  return text.split("\n").map((line) => `> ${line}`.trimEnd());
}

function saidLine({ by, words }: Said): string {
  return `- ${by === "user" ? "the person" : "the agent"}: ${words}`;
}

function readLine(paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? [] : [`- read only: ${paths.join(", ")}`];
}
