// What was found out at the start of a session, for the prompts after it: no process is started (AGT-1).
import { projectHead } from "../disk/git/project-identity.ts";
import { readBranches } from "../recall/io/branches.ts";

export function knownBranches(stateDir: string, root: string | undefined): readonly string[] {
  const head = root === undefined ? undefined : projectHead(root);
  return root === undefined || head === undefined ? [] : readBranches(stateDir, root, head);
}
