// What the agent of a session has read by itself (ARR-3): which files that agent loads where the session is, and their words.
import { homedir } from "node:os";
import { foreignParent, resolvedForeign } from "../disk/foreign-tree.ts";
import { mainTree, type ProjectIdentity } from "../disk/git/project-identity.ts";
import { readSmall } from "../disk/read-file.ts";
import type { Host } from "../hosts/host.ts";
import type { Environment } from "../hosts/setup.ts";
import { instructionTexts } from "../recall/io/instructions.ts";
import { type ReadAlready, readAlreadyIn } from "../recall/read-already.ts";
import { once } from "../text/values.ts";

interface Session {
  readonly env: Environment;
  readonly cwd: string;
  /** The agent's own file of settings. */
  readonly settings: string;
  readonly project: ProjectIdentity | undefined;
}

/** Nothing is read before somebody asks. */
export function readAlreadyBy(host: Pick<Host, "instructions">, { env, cwd, project, settings }: Session): ReadAlready {
  const asked = once(() => {
    const folders = foldersTo(resolvedForeign(cwd) ?? cwd, project?.root);
    const home = homedir();
    const places = host.instructions({ env, home, folders, main: mainTree(cwd) ?? cwd });
    const { notes, own } = places;
    const hasNotes = notes !== undefined && !readSmall(settings, LARGEST_SETTINGS, "follow")?.includes(notes.unless);
    const all = hasNotes ? { ...places, own: [...own, notes.file] } : places;
    return readAlreadyIn(instructionTexts(all, { home, root: project?.root }));
  });
  return (text) => asked()(text);
}

const LARGEST_SETTINGS = 1024 * 1024;
const DEEPEST = 32;

/** From the top of the project down. */
function foldersTo(cwd: string, root: string | undefined): readonly string[] {
  if (root === undefined) return [];
  const folders: string[] = [];
  for (let at = cwd; at.startsWith(`${root}/`) && folders.length < DEEPEST; at = foreignParent(at)) folders.unshift(at);
  return [root, ...folders];
}
