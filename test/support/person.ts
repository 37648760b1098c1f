// Runs a command as a person would: on a pseudo-terminal, with a scrubbed environment, in a new PID namespace, so
// that no agent that runs the tests is among the ancestors (TRU-22a). The product has no switch that does this.
import { execFileSync, spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

export interface PersonRun {
  /** What the terminal showed, typed answers included; carriage returns stripped. */
  readonly transcript: string;
  readonly code: number | null;
}

export interface PersonOptions {
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Each line is typed when the command has stopped at a prompt: output that does not end with a newline. */
  readonly input?: readonly string[];
  readonly timeoutMs?: number;
  /** Whether the person types the word that a question asks for, and looks at every screen; true unless an attack is made. */
  readonly reads?: boolean;
  /** Whether Enter answers what is asked beyond `input`, but for a word to be typed. */
  readonly enters?: boolean;
  /** A program to put between the terminal and the command, for tests of what an ancestor changes. */
  readonly under?: readonly string[];
}

const NAMESPACE = ["--pid", "--fork", "--mount-proc", "--kill-child"];
/** The first process takes up who lost their parent, a worker say; `script` would take its end for the command's. */
const FIRST = ["/bin/sh", "-c", '"$@"; exit $?', "sh"];
const QUIET_MS = 120;
const ECHO_MS = 10_000;

let possible: string[] | undefined | null;

/** The `unshare` arguments that work here: as root, else with a user namespace. */
function namespaceArguments(): string[] | undefined {
  if (possible !== undefined) return possible ?? undefined;
  possible = null;
  for (const args of [NAMESPACE, ["--user", "--map-root-user", ...NAMESPACE]]) {
    try {
      execFileSync("unshare", [...args, "script", "-qec", "true", "/dev/null"], { stdio: "ignore", timeout: 10_000 });
      possible = args;
      break;
    } catch {
      // this way is not open on this machine; the next one may be
    }
  }
  return possible ?? undefined;
}

export function canRunAsPerson(): boolean {
  return process.platform === "linux" && namespaceArguments() !== undefined;
}

/** The words for a skipped test, so that a skip is seen. */
export const CANNOT_RUN_AS_PERSON =
  "SKIPPED: needs Linux, util-linux `script` and `unshare`, and root or user namespaces";

export function runAsPerson(argv: readonly string[], options: PersonOptions): Promise<PersonRun> {
  const started = startAsPerson(argv, options);
  const lines = [...(options.input ?? [])];
  let typing: NodeJS.Timeout | undefined;
  const read = options.reads === false ? () => undefined : reader(started);
  const limit = setTimeout(() => started.kill(), options.timeoutMs ?? 60_000);
  let answeredAt = 0;
  const typeNext = (isLate = false): void => {
    const transcript = started.transcript();
    // The echo of the last answer is no question: a slow command is waited for, but not for ever.
    if (!isLate && answeredAt > 0 && !transcript.slice(answeredAt).includes("\n")) {
      typing = setTimeout(typeNext, ECHO_MS, true);
      return;
    }
    if (isOffered(transcript) && !ANSWERS.includes(lines[0])) lines.unshift("no");
    if ((lines.length === 0 || lines[0] === READ) && read() !== undefined) {
      lines.shift();
      return;
    }
    // Enter is kept for a question that stands there: the next one may be of another kind.
    const next = lines[0] ?? (options.enters === true ? "" : undefined);
    // What only moves the cursor is the beginning of a question, and its words may be a while on a busy machine.
    if (next === undefined || /(?:^|\n)$/.test(stripVTControlCharacters(transcript))) return;
    lines.shift();
    answer(`${next}\n`);
  };
  /** What is given for a typed question waits as long as reading it takes. */
  const answer = (keys: string): void => {
    answeredAt = started.transcript().length;
    if (isRead(started.transcript())) typeRead(started, keys);
    else setTimeout(() => started.type(keys), 0);
  };
  started.onOutput(() => {
    clearTimeout(typing);
    typing = setTimeout(typeNext, QUIET_MS);
  });
  return started.ended.finally(() => {
    clearTimeout(limit);
    clearTimeout(typing);
  });
}

/** In `input`: the word that is asked for. */
export const READ = "(the word)";

const TYPED = /Type "([^"]+)" to confirm: $/;
/** A rule is offered for the words (RUL-3): who came with no answer to that wants none. */
const OFFERED = /\? (?:y|remind) \/ (?:[a-z]+ \/ )?no: $/;
const ANSWERS: readonly (string | undefined)[] = ["y", "remind", "no"];
const MORE = /more screens?: n shows the next, q ends > $/;
const CARD = / q quit {2}\? > $|Save it\? y\/n > $/;
/** What is typed sooner after such a question is no answer to it. */
const READING_MS = 450;

/** A command that stood still takes what comes right after for typed ahead: whose keys have no effect types them again. */
const UNSEEN_MS = 5000;
const AGAIN = 3;

function typeRead({ transcript, type }: Pick<PersonCommand, "transcript" | "type">, keys: string): void {
  const before = transcript();
  const typing = (left: number): void => {
    if (left < AGAIN && transcript() !== before) return;
    type(keys);
    if (left > 0) setTimeout(typing, UNSEEN_MS, left - 1).unref();
  };
  setTimeout(typing, READING_MS, AGAIN);
}

function isOffered(transcript: string): boolean {
  return OFFERED.test(stripVTControlCharacters(transcript));
}

function isRead(transcript: string): boolean {
  return TYPED.test(transcript) || CARD.test(stripVTControlCharacters(transcript));
}

/** A person who reads: types the word that is asked for (TRU-26), and goes on to the next screen. Answers the question it met. */
function reader(started: Pick<PersonCommand, "transcript" | "type">): () => "answering" | undefined {
  let answered = -1;
  return () => {
    const transcript = started.transcript();
    const word = TYPED.exec(transcript)?.[1];
    if (word === undefined && !MORE.test(transcript)) return undefined;
    if (answered !== transcript.length) typeRead(started, word === undefined ? "n" : `${word}\n`);
    answered = transcript.length;
    return "answering";
  };
}

/** Keys, and the question that they answer. */
export type Answer = readonly [question: RegExp, keys: string];

/** Nobody answers the moment a question appears, and what comes at once is taken for typed ahead. */
const PAUSE_MS = 200;

/** As `runAsPerson`, where a line may stand unfinished without being a question: each key waits for its own. */
export function runAnswering(
  argv: readonly string[],
  options: Omit<PersonOptions, "input">,
  answers: readonly Answer[],
): Promise<PersonRun> {
  const started = startAsPerson(argv, options);
  const left = [...answers];
  const read = options.reads === false ? () => undefined : reader(started);
  let refusedAt = -1;
  started.onOutput(() => {
    if (read() !== undefined) return;
    const [question, keys = ""] = left[0] ?? [];
    if (question?.test(started.transcript()) !== true) {
      // Once: what moves the cursor comes apart from the question.
      const { length } = stripVTControlCharacters(started.transcript());
      if (isOffered(started.transcript()) && refusedAt !== length) started.type("no\n");
      refusedAt = length;
      return;
    }
    left.shift();
    if (isRead(started.transcript())) typeRead(started, keys);
    else setTimeout(() => started.type(keys), PAUSE_MS);
  });
  const limit = setTimeout(() => started.kill(), options.timeoutMs ?? 60_000);
  return started.ended.finally(() => clearTimeout(limit));
}

/** A person's command that stays: what it shows, and keys for it. */
export interface PersonCommand {
  transcript(): string;
  type(keys: string): void;
  onOutput(then: () => void): void;
  /** The terminal closes. */
  kill(): void;
  readonly pid: number | undefined;
  readonly ended: Promise<PersonRun>;
}

export function startAsPerson(
  argv: readonly string[],
  options: Pick<PersonOptions, "cwd" | "env" | "under">,
): PersonCommand {
  const namespace = namespaceArguments();
  if (namespace === undefined) throw new Error(CANNOT_RUN_AS_PERSON);
  const command = [...(options.under ?? []), ...argv].map(quoted).join(" ");
  const variables = Object.entries(options.env).map(([name, value]) => `${name}=${value}`);
  const shown = `/bin/stty cols 120 rows 40; exec ${command}`;
  const child = spawn(
    "unshare",
    [...namespace, "/usr/bin/env", "-i", ...variables, ...FIRST, "/usr/bin/script", "-qec", shown, "/dev/null"],
    { cwd: options.cwd, stdio: ["pipe", "pipe", "pipe"] },
  );
  let transcript = "";
  let told: () => void = () => {};
  const take = (chunk: string): void => {
    transcript += chunk.replaceAll("\r", "");
    told();
  };
  child.stdout.setEncoding("utf8").on("data", take);
  child.stderr.setEncoding("utf8").on("data", take);
  child.stdin.on("error", () => {}); // the command ended before it read its answer: its exit code tells
  return {
    transcript: () => transcript,
    type: (keys) => void child.stdin.write(keys),
    onOutput: (then) => {
      told = then;
    },
    kill: () => void child.kill("SIGKILL"),
    pid: child.pid,
    ended: new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve({ transcript, code }));
    }),
  };
}

function quoted(arg: string): string {
  return `'${arg.replaceAll("'", `'\\''`)}'`;
}
