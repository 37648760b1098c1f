// Where each tool keeps what it remembers, and which reader knows its format. Nothing is written here, and no place is
// looked at but those that are named.

import { readRows } from "../../disk/foreign-database.ts";
import {
  type ForeignFile,
  folderThere,
  foreignFolders,
  foreignParent,
  listForeign,
  lookAtForeign,
} from "../../disk/foreign-tree.ts";
import { mainTree, type ProjectIdentity } from "../../disk/git/project-identity.ts";
import { slugOf } from "../../hosts/claude/auto-memory.ts";
import { claude as CLAUDE } from "../../hosts/claude/index.ts";
import { codex as CODEX } from "../../hosts/codex/index.ts";
import { type Refusal, refuse } from "../../text/errors.ts";
import { type FoundText, isInstructionFile, leftOut, type SourceFile, type SourceName } from "../read/candidate.ts";
import { recordIn } from "../read/json-store.ts";
import { candidateOfFile } from "../read/markdown-file.ts";
import {
  COLUMNS,
  entitiesIn,
  memoriesInExport,
  type ObservationRow,
  observationOf,
  observationsInExport,
} from "../read/memory-tools.ts";
import { memoriesIn, rulesIn, rulesOfGemini } from "../read/rules.ts";
import { inItsPlace } from "../read/standing.ts";
import {
  about,
  at,
  fileIfThere,
  isWithinOurs,
  jsonIn,
  LARGEST_EXPORT,
  MOST_FILES,
  markdownIn,
  type Projects,
  type Read,
} from "./files.ts";
import { cwdOf, hostOf, type SessionFolder, saidIn, sessionsIn } from "./sessions.ts";

const MOST_SESSIONS = 2000;

export interface ImportGround {
  /** Folders of ours: what lies there was written by us, and comes back by other ways. */
  readonly ours: readonly string[];
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly project: ProjectIdentity | undefined;
  readonly projects: Projects;
}

type Gather = (here: ImportGround, path: string | undefined) => readonly FoundText[] | Refusal;

/** What a source holds, standing as it stood there. A store of ours is none: there a memory keeps the tier it has. */
export function gatherFrom(source: SourceName, here: ImportGround, path?: string): readonly FoundText[] | Refusal {
  if (path !== undefined && isWithinOurs(path, here.ours)) return ownStore(path);
  const found = SOURCES[source](here, path);
  return "kind" in found ? found : found.map((each) => inItsPlace(each, path));
}

function ownStore(path: string): Refusal {
  return refuse(
    "not-allowed",
    `${path} belongs to a store of Holdfast; what is in it is never imported.`,
    "holdfast sync, or: holdfast export --out FILE there and holdfast import holdfast FILE here",
  );
}

const SOURCES: Readonly<Record<SourceName, Gather>> = {
  claude,
  codex,
  gemini,
  transcripts,
  "claude-mem": claudeMem,
  "claude-memory": claudeMemory,
  "basic-memory": (here, path) => markdownFolder("basic-memory", here, path ?? at(here.home, "basic-memory")),
  markdown: (here, path) => markdownFolder("markdown", here, path),
  backfill: (here, path) => markdownFolder("backfill", here, path),
  mem0: (_, path) => exported("mem0", path, memoriesInExport),
  "mcp-memory": (_, path) => exported("mcp-memory", path, entitiesIn),
};

function needsPath(source: SourceName, what: string): Refusal {
  return refuse("usage", `${source} has no place of its own: name it.`, `holdfast import ${source} ${what}`);
}

function nothingAt(source: SourceName, path: string): Refusal {
  return refuse(
    "not-found",
    `Nothing to import from ${source} was found at ${path}.`,
    `holdfast import ${source} PATH`,
  );
}

function spread({ files, lost }: Read, read: (file: SourceFile) => readonly FoundText[]): readonly FoundText[] {
  return [...files.flatMap(read), ...lost];
}

/** The memory folders of all projects, the user's own rules, and those of the repository one stands in. */
function claude(here: ImportGround, path: string | undefined): readonly FoundText[] | Refusal {
  if (path !== undefined && !folderThere(at(path, "projects"))) return claudePath(here, path);
  const base = path ?? CLAUDE.folder(here.env, here.home);
  const own = spread(fileIfThere(at(base, "CLAUDE.md")), (file) => rulesIn(file, { gesture: true }));
  const projects = foreignFolders(at(base, "projects")).flatMap((folder) => memoryFolder(here, folder));
  return [...projects, ...own, ...(path === undefined ? inRepository(here, CLAUDE_RULES) : [])];
}

const CLAUDE_RULES = [["CLAUDE.md"], [".claude", "CLAUDE.md"], ["CLAUDE.local.md"]] as const;

function claudePath(here: ImportGround, path: string): readonly FoundText[] | Refusal {
  if (!folderThere(path)) {
    const looked = lookAtForeign(path);
    if (looked === undefined) return nothingAt("claude", path);
    return rulesAt(here, path, at(CLAUDE.folder(here.env, here.home), "CLAUDE.md"));
  }
  const read = markdownIn(path, 1, here.ours);
  if (read === undefined || read.files.length + read.lost.length === 0) return nothingAt("claude", path);
  const owner = path.endsWith("/memory") ? claudeProject(here, foreignParent(path)) : here.projects.of(path);
  const rules = read.files.filter((file) => isInstructionFile(file.path));
  const notes = read.files.filter((file) => !rules.includes(file));
  const split = rules.flatMap((file) => rulesIn(file, { gesture: false }));
  return about([...memoriesIn(notes), ...split, ...read.lost], owner);
}

/** A file of rules that was named: the person's own, or one of the project that it lies in. */
function rulesAt(here: ImportGround, path: string, own: string): readonly FoundText[] {
  const gesture = path === own || path.endsWith("/CLAUDE.local.md");
  const found = spread(fileIfThere(path), (file) => rulesIn(file, { gesture }));
  return path === own ? found : about(found, here.projects.of(foreignParent(path)));
}

/** `folder` is that of one project: its records stand beside its memories. */
function memoryFolder(here: ImportGround, folder: string): readonly FoundText[] {
  const read = markdownIn(at(folder, "memory"), 1, here.ours);
  if (read === undefined || read.files.length + read.lost.length === 0) return [];
  return about([...memoriesIn(read.files), ...read.lost], claudeProject(here, folder));
}

/** Its name can't be read back into a path; the records of its sessions say where they were. */
function claudeProject(here: ImportGround, folder: string): string | undefined {
  const slug = folder.split("/").at(-1) ?? "";
  const top = here.project === undefined ? undefined : (mainTree(here.project.root) ?? here.project.root);
  if (top !== undefined && slugOf(top) === slug) return here.project?.id;
  const records = listForeign(folder, { endings: [".jsonl"], files: MOST_FILES, depth: 1 })?.files ?? [];
  for (const { path } of records.toSorted((a, b) => b.mtimeMs - a.mtimeMs).slice(0, 5)) {
    const cwd = cwdOf("claude", path);
    if (cwd !== undefined) return here.projects.of(cwd);
  }
  return `claude:${slug}`;
}

/** Rules that came with a repository show nobody's gesture: anybody may have written them. */
function inRepository({ project }: ImportGround, names: readonly (readonly string[])[]): readonly FoundText[] {
  if (project === undefined) return [];
  const found = names.flatMap((name) =>
    spread(fileIfThere(at(project.root, ...name)), (file) => rulesIn(file, { gesture: name[0] === "CLAUDE.local.md" })),
  );
  return about(found, project.id);
}

function codex(here: ImportGround, path: string | undefined): readonly FoundText[] | Refusal {
  if (path !== undefined && !folderThere(path)) {
    if (lookAtForeign(path) === undefined) return nothingAt("codex", path);
    return rulesAt(here, path, at(CODEX.folder(here.env, here.home), "AGENTS.md"));
  }
  const base = path ?? CODEX.folder(here.env, here.home);
  const folder = folderThere(at(base, "memories")) || path === undefined ? at(base, "memories") : base;
  const memories = markdownIn(folder, 1, here.ours);
  const kept = memories === undefined ? [] : spread(memories, (file) => rulesIn(file, { gesture: false }));
  const own = spread(fileIfThere(at(base, "AGENTS.md")), (file) => rulesIn(file, { gesture: true }));
  return [...kept, ...own, ...(path === undefined ? inRepository(here, [["AGENTS.md"], ["AGENTS.override.md"]]) : [])];
}

function gemini(here: ImportGround, path: string | undefined): readonly FoundText[] | Refusal {
  const own = path ?? at(here.home, ".gemini", "GEMINI.md");
  const read = fileIfThere(own);
  if (path !== undefined && read.files.length + read.lost.length === 0) return nothingAt("gemini", path);
  const isOwn = own === at(here.home, ".gemini", "GEMINI.md");
  const found = spread(read, (file) => rulesOfGemini(file, isOwn));
  if (path !== undefined) return isOwn ? found : about(found, here.projects.of(foreignParent(path)));
  const { project } = here;
  if (project === undefined) return found;
  const theirs = spread(fileIfThere(at(project.root, "GEMINI.md")), (file) => rulesOfGemini(file, false));
  return [...found, ...about(theirs, project.id)];
}

export function sessionFolders(here: Pick<ImportGround, "env" | "home">): readonly SessionFolder[] {
  return [
    { host: "claude", path: at(CLAUDE.folder(here.env, here.home), "projects"), depth: 2 },
    { host: "codex", path: at(CODEX.folder(here.env, here.home), "sessions"), depth: 5 },
  ];
}

function transcripts(here: ImportGround, path: string | undefined): readonly FoundText[] | Refusal {
  const limits = { sessions: MOST_SESSIONS };
  if (path === undefined) return sessionsIn(sessionFolders(here), limits, here.projects);
  const tree = listForeign(path, { endings: [".jsonl"], files: MOST_SESSIONS, depth: 6 });
  if (tree === undefined || tree.files.length === 0) return nothingAt("transcripts", path);
  return tree.files.flatMap((file) => saidIn(hostOf(file.path), file, here.projects));
}

/** A folder's name is all that it keeps of a project: it counts where one of the folders that Claude knows has it alone. */
function claudeMem(here: ImportGround, path: string | undefined): readonly FoundText[] | Refusal {
  const file = path ?? at(here.home, ".claude-mem", "claude-mem.db");
  const looked = lookAtForeign(file);
  if (looked === undefined) return nothingAt("claude-mem", file);
  if ("why" in looked) return [leftOut(file, looked.why)];
  const named = projectsByName(here);
  return observationsAt(looked).flatMap(({ found, projectName }) => {
    if (projectName === undefined) return [found];
    return about([found], named.get(projectName) ?? `claude-mem:${projectName}`);
  });
}

function observationsAt({ path: file, mtimeMs }: ForeignFile): readonly ObservationRow[] {
  if (file.endsWith(".json")) {
    const { files, lost } = fileIfThere(file, LARGEST_EXPORT);
    return [...files.flatMap(observationsInExport), ...lost.map((found) => ({ found }))];
  }
  const limit = MOST_FILES;
  const read = readRows(file, { table: "observations", columns: COLUMNS, newestBy: "created_at_epoch", limit });
  if (typeof read === "string") return [{ found: leftOut(file, read) }];
  return [
    ...read.rows.map((row) => observationOf(row, file, mtimeMs)),
    ...(read.withoutNewest ? [{ found: leftOut(file, "its newest entries are still in its journal") }] : []),
  ];
}

function projectsByName(here: ImportGround): ReadonlyMap<string, string> {
  const folders = foreignFolders(at(CLAUDE.folder(here.env, here.home), "projects"));
  const all = folders.flatMap((folder) => {
    const [newest] = (listForeign(folder, { endings: [".jsonl"], files: 100, depth: 1 })?.files ?? []).toSorted(
      (a, b) => b.mtimeMs - a.mtimeMs,
    );
    const cwd = newest === undefined ? undefined : cwdOf("claude", newest.path);
    const id = cwd === undefined ? undefined : here.projects.of(cwd);
    return id === undefined ? [] : [[cwd?.split("/").at(-1) ?? "", id] as const];
  });
  const byName = Map.groupBy(all, ([name]) => name);
  return new Map(
    [...byName].flatMap(([name, each]) => {
      const ids = new Set(each.map(([, id]) => id));
      return ids.size === 1 ? [[name, [...ids][0] ?? ""] as const] : [];
    }),
  );
}

function markdownFolder(
  source: SourceName,
  here: ImportGround,
  path: string | undefined,
): readonly FoundText[] | Refusal {
  if (path === undefined) return needsPath(source, "FOLDER");
  const read = folderThere(path) ? markdownIn(path, 12, here.ours) : fileIfThere(path);
  if (read === undefined || read.files.length + read.lost.length === 0) return nothingAt(source, path);
  const ofFile = (file: SourceFile): readonly FoundText[] => [
    candidateOfFile(file, { ownFormat: source === "backfill" }),
  ];
  if (source !== "markdown") return spread(read, ofFile);
  return spread(read, (file) => (isInstructionFile(file.path) ? rulesOf(here, file) : ofFile(file)));
}

/** Rules of the project that the file lies in; nobody's gesture, for anybody may have written them. */
function rulesOf(here: ImportGround, file: SourceFile): readonly FoundText[] {
  return about(rulesIn(file, { gesture: false }), here.projects.of(foreignParent(file.path)));
}

/** Records of one project, below `.claude/memory/` of its repository; drafts are none. */
function claudeMemory(here: ImportGround, path: string | undefined): readonly FoundText[] | Refusal {
  const folder = path ?? (here.project && at(here.project.root, ".claude", "memory"));
  if (folder === undefined) return needsPath("claude-memory", "FOLDER");
  const read = folderThere(folder) ? jsonIn(folder, here.ours) : fileIfThere(folder);
  if (read === undefined || read.files.length + read.lost.length === 0) return nothingAt("claude-memory", folder);
  return about(
    spread(read, (file) => [recordIn(file)]),
    here.projects.of(folderThere(folder) ? folder : foreignParent(folder)),
  );
}

function exported(
  source: SourceName,
  path: string | undefined,
  read: (file: SourceFile) => readonly FoundText[],
): readonly FoundText[] | Refusal {
  if (path === undefined) return needsPath(source, "FILE");
  const given = fileIfThere(path, LARGEST_EXPORT);
  return given.files.length + given.lost.length === 0 ? nothingAt(source, path) : spread(given, read);
}
