// What an end-to-end run reads off the store, as any program would, and how it scripts the model.
import { join } from "node:path";
import { textsOf } from "../support/fake-model.ts";
import type { ModelRequest } from "../support/model-request.ts";
import { type Box, differences, snapshot } from "./box.ts";

export type Check = (title: string, good: boolean, found?: unknown) => void;

/** What a run may be asked to try beside the whole of install, recall and uninstall. */
export const PARTS = ["prompts", "guard", "mcp", "again", "auto-memory", "helpers", "read-already"] as const;
export type Part = (typeof PARTS)[number];

/** What may not be in a request once Holdfast is gone. */
export const OURS: RegExp = /holdfast|memory-context|pnpm/i;

/** How the two skills begin that an agent lists to its model, by whose names a person types them. */
export const SKILLS: readonly string[] = [
  "Keep one fact, decision or preference",
  "Look up what is remembered about a topic",
];

export function script(...steps: readonly object[]): string {
  return `@@${JSON.stringify(steps)}@@`;
}

export function memories(box: Box): string {
  return join(box.home, ".holdfast", "memories");
}

interface Row {
  readonly stem: string;
  readonly tier: string;
  readonly name: string;
}

/** As any program would: through `list --json`, without a terminal. */
function rowOf(box: Box, word: string): Row | undefined {
  const out = box.agent(["list", "--json"]).stdout;
  return (JSON.parse(out) as { memories: readonly Row[] }).memories.find((row) => row.name.includes(word));
}

export function tierOf(box: Box, word: string): string | undefined {
  return rowOf(box, word)?.tier;
}

export function stemOf(box: Box, word: string): string {
  return rowOf(box, word)?.stem ?? `no-memory-about-${word}`;
}

export function blockLength(request: ModelRequest): number {
  const text = textsOf(request).join("\n");
  return text.indexOf("</memory-context>") - text.indexOf("<memory-context");
}

/** Where a trace of ours stands, with what is around it. */
export function traces(requests: readonly ModelRequest[]): readonly string[] {
  const text = JSON.stringify(requests);
  return [...text.matchAll(new RegExp(`.{0,200}(?:${OURS.source}).{0,200}`, "gi"))].map(String);
}

/** What changed in the store while the agent acted, but for local state that reading may renew. */
export async function changedBy(box: Box, act: () => Promise<void>): Promise<readonly string[]> {
  const store = join(box.home, ".holdfast");
  const before = snapshot(store);
  await act();
  return differences(before, snapshot(store)).filter((name) => !name.startsWith(".local"));
}
