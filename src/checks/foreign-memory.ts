// A text on its way into an agent's own memory (AGT-23), which that agent will read as it stands: nothing is withheld there
// later, so what reads like an instruction or asks for a capability is told now. Its shape is the guard's matter.

import { parseDocument } from "../memory/document.ts";
import type { Finding } from "../memory/findings.ts";
import { positionAt } from "../memory/frontmatter.ts";
import { checkHiddenFields, checkHiddenText } from "./hidden-text.ts";
import { checkInjection, firstOfEach } from "./injection/check.ts";
import { findingOf } from "./injection-findings.ts";
import { checkSecrets } from "./secret-findings.ts";
import type { CheckSettings } from "./settings.ts";

/** Far more than an agent reads of such a file; what is longer could not be looked through in a hook's time. */
const LONGEST = 100_000;
const HINT = "This reads like an order to an agent. Keep the fact; leave out what it tells somebody to do.";

export function checkForeignMemory(text: string, settings: CheckSettings): readonly Finding[] {
  if (text.length > LONGEST) return [tooLong(text.length)];
  const doc = parseDocument(text);
  const hidden = doc.kind === "document" ? checkHiddenFields(doc) : [];
  return [...checkSecrets(text, "personal", settings), ...checkHiddenText(text), ...hidden, ...instructions(text)];
}

/** The whole text, frontmatter and all: every key of it may be shown. */
function instructions(text: string): readonly Finding[] {
  return firstOfEach(checkInjection(text)).map((hit) => findingOf(hit, positionAt(text, hit.start), HINT));
}

function tooLong(length: number): Finding {
  const hint = `Keep a memory under ${LONGEST} characters.`;
  return {
    check: "structure",
    rule: "too-long",
    severity: "struct",
    line: 1,
    column: 1,
    excerpt: `${length} characters`,
    hint,
  };
}
