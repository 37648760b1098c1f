// holdfast log: the history of changes, and whether anybody touched it.

import type { Break } from "../../store/ledger.ts";
import {
  acknowledge,
  committedChanges,
  type LedgerReport,
  type LedgerState,
  type Log,
  type LogEntry,
  planAcknowledge,
  readLog,
  verifyLedgers,
} from "../../store/log.ts";
import type { GitChange } from "../../store/records.ts";
import type { HubSeen } from "../../sync/hub/broken.ts";
import { acceptCommand, hubStanding } from "../../sync/hub/broken.ts";
import { isRefusal, refuse } from "../../text/errors.ts";
import { EXIT } from "../exit.ts";
import { type Output, type Style, wrap } from "../output.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { clip } from "../tell.ts";
import { unlessTyped } from "../typed-yes.ts";

const ENTRIES = 20;
const MOST = 1_000_000;
const TORN_SHOWN = 3;
const STYLE: Readonly<Record<LedgerState, Style>> = {
  whole: "green",
  torn: "yellow",
  acknowledged: "yellow",
  broken: "red",
};

export const commands: Commands = {
  log: {
    usage: "holdfast log [NAME] [--limit N] [--verify | --acknowledge DEVICE]",
    about: [
      "NAME may be the id of a memory that is gone. The ledger holds no text; names come from the store.",
      "--verify exits 0 if every ledger is whole, 1 if something is wrong with one, or with the history of a hub.",
      "--acknowledge signs that you know of a break: after a disk was copied, or a backup put back. It mends nothing, and every machine says who acknowledged it and when.",
    ],
    options: {
      verify: { type: "boolean", help: "Recompute every chain and say where the first break is" },
      acknowledge: { type: "string", value: "DEVICE", help: "You know why that device's ledger is broken" },
      limit: { type: "string", value: "N", help: "How many entries (default 20)" },
    },
    names: [0, 1],
    takesMemories: true,
    drains: true,
    examples: [
      "holdfast log",
      "holdfast log feedback_use_pnpm --limit 100",
      "holdfast log --verify",
      "holdfast log --acknowledge 7f3a09c2",
    ],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, names, options } = call;
  const device = options["acknowledge"];
  if (typeof device === "string") return await acknowledgeOne(call, device);
  const limit = limitOf(options["limit"]);
  if (limit === undefined) return refuse("usage", "--limit is a whole number from 1.", "holdfast log --help");
  const verify = options["verify"] === true;
  const log = verify && names[0] === undefined ? undefined : readLog(bench.stores(), names[0], limit);
  if (isRefusal(log)) return log;
  const reports = verify ? verifyLedgers(bench.stores()) : undefined;
  const hubs = verify ? bench.hubs() : [];
  const [name] = names;
  const commits = name === undefined ? [] : await committedChanges(bench.stores(), name, await bench.gitHistory());
  if (out.options.json)
    out.json({
      entries: log?.entries,
      total: log?.total,
      commits: name === undefined ? undefined : commits,
      ledgers: reports?.map(recordOf),
      ...(hubs.length > 0 && { hubs }),
    });
  else {
    if (log !== undefined) printLog(log, bench.act.device.id, out);
    printCommits(commits.slice(0, limit), out);
    if (reports !== undefined) printReports(reports, out);
    else printDoubt(log?.reports ?? [], out);
    for (const hub of hubs) printHub(hub, out);
  }
  const isWrong = reports?.some(isDoubtful) === true || hubs.some(({ noticed }) => noticed !== undefined);
  return isWrong ? EXIT.findings : EXIT.done;
}

function isDoubtful({ state }: LedgerReport): boolean {
  return state !== "whole" && state !== "acknowledged";
}

async function acknowledgeOne(call: Invocation, device: string): Promise<Ended> {
  const { bench, out } = call;
  const open = bench.storeOf("personal");
  const plan = planAcknowledge(open, device);
  if (isRefusal(plan)) return plan;
  const { broken } = plan.report;
  const lines = [
    ...(broken === undefined ? [] : [wordsFor(broken)]),
    `Lines ${plan.from} to ${plan.to} stand there, whoever wrote them. They stay as they are.`,
  ];
  const asked = { title: `The ledger of ${plan.device} is broken.`, lines, words: [plan.device.slice(-4)] };
  const ended = await unlessTyped(call, [asked]);
  if (ended !== undefined) return ended;
  const refused = acknowledge(open, plan, bench.act);
  if (refused !== undefined) return refused;
  out.line(`acknowledged  the break in the ledger of ${plan.device}`);
  return EXIT.done;
}

function limitOf(value: string | boolean | undefined): number | undefined {
  if (typeof value !== "string") return ENTRIES;
  const limit = /^[0-9]{1,7}$/.test(value) ? Number(value) : 0;
  return limit >= 1 && limit <= MOST ? limit : undefined;
}

function printLog({ entries, total }: Log, device: string, out: Output): void {
  for (const entry of entries) printEntry(entry, device, out);
  if (total === 0) out.note("No change has been recorded yet.");
  if (total > entries.length) out.note(`${total - entries.length} older: --limit ${total} shows all`);
}

function printCommits(commits: readonly GitChange[], out: Output): void {
  if (commits.length > 0) out.note("Committed in git:");
  for (const { commit, at, place } of commits)
    out.line(`      ${at}  ${commit.slice(0, 12)}  ${place === undefined ? "removed" : `in ${place}/`}`);
}

/** Each word is cut for itself: a ledger may come from another machine, and its words are only likely to be ours. */
function printEntry(entry: LogEntry, device: string, out: Output): void {
  const when = clip(entry.ts.replace(/\.[0-9]+Z$/, "Z"), 20);
  const action = clip(entry.action, 13).padEnd(13);
  const who = clip(`${entry.actor}, ${entry.channel}`, 20).padEnd(16);
  const moved = clip(entry.from === entry.to ? entry.from : `${entry.from} -> ${entry.to}`, 26);
  const where = `${entry.scope === "personal" ? "" : ` [${entry.scope}]`}${entry.device === device ? "" : ` on ${entry.device}`}`;
  out.line(`${String(entry.seq).padStart(4)}  ${when}  ${action}  ${who}  ${moved}`);
  const room = Math.max(10, out.columns - 8 - entry.id.length - where.length);
  const name = entry.name === null ? "" : `  ${clip(entry.name, room)}`;
  out.line(`      ${out.paint("dim", `${entry.id}${where}`)}${name}`);
  if (entry.failed !== undefined) out.line(`      ${clip(entry.failed, out.columns - 6)}`);
}

/** A list that may have been tampered with says so; what exactly is for --verify. */
function printDoubt(reports: readonly LedgerReport[], out: Output): void {
  if (reports.some(isDoubtful)) out.line(out.paint("red", "A ledger is not as it was written: holdfast log --verify"));
}

function printReports(reports: readonly LedgerReport[], out: Output): void {
  for (const report of reports) printReport(report, out);
  if (reports.length === 0) out.note("No change has been recorded yet.");
}

function printReport(report: LedgerReport, out: Output): void {
  const { scope, device, isOurs, state, entries, torn, broken, refused, acknowledged } = report;
  const word = state === "whole" ? "ok" : state === "acknowledged" ? "known" : state;
  const machine = isOurs ? " (this machine)" : "";
  out.line(`${out.paint(STYLE[state], word.padEnd(8))} ${scope.padEnd(8)} ${device}  ${counted(entries)}${machine}`);
  const told = [
    ...(refused === undefined ? [] : [`It may not be read: ${refused}.`]),
    ...acknowledged.map(({ line, by, date }) => `Line ${line}: broken; acknowledged by ${by} on ${date}.`),
    ...torn.slice(0, TORN_SHOWN).map(wordsFor),
    ...(torn.length > TORN_SHOWN ? [`${torn.length - TORN_SHOWN} more torn lines.`] : []),
    ...(broken === undefined ? [] : [wordsFor(broken)]),
  ];
  for (const line of told.flatMap((text) => wrap(text, out.columns - 10))) out.line(`         ${line}`);
  if (refused !== undefined) out.line(`           ${out.paint("cyan", `ls -l ${report.path}`)}`);
  if (broken !== undefined) printRemedy(report, broken, out);
}

/** Paths and commands stand on lines of their own, so that they can be copied. */
function printRemedy({ scope, path, markPath, device }: LedgerReport, { kind }: Break, out: Output): void {
  out.line("         Holdfast never rewrites a ledger. Compare it with a backup:");
  out.line(`           ${path}`);
  if (kind !== "shorter" && kind !== "replaced") {
    if (scope !== "personal") return;
    out.line("         If you know why it is so, a copied disk or a backup that was put back:");
    out.line(`           ${out.paint("cyan", `holdfast log --acknowledge ${device}`)}`);
  } else if (markPath !== undefined) {
    out.line("         If you put an older copy back yourself, accept it with:");
    out.line(`           ${out.paint("cyan", `rm ${markPath}`)}`);
  }
}

/** What comes from it is verified with every pull; this is how far that went (HUB-6). */
function printHub(seen: HubSeen, out: Output): void {
  const { message, remedy, health } = hubStanding(seen);
  const word = health === "ok" ? out.paint("green", "ok".padEnd(8)) : out.paint("red", "broken".padEnd(8));
  out.line(`${word} hub      ${clip(seen.chain, 16)}`);
  for (const line of wrap(message, out.columns - 10)) out.line(`         ${line}`);
  if (remedy === undefined) return;
  out.line("         Nothing was taken from it since. If you know why, such as a backup that was put back there:");
  const again = acceptCommand(clip(seen.url, out.columns - 34), seen.isMirror);
  out.line(`           ${out.paint("cyan", again)}`);
}

function counted(entries: number): string {
  return entries === 1 ? "1 entry" : `${entries} entries`;
}

/** Where, which entry, and what is wrong with it. */
function wordsFor(found: Break): string {
  const at = `Line ${found.line}, entry ${found.seq}:`;
  const instead = found.found === undefined ? "a line" : `entry ${found.found}`;
  switch (found.kind) {
    case "edited":
      return `${at} edited; the line is not what was written.`;
    case "missing":
      return `${at} missing before this line, which holds ${instead}.`;
    case "out-of-order":
      return `${at} out of order; ${instead} stands here.`;
    case "inserted":
      return `${at} inserted; ${instead} stands here that is no part of the chain.`;
    case "exchanged":
      return `${at} this line or the one before was exchanged; they do not belong together.`;
    case "foreign":
      return `${at} inserted; ${instead} of another device stands here.`;
    case "torn":
      return `${at} torn line; its end is missing.`;
    case "shorter":
      return `${at} shorter than this machine has seen, which is ${counted(found.seen ?? 0)}.`;
    case "replaced":
      return `${at} another entry than this machine has seen.`;
  }
}

function recordOf(report: LedgerReport): Record<string, unknown> {
  const { scope, device, isOurs, path, state, entries, torn, acknowledged, broken = null, refused = null } = report;
  return { scope, device, "this-machine": isOurs, path, state, entries, break: broken, torn, acknowledged, refused };
}
