// Look-alikes side by side (REV-1, --batch): one after the other in the queue, each with all the others of its group, so
// that one key keeps the one on the screen and replaces the rest. Skipping shows the next of the group.
import type { ReviewItem } from "../../review/survey.ts";
import type { Twin } from "../../review/waiting.ts";

export function grouped(items: readonly ReviewItem[]): readonly ReviewItem[] {
  const byMemory = new Map(items.map((item) => [item.memory, item]));
  const done = new Set<ReviewItem>();
  return items.flatMap((item) => {
    if (done.has(item)) return [];
    const group = groupOf(item, byMemory);
    const inQueue = group.flatMap(({ memory }) => byMemory.get(memory) ?? []);
    for (const each of inQueue) done.add(each);
    return inQueue
      .toSorted(byTrust)
      .map((each) => ({ ...each, twins: group.filter((twin) => twin.memory !== each.memory) }));
  });
}

/** Everything that is like it, or like one of those. */
function groupOf(item: ReviewItem, byMemory: ReadonlyMap<ReviewItem["memory"], ReviewItem>): readonly Twin[] {
  const found = new Map<ReviewItem["memory"], Twin>([[item.memory, { kind: "duplicate", memory: item.memory }]]);
  const waiting = [item];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const twin of next.twins) {
      if (found.has(twin.memory)) continue;
      found.set(twin.memory, twin);
      const inQueue = byMemory.get(twin.memory);
      if (inQueue !== undefined) waiting.push(inQueue);
    }
  }
  return [...found.values()];
}

/** A confirmed one is the likeliest to stay. */
function byTrust(a: ReviewItem, b: ReviewItem): number {
  const rank = ({ memory }: ReviewItem): number => (memory.tier === "verified" ? 0 : 1);
  return rank(a) - rank(b);
}
