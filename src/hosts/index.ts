// The agents that Holdfast knows, in the order in which people are told of them. One row each, and its folder.

import { claude } from "./claude/index.ts";
import { cline } from "./cline/index.ts";
import { codex } from "./codex/index.ts";
import { copilot } from "./copilot/index.ts";
import { cursor } from "./cursor/index.ts";
import { droid } from "./droid/index.ts";
import { gemini } from "./gemini/index.ts";
import type { Host, Transcript } from "./host.ts";
import { kiro } from "./kiro/index.ts";
import { opencode } from "./opencode/index.ts";
import { qwen } from "./qwen/index.ts";
import type { ReadTurn, ReadWork } from "./turn.ts";

export const HOSTS: readonly Host[] = [claude, codex, copilot, gemini, cursor, qwen, droid, kiro, cline, opencode];

export function hostNamed(name: string): Host | undefined {
  return HOSTS.find((host) => host.name === name);
}

/** Readers of session records, by the name that the hook gives an entry. */
export interface Readers {
  readonly turns: Readonly<Record<string, ReadTurn>>;
  readonly places: Readonly<Record<string, Transcript["readPlace"]>>;
  readonly works: Readonly<Record<string, ReadWork>>;
}

export async function readers(): Promise<Readers> {
  const all = await Promise.all(HOSTS.map(async ({ name, transcript }) => [name, await transcript()] as const));
  const each = <T>(pick: (of: Transcript) => T) => Object.fromEntries(all.map(([name, of]) => [name, pick(of)]));
  return {
    turns: each(({ readTurn }) => readTurn),
    places: each(({ readPlace }) => readPlace),
    works: each(({ readWork }) => readWork),
  };
}
