// The first look at a shell line, without a parser: `npm test` must cost next to nothing. It may say yes too often, and
// never no where the full reading would refuse: a property test holds it to that.
import { groundOf } from "../ground.ts";
import { hasHole } from "../holes.ts";
import type { GuardWorld } from "../world.ts";
import { TooManyLooks, withFewLooks } from "./few-looks.ts";
import { pathsIn } from "./words.ts";

/** What a shell makes something else of: then the words that are seen here are not those that count. */
const REMADE = /[$`\\{}*?[\]~!^]|<<|\.\.|[<>]\(/;
/** Programs after which a word may mean another path than it says here: another folder, or a name in one. */
const MOVING =
  /(^|[\s;&|(/'"])(cd|pushd|cp|mv|ln|install|scp|rsync|tar|bsdtar|unzip|zip|patch|find|env|make|git|sudo|popd|xargs|parallel|script|read|apply_patch)($|[\s;&|)'"])|\s-C|--chdir/;
/** More words than this are for the parser. */
const MOST_WORDS = 40;
const LONGEST = 4096;

export function mayConcern(line: string, cwd: string, world: GuardWorld): boolean {
  if (line.length > LONGEST || hasHole(line) || REMADE.test(line) || MOVING.test(line)) return true;
  const bare = line.replace(/['"]/g, "").toLowerCase();
  if (bare.includes("holdfast") || /cli\.mjs|main\.ts/.test(bare) || /\b(pwsh|powershell)\b/.test(bare)) return true;
  if (world.roots.some((root) => bare.includes(lastPart(root)))) return true;
  try {
    return touchesAny(line, cwd, withFewLooks(world));
  } catch (fault) {
    if (!(fault instanceof TooManyLooks)) throw fault;
    return true;
  }
}

function touchesAny(line: string, cwd: string, world: GuardWorld): boolean {
  if (groundOf(".", cwd, world) === "inside") return true;
  const words = wordsOf(line);
  return words === undefined || words.some((word) => touches(word, cwd, world));
}

function lastPart(root: string): string {
  return root.slice(root.lastIndexOf("/") + 1).toLowerCase();
}

function touches(word: string, cwd: string, world: GuardWorld): boolean {
  return pathsIn(word).some((path) => groundOf(path, cwd, world) !== "outside");
}

/** Words and, where one holds spaces (text for another shell), the words in it; undefined where there are too many. */
function wordsOf(line: string): readonly string[] | undefined {
  const words = split(line);
  const inner = words.filter((word) => /[\s;&|<>()'"]/.test(word)).flatMap((word) => [...split(word), ...loose(word)]);
  const all = [...words, ...loose(line), ...inner];
  return all.length > MOST_WORDS * 3 ? undefined : all;
}

/** As a shell splits it: quotes hold words together, operators part them. */
function split(line: string): readonly string[] {
  const words: string[] = [];
  let word = "";
  let quote = "";
  for (const each of line) {
    if (quote !== "") {
      if (each === quote) quote = "";
      else word += each;
    } else if (each === "'" || each === '"') quote = each;
    else if (/[\s;&|<>()]/.test(each)) {
      words.push(word);
      word = "";
    } else word += each;
  }
  return [...words, word].filter((each) => each !== "");
}

/** Without regard to quotes: for text that another shell or program takes apart in its own way. */
function loose(line: string): readonly string[] {
  return line.split(/[\s;&|<>()'"]+/).filter((each) => each !== "");
}
