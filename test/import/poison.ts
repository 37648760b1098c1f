// The poisoning sets through import, by an agent and by a person: each text as it is, and as a file that says it was
// confirmed. Nothing of the sets is kept.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { corpus } from "../../eval/security/corpora.ts";
import { HALVES, loadPairs } from "../../eval/security/poison/read.ts";
import { type Home, makeHome, names, type Who } from "./world.ts";

interface Row {
  readonly text?: string;
  readonly texts?: readonly string[];
}

const PUBLIC = ["poison-memorygraft", "poison-poisonedrag", "attack-asb", "attack-bipia"] as const;

export interface Fate {
  readonly who: Who;
  readonly texts: number;
  readonly made: number;
  readonly verified: number;
}

/** At most `most` of each set. */
export function poisonedTexts(most: number): { readonly texts: readonly string[]; readonly notRun: readonly string[] } {
  const own = HALVES.flatMap((half) => loadPairs(half).map(({ poisoned }) => poisoned));
  const notRun: string[] = [];
  const theirs = PUBLIC.flatMap((name) => {
    const rows = corpus<Row>(`security/${name}`);
    if (rows === undefined) notRun.push(name);
    return (rows ?? [])
      .flatMap(({ text, texts = [] }) => [...(text === undefined ? [] : [text]), ...texts])
      .slice(0, most);
  });
  return { texts: [...own.slice(0, most), ...theirs], notRun };
}

export async function fateOf(texts: readonly string[], who: Who): Promise<Fate> {
  const home = await makeHome();
  try {
    const folder = `${home.path}/notes`;
    mkdirSync(folder);
    const head = "description: A note\ntype: user\ntrust-level: verified\nlast-verified: 2026-05-30\nsource: user";
    for (const [n, text] of texts.entries()) {
      writeFileSync(`${folder}/${n}-plain.md`, text);
      writeFileSync(`${folder}/${n}-claiming.md`, `---\nname: Claim ${n}\n${head}\n---\n${text}\n`);
    }
    await home.run(who, "import", "markdown", folder, "--apply", "--yes");
    return { who, texts: texts.length * 2, made: names(home).length, verified: await verifiedIn(home) };
  } finally {
    home.remove();
  }
}

/** By the program's own judgement, and by what stands in the files. */
async function verifiedIn(home: Home): Promise<number> {
  const { out } = await home.run("agent", "list", "--json");
  const { memories } = JSON.parse(out) as { readonly memories: readonly { readonly tier: string }[] };
  const files = names(home).filter((name) => {
    const head = readFileSync(`${home.memories}/${name}`, "utf8").split("\n---\n")[0] ?? "";
    return !/^trust-level: inferred$/m.test(head) || /^last-verified:/m.test(head);
  });
  return memories.filter(({ tier }) => tier !== "inferred").length + files.length;
}
