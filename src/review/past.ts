// Who did what to a memory and when, and who was given it (SUR-13): from the ledgers, the signed words, git and the receipts,
// as `log`, `show` and `why` know it. Newest first.
import type { Receipt } from "../recall/receipts.ts";
import { handleOf } from "../store/catalogue.ts";
import type { OpenStores } from "../store/context.ts";
import { readPast } from "../store/log.ts";
import type { GitHistory } from "../store/records.ts";
import type { ReviewItem } from "./survey.ts";

export interface PastAct {
  readonly at: string;
  readonly action: string;
  /** Tiers, where it moved. */
  readonly moved?: string;
  readonly by:
    | { readonly kind: "ledger"; readonly actor: string; readonly channel: string }
    | { readonly kind: "signed" };
  readonly device: string;
}

export interface GivenOnce {
  readonly at: string;
  readonly host: string;
  readonly event: string;
  readonly session: string;
  readonly project?: string;
  readonly rule: string;
}

export interface Past {
  readonly acts: readonly PastAct[];
  readonly commits: readonly { readonly at: string; readonly commit: string; readonly name: string }[];
  readonly given: readonly GivenOnce[];
}

export async function pastOf(
  stores: OpenStores,
  { open, memory }: Pick<ReviewItem, "open" | "memory">,
  receipts: readonly Receipt[],
  git: () => Promise<GitHistory>,
): Promise<Past> {
  const { root } = open.store.info;
  const commits = await (await git()).authored(root, memory.stored.file);
  return {
    acts: actsOn(stores, { open, memory }),
    commits: commits.map(({ at, commit, name }) => ({ at, commit, name })),
    given: givenIn(receipts, handleOf(memory)),
  };
}

function actsOn(stores: OpenStores, { open, memory: { id } }: Pick<ReviewItem, "open" | "memory">): readonly PastAct[] {
  if (id === undefined) return [];
  const noted = readPast(stores, id).map(
    ({ ts, action, actor, channel, from, to, device }): PastAct => ({
      at: ts,
      action,
      ...(from === to ? {} : { moved: `${from} -> ${to}` }),
      by: { kind: "ledger", actor, channel },
      device,
    }),
  );
  // Of a machine whose ledger is not here, only its signed word came along.
  const told = new Set(noted.map(({ device }) => device));
  const signed = open.store
    .pastStatements(id)
    .filter(({ dot }) => !told.has(dot.device))
    .map(({ action, date, dot }): PastAct => ({ at: date, action, by: { kind: "signed" }, device: dot.device }));
  return [...noted, ...signed].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

function givenIn(receipts: readonly Receipt[], handle: string): readonly GivenOnce[] {
  return receipts.flatMap(({ at, host, event, session, project, shown }) =>
    shown
      .filter(({ id }) => id === handle)
      .map(({ rule }) => ({ at, host, event, session, rule, ...(project === undefined ? {} : { project }) })),
  );
}
