// Errors that come back (CTX-3): a message of a chat quotes an error, and later somebody pastes the same one, with a few
// words and other output around it. A stock message that no memory holds must not open; this one must.
import { padded } from "./command-output.ts";
import type { OurEngine } from "./ours.ts";
import type { Group } from "./read.ts";
import { type Probe, type Probes, probe } from "./silence.ts";
import { hashOf, isDevelopment } from "./split.ts";

const QUOTED = /(?:[A-Z]\w+(?:Error|Exception)|[Ee]rror): [^"`\n]{8,120}/g;
const ASKED = ["I get this:", "what is this?", "it fails with", "", "fix this:"];
const WORDS_AROUND = 60;

export function pastedErrors(engine: OurEngine, groups: readonly Group[]): Probes {
  return { answerable: groups.flatMap((group) => probesOf(engine, group)), unanswerable: [] };
}

function probesOf(engine: OurEngine, { docs }: Group): readonly Probe[] {
  const quotes = docs.flatMap(({ id, body }) =>
    [...body.matchAll(QUOTED)].map(([error]) => ({ id, error: error.trim() })),
  );
  if (quotes.length === 0) return [];
  const store = engine.open(docs);
  const probes = [...Map.groupBy(quotes, ({ error }) => error)].map(([error, holding]) => {
    const prompt = padded(`e ${error}`, `${ASKED[hashOf(error) % ASKED.length]}\n${error}`, WORDS_AROUND);
    const rel = holding.map(({ id }) => id);
    return probe(store, prompt, rel, isDevelopment(error));
  });
  store.close();
  return probes;
}
