// Every corpus as a list of texts, by the name under which its figure is published (CHK-24).
import { corpus } from "../corpora.ts";
import { SPIKEE_MARKER_GROUPS } from "./marker-set.ts";

interface Row {
  readonly text: string;
  readonly group: string;
}

export interface TextSet {
  readonly name: string;
  readonly attack: boolean;
  readonly texts: readonly string[];
}

/** undefined when the corpora are not here. */
export function textSets():
  | { readonly sets: readonly TextSet[]; readonly spikeeMarkers: readonly string[] }
  | undefined {
  const [purple, many, bipia, asb, notinject, orders, wraps] = [
    "attack-purplellama",
    "attack-purplellama-multilingual",
    "attack-bipia",
    "attack-asb",
    "benign-notinject",
    "attack-spikee-instructions",
    "attack-spikee-jailbreaks",
  ].map((name) => corpus<Row>(`security/${name}`));
  const graft = corpus<Row>("security/poison-memorygraft");
  const rag = corpus<{ texts: readonly string[] }>("security/poison-poisonedrag");
  if (!purple || !many || !bipia || !asb || !notinject || !orders || !wraps || !graft || !rag) return undefined;
  const attack = (name: string, texts: readonly string[]): TextSet => ({ name, attack: true, texts });
  const benign = (name: string, texts: readonly string[]): TextSet => ({ name, attack: false, texts });
  const grafted = graft.map(({ text }) => JSON.parse(text) as { id: string; req: string; resp: string });
  const experiences = (kind: string): readonly string[] =>
    grafted.filter(({ id }) => id.includes(kind)).map(({ req, resp }) => `${req}\n${resp}`);
  const sets = [
    attack("purplellama direct", inGroup(purple, "direct")),
    attack("purplellama indirect", inGroup(purple, "indirect")),
    attack("purplellama multilingual", texts(many)),
    attack("multilingual, our languages", texts(many.filter(({ group }) => OURS.has(group)))),
    attack("spikee cross product", cross(wraps, orders)),
    attack("bipia", texts(bipia)),
    attack("asb", texts(asb)),
    attack("memorygraft poisoned", experiences("poison")),
    attack(
      "poisonedrag",
      rag.flatMap((row) => row.texts),
    ),
    benign("memorygraft benign", experiences("benign")),
    ...["one", "two", "three"].map((group) => benign(`notinject ${group}`, inGroup(notinject, group))),
  ];
  return {
    sets,
    spikeeMarkers: cross(
      wraps.filter(({ group }) => SPIKEE_MARKER_GROUPS.has(group)),
      orders,
    ),
  };
}

const OURS = new Set(["German", "Spanish", "Korean", "Chinese", "Japanese"]);

function texts(rows: readonly Row[]): readonly string[] {
  return rows.map(({ text }) => text);
}

function inGroup(rows: readonly Row[], group: string): readonly string[] {
  return texts(rows.filter((row) => row.group === group));
}

function cross(wraps: readonly Row[], orders: readonly Row[]): readonly string[] {
  return wraps.flatMap((wrap) => orders.map((order) => wrap.text.replaceAll("<INSTRUCTION>", () => order.text)));
}
