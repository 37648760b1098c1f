// Everything the command line plugs in. Members are computed when they are first used, so that a command pays only
// for what it needs.
import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import type { CheckSettings } from "../checks/settings.ts";
import { makeAsker } from "../cli/ask.ts";
import { runEditor } from "../cli/editor.ts";
import { makeKeys } from "../cli/keys.ts";
import type { Parsed } from "../cli/spec.ts";
import { readStdin } from "../cli/stdin.ts";
import { effectiveConfig, parseConfig } from "../config/config.ts";
import { readProjectConfig, readUserConfig, writeUserConfig } from "../config/io/files.ts";
import { readPauses, writePauses } from "../config/io/pause.ts";
import { activePause } from "../config/pause.ts";
import { projectIdentity } from "../disk/git/project-identity.ts";
import { descend } from "../disk/paths.ts";
import { placesFrom } from "../disk/places.ts";
import { openReports } from "../health/io/reports.ts";
import { HOSTS } from "../hosts/index.ts";
import { inboxWaiting } from "../listen/io/inbox.ts";
import { makeId } from "../memory/ids.ts";
import { projectFiles } from "../recall/io/project-files.ts";
import { readReceipts } from "../recall/io/receipts.ts";
import { outdatedIn } from "../recall/outdated.ts";
import type { Act, OpenStore, OpenStores } from "../store/context.ts";
import { deviceOf } from "../store/io/device-key.ts";
import { type Draft, makeDraft } from "../store/io/drafts.ts";
import { readGiven } from "../store/io/given-file.ts";
import { initRepository } from "../store/io/init-repository.ts";
import { findSharedStore, initStore } from "../store/io/open-store.ts";
import type { Scope } from "../store/memory-store.ts";
import { Fault, isRefusal } from "../text/errors.ts";
import { once } from "../text/once.ts";
import type { Channel } from "../trust/channels.ts";
import { seenHere } from "../trust/io/person/terminal.ts";
import type { Seen } from "../trust/person.ts";
import { checkSettings } from "./checks.ts";
import { inProject } from "./in-project.ts";
import { signingKeys } from "./keys.ts";
import { knownBranches } from "./known-branches.ts";
import { loadedOrNot, notLoaded } from "./second-opinion.ts";
import { openStoreWith } from "./store.ts";
import type { Workbench } from "./workbench.ts";

export interface BenchRequest {
  readonly version: string;
  readonly options: Parsed["options"];
}

export function openWorkbench({ version, options }: BenchRequest): Workbench {
  const asked = typeof options["store"] === "string" ? { store: options["store"] } : {};
  const places = placesFrom(process.env, homedir(), asked);
  const now = new Date();
  const asker = makeAsker();
  const keys = makeKeys(asker.close);
  const drafts: Draft[] = [];
  const seen = once(() => seenHere(HOSTS));
  const project = once(() => projectIdentity(process.cwd()));
  const device = once(() => deviceOf(places.data));
  const signing = once(() => signingKeys(places, config().config));
  const config = once(() => {
    const root = project()?.root;
    const theirs =
      root === undefined
        ? undefined
        : parseConfig(
            inProject(() => readProjectConfig(root)),
            "project",
          );
    return effectiveConfig(parseConfig(readUserConfig(places.config), "user"), theirs);
  });
  let second: CheckSettings["second"] = notLoaded;
  const checks = (): CheckSettings =>
    checkSettings(config().config, second, (scope) => {
      const there = scope === "personal" ? (exists(personal) ? personal() : undefined) : shared();
      return there?.allowances;
    });
  const act = (channel: Channel): Act => ({
    channel,
    now,
    random: (bytes) => randomBytes(bytes),
    device: device(),
    checks: checks(),
  });
  const open = (root: string, scope: Scope): OpenStore =>
    openStoreWith(places, {
      root,
      scope,
      lock: config().config.lock,
      device: device().id,
      keys: signing(),
      now: () => now,
    });
  const personal = once(() => open(places.store, "personal"));
  const sharedRoot = once(() => {
    const root = project()?.root;
    return root === undefined ? undefined : inProject(() => findSharedStore(root));
  });
  const shared = once(() => {
    const root = sharedRoot();
    return root === undefined ? undefined : inProject(() => listable(open(root, "shared")));
  });
  return {
    version,
    get seen() {
      return seen();
    },
    get channel() {
      return channelOf(seen());
    },
    get act() {
      return act(channelOf(seen()));
    },
    actNow: () => ({ ...act(channelOf(seen())), now: new Date() }),
    get editorAct() {
      return act(seen().kind === "person" ? "editor" : "cli");
    },
    get project() {
      return project();
    },
    knownBranches: () => knownBranches(places.state, project()?.root),
    get isOutdated() {
      const here = project();
      return here === undefined ? undefined : outdatedIn(here.id, projectFiles(here.root));
    },
    locations: places,
    stores: (): OpenStores => [personal(), shared()].filter((each) => each !== undefined),
    storeOf: (scope) => (scope === "personal" ? personal() : orFault(shared(), project()?.root)),
    searched: async () => {
      const { withIndex } = await import("./index-of.ts");
      const stores = [personal(), shared()].filter((each) => each !== undefined);
      return stores.map((each) => withIndex(each, places, config().config));
    },
    hasStore: () => exists(personal),
    makeStore: (scope) => make(scope, scope === "personal" ? places.store : sharedPlace(project()?.root), now),
    receipts: (limit) => readReceipts(places.state, { limit }),
    reports: () => openReports(personal().store.info.root),
    auditPage: async () => (await import("./audit-page.ts")).openAuditPage(),
    config,
    configText: {
      read: () => readUserConfig(places.config),
      write: (text) => writeUserConfig(places.config, text),
      path: descend(places.config, "config.json"),
    },
    isOff: () => process.env["HOLDFAST_OFF"] === "1",
    pauses: { read: () => readPauses(places.state), write: (pauses) => writePauses(places.state, pauses) },
    installers: async () => (await import("./installers.ts")).openInstallers(places, now),
    forgetting: async () => (await import("./forgetting.ts")).openForgetting(places),
    gitHistory: async () => (await import("../store/io/file-history.ts")).gitHistory,
    backup: async () => (await import("./backup.ts")).openBackup(places),
    exporting: async () => (await import("./exporting.ts")).openExporting(),
    signers: async () => (await import("./signers.ts")).openTrust(places),
    pullRequest: async (root, base) => (await import("./pull-request.ts")).openPullRequest(root, base),
    syncing: async () => (await import("./syncing.ts")).openSync(places, () => config().config),
    doctor: async () => {
      const [{ openDoctor }, { openInstallers }] = await Promise.all([
        import("./doctor.ts"),
        import("./installers.ts"),
      ]);
      const channel = channelOf(seen());
      const installers = await openInstallers(places, now);
      return openDoctor({
        version,
        places,
        projectRoot: project()?.root,
        projectId: project()?.id,
        isOff: process.env["HOLDFAST_OFF"] === "1",
        installers,
        channel,
        now,
        checks: checks(),
        act: () => act(channel),
      });
    },
    importer: async () => {
      const { openImporter } = await import("./importer.ts");
      const random = (bytes: number): Uint8Array => randomBytes(bytes);
      return openImporter({
        places,
        config: config().config,
        project: project(),
        now,
        random,
        act: () => act("import"),
        checksIn: (store) => checkSettings(config().config, second, () => store.allowances),
        personal,
      });
    },
    drain: async () => {
      const silent = process.env["HOLDFAST_OFF"] === "1" || !inboxWaits(places.state, now);
      if (silent || activePause(readPauses(places.state), undefined, now) !== undefined) return;
      const { drainInbox } = await import("./inbox.ts");
      await drainInbox(places, async () => {
        const settings = checkSettings(config().config, await loadedOrNot(), () => personal().allowances);
        return { open: personal(), act: { ...act("hook"), checks: settings } };
      });
    },
    startWeb: async (args, store) => (await import("./web-beside.ts")).startWeb(args, store),
    observer: async () => {
      const { openObserver } = await import("./observer-bench.ts");
      return openObserver(places, { open: personal, act: () => ({ ...act("observer"), now: new Date() }) });
    },
    startMcp: async (store) => (await import("./mcp-beside.ts")).startMcp(store),
    loadChecks: async () => {
      second = await loadedOrNot();
    },
    checks,
    readFile: readGiven,
    readStdin,
    ask: asker.ask,
    secret: asker.secret,
    askWord: asker.word,
    keys,
    editText: (text, suffix) => {
      const draft = makeDraft(places.state, text, suffix, runEditor);
      if (isRefusal(draft)) return draft;
      if (draft.text !== text) drafts.push(draft);
      return draft.text;
    },
    close: (saved) => {
      asker.close();
      keys.close();
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

/** A store whose folders can't even be listed is out of order; that shows now, not in the middle of a command. */
function listable(open: OpenStore): OpenStore {
  open.store.list();
  return open;
}

function exists(open: () => OpenStore): boolean {
  try {
    open();
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === "no-store") return false;
    throw error;
  }
}

/** A state folder that can't be looked into is doctor's matter, not the command's. */
function inboxWaits(stateDir: string, now: Date): boolean {
  try {
    return inboxWaiting(stateDir, now);
  } catch {
    return false;
  }
}
