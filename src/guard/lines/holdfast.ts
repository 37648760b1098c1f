// A call of the holdfast command: the table of verbs says what is an agent's, limits.ts what is not even then (TRU-22,
// AGT-21). The verb is found as the command line finds it.
import { permission, VERBS, type Verb } from "../../trust/authority.ts";
import { NARROWING_OPTIONS, PERSONS_OPTIONS } from "../../trust/limits.ts";
import { hasHole } from "../shell-line.ts";
import { REASONS } from "../wording.ts";

const PROGRAM = /(^|\/)holdfast(\.(mjs|cjs|js|exe|cmd|ps1))?(@[\w.^~-]*)?$/i;
/** As it is built, and as it runs from its source. */
const BUILT = /\/holdfast[^/]*(\/[^/]+)*\/(cli\.mjs|cli\/main\.ts)$/i;
const NO_VERB: ReadonlySet<string> = new Set(["help"]);
/** Verbs for machines, not worth naming to an agent. */
const UNNAMED: ReadonlySet<string> = new Set(["hook", "conformance", "completion", "mcp", "feedback", "enforce"]);

/** `path` is the word as a real path, for a program started by its file. */
export function isHoldfast(word: string, path: () => string): boolean {
  return PROGRAM.test(word) || (/(cli\.mjs|main\.ts)$/i.test(word) && BUILT.test(path()));
}

/** The reason for a refusal, or undefined. */
export function judgeHoldfast(args: readonly string[]): string | undefined {
  const end = args.indexOf("--");
  const options = (end < 0 ? args : args.slice(0, end)).filter((word) => word.startsWith("-"));
  if (options.includes("--help") || options.includes("-h")) return undefined;
  const verb = args.find((word, index) => !word.startsWith("-") && args[index - 1] !== "--store");
  if (verb === undefined || NO_VERB.has(verb)) return undefined;
  if (hasHole(verb)) return REASONS.hiddenVerb;
  const known = VERBS.find((each) => each === verb);
  const allowed = known === undefined ? "none" : permission(known, "cli");
  if (known === undefined || allowed === "none") return REASONS.verb(verb, agentsVerbs());
  return allowed === "full" ? undefined : narrowed(known, options);
}

function narrowed(verb: Verb, options: readonly string[]): string | undefined {
  const has = (name: string): boolean =>
    options.some((option) => option === `--${name}` || option.startsWith(`--${name}=`));
  const persons = PERSONS_OPTIONS[verb]?.find(has);
  if (persons !== undefined) return REASONS.option(verb, `--${persons}`);
  const narrowing = NARROWING_OPTIONS[verb];
  if (narrowing !== undefined && !narrowing.some(has)) return REASONS.narrow(verb, narrowing);
  // An option that can't be read may be one of those.
  const hidden = PERSONS_OPTIONS[verb] !== undefined && options.some(hasHole);
  return hidden ? REASONS.hiddenVerb : undefined;
}

function agentsVerbs(): readonly string[] {
  return VERBS.filter((verb) => permission(verb, "cli") !== "none" && !UNNAMED.has(verb));
}

const FORBIDDEN = VERBS.filter((verb) => permission(verb, "cli") === "none").join("|");
/** A word, what parts words in most languages, and a verb. It starts at the start of a word only, so that no word is looked
 * at twice. */
const CALLED = new RegExp(`(?<![\\w./@-])([\\w./@-]+)["'\`,;:()\\[\\]\\s]+(?=(${FORBIDDEN})\\b)`, "gi");

/** A person's verb called from a text that is no shell: the code of an interpreter, keys sent to a terminal. */
export function calledIn(text: string): string | undefined {
  for (const [, word = "", verb = ""] of text.matchAll(CALLED)) {
    if (/holdfast/i.test(word)) return REASONS.verb(verb, agentsVerbs());
  }
  return undefined;
}
