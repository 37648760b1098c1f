// Where memories of a branch hold, from git and what was kept of its answers.

import { projectHead } from "../disk/git/project-identity.ts";
import type { Branches } from "../recall/branches.ts";
import { keepBranches, readBranches } from "../recall/io/branches.ts";
import { ancestorsAmong } from "../store/io/git-history.ts";

/** For the start of a session; every other moment only looks at what is known. */
export function openBranches(stateDir: string, root: string): Branches {
  const asked = new Set<string>();
  let held: readonly string[] = [];
  return {
    known: () => knownBranches(stateDir, root),
    among: async (names) => {
      const fresh = names.filter((name) => !asked.has(name));
      const head = fresh.length === 0 ? undefined : projectHead(root);
      if (head !== undefined) {
        held = [...held, ...(await ancestorsAmong(root, fresh))];
        for (const name of fresh) asked.add(name);
        const before = readBranches(stateDir, root, head).filter((name) => !asked.has(name));
        keepBranches(stateDir, root, head, [...before, ...held].toSorted());
      }
      return names.filter((name) => held.includes(name));
    },
  };
}

/** What was found out at the start of a session, for the prompts after it: no process is started (AGT-1). */
export function knownBranches(stateDir: string, root: string | undefined): readonly string[] {
  const head = root === undefined ? undefined : projectHead(root);
  return root === undefined || head === undefined ? [] : readBranches(stateDir, root, head);
}
