// holdfast sync: one person, several machines.

import { besideThis } from "../../compose/beside.ts";
import { filesOf } from "../../compose/exporting.ts";
import { openForgotten } from "../../compose/forgetting.ts";
import type { MirrorRun } from "../../compose/joining.ts";
import { mirrorsAt, mirrorsOf } from "../../compose/mirrors.ts";
import { packLater } from "../../compose/packing.ts";
import { carrierOf, hubSetup, noteRun, renewDevice, repositoryOf } from "../../compose/syncing.ts";
import type { GitRepository } from "../../disk/git/carrier.ts";
import { NO_GIT } from "../../health/doctor/machine.ts";
import { askToJoin } from "../../store/device-records.ts";
import { joinCopiesAlone } from "../../sync/copies.ts";
import type { SyncPorts } from "../../sync/ports.ts";
import { look, type Synced, sync, type Way } from "../../sync/run.ts";
import { failedFrom, type GitFailed, isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { wordsIn } from "../../text/system-errors.ts";
import { partyOf } from "../../trust/channels.ts";
import { EXIT } from "../exit.ts";
import { CLEAR, type Output } from "../output.ts";
import { type Commands, DRY, type Ended, type Invocation } from "../spec.ts";
import { approveOne, askAbout, listDevices, renameThis, revokeOne, tellAsking, tellWaiting } from "../sync/devices.ts";
import { showMirrors } from "../sync/mirrors.ts";
import { isTaken, showRun } from "../sync/report.ts";
import { showSignIn } from "../sync/sign-in.ts";
import { clip } from "../tell.ts";

/** For the network alone: a large store takes what it takes. */
const BUDGET_MS = 120_000;

export const commands: Commands = {
  sync: {
    usage: "holdfast sync [--setup URL] [options] | --devices | --approve DEVICE",
    about: [
      "Commits what is new here, fetches, joins and pushes; it never rebases and never forces.",
      "Two texts for one memory are both kept. What comes is checked first: what fails is quarantined, and what is no memory is left out.",
      "Where many memories would change or go that nobody signed, it asks first; `holdfast recover` brings back what went.",
      "What another device confirmed counts here once you approved that device, and is unconfirmed before. Of a revoked one only what was seen before counts.",
    ],
    options: {
      setup: {
        type: "string",
        value: "URL",
        help: "Use this repository from now on, a private one of your own, or this hub",
      },
      "pull-only": { type: "boolean", help: "Send nothing" },
      "push-only": { type: "boolean", help: "Take nothing" },
      devices: { type: "boolean", help: "List your devices, and those that ask to join" },
      approve: {
        type: "string",
        value: "DEVICE",
        help: "Let what this device confirms count, here and on your others",
      },
      revoke: { type: "string", value: "DEVICE", help: "It was lost: nothing it says from now on counts" },
      name: { type: "string", value: "NAME", help: "Call this device so, instead of its host name" },
      "dry-run": DRY,
    },
    names: [0, 0],
    scans: true,
    commits: true,
    examples: [
      "holdfast sync --setup git@example.org:me/memories.git",
      "holdfast sync --setup https://hub.example.org/acme",
      "holdfast sync",
      "holdfast sync --dry-run",
      "holdfast sync --devices",
    ],
    run,
  },
};

async function run({ bench, out, options }: Invocation): Promise<Ended> {
  const refused = contradiction(options);
  if (refused !== undefined) return refused;
  const open = bench.storeOf("personal");
  if (options["devices"] === true) return listDevices(open, out);
  if (typeof options["name"] === "string") return renameThis(open, options["name"], bench, out);
  if (typeof options["approve"] === "string") return await approveOne(open, options["approve"], bench, out);
  if (typeof options["revoke"] === "string") {
    const stopped = revokeOne(open, options["revoke"], bench, out);
    if (stopped !== undefined) return stopped;
  }
  const url = options["setup"];
  const git = await repositoryOf(open).catch(failedFrom);
  if ("kind" in git) {
    const refusal = noRepository(git);
    return refusal === undefined ? gitRefusal(git) : await withoutRemote(refusal, { bench, out, options });
  }
  const remote = git.address();
  if (typeof url !== "string" && remote === undefined) {
    // A revocation holds on this machine at once.
    if (options["revoke"] !== undefined) return EXIT.done;
    const mirrors = await mirrorRuns({ bench, out, options });
    if (mirrors === undefined) return await withoutRemote(noRemote(), { bench, out, options });
    if (out.options.json) out.json({ mirrors });
    return out.options.json ? EXIT.done : showMirrors(mirrors, out);
  }
  const before = { hub: git.hub(), remote };
  const stopped = typeof url === "string" ? await setUp(git, url, before, { bench, out, options }) : undefined;
  if (stopped === "declined") {
    out.line("Nothing was sent.");
    return EXIT.done;
  }
  if (stopped !== undefined) return stopped;
  const carrier = await carrierOf(git, bench.here.places, bench.act.now);
  if (isRefusal(carrier)) return carrier;
  if (options["dry-run"] !== true) askToJoin(open, bench.act);
  const { places } = bench.here;
  const ports: SyncPorts = {
    open,
    files: filesOf(open),
    git,
    carrier,
    act: bench.act,
    left: () => BUDGET_MS - (carrier ?? git).reachedMs(),
    renew: () => renewDevice(bench.here, open.store.info, bench.act),
    forgetting: openForgotten(places, open.store.info),
    progress: progressOf(out),
    ...(partyOf(bench.channel) === "person" ? { isWanted: (many) => isTaken(many, bench, out) } : {}),
  };
  const outcome = await (options["dry-run"] === true ? look(ports) : sync(ports, wayOf(options))).finally(() =>
    clearProgress(out),
  );
  // An address that was tried and did not work says nothing of the one before.
  const to = typeof url !== "string" ? remote : outcome.kind === "synced" ? git.address() : undefined;
  if (options["dry-run"] !== true && to !== undefined)
    noteRun(places.state, open, { outcome, now: bench.act.now, remote: to });
  if (options["dry-run"] !== true) packLater(besideThis("worker.cjs"), open.store.info.root);
  // An address that does not work does not take the place of one that did.
  if (outcome.kind !== "synced" && typeof url === "string") await putBack(git, before);
  if (isRefusal(outcome)) return outcome;
  if (outcome.kind === "failed") return gitRefusal(outcome);
  const mirrors = typeof url === "string" ? undefined : await mirrorRuns({ bench, out, options });
  const exit = told(outcome, out, mirrors);
  if (typeof url === "string") await askAbout(open, bench, out);
  else if (!out.options.json) tellAsking(open, out);
  if (!out.options.json) tellWaiting(open, out);
  return exit;
}

/** What this machine has joined; undefined where it is nothing. What a dry run looks at is one's own store alone. */
async function mirrorRuns({
  bench,
  out,
  options,
}: Pick<Invocation, "bench" | "out" | "options">): Promise<readonly MirrorRun[] | undefined> {
  if (options["dry-run"] === true || mirrorsAt(bench.here.places).length === 0) return undefined;
  const { syncMirrors } = await import("../../compose/joining.ts");
  const { here, act } = bench;
  const running = { here, act, way: wayOf(options), budgetMs: BUDGET_MS, progress: progressOf(out) };
  return await syncMirrors(running).finally(() => clearProgress(out));
}

function progressOf(out: Output): (doing: string) => void {
  return (doing) => {
    if (out.status.live) out.status.write(`${CLEAR}${doing} ...`);
  };
}

function clearProgress(out: Output): void {
  if (out.status.live) out.status.write(CLEAR);
}

const OWN_TOO = "Send all of your own memories there too? Whoever runs it can read them.";

/** A hub, where one answers at this address, and a git remote otherwise. */
async function setUp(
  git: GitRepository,
  url: string,
  before: Where,
  { bench, out, options }: Pick<Invocation, "bench" | "out" | "options">,
): Promise<Refusal | "declined" | undefined> {
  const hub = await hubSetup(url, bench, false);
  if (hub === undefined) {
    const failed = await git.setRemote(url).catch(failedFrom);
    if (failed !== undefined) return gitRefusal(failed);
    await git.setHub(undefined);
    return undefined;
  }
  if (before.hub !== hub.address.url && mirrorsOf(bench.here, hub.address.url).length > 0) {
    bench.show(`${clip(hub.address.url, 120)} has an organisation's memories, which you joined.`);
    if (!(await bench.ask(OWN_TOO, "no"))) return "declined";
  }
  const stopped = await hub.enter({ show: showSignIn(bench, out) });
  if (stopped !== undefined) return stopped;
  if (options["dry-run"] !== true) hub.accept();
  await git.setHub(hub.address.url);
  return undefined;
}

interface Where {
  readonly hub: string | undefined;
  readonly remote: string | undefined;
}

async function putBack(git: GitRepository, before: Where): Promise<void> {
  await git.setHub(before.hub).catch(failedFrom);
  if (before.hub === undefined && before.remote !== undefined) await git.setRemote(before.remote).catch(failedFrom);
}

/** A folder that another tool syncs needs no remote: what that tool left to be joined is joined (SYN-16). */
async function withoutRemote(
  refusal: Refusal,
  { bench, out, options }: Pick<Invocation, "bench" | "out" | "options">,
): Promise<Ended> {
  if (options["setup"] !== undefined || options["dry-run"] === true) return refusal;
  const open = bench.storeOf("personal");
  const joined = await joinCopiesAlone({ open, files: filesOf(open), act: bench.act });
  if (joined === undefined) return refusal;
  if (isRefusal(joined)) return joined;
  return told({ ...joined, kind: "synced", outcome: "copies", came: [] }, out);
}

function told(outcome: Synced, out: Output, mirrors: readonly MirrorRun[] = []): number {
  if (out.options.json) out.json(mirrors.length === 0 ? outcome : { ...outcome, mirrors });
  else showRun(outcome, out);
  if (!out.options.json && showMirrors(mirrors, out) !== EXIT.done) return EXIT.findings;
  if (outcome.held.length + outcome.refused.length > 0) return EXIT.findings;
  // Two texts for one memory wait for a person's word.
  return outcome.siblings.length > 0 ? EXIT.warnings : EXIT.done;
}

function wayOf(options: Invocation["options"]): Way {
  if (options["pull-only"] === true) return "pull-only";
  return options["push-only"] === true ? "push-only" : "both";
}

function contradiction(options: Invocation["options"]): Refusal | undefined {
  const ways = ["pull-only", "push-only"].filter((name) => options[name] === true);
  const acts = ["dry-run", "devices"].filter((name) => options[name] === true);
  for (const name of ["approve", "revoke", "name"]) if (options[name] !== undefined) acts.push(name);
  // A setup goes one way or both, and with nothing else.
  const setup = options["setup"] === undefined ? [] : ["setup"];
  const chosen = ways.length + acts.length > 1 ? [...ways, ...acts] : acts.length > 0 ? [...acts, ...setup] : [];
  if (chosen.length < 2) return undefined;
  return refuse("usage", `--${chosen[0]} and --${chosen[1]} don't go together.`, "holdfast sync --help");
}

/** Here, where `init` makes one; at the remote's address it is another matter. */
function noRepository({ reason, message }: GitFailed): Refusal | undefined {
  if (reason === "not-installed") return refuse("git", `${NO_GIT.message}.`, NO_GIT.remedy);
  return reason === "not-a-repository" ? refuse("git", `git: ${message}`, "holdfast init") : undefined;
}

function noRemote(): Refusal {
  return refuse(
    "git",
    "This store has no remote yet, so there is nothing to sync with.",
    "holdfast sync --setup git@example.org:me/memories.git   (a private, empty repository)",
  );
}

const NEXT: Readonly<Partial<Record<GitFailed["reason"], string>>> = {
  auth: "Check that `git ls-remote` works for this address without a question.",
  network: "Try again when the network is back; nothing is lost.",
  timeout: "Try again; nothing is lost.",
  locked: "Let the other git end, then run `holdfast sync` again; nothing is lost.",
  "not-a-repository": "holdfast sync --setup URL",
};

function gitRefusal({ reason, message }: GitFailed): Refusal {
  const words = reason === "disk" ? wordsIn(message) : undefined;
  if (words !== undefined)
    return refuse("io", `git could not write: ${words.message}. It said: ${message}`, words.hint);
  return refuse(
    reason === "locked" ? "locked" : "git",
    message.startsWith("git ") ? `${message}.` : `git: ${message}`,
    NEXT[reason] ?? "holdfast doctor",
  );
}
