// Everything the command line plugs in, and what it needs of the terminal. Members are computed when they are first used, so that a command pays only
// for what it needs; what one command alone needs, it opens itself.

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import type { CheckSettings } from "../checks/settings.ts";
import { readUserConfig, writeUserConfig } from "../config/io/files.ts";
import { readPauses, writePauses } from "../config/io/pause.ts";
import type { Pause } from "../config/pause.ts";
import { descend, shown } from "../disk/paths.ts";
import { keepToUser } from "../disk/private-acl.ts";
import { unfinishedForgets } from "../forget/io/journal.ts";
import type { Reports } from "../health/audit/report.ts";
import type { DoctorContext } from "../health/doctor/index.ts";
import { openReports } from "../health/io/reports.ts";
import { HOSTS } from "../hosts/index.ts";
import type { Installers } from "../install/install.ts";
import { AGENT_FILES } from "../install/io/hook-origin.ts";
import { inboxWaiting } from "../listen/io/inbox.ts";
import { makeId } from "../memory/ids.ts";
import type { Encoder } from "../recall/encoder.ts";
import { projectFiles } from "../recall/io/project-files.ts";
import { readReceipts } from "../recall/io/receipts.ts";
import { type Freshness, type IsOutdated, outdatedIn } from "../recall/outdated.ts";
import type { Receipt } from "../recall/receipts.ts";
import type { SearchedStore } from "../recall/search.ts";
import type { Act, OpenStore, OpenStores } from "../store/context.ts";
import { type EditedDraft, makeDraft, readGiven } from "../store/io/given-file.ts";
import { initRepository } from "../store/io/init-repository.ts";
import { initStore } from "../store/io/open-store.ts";
import type { Scope } from "../store/memory-store.ts";
import type { GitHistory, PastText, Since } from "../store/records.ts";
import type { HubSeen } from "../sync/hub/broken.ts";
import { hubsSeen } from "../sync/io/hub/record.ts";
import { calledBy } from "../sync/mirrors.ts";
import { Fault, isRefusal, type Refusal, refuse, unlessFault } from "../text/errors.ts";
import { once } from "../text/values.ts";
import type { Importer } from "../transfer/import.ts";
import { type Channel, partyOf } from "../trust/channels.ts";
import { seenHere } from "../trust/io/person/seen.ts";
import { terminalHere } from "../trust/io/person/terminal.ts";
import type { Seen } from "../trust/person.ts";
import { folderIn } from "./around.ts";
import { checkSettings, loadedOrNot } from "./checks.ts";
import { hereFrom, type Whereabouts } from "./here.ts";
import { notLoaded } from "./not-loaded.ts";
import type { ObserverBench } from "./observer.ts";
import { type Rows, rowsAt } from "./rows.ts";
import { type Enforcing, enforcingAt, storesAt } from "./stores.ts";

/** The person's terminal, as the command line has it. */
export interface Terminal {
  /** One question; the default counts for Enter. `d` shows the details where there are some, and asks again. */
  ask(question: string, fallback: "yes" | "no", details?: () => Promise<void>): Promise<boolean>;
  /** One line, without the blanks around it; empty where there is none. */
  word(question: string): Promise<string>;
  /** Not shown while it is typed. */
  secret(question: string): Promise<string>;
  readonly keys: {
    /**
     * Single keys. Undefined where nobody can answer any more: Ctrl-C, Ctrl-D, or the end of the input. A key that is `early`
     * counts only after the question stood there for as long as it takes to see it.
     */
    press(prompt: string, early?: (key: string) => boolean): Promise<string | undefined>;
    /** A line that was begun after the question had been seen; empty where there is none. */
    type(question: string): Promise<string>;
    close(): void;
  };
  /** Where questions stand and answers are typed. Undefined where these are not one terminal. */
  screen(): { readonly rows: number; readonly columns: number } | undefined;
  /** A line on that terminal, however quiet the command is. */
  show(line: string): void;
  /** Its alternate screen: what was drawn last is all that stands there. Whatever ends the program gives it back. */
  readonly page: { draw(lines: readonly string[]): void; leave(): void };
  /** Opens the person's editor on a file. */
  edit(path: string): Refusal | undefined;
  readStdin(): Promise<string | Refusal>;
  close(): void;
}

export interface Workbench extends Omit<Terminal, "edit" | "close"> {
  readonly version: string;
  readonly seen: Seen;
  /** Of `act`; asking for it makes nothing, the device key included. */
  readonly channel: Channel;
  readonly act: Act;
  /** The same act at this moment, for commands that stay: each of a person's decisions has its own time. */
  actNow(): Act;
  /** The same act, as done in the editor that a person's terminal opened. */
  readonly editorAct: Act;
  readonly here: Whereabouts;
  readonly project: Whereabouts["project"];
  /** Undefined outside a project. */
  readonly isOutdated: IsOutdated | undefined;
  readonly files: Freshness | undefined;
  /** For commands that change nothing: no key is made for them. */
  looking(): Looking;
  /** What `audit --enforce` goes by: the person's own store and configuration, and nothing of where the caller stands. */
  readonly enforcing: () => Promise<Enforcing>;
  /** Throws a Fault with the command to run when there is no personal store yet. */
  stores(): OpenStores;
  /** Of the shared ones the nearest. */
  storeOf(scope: Scope): OpenStore;
  /** Of an organisation, by its store's name (`org`, `team/build`), with the organisation in front where there are several. */
  storeIn(name: string): OpenStore | Refusal;
  /** The shared stores of a folder of the project, by its path from the top; the nearest first. */
  sharedIn(folder: string): OpenStores;
  /** The stores with their indexes, which are opened now. */
  searched(): Promise<readonly SearchedStore[]>;
  /** Of a package that a person switched on; `tell` is what can't be used of it. */
  encoder(tell: (what: string) => void): Promise<Encoder | undefined>;
  hasStore(): boolean;
  /** What a killed command left to be done, in a sentence each. */
  unfinished(): readonly string[];
  /** `folder`: of the project, for a shared store of its own (SYN-32). */
  makeStore(scope: Scope, folder?: string): { readonly made: boolean; readonly root: string; readonly git: string };
  /** The hubs that this machine has followed. */
  hubs(): readonly HubSeen[];
  /** What agents were given, newest first. */
  receipts(limit: number): readonly Receipt[];
  /** The audit's, in the personal store. */
  reports(): Reports;
  readonly configText: { read(): string | undefined; write(text: string): void; readonly path: string };
  /** What the last list at this terminal showed. */
  readonly rows: Rows;
  readonly pauses: { read(): readonly Pause[]; write(pauses: readonly Pause[]): void };
  readonly installers: () => Promise<Installers>;
  /** Commits of the stores' own repositories, up to what is checked out or to one of them; read only. */
  readonly gitHistory: (commit?: string) => Promise<GitHistory>;
  /** What they say was replaced or removed, newest first; undefined where git has no answer. */
  readonly replaced: (root: string, since: Since) => Promise<readonly PastText[] | undefined>;
  /** Asks of the machine and the stores without making anything, the device key included. */
  readonly doctor: () => Promise<DoctorContext>;
  /** What other tools remember here. Looking at it makes nothing. */
  readonly importer: () => Promise<Importer>;
  /** Takes in what agents were told meanwhile, where something waits. Never fails a command. */
  drain(): Promise<void>;
  readonly observer: () => Promise<ObserverBench>;
  /** Loads the rules that only writing and checking need; before that, every write is refused. */
  loadChecks(): Promise<void>;
  /** What the checks go by here; for commands that only look. */
  checks(): Act["checks"];
  /** A file the person named on the command line; bounded, regular files only. */
  readFile(path: string): Uint8Array | Refusal;
  /** Opens the person's editor on a private draft and gives what was saved. */
  editText(text: string, suffix: string): string | Refusal;
  /** Agents run what this program brings; gives what a person must hear of it (AGT-1b). */
  renewHook(): Promise<readonly string[]>;
  /** What this command changed in the personal store becomes a commit; gives what a person must hear of it. */
  commit(): Promise<readonly string[]>;
  /** Drafts go when everything was saved; otherwise their paths are given, for nobody's words may be lost. */
  close(saved: boolean): readonly string[];
}

export interface Looking {
  readonly stores: OpenStores;
  readonly act: Act;
  reports(): Reports;
}

export interface BenchRequest {
  readonly version: string;
  /** What `--store` named. */
  readonly store: string | undefined;
  readonly terminal: Terminal;
}

/** A user that the system knows nothing of, as a container's may be, has no home; this is how Debian calls none (HUB-9). */
function nameNoHome(): void {
  try {
    homedir();
  } catch {
    // What is needed of a home is told where it is needed, by its path.
    process.env["HOME"] = "/nonexistent";
  }
}

export function openWorkbench({ version, store, terminal }: BenchRequest): Workbench {
  nameNoHome();
  const here = hereFrom({ env: process.env, cwd: process.cwd(), store });
  const { places } = here;
  const now = new Date();
  const drafts: EditedDraft[] = [];
  const seen = once(() => seenHere(HOSTS));
  const stores = storesAt(here, "writer", () => now);
  let second: CheckSettings["second"] = notLoaded;
  const checks = (): CheckSettings => stores.checks(second);
  const terminalOf = once(terminalHere);
  const act = (channel: Channel): Act => ({ ...stores.act(channel, now, second), terminal: terminalOf() });
  const ownChannel = (): Channel => channelOf(seen());
  return {
    ...terminal,
    version,
    here,
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
    get isOutdated() {
      const { project } = here;
      return project === undefined ? undefined : outdatedIn(project.id, projectFiles(project.root));
    },
    get files() {
      const { project } = here;
      return project === undefined ? undefined : projectFiles(project.root);
    },
    looking: () => {
      const seeing = storesAt(here, "reader", () => now);
      return {
        stores: seeing.shownTo(ownChannel()),
        act: seeing.act(ownChannel(), now, second),
        reports: () => openReports(seeing.personal.store.info.root),
      };
    },
    enforcing: () => enforcingAt(hereFrom({ env: process.env, store }), ownChannel()),
    stores: () => stores.shownTo(ownChannel()),
    storeOf: (scope) => (scope === "personal" ? stores.personal : orFault(stores.shared[0], here.project?.root)),
    storeIn: (name) => mirrorNamed(stores.mirrors, name),
    sharedIn: (folder) => (here.project === undefined ? [] : stores.sharedIn(`${here.project.root}/${folder}`)),
    searched: async () => {
      const [{ indexed }, { meaningsAt }] = await Promise.all([import("./indexed.ts"), import("./encoder.ts")]);
      return indexed(stores.shownTo(ownChannel()), here, meaningsAt(places));
    },
    encoder: async (tell) => {
      const { asked, encoderAt } = await import("./encoder.ts");
      return asked(encoderAt(places, tell));
    },
    hasStore: () => stores.hasPersonal,
    // A folder that may not be read is told by doctor.
    unfinished: () =>
      unlessFault(
        () => unfinishedForgets(places.state).map(({ message, remedy }) => `${message}: ${remedy}`),
        () => [],
      ),
    makeStore: (scope, folder) =>
      make(scope, scope === "personal" ? places.store : sharedPlace(here.project?.root, folder), now),
    hubs: () => hubsSeen(places.state),
    receipts: (limit) => readReceipts(places.state, { limit }),
    reports: () => openReports(stores.personal.store.info.root),
    configText: {
      read: () => readUserConfig(places.config),
      write: (text) => writeUserConfig(places.config, text),
      path: descend(places.config, "config.json"),
    },
    // Where a terminal has no name, its shell has.
    rows: rowsAt(places.state, () => terminalOf() ?? `${process.ppid}`),
    pauses: { read: () => readPauses(places.state), write: (pauses) => writePauses(places.state, pauses) },
    installers: async () => (await import("./installers.ts")).openInstallers(places, now),
    gitHistory: async (commit) => {
      const { gitHistory, historyOf } = await import("../store/io/git-history.ts");
      return commit === undefined ? gitHistory : historyOf(commit);
    },
    replaced: async (root, since) => (await import("../store/io/git-replaced.ts")).replaced(root, since),
    doctor: async () => {
      const { openDoctor } = await import("./doctor.ts");
      const channel = ownChannel();
      const installers = await (await import("./installers.ts")).openInstallers(places, now);
      return openDoctor({ version, here, installers, channel, now, checks: checks(), act: () => act(channel) });
    },
    importer: async () => {
      const { openImporter } = await import("./importer.ts");
      return openImporter(here, {
        now,
        by: ownChannel(),
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
    observer: async () => {
      const observing = (): Act => ({ ...act("observer"), now: new Date() });
      return (await import("./observer.ts")).openObserver(places, () => stores.personal, observing);
    },
    loadChecks: async () => {
      second = await loadedOrNot();
    },
    checks,
    readFile: readGiven,
    editText: (text, suffix) => {
      const draft = makeDraft(places.state, text, suffix, terminal.edit);
      if (isRefusal(draft)) return draft;
      if (draft.text !== text) drafts.push(draft);
      return draft.text;
    },
    renewHook: async () => {
      if (!existsSync(descend(places.data, AGENT_FILES))) return [];
      const { renewHook } = await import("./renewing.ts");
      return renewHook(places, version, () => partyOf(ownChannel()) === "person");
    },
    commit: async () => {
      const isOff = !stores.isWritten || !here.config["commit-changes"] || partyOf(ownChannel()) !== "person";
      if (isOff) return [];
      if (second === notLoaded) second = await loadedOrNot();
      const { commitChange } = await import("./committing.ts");
      return commitChange(here, stores.personal, { ...act(ownChannel()), now: new Date() });
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
  // Wherever a person puts it, a store of their own is for them alone; mode bits do that elsewhere (STO-4).
  if (made && scope === "personal" && process.platform === "win32") keepToUser(root);
  const git = initRepository(root);
  return { made, root, git: git.kind === "done" ? "a git repository" : git.reason };
}

function sharedPlace(root: string | undefined, folder: string | undefined): string {
  if (root === undefined)
    throw new Fault(
      "usage",
      "A shared store belongs to a git repository; there is none here.",
      "cd into the repository first",
    );
  return descend(folder === undefined ? root : folderIn(root, folder), ".holdfast");
}

function orFault(store: OpenStore | undefined, root: string | undefined): OpenStore {
  if (store === undefined && root === undefined)
    throw new Fault("no-store", "There is no git repository here.", "cd into the repository first");
  if (store === undefined) throw new Fault("no-store", "This project has no shared store.", "holdfast init --shared");
  return store;
}

function mirrorNamed(mirrors: OpenStores, name: string): OpenStore | Refusal {
  const found = mirrors.filter(({ mirrored }) => mirrored !== undefined && calledBy(name, mirrored.name));
  const [one, another] = found;
  if (one !== undefined && another === undefined) return one;
  const names = mirrors.flatMap(({ mirrored }) => mirrored?.name ?? []);
  if (one !== undefined) return refuse("usage", `Several are called ${shown(name)}: ${names.join(", ")}.`);
  const hint = names.length === 0 ? "holdfast join https://hub.example.org/acme" : `There are: ${names.join(", ")}`;
  return refuse("no-store", `There is no store of an organisation called ${shown(name)} here.`, hint);
}

/** A state folder that can't be looked into is doctor's matter, not the command's. */
function inboxWaits(stateDir: string, now: Date): boolean {
  try {
    return inboxWaiting(stateDir, now);
  } catch {
    return false;
  }
}
