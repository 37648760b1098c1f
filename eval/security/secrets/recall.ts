// How much is found: on generated secrets, on a public corpus that nothing here was made from, and on text in which
// there is nothing to find. A text counts as found when any layer reports anything in it.
import { findSecrets, type SecondOpinion, type SecretHit } from "../../../src/checks/secrets/find.ts";
import { CONTEXTS, type Context, inContext, KINDS, randomFrom } from "./generator.ts";

export interface Share {
  texts: number;
  rules: number;
  contextual: number;
  second: number;
  /** Rules and contextual: what the hook path has. */
  guard: number;
  union: number;
}

function emptyShare(): Share {
  return { texts: 0, rules: 0, contextual: 0, second: 0, guard: 0, union: 0 };
}

function count(share: Share, hits: readonly SecretHit[]): void {
  const has = (layer: SecretHit["layer"]): number => (hits.some((hit) => hit.layer === layer) ? 1 : 0);
  share.texts++;
  share.rules += has("rules");
  share.contextual += has("contextual");
  share.second += has("second");
  share.guard += Math.max(has("rules"), has("contextual"));
  share.union += hits.length > 0 ? 1 : 0;
}

export interface Generated {
  readonly all: Share;
  readonly byContext: Readonly<Record<Context, Share>>;
  /** Kinds not found every time, and whether they are typed. */
  readonly missed: readonly {
    readonly id: string;
    readonly typed: boolean;
    readonly found: number;
    readonly of: number;
  }[];
}

/** A secret counts as found when a hit overlaps the secret itself, not merely its text. */
export function recallOnGenerated(seeds: number, second: SecondOpinion): Generated {
  const all = emptyShare();
  const byContext = Object.fromEntries(CONTEXTS.map((context) => [context, emptyShare()])) as Record<Context, Share>;
  const missed = KINDS.flatMap((kind, index) => {
    let found = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const secret = kind.make(randomFrom(seed * 1000 + index)).trimEnd();
      for (const context of CONTEXTS) {
        const text = inContext(context, kind.label, secret);
        const from = text.indexOf(secret.slice(0, 12));
        const hits = findSecrets(text, { second }).filter((hit) => hit.end > from);
        count(all, hits);
        count(byContext[context], hits);
        if (hits.length > 0) found++;
      }
    }
    const of = seeds * CONTEXTS.length;
    return found === of ? [] : [{ id: kind.id, typed: kind.typed, found, of }];
  });
  return { all, byContext, missed };
}

export function shareOf(texts: Iterable<string>, second: SecondOpinion): Share {
  const share = emptyShare();
  for (const text of texts) count(share, findSecrets(text, { second }));
  return share;
}

export function percent(found: number, of: number): string {
  return of === 0 ? "-" : ((100 * found) / of).toFixed(2);
}
