// What a commit says (SYN-10): one change in a sentence ("Confirm: use pnpm here, not npm"), several as their number with a
// line each. Names alone, as they are committed: masked where a check found a secret, and none of what was forgotten.
import { textField } from "../memory/fields.ts";
import { isMemoryId } from "../memory/ids.ts";
import { forTerminalLine } from "../text/sanitise.ts";
import { statedId } from "./paths.ts";
import { type KnownMemory, type MemoryCopy, type Side, sideOf } from "./side.ts";

const SUBJECT = 72;
const LINES = 20;

interface Told {
  readonly verb: string;
  readonly name: string;
}

export interface Committing {
  readonly before: Side;
  /** What stands here; of what is not in `passed` nothing is committed. */
  readonly now: Side;
  readonly passed: ReadonlyMap<string, string>;
  readonly forgotten: ReadonlySet<string>;
  /** What changed, statements among it. */
  readonly paths: readonly string[];
}

export function commitSentence({ before, now, passed, forgotten, paths }: Committing): string {
  const said = new Set(paths.map(statedId).filter(isMemoryId));
  const after = sideOf(new Map([...passed].map(([path, text]) => [path, new TextEncoder().encode(text)]))).known;
  // What is forgotten may have left the commits before as well.
  const gone = [...said].filter((id) => forgotten.has(id));
  const ids = new Set([...before.known.keys(), ...after.keys(), ...gone]);
  const told = [...ids].flatMap((id) => {
    if (forgotten.has(id)) return [{ verb: "Forget", name: "a memory" }];
    const isLeft = now.known.has(id) && !after.has(id);
    return isLeft ? [] : changeOf(before.known.get(id), after.get(id), said.has(id));
  });
  const [first] = told;
  if (first === undefined) return "Changes";
  if (told.length === 1) return clipped(`${first.verb}: ${first.name}`);
  const verbs = Map.groupBy(told, ({ verb }) => verb);
  const counts = [...verbs].map(([verb, each]) => `${verb.toLowerCase()} ${each.length}`).join(", ");
  const lines = told.slice(0, LINES).map(({ verb, name }) => clipped(`${verb}: ${name}`));
  const more = told.length > LINES ? [`and ${told.length - LINES} more`] : [];
  return [`${told.length} memories: ${counts}`, "", ...lines, ...more].join("\n");
}

function changeOf(before: KnownMemory | undefined, now: KnownMemory | undefined, isSaid: boolean): readonly Told[] {
  const [was, is] = [before?.copies[0], now?.copies[0]];
  const copy = is ?? was;
  const verb = verbOf(was, is, isSaid);
  if (copy === undefined || verb === undefined) return [];
  return [{ verb, name: textField(copy.document, "name") ?? copy.file.replace(/\.md$/, "") }];
}

function verbOf(was: MemoryCopy | undefined, is: MemoryCopy | undefined, isSaid: boolean): string | undefined {
  if (is === undefined) return "Put away";
  if (was === undefined) return "Add";
  if (was.place !== is.place) return is.place === "quarantine" ? "Quarantine" : "Bring back";
  if (was.hash !== is.hash) return "Edit";
  const retired = [was, is].map(({ document }) => textField(document, "status") === "retired");
  if (retired[0] !== retired[1]) return retired[1] ? "Off" : "On";
  return isSaid ? "Confirm" : undefined;
}

function clipped(line: string): string {
  const clean = forTerminalLine(line);
  return clean.length <= SUBJECT ? clean : `${clean.slice(0, SUBJECT - 3)}...`;
}
