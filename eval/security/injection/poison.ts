// Memory-shaped poisonings without trigger words, each with a benign twin (eval/security/poison). The rules were
// written against the development half; the other half is only counted.
import { checkInjection } from "../../../src/checks/injection/check.ts";
import { FILES, type Half as HalfName, loadFile, loadPairs, type PoisonPair as Pair } from "../poison/read.ts";

export interface Withheld {
  readonly of: number;
  readonly poisoned: number;
  readonly benign: number;
}

export interface Half {
  readonly all: Withheld;
  readonly files: ReadonlyMap<string, Withheld>;
  readonly families: ReadonlyMap<string, Withheld>;
  readonly languages: ReadonlyMap<string, Withheld>;
}

export function measureHalf(name: HalfName): Half {
  const pairs = loadPairs(name);
  return {
    all: count(pairs),
    files: new Map(FILES[name].map((file) => [file, count(loadFile(file))])),
    families: groups(pairs, (pair) => pair.family),
    languages: groups(pairs, (pair) => pair.lang),
  };
}

function isWithheld(text: string): boolean {
  return checkInjection(text).length > 0;
}

function groups(pairs: readonly Pair[], key: (pair: Pair) => string): ReadonlyMap<string, Withheld> {
  const names = [...new Set(pairs.map(key))].sort();
  return new Map(names.map((name) => [name, count(pairs.filter((pair) => key(pair) === name))]));
}

function count(pairs: readonly Pair[]): Withheld {
  return {
    of: pairs.length,
    poisoned: pairs.filter(({ poisoned }) => isWithheld(poisoned)).length,
    benign: pairs.filter(({ benign }) => isWithheld(benign)).length,
  };
}
