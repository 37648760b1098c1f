// Objects out of the store's repository. One `cat-file --batch-command` answers for a whole run: to start a git costs more
// than most of what it is asked. A git of before 2.36 has no such thing, and is started for each question.
import { failedFrom } from "../../text/errors.ts";
import { type GitObject, ObjectReader } from "./objects.ts";
import { streamGit, talkGit } from "./run.ts";
import { callOf, type GitStore, inStore } from "./store.ts";

export interface ObjectFacts {
  readonly id: string;
  readonly type: string;
  readonly size: number;
}

/** In the order asked; undefined where there is none. A name may be an expression such as `<commit>^{tree}`. */
export async function factsOf(
  store: GitStore,
  names: readonly string[],
): Promise<readonly (ObjectFacts | undefined)[]> {
  if (names.length === 0) return [];
  const found: (ObjectFacts | undefined)[] = [];
  let rest = "";
  const take = (piece: Buffer): boolean => {
    const rows = `${rest}${piece.toString("latin1")}`.split("\n");
    rest = rows.pop() ?? "";
    for (const row of rows) found.push(factsIn(row));
    return found.length >= names.length;
  };
  if (!(await talked(store, names.map((name) => `info ${name}\n`).join(""), take))) {
    const format = "--batch-check=%(objectname) %(objecttype) %(objectsize)";
    take(await inStore(store, ["cat-file", format, "--buffer"], { input: lines(names) }));
  }
  return found;
}

function factsIn(row: string): ObjectFacts | undefined {
  const [id = "", type = "", size = ""] = row.split(" ");
  return /^\d+$/.test(size) ? { id, type, size: Number(size) } : undefined;
}

/** Each object that is there; what it is given is overwritten once it returns. */
export async function contentsOf(
  store: GitStore,
  ids: readonly string[],
  take: (object: GitObject) => void,
): Promise<void> {
  if (ids.length === 0) return;
  const reader = new ObjectReader(take);
  const taken = (piece: Buffer): boolean => {
    reader.push(piece);
    return reader.answered >= ids.length;
  };
  if (await talked(store, ids.map((id) => `contents ${id}\n`).join(""), taken)) return;
  await streamGit(callOf(store, ["cat-file", "--batch", "--buffer"], { input: lines(ids) }), taken);
}

function lines(names: readonly string[]): string {
  return names.map((name) => `${name}\n`).join("");
}

/** False where this git can't talk. */
async function talked(store: GitStore, question: string, take: (piece: Buffer) => boolean): Promise<boolean> {
  const { reading } = store;
  if (reading.talk === "none") return false;
  if (reading.talk === undefined || reading.talk.isOver())
    reading.talk = talkGit(callOf(store, ["cat-file", "--batch-command", "--buffer"]));
  try {
    await reading.talk.ask(`${question}flush\n`, take);
    return true;
  } catch (error) {
    if (!failedFrom(error).message.includes("unknown option")) throw error;
    reading.talk = "none";
    return false;
  }
}

/** The next question starts another one. */
export function endReading({ reading }: GitStore): void {
  if (typeof reading.talk === "object") reading.talk.end();
  if (reading.talk !== "none") reading.talk = undefined;
}
