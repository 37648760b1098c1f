// Everything the command line plugs in. Members are computed when they are first used, so that a command pays only
// for what it needs.
import { randomBytes } from "node:crypto";
import type { CheckSettings } from "../checks/settings.ts";
import { readUserConfig, writeUserConfig } from "../config/io/files.ts";
import { readPauses, writePauses } from "../config/io/pause.ts";
import { descend } from "../disk/paths.ts";
import { openReports } from "../health/io/reports.ts";
import { HOSTS } from "../hosts/index.ts";
import { inboxWaiting } from "../listen/io/inbox.ts";
import { makeId } from "../memory/ids.ts";
import { projectFiles } from "../recall/io/project-files.ts";
import { readReceipts } from "../recall/io/receipts.ts";
import { outdatedIn } from "../recall/outdated.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { type Draft, makeDraft } from "../store/io/drafts.ts";
import { readGiven } from "../store/io/given-file.ts";
import { initRepository } from "../store/io/init-repository.ts";
import { initStore } from "../store/io/open-store.ts";
import type { Scope } from "../store/memory-store.ts";
import { Fault, isRefusal } from "../text/errors.ts";
import { once } from "../text/values.ts";
import type { Channel } from "../trust/channels.ts";
import { seenHere } from "../trust/io/person/terminal.ts";
import type { Seen } from "../trust/person.ts";
import { knownBranches } from "./branches.ts";
import { checkSettings, loadedOrNot, notLoaded } from "./checks.ts";
import { hereFrom } from "./here.ts";
import { storesAt } from "./stores.ts";
import type { Terminal, Workbench } from "./workbench.ts";

export interface BenchRequest {
  readonly version: string;
  /** What `--store` named. */
  readonly store: string | undefined;
  readonly terminal: Terminal;
}

export function openWorkbench({ version, store, terminal }: BenchRequest): Workbench {
  const here = hereFrom({ env: process.env, cwd: process.cwd(), store });
  const { places } = here;
  const now = new Date();
  const drafts: Draft[] = [];
  const seen = once(() => seenHere(HOSTS));
  const stores = storesAt(
    here,
    () => here.writer,
    () => now,
  );
  let second: CheckSettings["second"] = notLoaded;
  const checks = (): CheckSettings => stores.checks(second);
  const act = (channel: Channel): Act => stores.act(channel, now, second);
  const ownChannel = (): Channel => channelOf(seen());
  return {
    version,
    get seen() {
      return seen();
    },
    get channel() {
      return ownChannel();
    },
    get act() {
      return act(ownChannel());
    },
    actNow: () => ({ ...act(ownChannel()), now: new Date() }),
    get editorAct() {
      return act(seen().kind === "person" ? "editor" : "cli");
    },
    get project() {
      return here.project;
    },
    knownBranches: () => knownBranches(places.state, here.project?.root),
    get isOutdated() {
      const { project } = here;
      return project === undefined ? undefined : outdatedIn(project.id, projectFiles(project.root));
    },
    locations: places,
    stores: () => stores.shownTo(ownChannel()),
    storeOf: (scope) => (scope === "personal" ? stores.personal : orFault(stores.shared, here.project?.root)),
    searched: async () => (await import("./indexed.ts")).indexed(stores.shownTo(ownChannel()), here),
    hasStore: () => stores.hasPersonal,
    makeStore: (scope) => make(scope, scope === "personal" ? places.store : sharedPlace(here.project?.root), now),
    receipts: (limit) => readReceipts(places.state, { limit }),
    reports: () => openReports(stores.personal.store.info.root),
    auditPage: async () => (await import("./audit-page.ts")).openAuditPage(),
    config: () => here.settings,
    configText: {
      read: () => readUserConfig(places.config),
      write: (text) => writeUserConfig(places.config, text),
      path: descend(places.config, "config.json"),
    },
    isOff: () => process.env["HOLDFAST_OFF"] === "1",
    pauses: { read: () => readPauses(places.state), write: (pauses) => writePauses(places.state, pauses) },
    installers: async () => (await import("./installers.ts")).openInstallers(places, now),
    forgetting: async () => (await import("./forgetting.ts")).openForgetting(places),
    gitHistory: async () => (await import("../store/io/git-history.ts")).gitHistory,
    backup: async () => (await import("./backup.ts")).openBackup(places),
    exporting: async () => (await import("./exporting.ts")).openExporting(),
    signers: async () => (await import("./signers.ts")).openTrust(places),
    pullRequest: async (root, base) => (await import("./signers.ts")).openPullRequest(root, base),
    syncing: async () => (await import("./syncing.ts")).openSync(here),
    doctor: async () => {
      const [{ openDoctor }, { openInstallers }] = await Promise.all([
        import("./doctor.ts"),
        import("./installers.ts"),
      ]);
      const channel = ownChannel();
      return openDoctor({
        version,
        places,
        project: here.project,
        isOff: process.env["HOLDFAST_OFF"] === "1",
        installers: await openInstallers(places, now),
        channel,
        now,
        checks: checks(),
        act: () => act(channel),
      });
    },
    importer: async () => {
      const { openImporter } = await import("./importer.ts");
      return openImporter(here, {
        now,
        act: () => act("import"),
        checksIn: (open) => checkSettings(here.config, second, () => open.allowances),
        personal: () => stores.personal,
      });
    },
    drain: async () => {
      if (here.isSilent(now, "everywhere") || !inboxWaits(places.state, now)) return;
      const { drainInbox } = await import("./drain.ts");
      await drainInbox(places, async () => {
        const opinion = await loadedOrNot();
        return { open: stores.personal, act: stores.act("hook", now, opinion) };
      });
    },
    startWeb: async (args, asked) => (await import("./beside.ts")).startWeb(args, asked),
    observer: async () => {
      const { openObserver } = await import("./observer-bench.ts");
      return openObserver(places, {
        open: () => stores.personal,
        act: () => ({ ...act("observer"), now: new Date() }),
      });
    },
    startMcp: async (asked) => (await import("./beside.ts")).startMcp(asked),
    loadChecks: async () => {
      second = await loadedOrNot();
    },
    checks,
    readFile: readGiven,
    readStdin: terminal.readStdin,
    ask: terminal.ask,
    secret: terminal.secret,
    askWord: terminal.word,
    keys: terminal.keys,
    editText: (text, suffix) => {
      const draft = makeDraft(places.state, text, suffix, terminal.edit);
      if (isRefusal(draft)) return draft;
      if (draft.text !== text) drafts.push(draft);
      return draft.text;
    },
    close: (saved) => {
      terminal.close();
      if (saved) for (const draft of drafts) draft.discard();
      return saved ? [] : drafts.map((draft) => draft.path);
    },
  };
}

/** A person's terminal is a terminal; everything else that starts this program is an agent's command line. */
function channelOf(seen: Seen): Channel {
  return seen.kind === "person" ? "terminal" : "cli";
}

function make(
  scope: Scope,
  root: string,
  now: Date,
): { readonly made: boolean; readonly root: string; readonly git: string } {
  const made = initStore(root, { scope, storeId: makeId(now.getTime(), randomBytes(10)) }) === "created";
  if (scope === "shared") return { made, root, git: "part of this repository; commit it when you are ready" };
  const git = initRepository(root);
  return { made, root, git: git.kind === "done" ? "a git repository" : git.reason };
}

function sharedPlace(root: string | undefined): string {
  if (root === undefined)
    throw new Fault(
      "usage",
      "A shared store belongs to a git repository; there is none here.",
      "cd into the repository first",
    );
  return descend(root, ".holdfast");
}

function orFault(store: OpenStore | undefined, root: string | undefined): OpenStore {
  if (store === undefined && root === undefined)
    throw new Fault("no-store", "There is no git repository here.", "cd into the repository first");
  if (store === undefined) throw new Fault("no-store", "This project has no shared store.", "holdfast init --shared");
  return store;
}

/** A state folder that can't be looked into is doctor's matter, not the command's. */
function inboxWaits(stateDir: string, now: Date): boolean {
  try {
    return inboxWaiting(stateDir, now);
  } catch {
    return false;
  }
}
