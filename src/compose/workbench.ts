// What a command may use, as an interface, and what it needs of the terminal. command-line.ts puts it together.
import type { Config, ConfigWarning } from "../config/config.ts";
import type { Pause } from "../config/pause.ts";
import type { ProjectIdentity } from "../disk/git/project-identity.ts";
import type { Report, Reports } from "../health/audit/report.ts";
import type { DoctorContext } from "../health/doctor/index.ts";
import type { Installers } from "../install/install.ts";
import type { Distilled } from "../observer/distil.ts";
import type { AuditEntry, Model } from "../observer/model.ts";
import type { ObserverReport } from "../observer/report.ts";
import type { ObserverSettings } from "../observer/said/settings.ts";
import type { PullRequest, Signers } from "../people/compared.ts";
import type { IsOutdated } from "../recall/outdated.ts";
import type { Receipt } from "../recall/receipts.ts";
import type { SearchedStore } from "../recall/search.ts";
import type { Act, OpenStore, OpenStores } from "../store/context.ts";
import type { Scope } from "../store/memory-store.ts";
import type { GitHistory } from "../store/records.ts";
import type { Refusal } from "../text/errors.ts";
import type { Importer } from "../transfer/import.ts";
import type { Channel } from "../trust/channels.ts";
import type { Seen } from "../trust/person.ts";
import type { BackupTools } from "./backup.ts";
import type { ExportTools } from "./exporting.ts";
import type { ForgettingTools } from "./forgetting.ts";
import type { SyncTools } from "./syncing.ts";

/** Single keys from a person's terminal. */
export interface Keys {
  /** Undefined where nobody can answer any more: Ctrl-C, Ctrl-D, or the end of the input. */
  press(prompt: string): Promise<string | undefined>;
  close(): void;
}

/** The person's terminal, as the command line has it. */
export interface Terminal {
  ask(question: string, fallback: "yes" | "no"): Promise<boolean>;
  word(question: string): Promise<string>;
  /** Not shown while it is typed. */
  secret(question: string): Promise<string>;
  readonly keys: Keys;
  /** Opens the person's editor on a file. */
  edit(path: string): Refusal | undefined;
  readStdin(): Promise<string | Refusal>;
  close(): void;
}

/** The observer, by the user's own configuration. */
export interface ObserverBench {
  config(): Config;
  /** Undefined: none is on the PATH. */
  findClaude(): string | undefined;
  /** Why no call could be made from here. */
  lacks(settings: ObserverSettings): string | undefined;
  report(now: Date): ObserverReport;
  /** For one question of a person's; `notice` is told what the record could not take. */
  model(notice: (sentence: string) => void): Model;
  /** A person looked: failures of before hold nothing back. */
  reset(): void;
  /** The newest entries of the audit log, newest last. */
  audited(limit: number): readonly AuditEntry[];
  /** What waits, now. */
  run(step: (done: number) => Promise<boolean>): Promise<Distilled | "busy">;
}

export interface Workbench {
  readonly version: string;
  readonly seen: Seen;
  /** Of `act`; asking for it makes nothing, the device key included. */
  readonly channel: Channel;
  readonly act: Act;
  /** The same act at this moment, for commands that stay: each of a person's decisions has its own time. */
  actNow(): Act;
  /** The same act, as done in the editor that a person's terminal opened. */
  readonly editorAct: Act;
  readonly project: ProjectIdentity | undefined;
  /** Whose memories hold here, as far as a session found out (SYN-30). */
  knownBranches(): readonly string[];
  /** Undefined outside a project. */
  readonly isOutdated: IsOutdated | undefined;
  readonly locations: {
    readonly store: string;
    readonly config: string;
    readonly state: string;
    readonly data: string;
    readonly cache: string;
  };
  /** Throws a Fault with the command to run when there is no personal store yet. */
  stores(): OpenStores;
  storeOf(scope: Scope): OpenStore;
  /** The stores with their indexes, which are opened now. */
  searched(): Promise<readonly SearchedStore[]>;
  hasStore(): boolean;
  makeStore(scope: Scope): { readonly made: boolean; readonly root: string; readonly git: string };
  /** What agents were given, newest first. */
  receipts(limit: number): readonly Receipt[];
  /** The audit's, in the personal store. */
  reports(): Reports;
  /** Draws the audit's page; loads what draws charts. */
  auditPage(): Promise<(report: Report) => string>;
  config(): {
    readonly config: Config;
    readonly warnings: readonly ConfigWarning[];
    readonly tightenedBy: readonly string[];
  };
  readonly configText: { read(): string | undefined; write(text: string): void; readonly path: string };
  /** HOLDFAST_OFF=1 in this shell: whatever is started from it is silent (SUR-9). Asked by who shows it, and by nobody else. */
  isOff(): boolean;
  readonly pauses: { read(): readonly Pause[]; write(pauses: readonly Pause[]): void };
  readonly installers: () => Promise<Installers>;
  /** Everything of ours that may hold a text, and git and the agents' records beyond it. */
  readonly forgetting: () => Promise<ForgettingTools>;
  readonly backup: () => Promise<BackupTools>;
  readonly exporting: () => Promise<ExportTools>;
  readonly syncing: () => Promise<SyncTools>;
  /** Of the shared store. */
  readonly signers: () => Promise<Signers>;
  /** The commits of a pull request; read only, and nothing is made. */
  pullRequest(root: string, base: string | undefined): Promise<PullRequest>;
  /** Commits of the stores' own repositories; read only. */
  readonly gitHistory: () => Promise<GitHistory>;
  /** Asks of the machine and the stores without making anything, the device key included. */
  readonly doctor: () => Promise<DoctorContext>;
  /** What other tools remember here. Looking at it makes nothing. */
  readonly importer: () => Promise<Importer>;
  /** Takes in what agents were told meanwhile, where something waits. Never fails a command. */
  drain(): Promise<void>;
  readonly observer: () => Promise<ObserverBench>;
  /** Runs the MCP server until its input ends. */
  startMcp(store: string | undefined): Promise<number>;
  /** Serves the review to the person's browser until they end it. */
  startWeb(args: readonly string[], store: string | undefined): Promise<number>;
  /** Loads the rules that only writing and checking need; before that, every write is refused. */
  loadChecks(): Promise<void>;
  /** What the checks go by here; for commands that only look. */
  checks(): Act["checks"];
  /** A file the person named on the command line; bounded, regular files only. */
  readFile(path: string): Uint8Array | Refusal;
  readStdin(): Promise<string | Refusal>;
  /** One question at a person's terminal; the default counts for Enter. */
  ask(question: string, fallback: "yes" | "no"): Promise<boolean>;
  secret(question: string): Promise<string>;
  /** One line from a person's terminal, without the blanks around it; empty where there is none. */
  askWord(question: string): Promise<string>;
  /** One key at a person's terminal. */
  readonly keys: Keys;
  /** Opens the person's editor on a private draft and gives what was saved. */
  editText(text: string, suffix: string): string | Refusal;
  /** Drafts go when everything was saved; otherwise their paths are given, for nobody's words may be lost. */
  close(saved: boolean): readonly string[];
}
