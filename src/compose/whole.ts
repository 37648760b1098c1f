// What the page of the whole store plugs in (SUR-13), for a person that the process has found at its terminal already: the
// shelf with its indexes, any memory's card, its past, the rules, and what forgetting needs.
import { projectFiles } from "../recall/io/project-files.ts";
import { readReceipts } from "../recall/io/receipts.ts";
import { outdatedIn } from "../recall/outdated.ts";
import type { Receipt } from "../recall/receipts.ts";
import { type Desk, type DeskPorts, makeDesk } from "../review/desk.ts";
import { oneFrom } from "../review/one.ts";
import { type Past, pastOf } from "../review/past.ts";
import { makeShelf, type Shelf } from "../review/shelf.ts";
import type { ReviewItem } from "../review/survey.ts";
import { type KnownRule, rulesAmong } from "../rules/known.ts";
import { type Firing, firingsIn } from "../rules/told.ts";
import type { Act, OpenStores } from "../store/context.ts";
import { knownBranches } from "./branches.ts";
import { type ForgettingTools, openForgetting } from "./forgetting.ts";
import type { Whereabouts } from "./here.ts";
import { indexed } from "./indexed.ts";

export interface WholeStore {
  readonly shelf: Shelf;
  readonly desk: Desk;
  past(item: ReviewItem): Promise<Past>;
  /** What agents were given, as far as receipts are kept. */
  receipts(): readonly Receipt[];
  rules(): { readonly known: readonly KnownRule[]; readonly firings: readonly Firing[] };
  forgetting(): ForgettingTools & { readonly stores: OpenStores; readonly act: Act };
}

/** A card asks for the receipts several times, and a person opens one after the other. */
const KEPT_MS = 5000;

export function openWhole(here: Whereabouts, ports: DeskPorts): WholeStore {
  const { stores, git } = ports;
  const { project, places } = here;
  const branches = knownBranches(places.state, project?.root);
  const now = (): Date => ports.act().now;
  const shelf = makeShelf({ stores, indexes: indexed(stores, here), project: project?.id, branches, now });
  let kept: { readonly at: number; readonly receipts: readonly Receipt[] } | undefined;
  const receipts = (): readonly Receipt[] => {
    if (kept === undefined || now().getTime() - kept.at > KEPT_MS)
      kept = { at: now().getTime(), receipts: readReceipts(places.state, { limit: Number.POSITIVE_INFINITY }) };
    return kept.receipts;
  };
  const isOutdated = project === undefined ? undefined : outdatedIn(project.id, projectFiles(project.root));
  const around = (): { now: Date; receipts: readonly Receipt[]; isOutdated: typeof isOutdated } => ({
    now: now(),
    receipts: receipts(),
    isOutdated,
  });
  return {
    shelf,
    desk: makeDesk({ ...ports, one: oneFrom(shelf, stores, around) }),
    past: (item) => pastOf(stores, item, receipts(), git),
    receipts,
    rules: () => {
      shelf.look("places");
      return {
        known: rulesAmong(shelf.memories(), { now: now(), project: project?.id, branches }),
        firings: firingsIn(receipts()),
      };
    },
    forgetting: () => ({ ...openForgetting(places), stores, act: ports.act() }),
  };
}
