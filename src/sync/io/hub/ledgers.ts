// What a hub has of a ledger, put together again byte for byte before anything else of a sync looks at it.
import type { GitRepository } from "../../../disk/git/carrier.ts";
import { apart, changed, ledgerIn, type Sizes, sizesOf, together } from "../../hub/parts.ts";
import { readFrom } from "../../trees.ts";
import type { HubRecord } from "./record.ts";

type Files = ReadonlyMap<string, Uint8Array | undefined>;

export interface Assembled {
  /** By the paths of a store. */
  readonly files: Files;
  readonly sizes: ReadonlyMap<string, Sizes>;
}

/** `before`: the tree that stands for what the hub had. Undefined: of some ledger it has other parts than this machine knows. */
export async function assembled(
  git: GitRepository,
  before: ReadonlyMap<string, string>,
  { parts, left }: Pick<HubRecord, "parts" | "left">,
  pulled: Files,
): Promise<Assembled | undefined> {
  const files = new Map(pulled);
  const sizes = new Map(parts);
  for (const [ledger, news] of cutAmong(pulled, parts)) {
    if ([...left.keys()].some((path) => ledgerIn(path)?.ledger === ledger)) return undefined;
    const whole = (await readFrom(git, before, [ledger])).files.get(ledger);
    const now = changed(whole === undefined ? [] : apart(whole, parts.get(ledger)), news);
    for (const path of pulled.keys()) if (ledgerIn(path)?.ledger === ledger) files.delete(path);
    files.set(ledger, together(now));
    if (now.length > 1) sizes.set(ledger, sizesOf(now));
    else sizes.delete(ledger);
  }
  return { files, sizes };
}

/** By ledger what came of it, where it is or was in parts. */
function cutAmong(
  pulled: Files,
  known: HubRecord["parts"],
): ReadonlyMap<string, ReadonlyMap<number, Uint8Array | undefined>> {
  const found = new Map<string, Map<number, Uint8Array | undefined>>();
  for (const [path, bytes] of pulled) {
    const part = ledgerIn(path);
    if (part === undefined) continue;
    const news = found.get(part.ledger) ?? new Map<number, Uint8Array | undefined>();
    found.set(part.ledger, news.set(part.n, bytes));
  }
  return new Map([...found].filter(([ledger, news]) => known.has(ledger) || [...news.keys()].some((n) => n > 0)));
}
