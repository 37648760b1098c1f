// What an agent is to Holdfast: one object, which hosts/<agent>/index.ts makes and hosts/index.ts lists. Everything that
// names agents asks the list: help, install, doctor, the hook, the guard, who is a person. What a hook never needs is
// loaded when it is asked for, and is no part of the hook's bundle (AGT-1).

import type { AgentSigns } from "../trust/person.ts";
import type { HostEvent, InSession, Intent } from "./event.ts";
import type { Environment, HostSetup, TheirPlaces } from "./setup.ts";
import type { ReadTurn, ReadWork } from "./turn.ts";

export interface Host extends AgentSigns {
  /** Behind --agent and --host. */
  readonly name: string;
  /** Where it keeps its settings. */
  folder(env: Environment, home: string): string;
  /** The exact variables that name another place for what it keeps: whatever is asked here, and what its program asks besides. */
  readonly movedBy?: readonly string[];
  /** In that folder: the file that calls the hook. */
  readonly settings: string;
  /** In that folder: files that our installer makes and that hold nothing else, so the guard keeps them (AGT-20). */
  readonly ours?: readonly string[];
  /** In that folder: a file whose presence shows that the agent was used here. */
  readonly sign: string;
  /** Where it keeps what was said in its sessions. */
  records(env: Environment, home: string): readonly string[];
  /** What it loads by itself into every session (ARR-3). */
  instructions(at: SessionFolders): Instructions;
  readonly wire: Wire;
  readonly guests?: readonly Guest[];
  setup(): Promise<HostSetup>;
  transcript(): Promise<Transcript>;
}

export interface SessionFolders {
  readonly env: Environment;
  readonly home: string;
  /** From the top of the project down to where the session is; empty outside of one. */
  readonly folders: readonly string[];
  /** The top of the main working tree, which linked ones share. */
  readonly main: string;
}

/** Files, and folders whose Markdown files count: those end in a slash. */
export interface Instructions {
  readonly own: readonly string[];
  readonly project: readonly string[];
  /** Loaded where none of `project` is there. */
  readonly otherwise?: readonly string[];
  /** What it noted by itself, loaded unless its settings name another place or switch that off. */
  readonly notes?: { readonly file: string; readonly unless: string };
  /** `@path` in such a file brings in another one. */
  readonly imports?: true;
}

/** Each of the names in each of the folders. */
export function inEach(folders: readonly string[], names: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => names.map((name) => `${folder}/${name}`));
}

/** Its hook protocol: its events in, its answers out (AGT-5). */
export interface Wire {
  /** Undefined for a text that is no event of ours. */
  parseEvent(stdin: string): HostEvent | undefined;
  /** Where it has a status line that a program may fill: whose it is. */
  parseStatus?(stdin: string): InSession | undefined;
  /** At most one JSON object; empty where nothing is to be said. */
  renderIntent(intent: Intent): string;
  /** Its answers are the bare words, and no JSON. */
  readonly bare?: true;
  /** What goes to stderr, whereupon the hook ends with 2: for a host that takes no other refusal (AGT-8). */
  refusalOf?(intent: Intent): string | undefined;
  /** Members of its payloads that no other program's have; by them it is known whatever entry it came through (AGT-8). */
  readonly own?: readonly string[];
}

/** A program that runs the entry of another one, and speaks its own form there (AGT-8). */
export interface Guest {
  readonly name: string;
  readonly title: string;
  readonly wire: Wire;
}

export interface SessionPlace {
  readonly session?: string;
  readonly cwd?: string;
}

/** How its session records are read. */
export interface Transcript {
  readonly readTurn: ReadTurn;
  /** Where a session was, by any one line of its record; undefined members where that line does not tell. */
  readonly readPlace: (line: string) => SessionPlace;
  /** What was done, for the observer. */
  readonly readWork: ReadWork;
}

/** A variable that names a folder, or the usual one. Which variable is written where it is read (TRU-22a). */
export function folderFrom(chosen: string | undefined, usual: string): string {
  return chosen === undefined || chosen === "" ? usual : chosen;
}

export function placesOf({ folder, settings }: Host, env: Environment, home: string): TheirPlaces {
  const at = folder(env, home);
  return { folder: at, settings: `${at}/${settings}`, env, home };
}

/** Files and folders of these names, in a folder that is known once it is asked for. */
export function inside(folder: Host["folder"], names: readonly string[]): Host["records"] {
  return (env, home) => names.map((name) => `${folder(env, home)}/${name}`);
}
