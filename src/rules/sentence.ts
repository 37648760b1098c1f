// The rule that a sentence means (RUL-3), without a model: the common forms, in five languages. What is found is only offered;
// where a sentence may mean something else, nothing is. Time is bounded: a long text is not looked at.
import { EFFECTS, isRuleProblem, parseRule } from "../memory/rule.ts";
import { CHINESE } from "./sentences/chinese.ts";
import { ENGLISH } from "./sentences/english.ts";
import { FIRST_SIGN, type Meaning, type ReadLanguage, readLanguage, SIGNS } from "./sentences/form.ts";
import { GERMAN } from "./sentences/german.ts";
import { JAPANESE } from "./sentences/japanese.ts";
import { KOREAN } from "./sentences/korean.ts";
import { type Mention, type Named, namedIn } from "./sentences/mentions.ts";

const LONGEST = 400;
const LANGUAGES = [ENGLISH, GERMAN, JAPANESE, KOREAN, CHINESE];

let languages: readonly ReadLanguage[] | undefined;

/** Lines as `rule:` has them; none where the text means no rule that is sure. */
export function ruleMeantBy(text: string): readonly string[] {
  const plain = plainly(text);
  if (plain.length > LONGEST || /[?？]/.test(plain)) return [];
  languages ??= LANGUAGES.map(readLanguage);
  for (const language of languages.filter(({ cue }) => cue.test(plain))) {
    const lines = linesIn(plain, language);
    if (lines.length > 0 && !isRuleProblem(parseRule(lines))) return lines;
  }
  return [];
}

/** The same rule, told to the agent and stopping nothing. */
export function asReminder(lines: readonly string[]): readonly string[] {
  const effect = new RegExp(`^(?:${EFFECTS.join("|")}) `);
  return [...new Set(lines.map((line) => line.replace(effect, "remind ")))];
}

const SIGNS_OF_PUNCTUATION: Readonly<Record<string, string>> = {
  "，": ", ",
  "、": ", ",
  "。": ". ",
  "．": ". ",
  "：": ": ",
  "；": "; ",
  "！": "! ",
};

function plainly(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[，、。．：；！]/g, (sign) => SIGNS_OF_PUNCTUATION[sign] ?? sign)
    .replace(/\s+/g, " ")
    .trim();
}

function linesIn(plain: string, language: ReadLanguage): readonly string[] {
  const named = namedIn(plain, language);
  if (named === undefined || named.mentions.length === 0) return [];
  const text = language.spaced ? named.text : named.text.replaceAll(" ", "");
  const whole = formIn(text, named, language);
  if (whole.length > 0) return whole;
  const sentences = text.split(/(?<=[.!;]) ?/).filter((each) => each !== "");
  if (sentences.length < 2) return [];
  const found = sentences.map((each) => formIn(each, named, language));
  // What stands beside a rule may take it back.
  if (sentences.some((each, at) => found[at]?.length === 0 && language.exception.test(each))) return [];
  const lines = [...new Set(found.flat())];
  return lines.filter((line) => line.startsWith("instead ")).length > 1 ? [] : lines;
}

type Groups = Readonly<Partial<Record<"no" | "cmd" | "path" | "use" | "branch" | "why", string>>>;

function formIn(text: string, named: Named, language: ReadLanguage): readonly string[] {
  const small = text.toLowerCase().replace(language.lead, "");
  for (const { means, pattern } of language.forms) {
    const groups: Groups | undefined = pattern.exec(small)?.groups;
    if (groups === undefined || isTakenBack(groups.why ?? "", named, language)) continue;
    const lines = linesOf(means, { ...groups, ...asWritten(groups.branch, text) }, named);
    if (lines.length > 0) return lines;
  }
  return [];
}

/** The names of branches keep their case. */
function asWritten(branch: string | undefined, text: string): Pick<Groups, "branch"> {
  const at = branch === undefined ? -1 : text.toLowerCase().lastIndexOf(branch);
  if (branch === undefined || at < 0) return {};
  return { branch: text.slice(at, at + branch.length) };
}

/** By an exception, another program or a path: then it may say more than the form does, or of less. */
function isTakenBack(why: string, named: Named, { exception }: ReadLanguage): boolean {
  return exception.test(why) || mentionsIn(why, named).some(({ known, text }) => known || text.includes("/"));
}

function linesOf(means: Meaning, groups: Groups, named: Named): readonly string[] {
  const commands = mentionsIn(groups.no ?? groups.cmd ?? "", named);
  const paths = mentionsIn(groups.path ?? "", named);
  const [use] = mentionsIn(groups.use ?? "", named);
  if (commands.some((each) => each.commands.length === 0 || (groups.no !== undefined && !each.known))) return [];
  if (paths.some(({ isPath }) => !isPath) || (groups.use !== undefined && (use?.commands.length ?? 0) === 0)) return [];
  const [effect, on] = ACTS[means];
  const instead = insteadOf(use, groups.branch, named);
  const what = paths.length > 0 ? paths.map(({ text }) => text) : commands.flatMap((each) => each.commands);
  return [...what.map((each) => `${effect} ${paths.length > 0 ? on : "command"} ${each}`), ...instead];
}

const ACTS: Readonly<Record<Meaning, readonly [effect: string, onPath: string]>> = {
  swap: ["deny", "edit"],
  prefer: ["remind", "edit"],
  never: ["deny", "edit"],
  untouched: ["deny", "edit"],
  unread: ["deny", "read"],
  ask: ["ask", "edit"],
  // A rule does not know on which branch it is held against an act; the person who is asked does.
  branch: ["ask", "edit"],
};

function insteadOf(use: Mention | undefined, branch: string | undefined, named: Named): readonly string[] {
  if (use !== undefined) return [`instead use ${use.commands[0] ?? use.text}`];
  const name = branch === undefined ? "" : (mentionsIn(branch, named)[0]?.text ?? branch);
  return /^[\w./-]+$/.test(name) ? [`instead do it on branch ${name}`] : [];
}

function mentionsIn(text: string, { mentions }: Named): readonly Mention[] {
  return [...text.matchAll(SIGNS)].flatMap(([sign]) => mentions[sign.charCodeAt(0) - FIRST_SIGN] ?? []);
}
