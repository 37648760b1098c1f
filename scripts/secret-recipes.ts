// Samples of secret rules as recipes: `<40 0-9a-f>` in a recipe is so many characters of the set, everything else stands
// for itself; `<4+ 0-9>` says that fewer would do too. So no token stands in a file, and a reader sees the form. The same
// recipe gives the same text.

const RUN = /<(\d+)(\+?) ([^>]+)>/g;

export function textOf(recipe: string): string {
  return recipe.replaceAll(RUN, (_, count: string, _open: string, set: string, at: number) => {
    const alphabet = shuffled(membersOf(set), numberOf(recipe) + at);
    return Array.from({ length: Number(count) }, (_, index) => alphabet[index % alphabet.length]).join("");
  });
}

/** For each run of a recipe that could not be shorter the same with one character fewer there. */
export function shorterByOne(recipe: string): readonly string[] {
  const runs = [...recipe.matchAll(RUN)].filter(([, , open]) => open === "");
  return runs.map(({ 0: run, 1: count, 3: set, index }) => {
    const shorter = count === "1" ? "" : `<${Number(count) - 1} ${set}>`;
    return recipe.slice(0, index) + shorter + recipe.slice(index + run.length);
  });
}

/** What a manual writes where a secret goes. */
export function standInOf(recipe: string): string {
  return recipe.replaceAll(RUN, (_, count: string) => "x".repeat(Number(count)));
}

function numberOf(text: string): number {
  let number = 7;
  for (let at = 0; at < text.length; at++) number = (Math.imul(number, 31) + text.charCodeAt(at)) >>> 0;
  return number;
}

function shuffled(members: readonly string[], seed: number): readonly string[] {
  const out = [...members];
  let state = seed >>> 0;
  for (let at = out.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = (state >>> 8) % (at + 1);
    [out[at], out[other]] = [out[other] as string, out[at] as string];
  }
  return out;
}

function membersOf(set: string): readonly string[] {
  const members: string[] = [];
  for (let at = 0; at < set.length; at++) {
    if (set[at + 1] === "-" && at + 2 < set.length) {
      members.push(...span(set.charCodeAt(at), set.charCodeAt(at + 2)));
      at += 2;
    } else members.push(set.charAt(at));
  }
  return members;
}

export function span(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));
}
