// The calls of the page of the whole store (SUR-13). Looking is answered from the shelf; every act is asked for first, with
// what it would do, and then done by the same functions as at the command line.

import { parseDocument } from "../memory/document.ts";
import { textField } from "../memory/fields.ts";
import { beyondForm } from "../memory/findings.ts";
import { KINDS } from "../memory/kinds.ts";
import { usageIn } from "../recall/usage.ts";
import { weeksOfUse } from "../recall/use.ts";
import { choicesFor, type ReviewDecision, switchFor } from "../review/decide.ts";
import { asStored, authorPart, type Card, type Foreseen } from "../review/desk.ts";
import type { ShelfFilter } from "../review/shelf.ts";
import { givenWords } from "../review/signed-text.ts";
import { wordsOfRaised } from "../review/typed-word.ts";
import { confirmNote } from "../review/wording.ts";
import { countOf, isAlwaysAllowed } from "../rules/told.ts";
import { handleOf, isInForce, type Memory, nameOf, supersededAmong } from "../store/catalogue.ts";
import { howToConfirm } from "../store/confirm.ts";
import { leftStanding } from "../store/guess.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forPageLine } from "../text/sanitise.ts";
import { given } from "../text/values.ts";
import { TIERS } from "../trust/tiers.ts";
import { type Call, type Fields, type HandlePorts, notUnderstood } from "./call.ts";
import { cardFor, comparedTexts, signedSides } from "./card.ts";
import { doForget, forgetLines, planOfForget } from "./forgetting.ts";
import { listRow, pastAnswer, ruleWords } from "./listed.ts";
import { json, refused, type WebAnswer } from "./message.ts";
import { settle, undoneAt } from "./settle.ts";
import type { AskAnswer, CardAction, CardAnswer, ListAnswer, RulesAnswer, UseAnswer } from "./wire.ts";
import { ACTS, ASKED, TEXT } from "./wording.ts";

/** More than a screen; the page asks for the next as it is scrolled. */
const ROWS = 100;
const FILTER = ["text", "tier", "kind", "tag", "project", "since", "replaced"] as const;

export const WHOLE_CALLS: Readonly<Record<string, Call>> = {
  "/api/list": { takes: [...FILTER, "from", "fresh"], run: list },
  "/api/memory": { takes: ["key"], run: memory },
  "/api/past": { takes: ["key"], run: past },
  "/api/ask": { takes: ["key", "version", "kind", "text"], run: ask },
  "/api/do": { takes: ["ticket", "typed"], run: doIt },
  "/api/take-back": { takes: [], run: takeBack },
  "/api/rules": { takes: [], run: rules },
  "/api/use": { takes: [], run: use },
};

async function list(ports: HandlePorts, fields: Fields): Promise<WebAnswer> {
  const filter = filterOf(fields);
  const from = Number(fields["from"]);
  if (filter === undefined || !Number.isInteger(from) || from < 0 || from > 10_000_000) return notUnderstood();
  const { shelf } = await ports.whole.open();
  const isFresh = fields["fresh"] === "yes";
  // A search answers at once; who begins a list anew waits until every file was looked at.
  if (isFresh) shelf.look("all");
  else if (fields["text"] === "" && from === 0) shelf.look("files");
  const { rows, found, all } = shelf.page(fields["text"] ?? "", filter, from, ROWS);
  const known = isFresh ? { known: { ...shelf.known(), kinds: KINDS } } : {};
  return json({ rows: rows.map(listRow), from, found, all, ...known } satisfies ListAnswer);
}

function filterOf({
  tier = "",
  kind = "",
  tag = "",
  project = "",
  since = "",
  replaced = "",
}: Fields): ShelfFilter | undefined {
  const isTier = tier === "" || [...TIERS, "unattested"].includes(tier);
  const isKind = kind === "" || (KINDS as readonly string[]).includes(kind);
  if (!isTier || !isKind || !/^(\d{4}-\d{2}-\d{2})?$/.test(since)) return undefined;
  const one = (word: string): readonly string[] | undefined => (word === "" ? undefined : [word]);
  const some = (word: string): string | undefined => (word === "" ? undefined : word);
  return {
    ...given({ tiers: one(tier), kinds: one(kind), tags: one(tag), project: some(project), since: some(since) }),
    replaced: replaced === "yes",
  };
}

async function memory(ports: HandlePorts, { key = "" }: Fields): Promise<WebAnswer> {
  const { desk } = await ports.whole.open();
  const found = desk.card(key);
  if (isRefusal(found)) return refused(found);
  const since = await desk.since(found.item);
  const shown = cardFor(key, found, ports.now(), since);
  return json({ ...shown, actions: actionsFor(found), draft: authorPart(found.item.memory) } satisfies CardAnswer);
}

function actionsFor({ item }: Card): readonly CardAction[] {
  const turn = switchFor(item);
  // What is in quarantine comes back by a confirmation; one button says so.
  const isOut = item.memory.tier === "quarantined";
  const kinds = [...(isOut ? [] : (["confirm"] as const)), "edit", turn, "forget"] as const;
  return kinds
    .filter((kind) => kind === turn || kind === "forget" || choicesFor(item).includes(kind))
    .map((kind) => ({ kind, ...ACTS[kind] }));
}

async function past(ports: HandlePorts, { key = "" }: Fields): Promise<WebAnswer> {
  const { desk, past: pastOf } = await ports.whole.open();
  const found = desk.card(key);
  return isRefusal(found) ? refused(found) : json(pastAnswer(await pastOf(found.item)));
}

async function ask(ports: HandlePorts, { key = "", version = "", kind = "", text = "" }: Fields): Promise<WebAnswer> {
  const { desk } = await ports.whole.open();
  const found = desk.card(key);
  if (isRefusal(found)) return refused(found);
  if (kind === "forget") return askForget(ports, found, version);
  const how = decisionOf(kind, found, text);
  if (how === undefined) return notUnderstood();
  const foreseen = await desk.foresee(key, version, how);
  if (foreseen.kind === "refusal") return refused(foreseen);
  if (foreseen.kind === "left") return refused(refuse("not-allowed", `Nothing to do: ${foreseen.message}.`));
  const { ticket, word } = ports.tickets.issue({ kind: "decide", key, version, how }, wordsOfRaised(foreseen.raised));
  return json({ ticket, word, ...whatItDoes(foreseen, how.kind, ports.now()) } satisfies AskAnswer);
}

function decisionOf(kind: string, { item }: Card, text: string): ReviewDecision | undefined {
  if (kind === "edit") return { kind, text: asStored(item.memory, text) };
  return kind === "confirm" || kind === "off" || kind === "on" ? { kind } : undefined;
}

function whatItDoes(
  { item, planned, raised }: Foreseen,
  kind: ReviewDecision["kind"],
  now: Date,
): Omit<AskAnswer, "ticket" | "word"> {
  const { document } = item.memory;
  const change = planned.plan.steps[0]?.change;
  const after = change !== undefined && "text" in change ? parseDocument(change.text) : undefined;
  const isEdit = kind === "edit" && after?.kind === "document";
  const left = isEdit ? leftStanding(document, after) : [];
  const note = kind === "confirm" ? confirmNote(howToConfirm(item.memory, now))?.replace(/^c /, "It ") : undefined;
  const heads = isEdit
    ? (["name", "description"] as const).map((label) => ({
        label,
        before: textField(document, label) ?? "",
        after: textField(after, label) ?? "",
      }))
    : [];
  return {
    title: ASKED[kind] ?? ACTS.confirm.word,
    lines: [
      ...(note === undefined ? [] : [note]),
      ...(isEdit && planned.plan.steps[0]?.reason === "own-words" ? [TEXT.ownWords] : []),
      ...left.map(TEXT.standing),
      ...beyondForm(planned.plan.warnings).map(({ hint }) => forPageLine(hint)),
    ],
    heads,
    comparisons: [
      ...(isEdit ? [comparedTexts(TEXT.change, document.body, after.body, item)] : []),
      ...raised.flatMap(({ since }) => (isEdit ? [] : signedSides(item, since))),
    ],
    text: raised.length === 0 || isEdit ? "" : raised.map((each) => givenWords(each.document)).join("\n\n"),
    yes: yesOf(kind),
  };
}

function yesOf(kind: ReviewDecision["kind"]): string {
  return kind === "edit"
    ? TEXT.save
    : kind === "off"
      ? ACTS.off.word
      : kind === "on"
        ? ACTS.on.word
        : ACTS.confirm.word;
}

async function askForget(ports: HandlePorts, { item, version }: Card, shown: string): Promise<WebAnswer> {
  if (version !== shown) return refused(refuse("changed-meanwhile", TEXT.changed));
  const plan = planOfForget((await ports.whole.open()).forgetting(), handleOf(item.memory));
  if (isRefusal(plan)) return refused(plan);
  const { ticket } = ports.tickets.issue({ kind: "forget", plan, name: nameOf(item.memory) }, []);
  const lines = forgetLines(plan);
  const nothing = { heads: [], comparisons: [], text: "", word: "" };
  return json({ ticket, title: ASKED.forget, lines, ...nothing, yes: TEXT.forget } satisfies AskAnswer);
}

async function doIt(ports: HandlePorts, { ticket = "", typed = "" }: Fields): Promise<WebAnswer> {
  const redeemed = ports.tickets.redeem(ticket, typed);
  if (isRefusal(redeemed)) return refused(redeemed);
  const { asked } = redeemed;
  const { desk, forgetting } = await ports.whole.open();
  if (asked.kind === "decide") return settle(ports, desk, asked);
  const done: Awaited<ReturnType<typeof doForget>> | Refusal = await doForget(forgetting(), asked.plan);
  if (isRefusal(done)) return refused(done);
  ports.told.done("forget", asked.name);
  return json({ said: "forgotten", name: asked.name, notes: [], gone: [], left: done.lines });
}

async function takeBack(ports: HandlePorts): Promise<WebAnswer> {
  return undoneAt((await ports.whole.open()).desk, ports.told);
}

async function rules(ports: HandlePorts): Promise<WebAnswer> {
  const whole = await ports.whole.open();
  const { known, firings } = whole.rules();
  const keys = whole.shelf.keys();
  const rows = known.map(({ memory: held, lines, textOnly }) => {
    const fired = firings.filter(({ id }) => id === handleOf(held));
    const inForce = textOnly === undefined;
    return {
      key: keys.get(held) ?? "",
      name: nameOf(held),
      tier: held.tier,
      lines,
      told: textOnly ?? ruleWords(countOf(fired)),
      inForce,
      review: inForce && isAlwaysAllowed(fired),
    };
  });
  return json({ rules: rows } satisfies RulesAnswer);
}

const WEEKS = 12;
const MOST_GIVEN = 10;

async function use(ports: HandlePorts): Promise<WebAnswer> {
  const { shelf, receipts } = await ports.whole.open();
  shelf.look("places");
  const [keys, memories, kept] = [shelf.keys(), shelf.memories(), receipts()];
  const usage = usageIn(kept, []);
  const superseded = supersededAmong(memories);
  const live = memories.filter((each) => isInForce(each, superseded));
  const sessions = (each: Memory): number => usage(each).sessions;
  const most = live.filter((each) => sessions(each) > 0).sort((a, b) => sessions(b) - sessions(a));
  return json({
    tiers: [...TIERS, "unattested"].map((tier) => ({
      tier,
      count: memories.filter((each) => each.tier === tier).length,
    })),
    weeks: weeksOfUse(kept, ports.now(), WEEKS),
    most: most
      .slice(0, MOST_GIVEN)
      .map((each) => ({ key: keys.get(each) ?? "", name: nameOf(each), sessions: sessions(each) })),
    never: live.length - most.length,
  } satisfies UseAnswer);
}
