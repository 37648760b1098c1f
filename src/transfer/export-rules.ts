// Rules for an instruction file (IMP-3): what a person stands behind, in force today, for this project or everywhere. It
// reaches everybody who has the repository, so each text passes the gate of a shared store (CHK-13); what is flagged is
// left out and named.
import { gateForStore } from "../checks/gate.ts";
import { isExpired, kindField, statusOf, textField, typeField } from "../memory/fields.ts";
import { type Memory, readCatalogue, stemOf, supersededAmong } from "../store/catalogue.ts";
import type { Act, OpenStores } from "../store/context.ts";
import { RULE_MAX, type Rule } from "./rules-block.ts";

export interface LeftOut {
  readonly stem: string;
  readonly why: string;
}

export interface Rules {
  readonly rules: readonly Rule[];
  readonly leftOut: readonly LeftOut[];
}

export function rulesFor(stores: OpenStores, project: string | undefined, act: Act): Rules {
  const all = stores.flatMap(({ store }) => readCatalogue(store).memories);
  const superseded = supersededAmong(all);
  const apply = all.filter((memory) => !superseded.has(memory) && isRule(memory, project, act));
  const leftOut: LeftOut[] = [];
  const rules: Memory[] = [];
  for (const memory of apply) {
    const why = flagged(memory, act);
    if (why === undefined) rules.push(memory);
    else leftOut.push({ stem: stemOf(memory), why });
  }
  return { rules: rules.toSorted(inOrder).map(ruleOf), leftOut };
}

/** Verified means attested too: what nobody vouches for has another tier (STO-32). */
function isRule({ tier, document }: Memory, project: string | undefined, { now }: Act): boolean {
  const about = textField(document, "project");
  return (
    tier === "verified" &&
    statusOf(document) === "active" &&
    !isExpired(document, now) &&
    kindField(document) !== "session-summary" &&
    // A file is read on every branch.
    textField(document, "branch") === undefined &&
    (about === undefined || about === project)
  );
}

function flagged({ document, stored }: Memory, { checks }: Act): string | undefined {
  const gated = gateForStore({ text: document.text, place: stored.place, file: stored.file, scope: "shared" }, checks);
  const findings = gated.kind === "blocked" ? gated.findings : gated.warnings;
  if (document.body.length > RULE_MAX) return `longer than ${RULE_MAX} characters`;
  const worst = findings.find(({ check, severity }) => severity !== "warn" || check === "injection");
  return worst === undefined ? undefined : `${worst.check}/${worst.rule} in line ${worst.line}`;
}

/** The same for everybody, whatever the order of the files. */
function inOrder(a: Memory, b: Memory): number {
  const key = ({ document, stored }: Memory): string =>
    `${typeField(document) ?? ""} ${textField(document, "name") ?? ""} ${stored.file}`;
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}

function ruleOf({ document }: Memory): Rule {
  return {
    name: textField(document, "name") ?? "",
    description: textField(document, "description") ?? "",
    body: document.body,
  };
}
