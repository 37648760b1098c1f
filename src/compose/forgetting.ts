// What `forget` plugs in: everything of ours that may hold a text, and where to look beyond it.
import { homedir } from "node:os";
import { openGitRepository } from "../disk/git/repository.ts";
import type { Places } from "../disk/places.ts";
import { bytesHold, filesHolding } from "../disk/search-files.ts";
import { commitsHolding, topOf } from "../forget/io/holding.ts";
import { openElsewhereJournal, openForgetJournal } from "../forget/io/journal.ts";
import { needlesOf, openTraces } from "../forget/io/traces.ts";
import type { FarTraces, ForgetJournal, Traces } from "../forget/ports.ts";
import { HOSTS } from "../hosts/index.ts";

export interface ForgettingTools {
  readonly traces: Traces;
  readonly journal: ForgetJournal;
  readonly far: FarTraces;
}

/** For what a sync of this store clears because another machine forgot it. */
export function openForgotten(
  places: Places,
  { root }: { readonly root: string },
): Pick<ForgettingTools, "traces" | "journal"> {
  return { traces: openTraces(places), journal: openElsewhereJournal(places.state, root) };
}

export function openForgetting(places: Places): ForgettingTools {
  return {
    traces: openTraces(places),
    journal: openForgetJournal(places.state),
    far: {
      purge: async ({ root, own, sent, commits, paths, messages }) => {
        if (!own || sent !== undefined || commits.length === 0) return;
        const git = await openGitRepository(root);
        const standing = await git.standing();
        const { head } = standing;
        if (head !== undefined && standing.own !== undefined) await git.dropOwn(head, { paths, messages });
      },
      inGit: async (root, phrases) => {
        const needles = needlesOf(phrases);
        const top = await topOf(root);
        return top === undefined ? undefined : commitsHolding(top, root, (bytes) => bytesHold(bytes, needles));
      },
      inSessions: (phrases) => {
        const needles = needlesOf(phrases);
        const records = HOSTS.flatMap((host) => host.records(process.env, homedir()));
        return records.flatMap((root) => filesHolding(root, needles).hits.map((names) => [root, ...names].join("/")));
      },
    },
  };
}
