// node eval/security/poison/main.ts
// Every text of the poisoning sets through an agent's channel: how many an agent is shown as verified (CHK-22).
import { corpus } from "../corpora.ts";
import { HALVES, loadPairs } from "./read.ts";
import { type Fates, fatesOf } from "./structure.ts";

interface Row {
  readonly text?: string;
  readonly texts?: readonly string[];
}

const PUBLIC = ["poison-memorygraft", "poison-poisonedrag", "attack-asb", "attack-bipia"] as const;

function told(name: string, fates: Fates): void {
  const figures = Object.entries(fates).map(([key, value]) => `${key}=${value}`);
  console.log(`${name.padEnd(20)} ${figures.join(" ")}`);
}

async function main(): Promise<number> {
  let verified = 0;
  let texts = 0;
  let notRun = 0;
  const measure = async (name: string, given: readonly string[]): Promise<void> => {
    const fates = await fatesOf(given);
    told(name, fates);
    verified += fates.verified;
    texts += fates.texts;
  };
  for (const half of HALVES) {
    const pairs = loadPairs(half);
    await measure(
      `own, ${half}`,
      pairs.map(({ poisoned }) => poisoned),
    );
  }
  for (const name of PUBLIC) {
    const rows = corpus<Row>(`security/${name}`);
    if (rows === undefined) {
      console.log(`NOT RUN: ${name} is not here; set HOLDFAST_CORPORA.`);
      notRun++;
    } else
      await measure(
        name,
        rows.flatMap(({ text, texts: several = [] }) => [...(text === undefined ? [] : [text]), ...several]),
      );
  }
  console.log(`sets=${HALVES.length + PUBLIC.length - notRun} not-run=${notRun}`);
  console.log(`texts=${texts} shown-as-verified=${verified}`);
  console.log(`${texts - verified} passed, ${verified} failed`);
  return verified === 0 ? 0 : 1;
}

process.exitCode = await main();
