// holdfast rules [why | try]: what stops agents here, what it did, and what a rule would have done (RUL-4, RUL-6).

import { knownBranches } from "../../compose/branches.ts";
import { triedAgainst } from "../../compose/rules-try.ts";
import { listField, textField } from "../../memory/fields.ts";
import type { RuleProblem } from "../../memory/rule.ts";
import { EFFECTS } from "../../memory/rule.ts";
import { hasRule, type KnownRule, rulesAmong } from "../../rules/known.ts";
import { type Count, countOf, type Firing, firingsIn, isAlwaysAllowed } from "../../rules/told.ts";
import { isMany, meetingsIn, type Tried, triedWords, type WouldMeet } from "../../rules/tried.ts";
import { handleOf, nameOf, readCatalogue, stemOf } from "../../store/catalogue.ts";
import { resolve } from "../../store/resolve.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { permission } from "../../trust/authority.ts";
import { EXIT, noMemory } from "../exit.ts";
import type { Output } from "../output.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { clip, paragraph, projectWord } from "../tell.ts";

const RECEIPTS = 500_000;
const SHOWN = 20;

export const commands: Commands = {
  rules: {
    usage: "holdfast rules [why [NAME] | try RULE | try NAME]",
    about: [
      "Without a word: the rules that hold here, how often each fired, and those that are only text, with the reason.",
      "`why` tells what fired last.",
      "`try` tells what a rule would have stopped in the last 40 sessions of this project, by the records that Claude Code and Codex keep. A rule is written as after `add --rule`, with ; between its lines.",
    ],
    options: { all: { type: "boolean", help: "try: the last sessions of every project" } },
    names: [0, 2],
    drains: true,
    examples: [
      "holdfast rules",
      "holdfast rules why feedback_use_pnpm",
      'holdfast rules try "deny command npm install; instead use pnpm install"',
      "holdfast rules try feedback_use_pnpm --all --json",
    ],
    run,
  },
};

function run(call: Invocation): Ended {
  const [word, what] = call.names;
  if (word === undefined) return list(call);
  if (word === "why") return why(call, what);
  if (word === "try" && what !== undefined) return tryOut(call, what);
  const message =
    word === "try"
      ? "try needs a rule, or the name of a memory that has one."
      : `Expected why or try, found "${word}".`;
  return refuse("usage", message, 'holdfast rules try "deny command npm install"');
}

// What holds here.

interface Row extends Count {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly scope: string;
  readonly tier: string;
  readonly lines: readonly string[];
  readonly inForce: boolean;
  readonly reason?: string;
  /** It fires often, and is always allowed. */
  readonly review: boolean;
}

function list({ bench, out }: Invocation): Ended {
  const firings = firingsIn(bench.receipts(RECEIPTS));
  const rows = known(bench).map((rule) => rowOf(rule, firings));
  if (out.options.json) {
    out.json({ rules: rows });
    return EXIT.done;
  }
  const [holding, text] = [rows.filter(({ inForce }) => inForce), rows.filter(({ inForce }) => !inForce)];
  if (holding.length > 0) out.line(out.paint("bold", "In force here"));
  for (const row of holding) printHolding(row, out);
  if (text.length > 0) out.line(out.paint("bold", "Only text here"));
  for (const row of text) printText(row, out);
  if (rows.length === 0)
    out.note('No memory has a rule yet: holdfast add "Use pnpm, not npm" --rule "deny command npm install"');
  return EXIT.done;
}

/** An agent is told of what a person confirmed: a rule that nobody did is text that somebody put there. */
function known(bench: Invocation["bench"]): readonly KnownRule[] {
  const { project, here } = bench;
  const memories = bench.stores().flatMap(({ store }) => readCatalogue(store).memories);
  const branches = knownBranches(here.places.state, project?.root);
  const rules = rulesAmong(memories, { now: bench.act.now, project: project?.id, branches });
  const isFull = permission("rules", bench.channel) === "full";
  return isFull ? rules : rules.filter(({ memory }) => memory.tier === "verified");
}

function rowOf({ memory, lines, textOnly }: KnownRule, all: readonly Firing[]): Row {
  const id = handleOf(memory);
  const firings = all.filter((each) => each.id === id);
  return {
    id,
    name: nameOf(memory),
    file: stemOf(memory),
    scope: memory.scope,
    tier: memory.tier,
    lines,
    inForce: textOnly === undefined,
    ...(textOnly && { reason: textOnly }),
    ...countOf(firings),
    review: textOnly === undefined && isAlwaysAllowed(firings),
  };
}

function printHolding(row: Row, out: Output): void {
  const { name, file, lines, review } = row;
  out.line(`  ${clip(name, out.columns - 2)}`);
  for (const line of lines) out.line(`    ${clip(line, out.columns - 4)}`);
  out.line(out.paint("dim", `    ${clip(`${file}: ${countWords(row)}`, out.columns - 4)}`));
  if (review) {
    const often = "It stops often and is always allowed. Is it meant so? ";
    out.line(out.paint("yellow", `    ${often}holdfast edit ${clip(file, out.columns)}`));
  }
}

function countWords({ fired, stopped, asked, reminded, allowed, last }: Count): string {
  if (fired === 0) return "has not fired";
  const counts = Object.entries({ stopped, asked, reminded, allowed }).filter(([, count]) => count > 0);
  return `${counts.map(([word, count]) => `${word} ${count}`).join(", ")}; last ${last}`;
}

const NEXT: Readonly<Record<string, string>> = {
  inferred: "holdfast confirm",
  unattested: "holdfast confirm",
  quarantined: "holdfast show",
  unreadable: "holdfast edit",
  malformed: "holdfast edit",
  expired: "holdfast edit",
  retired: "holdfast on",
  proposal: "holdfast confirm",
};

function printText({ name, file, reason = "" }: Row, out: Output): void {
  const next = NEXT[reason] ?? "holdfast show";
  out.line(`  ${clip(name, out.columns - reason.length - 5)} (${reason})`);
  out.line(out.paint("dim", `    ${next} ${clip(file, out.columns)}`));
}

// What fired.

function why({ bench, out }: Invocation, name: string | undefined): Ended {
  const found = name === undefined ? undefined : idCalled(bench, name);
  if (isRefusal(found)) return found;
  const shown = new Set(known(bench).map(({ memory }) => handleOf(memory)));
  const firings = firingsIn(bench.receipts(RECEIPTS)).filter(
    ({ id }) => shown.has(id) && (found === undefined || id === found),
  );
  if (out.options.json) out.json({ firings });
  else {
    for (const firing of firings.slice(0, SHOWN)) printFiring(firing, out);
    if (firings.length === 0) out.note("No rule has fired in the last 90 days.");
    if (firings.length > SHOWN) out.note(`${firings.length - SHOWN} older: --json shows all`);
  }
  return EXIT.done;
}

const FORMS = { deny: "stopped", ask: "asked", remind: "reminded", allowed: "allowed" } as const;

function printFiring({ at, host, session, project, form, line, name, tool }: Firing, out: Output): void {
  const where = project === undefined ? "" : ` in ${projectWord(project)}`;
  out.line(`${at}  ${FORMS[form].padEnd(8)}  ${clip(line, out.columns - 32)}`);
  const who = `${tool} by ${host}${where}, session ${session.slice(0, 13)}: ${name}`;
  out.line(out.paint("dim", `  ${clip(who, out.columns - 2)}`));
}

function idCalled(bench: Invocation["bench"], name: string): string | Refusal {
  const found = resolve(bench.stores(), name);
  if (found.kind === "refusal") return found;
  if (found.kind === "found-broken") return noMemory(name);
  return hasRule(found.memory)
    ? handleOf(found.memory)
    : refuse(
        "not-found",
        `${stemOf(found.memory)} has no rule.`,
        `holdfast edit ${stemOf(found.memory)} --rule "deny command npm install"`,
      );
}

// What it would have done.

function tryOut(call: Invocation, what: string): Ended {
  const { bench, out, options } = call;
  const rule = ruleCalled(bench, what);
  if (isRefusal(rule)) return rule;
  const project = options["all"] === true ? undefined : rule.project;
  const tried = triedAgainst(rule.lines, { here: bench.here, project });
  if (tried.kind === "rule-problem") return unreadable(tried);
  // What was done in other sessions is for the person who had them.
  const met = permission("rules", bench.channel) === "full" ? tried.met : [];
  if (out.options.json) {
    const { sessions, calls } = tried;
    out.json({ rule: rule.lines, ...(project && { project }), sessions, calls, ...meetingsIn(tried), met });
  } else printTried(tried, met, out);
  return EXIT.done;
}

interface Named {
  readonly lines: readonly string[];
  readonly project: string | undefined;
}

/** As `add` would keep it, for the project one stands in; a memory's own scope counts. */
function ruleCalled(bench: Invocation["bench"], what: string): Named | Refusal {
  if (EFFECTS.some((effect) => what.trimStart().startsWith(`${effect} `))) {
    const lines = what.split(";").map((line) => line.trim());
    return { lines: lines.filter((line) => line !== ""), project: bench.project?.id };
  }
  const id = idCalled(bench, what);
  if (isRefusal(id)) return id;
  const found = resolve(bench.stores(), id);
  if (found.kind !== "found") return noMemory(what);
  const { document, scope } = found.memory;
  const project = textField(document, "project") ?? (scope === "shared" ? bench.project?.id : undefined);
  return { lines: listField(document, "rule"), project };
}

function unreadable({ line, hint }: RuleProblem): Refusal {
  return refuse("usage", line === "" ? hint : `"${line}" is no line of a rule. ${hint}`, "holdfast rules try --help");
}

function printTried(tried: Tried, met: readonly WouldMeet[], out: Output): void {
  paragraph(out, triedWords(tried));
  for (const { at = "", host, what } of met.slice(-SHOWN))
    out.line(`  ${at.slice(0, 16)}  ${host.padEnd(6)}  ${clip(what, out.columns - 28)}`);
  if (met.length > SHOWN) out.note(`${met.length - SHOWN} older: --json shows all`);
  if (isMany(tried)) out.note("More than a few. As `remind` it would tell the agent and stop nothing.");
}
