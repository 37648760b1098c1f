// How a language says a rule: forms over a text in which what is named (a command, a path) is one sign each. A form fits the
// whole text or not at all; what no form says is not guessed at.

export type Meaning = "swap" | "prefer" | "never" | "untouched" | "unread" | "ask" | "branch";

/**
 * `{no}` and `{use}` are programs that are surely known, `{cmd}` also whatever stands in backticks, `{path}` a path, `{branch}`
 * a branch. Several of `{no}`, `{cmd}` or `{path}` may stand in a list. Forms are written in small letters, and held against
 * such: two flags less make the patterns twenty times as cheap to read.
 */
export type Form = readonly [means: Meaning, ...forms: string[]];

export interface RuleLanguage {
  /** What every form of it has: the forms of other languages are then not even read. */
  readonly cue: RegExp;
  /** False where blanks say nothing: they are taken out first. */
  readonly spaced: boolean;
  /** May stand before a form and after it without changing it. */
  readonly lead: string;
  readonly tail: string;
  /** Starts a reason, of which anything may follow that is no exception. */
  readonly reason: string;
  readonly exception: RegExp;
  /** Between the last two of a list. */
  readonly and: string;
  readonly forms: readonly Form[];
  /** Words for a git command that people say without naming it; `$1` is a branch. */
  readonly acts: readonly (readonly [words: string, ...commands: string[]])[];
}

/** One sign for each thing that is named. */
export const FIRST_SIGN = 0xe000;
const SIGN = "[\\uE000-\\uE0FF]";
export const SIGNS: RegExp = new RegExp(SIGN, "g");

export interface ReadLanguage {
  readonly cue: RegExp;
  readonly lead: RegExp;
  readonly spaced: boolean;
  readonly exception: RegExp;
  readonly forms: readonly { readonly means: Meaning; readonly pattern: RegExp }[];
  readonly acts: readonly { readonly words: RegExp; readonly commands: readonly string[] }[];
}

export function readLanguage(language: RuleLanguage): ReadLanguage {
  const { cue, spaced, lead, exception, forms, acts } = language;
  return {
    cue,
    lead: new RegExp(`^${lead}`),
    spaced,
    exception,
    forms: forms.flatMap(([means, ...all]) => all.map((form) => ({ means, pattern: patternOf(form, language) }))),
    acts: acts.map(([words, ...commands]) => ({
      words: new RegExp(`${ALONE[0]}(?:${words})${ALONE[1]}`, "gi"),
      commands,
    })),
  };
}

/** No letter of a Latin alphabet stands beside it: other scripts are written without a blank. */
const ALONE = ["(?<![\\w\\u00c0-\\u024f-])", "(?![\\w\\u00c0-\\u024f-])"] as const;

function patternOf(form: string, { tail, reason, and }: RuleLanguage): RegExp {
  const list = (name: string): string => `(?<${name}>${SIGN}(?:(?:, ?|${and})+${SIGN}){0,3})`;
  const core = form
    .replace("{no}", list("no"))
    .replace("{cmd}", list("cmd"))
    .replace("{path}", list("path"))
    .replace("{use}", `(?<use>${SIGN})`)
    .replace("{branch}", `(?<branch>${SIGN}|[\\w./-]*\\w)`);
  return new RegExp(`^(?:${core})${tail}(?:${reason}(?<why>.+?))?[.!]*$`);
}
