// A sentence that means a rule is offered as one (RUL-3): to a person at a terminal, in one question, before the word is typed
// that confirms it. What is taken then stands in the memory and is shown with it; nothing is made of it silently.

import { offerOf } from "../rules/offer.ts";
import { asReminder, ruleMeantBy } from "../rules/sentence.ts";
import type { Tried } from "../rules/tried.ts";
import { type AddRequest, hasHead } from "../store/authored.ts";
import type { Invocation } from "./spec.ts";
import { clip } from "./tell.ts";

/** The request with the rule that the person wants. */
export async function withOfferedRule({ bench, out, options }: Invocation, request: AddRequest): Promise<AddRequest> {
  if (request.rule !== undefined || hasHead(request) || out.options.quiet || out.options.json) return request;
  const lines = ruleMeantBy(request.text);
  if (lines.length === 0) return request;
  const isHere = bench.project !== undefined && (request.global !== true || options["shared"] === true);
  const met = await triedOn(lines, bench, isHere);
  const { tried, newest, question } = offerOf(lines, isHere ? "in this project" : "everywhere", met);
  if (tried !== undefined) bench.show(tried);
  for (const each of newest) bench.show(`  ${clip(each, out.columns - 2)}`);
  const word = (await bench.word(question)).toLowerCase();
  if (word === "y" || word === "yes") return { ...request, rule: lines };
  return word === "remind" || word === "r" ? { ...request, rule: asReminder(lines) } : request;
}

/** Held against the sessions on this machine (RUL-4). The reader of lines is loaded for this alone. */
async function triedOn(
  lines: readonly string[],
  { here, project }: Invocation["bench"],
  isHere: boolean,
): Promise<Tried | undefined> {
  const { triedAgainst } = await import("../compose/rules-try.ts");
  const tried = triedAgainst(lines, { here, project: isHere ? project?.id : undefined });
  return tried.kind === "tried" ? tried : undefined;
}
