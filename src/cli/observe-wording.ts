// What `holdfast observe` says, in lines of 80 columns.

import type { Distilled } from "../observer/distil.ts";
import type { AuditEntry, ModelAnswer } from "../observer/model.ts";
import type { Expected, ObserverReport } from "../observer/report.ts";
import type { ObserverSettings } from "../observer/said/settings.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { beside, type Output } from "./output.ts";
import { clip } from "./tell.ts";

const COLUMN = 10;

export function beforeOn(
  settings: ObserverSettings,
  expected: Expected,
  lacks: string | undefined,
  out: Output,
): readonly string[] {
  const { limits } = settings;
  const rows: readonly (readonly [string, string])[] = [
    ["model", modelOf(settings)],
    [
      "sent",
      `what you and the agent said in a session that is over: at most ${Math.round(expected.bytes / 1024)} KB a call, ${expected.calls} calls a session`,
    ],
    ["not sent", "tool results, files, memories, text in <private> tags, secrets that the checks find"],
    ["cost", costOf(expected)],
    [
      "limits",
      `${dollars(limits["day-money"])} and ${whole(limits.day)} tokens a day, ${dollars(limits["month-money"])} and ${whole(limits.month)} tokens a month`,
    ],
    ["written", "inferred memories with their quote; you confirm them, or you don't"],
    ...(lacks === undefined ? [] : ([["missing", lacks]] as const)),
  ];
  return [...rows.flatMap(([name, text]) => row(name, text, out)), ""];
}

function costOf({ money, mostMoney, calls, pricesAsOf }: Expected): string {
  if (mostMoney === 0) return "nothing; if somebody charges for this model, set observer-price";
  return `about ${dollars(money)} a call, ${dollars(money * calls)} a long session; never above ${dollars(mostMoney)} a call (prices of ${pricesAsOf})`;
}

export function status(report: ObserverReport, out: Output): readonly string[] {
  const { on, held, waiting, added, proposed } = report;
  const lines = [
    ...row("observer", on ? "on" : "off   holdfast observe on", out),
    ...row("model", modelOf(report), out),
    ...(on && held !== undefined ? row("held back", held, out) : []),
    ...row("waiting", sessions(waiting), out),
    ...(["day", "month"] as const).flatMap((span) => row(span, spentIn(report, span), out)),
    ...row("kept", `${added} added, ${proposed} proposed${perKept(report)}`, out),
  ];
  const dropped = counted(report.dropped);
  if (dropped !== "") lines.push(...row("dropped", dropped, out));
  for (const { at, host, session, outcome, why, added: made } of report.last) {
    const what = why === undefined ? `${outcome}, ${made} added` : `${outcome}: ${why}`;
    const line = `  ${minute(at)}  ${clip(`${host} ${session}`, 22).padEnd(22)}  ${what}`;
    lines.push(cut(line, out.columns));
  }
  return lines;
}

export function afterRun({ sessions: read, added, proposed, left }: Distilled): string {
  return `${sessions(read)} read: ${added} added, ${proposed} proposed; ${sessions(left)} wait${left === 1 ? "s" : ""}.`;
}

/** Why `ask` has no answer to show. */
export function noAnswer(answer: Exclude<ModelAnswer, { kind: "answer" }>): Refusal {
  switch (answer.kind) {
    case "over-budget": {
      const [value, limit] = answer.budget.endsWith("money")
        ? [dollars(answer.value), dollars(answer.limit)]
        : [whole(answer.value), whole(answer.limit)];
      const message = `No request was made: the budget of the ${answer.budget} would come to ${value}, and its limit is ${limit}.`;
      return refuse("not-allowed", message, "holdfast observe status");
    }
    case "denied": {
      const message = `The model tried to act (${answer.attempts.join(", ")}); its answer was dropped.`;
      return refuse("not-allowed", message, "holdfast observe log");
    }
    case "unlocked":
      return refuse(
        "not-allowed",
        `The model was not asked, for it could have acted: ${answer.why}`,
        "holdfast observe status",
      );
    case "failed":
      return refuse("io", `The model gave no answer: ${answer.why}`, "holdfast observe log");
  }
}

export function auditLine({ ts, model, tool, result, reason, tokens, cost, session }: AuditEntry, out: Output): string {
  const what = tool === null ? "call" : `tried ${tool}`;
  const spent = tokens === null ? "" : `  ${whole(tokens.input)}+${whole(tokens.output)} tokens ${dollars(cost ?? 0)}`;
  const why = reason === undefined ? "" : `  ${reason}`;
  const line = `${minute(ts)}  ${result.padEnd(7)}  ${what}  ${model}  ${clip(session, 12)}${spent}${why}`;
  return cut(line, out.columns);
}

function row(name: string, text: string, out: Output): readonly string[] {
  return beside(`  ${out.paint("dim", name.padEnd(COLUMN))} `, COLUMN + 3, text, out.columns);
}

interface Named {
  readonly provider: string;
  readonly model: string;
  readonly url: string | undefined;
  readonly program?: string | undefined;
}

function modelOf({ provider, model, url, program }: Named): string {
  const where = provider === "claude" ? `your own claude${program === undefined ? "" : `, ${program}`}` : url;
  return `${model}   ${where}`;
}

function spentIn({ budgets }: ObserverReport, span: "day" | "month"): string {
  const [tokens, money] = [span, `${span}-money`].map((name) => budgets.find(({ budget }) => budget === name));
  return `${whole(tokens?.spent ?? 0)} of ${whole(tokens?.limit ?? 0)} tokens, ${dollars(money?.spent ?? 0)} of ${dollars(money?.limit ?? 0)}`;
}

function sessions(count: number): string {
  return `${count} session${count === 1 ? "" : "s"}`;
}

function minute(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

/** Columns stay: only the end goes. */
function cut(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, width - 3)}...`;
}

function perKept({ month }: ObserverReport): string {
  return month.each === null ? "" : `; ${dollars(month.each)} each this month`;
}

function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([why, by]) => `${by} ${why}`)
    .join(", ");
}

export function dollars(amount: number): string {
  return `$${amount.toFixed(amount > 0 && amount < 0.1 ? 3 : 2)}`;
}

function whole(amount: number): string {
  return Math.round(amount).toLocaleString("en");
}
