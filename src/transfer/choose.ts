// Which of a numbered list a person wants (IMP-5), in the words they type: `all`, `all but 3, 5-7`, `1-4, 9`. Nothing is the
// default, and what can't be read is no choice.

/** Numbers from 1; undefined where the answer can't be read, or names what is not there. */
export function chosenBy(answer: string, count: number): ReadonlySet<number> | undefined {
  const words = answer.trim().toLowerCase();
  if (/^(?:|n|no|none)$/.test(words)) return new Set();
  const [, all, but] = /^(all|a|y|yes)(?:\s+(?:but|except|without)\s+(.+))?$/.exec(words) ?? [];
  if (all === undefined) return numbersIn(words, count);
  const left = but === undefined ? new Set<number>() : numbersIn(but, count);
  if (left === undefined) return undefined;
  return new Set(Array.from({ length: count }, (_, at) => at + 1).filter((number) => !left.has(number)));
}

function numbersIn(text: string, count: number): ReadonlySet<number> | undefined {
  const numbers = new Set<number>();
  for (const part of text.split(/\s*,\s*|\s+and\s+|\s+/)) {
    const [, first = "", last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === "" || from < 1 || to > count || from > to) return undefined;
    for (let number = from; number <= to; number++) numbers.add(number);
  }
  return numbers;
}

interface Found {
  readonly from: string;
  readonly section?: string;
}

export interface Group<Item> {
  /** A file with its heading, or the folder of files that are one memory each. */
  readonly title: string;
  readonly items: readonly Item[];
}

/** As they lie: rules by their file and heading, whole files by their folder. The numbers run on from group to group. */
export function inGroups<Item>(items: readonly Item[], of: (item: Item) => Found): readonly Group<Item>[] {
  const groups = Map.groupBy(items, (item) => titleOf(of(item)));
  return [...groups].map(([title, each]) => ({ title, items: each }));
}

function titleOf({ from, section }: Found): string {
  const file = /^(.*):\d+$/.exec(from)?.[1];
  if (file !== undefined) return section === undefined ? file : `${file}, ${section}`;
  // A session by its name, an entry by its database, a file by its folder.
  if (!/[\\/]/.test(from)) return from;
  const whole = from.replace(/, (?:observation|memory) \S+$/, "");
  return whole === from ? from.replace(/[^\\/]+$/, "") : whole;
}
