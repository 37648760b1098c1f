// A rule in the words of a host that has permission rules of its own (RUL-9). What is said there stops no more than the rule
// does, and often less: a host compares beginnings where our hook reads the line. What can't be said so is named with the
// reason, and left out.
import type { Stop } from "../memory/rule.ts";
import type { Glob, Segment } from "../text/glob.ts";

export interface Permission {
  readonly effect: "deny" | "ask";
  /** In the host's words. */
  readonly text: string;
}

export interface Unsayable {
  readonly kind: "unsayable";
  readonly why: string;
}

export interface HostPermissions {
  readonly title: string;
  /** Where the host looks: in a project, in its own folder, or at what it is started with. */
  readonly place: "project" | "own-folder" | "arguments";
  /** From there. */
  readonly path: string;
  /** Lists of the host's JSON settings, a file that is ours, or one argument a line. */
  readonly form: "settings" | "own-file" | "arguments";
  /** `because` is for whoever is stopped, where the host passes it on. A reminder is no permission and never asked about. */
  say(stop: Stop, because: string): readonly Permission[] | Unsayable;
}

export function unsayable(why: string): Unsayable {
  return { kind: "unsayable", why };
}

export function isUnsayable(said: readonly Permission[] | Unsayable): said is Unsayable {
  return "kind" in said;
}

export const STAR = "a star would fit more there than in the rule";

/** Words that mean themselves in every host's pattern. */
export function isPlain(word: string): boolean {
  return /^[\w@%+=:,./-]*[\w@%+=,./-]$/.test(word);
}

/** As gitignore reads them, from the project's top. Undefined where that would fit more: there `*` at the end fits folders too. */
export function pathsOf({ alternatives }: Glob): readonly string[] | undefined {
  const paths = alternatives.map((segments) => segments.map(segmentText));
  const isOpen = alternatives.some((segments) => segments.at(-1)?.kind === "stars");
  if (isOpen || paths.some((path) => path.includes(undefined))) return undefined;
  return paths.map((path) => path.join("/"));
}

function segmentText(segment: Segment): string | undefined {
  if (segment.kind === "folders") return "**";
  const pieces = segment.kind === "name" ? [segment.text] : segment.pieces;
  return pieces.every((piece) => /^[\w@%+=,.-]*$/.test(piece)) ? pieces.join("*") : undefined;
}

/** The one file or folder of that name, wherever it stands. */
export function nameOf({ alternatives }: Glob): string | undefined {
  const [[first, only, ...more] = [], ...others] = alternatives;
  if (others.length > 0 || more.length > 0 || first?.kind !== "folders" || only?.kind !== "name") return undefined;
  return segmentText(only);
}

/** `server__tool`, both named. */
export function toolOf(tool: string): { readonly server: string; readonly tool: string } | undefined {
  const [server = "", name = "", ...more] = tool.split("__");
  return more.length > 0 || !/^[\w.-]+$/.test(server) || !/^[\w.-]+$/.test(name) ? undefined : { server, tool: name };
}
