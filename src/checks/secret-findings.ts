// Secrets and personal data as findings (CHK-10b, CHK-11, CHK-12). A finding says the rule, the place, the length and a
// salted digest; the value stays in this folder. In a shared store personal data blocks, because it reaches others;
// in a person's own store it is only pointed out.
import { type Finding, SCANNER_FAULT } from "../memory/findings.ts";
import { positionAt } from "../memory/frontmatter.ts";
import type { Scope } from "../memory/kinds.ts";
import { hmacSha256Hex } from "../text/digest.ts";
import { findSecrets, type SecretHit } from "./secrets/find.ts";
import { maskSecrets } from "./secrets/mask.ts";
import { findPersonalData } from "./secrets/personal.ts";
import type { CheckSettings } from "./settings.ts";

const DIGEST_LENGTH = 16;

export function digestOf(salt: string, rule: string, value: string): string {
  return hmacSha256Hex(`holdfast allowance 1 ${salt}`, `${rule}\n${value}`).slice(0, DIGEST_LENGTH);
}

export function checkSecrets(text: string, scope: Scope, settings: CheckSettings): readonly Finding[] {
  try {
    const secrets = unallowed(secretsIn(text, settings), scope, settings);
    const personal = unallowed(findPersonalData(text, settings.personal), scope, settings);
    return [
      ...secrets.map((each) => finding(text, each, scope, "format")),
      ...personal.map((each) => finding(text, each, scope, scope === "personal" ? "warn" : "format")),
    ];
  } catch {
    // Whatever went wrong is the scanner's own fault, and its words could carry the text: fail closed, say no more.
    return [FAULT];
  }
}

/** The text with every secret that nobody allowed masked; undefined when there is none (SYN-14). */
export function withoutSecrets(text: string, scope: Scope, settings: CheckSettings): string | undefined {
  const found = secretsIn(text, settings);
  const values = new Set(unallowed(found, scope, settings).map(({ hit }) => hit.value));
  const hits = found.filter(({ value }) => values.has(value));
  return hits.length === 0 ? undefined : maskSecrets(text, hits);
}

/** For text on its way to a model: without its secrets; undefined where the scanner failed, and then it does not go. */
export function withSecretsMasked(text: string, scope: Scope, settings: CheckSettings): string | undefined {
  try {
    return withoutSecrets(text, scope, settings) ?? text;
  } catch {
    // Its words could carry the text; whoever asked leaves the text out.
    return undefined;
  }
}

/** For text on its way to a model: whether it may go (CHK-13). A scanner that fails keeps it back. */
export function carriesSecret(text: string, scope: Scope, settings: CheckSettings): boolean {
  return checkSecrets(text, scope, settings).some((finding) => finding.severity !== "warn");
}

const FAULT: Finding = {
  check: "secrets",
  rule: SCANNER_FAULT,
  severity: "format",
  line: 1,
  column: 1,
  excerpt: "the scanner",
  hint: "The secret scanner could not run, so nothing is written. Run `holdfast doctor`, or install Holdfast anew.",
};

function secretsIn(text: string, { second }: CheckSettings): readonly SecretHit[] {
  return oncePerValue(findSecrets(text, second === "quick" ? {} : { second }));
}

const RANK: Readonly<Record<SecretHit["layer"], number>> = { rules: 0, second: 1, contextual: 2 };
/** Quotes and a prefix: by so much two rules may differ over where the same value begins and ends. */
const SLACK = 8;

/** Several rules know the same value; the most exact one names it, so that a person has one thing to judge. */
function oncePerValue(hits: readonly SecretHit[]): readonly SecretHit[] {
  const kept: SecretHit[] = [];
  for (const hit of hits.toSorted((a, b) => RANK[a.layer] - RANK[b.layer])) {
    const known = kept.some(({ start, end }) => {
      const inside = hit.start >= start - SLACK && hit.end <= end + SLACK;
      return inside && hit.start < end && start < hit.end;
    });
    if (!known) kept.push(hit);
  }
  return kept.toSorted((a, b) => a.start - b.start);
}

interface Named {
  readonly hit: SecretHit;
  readonly id: string;
}

function unallowed(hits: readonly SecretHit[], scope: Scope, settings: CheckSettings): readonly Named[] {
  if (hits.length === 0) return [];
  const allowances = settings.allowances(scope);
  const allowed = new Set(allowances?.all().map(({ rule, digest }) => `${rule}:${digest}`));
  const named = hits.map((hit): Named => {
    const digest = allowances?.digest(hit.rule, hit.value) ?? digestOf("", hit.rule, hit.value);
    return { hit, id: `${hit.rule}:${digest}` };
  });
  // Told where it stands first: to judge a value once is enough.
  return named.filter(({ id }, at) => !allowed.has(id) && named.findIndex((each) => each.id === id) === at);
}

function finding(text: string, { hit, id }: Named, scope: Scope, severity: "format" | "warn"): Finding {
  const { rule, start, end } = hit;
  const { line, column } = positionAt(text, start);
  const command = `holdfast audit --allow ${id}${scope === "shared" ? " --shared" : ""}`;
  const hint = `Take it out, or write <redacted></redacted> in its place. If it is harmless: ${command}`;
  return { check: "secrets", rule, severity, line, column, excerpt: `${end - start} characters`, hint, id };
}
