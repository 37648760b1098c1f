// Memories of about 600 bytes with the word frequencies of text: a shifted Zipf law over made-up words, and now and then
// an identifier that stands nowhere else. The same numbers give the same memories.
import { makeId } from "../../src/memory/ids.ts";
import { type Chance, chance } from "../support/acts.ts";

const VOCABULARY = 60_000;
/** Flattens the head, as leaving out stop words does: the commonest word stands in about a third of the memories. */
const SHIFT = 20;
const WORDS = 66;

/** A small generator with a long period; one for each memory, so that any can be made by itself. */
export function chanceFrom(seed: number): Chance {
  return chance(seed * 0x9e3779b1 + 0x85ebca6b);
}

const ONSETS = [
  "b",
  "d",
  "f",
  "g",
  "k",
  "l",
  "m",
  "n",
  "p",
  "r",
  "t",
  "v",
  "z",
  "br",
  "dr",
  "gl",
  "kr",
  "pl",
  "tr",
  "st",
];
const VOWELS = ["a", "e", "i", "o", "u"];

function syllable(n: number): string {
  return `${ONSETS[n % 20]}${VOWELS[Math.floor(n / 20) % 5]}`;
}

const WORD_LIST: readonly string[] = Array.from({ length: VOCABULARY }, (_, rank) => {
  const syllables =
    rank < 10_000
      ? [rank % 100, Math.floor(rank / 100)]
      : [rank % 100, Math.floor(rank / 100) % 100, rank / 10_000 + 40];
  return `${syllables.map((n) => syllable(Math.floor(n))).join("")}${"kmpt"[rank % 4]}`;
});

export function commonWord(chance: () => number): string {
  const rank = Math.floor(SHIFT * Math.exp(chance() * Math.log((VOCABULARY + SHIFT) / SHIFT)) - SHIFT);
  return WORD_LIST[Math.min(rank, VOCABULARY - 1)] as string;
}

export function wordsOf(n: number): readonly string[] {
  const chance = chanceFrom(n);
  return Array.from({ length: WORDS }, (_, at) => (at % 33 === 32 ? `id${n}x${at}` : commonWord(chance)));
}

const KINDS = ["decision", "constraint", "preference", "runbook", "fact"];

export function memoryText(n: number, projects: number): string {
  const words = wordsOf(n);
  const project = n % 4 === 0 ? `project: github.com/example/p${n % projects}\n` : "";
  return `---
name: ${words.slice(0, 5).join(" ")}
description: ${words.slice(5, 15).join(" ")}
type: project
kind: ${KINDS[n % KINDS.length]}
${project}tags: [${words.slice(15, 18).join(", ")}]
id: ${idAt(n)}
trust-level: inferred
created-at: 2026-01-01T00:00:00Z
---
${words.slice(18).join(" ")}
`;
}

export function fileAt(n: number): string {
  return `project_m${n}.md`;
}

export function idAt(n: number): string {
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(6, n);
  return makeId(1_767_225_600_000, random);
}

/** A prompt about one memory: some of its words, some others, some that say nothing. */
export function promptAbout(n: number, seed: number): string {
  const chance = chanceFrom(1_000_000_007 + seed);
  const words = wordsOf(n);
  const own = Array.from({ length: 6 }, () => words[Math.floor(chance() * words.length)] as string);
  const others = Array.from({ length: 4 }, () => commonWord(chance));
  const all = [...own, ...others, "the", "with", "please"];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(chance() * (at + 1));
    [all[at], all[other]] = [all[other] as string, all[at] as string];
  }
  return all.join(" ");
}
