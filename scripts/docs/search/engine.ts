// How the pages are searched: the same in the build, which makes the index, and in the browser, which reads it.
import MiniSearch, { type AsPlainObject, type Options, type SearchOptions } from "minisearch";

/** What a result shows: where it leads, below the root of the site, and what stands there. */
export interface Found {
  readonly url: string;
  readonly title: string;
  readonly heading: string;
  readonly begins: string;
}

/** One heading of a page with the text below it. */
export interface Section extends Found {
  readonly id: number;
  readonly text: string;
}

/** Records of work are read by few: a guide or a command that says the same comes before them. */
const RECORDS = /^(?:decisions|results|spec)\//;
const LONG_ENOUGH_FOR_A_SLIP = 5;
const MOST = 10;
const MOST_OF_A_PAGE = 3;

const OPTIONS: Options<Section> = {
  fields: ["title", "heading", "text"],
  storeFields: ["url", "title", "heading", "begins"],
};

const SEARCH: SearchOptions = {
  boost: { title: 3, heading: 4 },
  boostDocument: (_id, _term, stored) => (RECORDS.test(String(stored?.["url"])) ? 0.3 : 1),
  combineWith: "AND",
  fuzzy: (term) => (term.length >= LONG_ENOUGH_FOR_A_SLIP ? 0.2 : false),
  prefix: true,
};

export interface Engine {
  find(words: string): readonly Found[];
}

export function indexOf(sections: readonly Section[]): AsPlainObject {
  const engine = new MiniSearch<Section>(OPTIONS);
  engine.addAll(sections);
  return engine.toJSON();
}

export function engineOf(index: AsPlainObject): Engine {
  const engine = MiniSearch.loadJS<Section>(index, OPTIONS);
  return { find: (words) => ofManyPages(engine.search(words, SEARCH) as unknown as readonly Found[]) };
}

/** A page that is about the words does not keep the others from being seen. */
function ofManyPages(found: readonly Found[]): readonly Found[] {
  const pages = Map.groupBy(found, ({ url }) => url.split("#")[0]);
  const few = new Set([...pages.values()].flatMap((ofOne) => ofOne.slice(0, MOST_OF_A_PAGE)));
  return found.filter((each) => few.has(each)).slice(0, MOST);
}
