// What the tools have in common: their words and their annotations.
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { TOOL } from "./wording.ts";

export function tool(name: keyof typeof TOOL & string): { readonly title: string; readonly description: string } {
  const { title = name, description = "" } = TOOL[name] ?? {};
  return { title, description };
}

export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Creates; never changes or removes what is there. The same words twice are one memory. */
export const CREATES: ToolAnnotations = { ...READS, readOnlyHint: false };

/** Each call is a word of its own. */
export const APPENDS: ToolAnnotations = { ...CREATES, idempotentHint: false };

/** Hosts that load tools on demand keep these two at hand. */
export const ALWAYS_LOADED: Readonly<Record<string, unknown>> = { "anthropic/alwaysLoad": true };
