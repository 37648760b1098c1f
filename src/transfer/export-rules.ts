// Rules for an instruction file (IMP-3): what a person stands behind, in force today, that belongs to the project. It reaches
// everybody who has the repository, so nothing of one person's goes there: nothing that holds everywhere, nothing about
// somebody, and where the project has a store of its own, that one alone. Each text passes the gate of a shared store (CHK-13);
// what is flagged is left out and named. Oldest first, so that a new memory moves no line.
import { gateForStore } from "../checks/gate.ts";
import { declaredTier, isExpired, kindField, statusOf, textField, typeField } from "../memory/fields.ts";
import { saying } from "../memory/same-words.ts";
import type { ReadAlready } from "../recall/read-already.ts";
import { type Memory, readCatalogue, stemOf, supersededAmong } from "../store/catalogue.ts";
import type { Act, OpenStores } from "../store/context.ts";
import { RULE_MAX, type Rule } from "./rules-block.ts";

export interface LeftOut {
  readonly stem: string;
  readonly why: string;
}

export interface Rules {
  readonly rules: readonly Rule[];
  readonly leftOut: readonly LeftOut[];
  /** How many that are verified and hold here stay the person's own, and how many the file says already. */
  readonly own: number;
  readonly said: number;
  /** Of the project's store: how many call themselves verified, and nobody whose word counts here signed them. */
  readonly untrusted: number;
}

export interface RulesAbout {
  /** Undefined where the file lies in no repository. */
  readonly project: { readonly id: string; readonly root: string } | undefined;
  /** What stands in the file besides our part of it. */
  readonly isSaid: ReadAlready;
}

export function rulesFor(stores: OpenStores, { project, isSaid }: RulesAbout, act: Act): Rules {
  const all = stores.flatMap(({ store }) => readCatalogue(store).memories.map((memory) => ({ memory, store })));
  const superseded = supersededAmong(all.map(({ memory }) => memory));
  const inForce = all.filter(({ memory }) => !superseded.has(memory) && isRule(memory, project?.id, act));
  const isShared = stores.some(({ store }) => isOfProject(store, project?.root));
  const team = inForce.filter(({ memory, store }) => {
    if (isPersonal(memory)) return false;
    return isShared ? isOfProject(store, project?.root) : isAbout(memory, project?.id);
  });
  const leftOut: LeftOut[] = [];
  const rules: Rule[] = [];
  const known = new Set<string>();
  let said = 0;
  for (const memory of team.map((each) => each.memory).toSorted(oldestFirst)) {
    const rule = ruleOf(memory);
    const words = saying(wordsOf(rule));
    const why = flagged(memory, act);
    if (known.has(words)) continue;
    if (isSaid(wordsOf(rule))) said++;
    else if (why !== undefined) leftOut.push({ stem: stemOf(memory), why });
    else rules.push(rule);
    known.add(words);
  }
  const claiming = all.filter(({ memory, store }) => isOfProject(store, project?.root) && isClaiming(memory));
  return { rules, leftOut, own: inForce.length - team.length, said, untrusted: claiming.length };
}

function isClaiming({ tier, document }: Memory): boolean {
  return tier !== "verified" && statusOf(document) === "active" && declaredTier(document) === "verified";
}

/** The store at the top of the repository; those of its folders hold there alone. */
function isOfProject({ info }: OpenStores[number]["store"], root: string | undefined): boolean {
  return info.scope === "shared" && root !== undefined && info.root === `${root}/.holdfast`;
}

function isAbout({ document }: Memory, project: string | undefined): boolean {
  return project !== undefined && textField(document, "project") === project;
}

const FIRST_PERSON = /(?:^|[\s("'])(?:I(?:['’](?:m|ve|d|ll))?|[Mm](?:y|e|ine|yself))(?=[\s,;:!?)"']|\.(?:\s|$)|$)/;

/** About somebody, or in the words of one person about themselves: nobody else's rule. */
function isPersonal({ document }: Memory): boolean {
  return typeField(document) === "user" || FIRST_PERSON.test(document.body);
}

function wordsOf({ body, description, name }: Rule): string {
  return [body, description, name].find((text) => text.trim() !== "") ?? "";
}

/** Verified means attested too: what nobody vouches for has another tier (STO-32). */
function isRule({ tier, document }: Memory, project: string | undefined, { now }: Act): boolean {
  const about = textField(document, "project");
  return (
    tier === "verified" &&
    statusOf(document) === "active" &&
    !isExpired(document, now) &&
    kindField(document) !== "session-summary" &&
    // A file is read on every branch.
    textField(document, "branch") === undefined &&
    (about === undefined || about === project)
  );
}

export function flagged({ document, stored }: Memory, { checks }: Act): string | undefined {
  const gated = gateForStore({ text: document.text, place: stored.place, file: stored.file, scope: "shared" }, checks);
  const findings = gated.kind === "blocked" ? gated.findings : gated.warnings;
  if (document.body.length > RULE_MAX) return `longer than ${RULE_MAX} characters`;
  const worst = findings.find(({ check, severity }) => severity !== "warn" || check === "injection");
  return worst === undefined ? undefined : `${worst.check}/${worst.rule} in line ${worst.line}`;
}

/** By its id, which has the time in it and stays when its words change. */
function oldestFirst(a: Memory, b: Memory): number {
  const key = ({ id, stored }: Memory): string => `${id ?? "~"} ${stored.file}`;
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}

/** The same for everybody, whatever the order of the files. */
export function inOrder(a: Memory, b: Memory): number {
  const key = ({ document, stored }: Memory): string =>
    `${typeField(document) ?? ""} ${textField(document, "name") ?? ""} ${stored.file}`;
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}

function ruleOf({ document }: Memory): Rule {
  return {
    name: textField(document, "name") ?? "",
    description: textField(document, "description") ?? "",
    body: document.body,
  };
}
