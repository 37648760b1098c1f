// The only maker of checked text. No memory reaches the disk but through one of the first two functions (STO-20).

import { setToolKeys } from "../memory/compose.ts";
import { parseDocument } from "../memory/document.ts";
import { declaredTier } from "../memory/fields.ts";
import { blocks, type Finding, isFault } from "../memory/findings.ts";
import type { Scope } from "../memory/kinds.ts";
import type { Line } from "../replica/line.ts";
import type { Place } from "../trust/tiers.ts";
import { asChecked, type Checked } from "./checked.ts";
import { checkHiddenFields, checkHiddenText } from "./hidden-text.ts";
import { checkInstructions } from "./injection-findings.ts";
import { carriesSecret, checkSecrets, withoutSecrets } from "./secret-findings.ts";
import type { CheckSettings } from "./settings.ts";
import { checkStructure } from "./structure.ts";

export type Gated =
  | {
      readonly kind: "passed";
      readonly text: Checked;
      readonly warnings: readonly Finding[];
      /** Secrets were masked: the text is not what was given (SYN-14). */
      readonly masked?: true;
    }
  | { readonly kind: "blocked"; readonly findings: readonly Finding[] };

export interface GateInput {
  readonly text: string;
  readonly place?: Place | undefined;
  readonly file?: string | undefined;
  readonly scope: Scope;
}

/** Every check must pass. A blocked text lists its warnings too. */
export function gateForStore(input: GateInput, settings: CheckSettings): Gated {
  const findings = allFindings(input, settings);
  if (findings.some(blocks)) return { kind: "blocked", findings };
  return { kind: "passed", text: asChecked(input.text), warnings: findings };
}

/**
 * What is demoted may be wrong in any way but two: it must read as a memory (STO-3), and no secret stands in it: those
 * are masked. Its other findings come back as warnings.
 */
export function gateForQuarantine(input: Omit<GateInput, "place">, settings: CheckSettings): Gated {
  const secrets = checkSecrets(input.text, input.scope, settings);
  if (secrets.some(isFault)) return { kind: "blocked", findings: secrets };
  const masked = secrets.length === 0 ? undefined : withoutSecrets(input.text, input.scope, settings);
  const text = masked ?? input.text;
  const doc = parseDocument(text);
  if (doc.kind === "format-failure") return { kind: "blocked", findings: doc.findings };
  const left = masked === undefined ? secrets : checkSecrets(text, input.scope, settings);
  const warnings = findingsBeside({ ...input, text, place: "quarantine" }, left).map(
    (finding): Finding => ({ ...finding, severity: "warn" }),
  );
  return { kind: "passed", text: asChecked(text), warnings, ...(masked === undefined ? {} : { masked: true }) };
}

/**
 * The same two for whoever reads no warnings, and has ten thousand texts (SYN-11): what can't block is not looked for.
 * What blocks, and why, is exactly what the others find.
 */
export function gateForSync(
  { place, ...input }: GateInput & { readonly place: Place },
  settings: CheckSettings,
): Gated {
  const secrets = checkSecrets(input.text, input.scope, settings);
  if (place === "quarantine" && secrets.length > 0) return gateForQuarantine(input, settings);
  const doc = parseDocument(input.text);
  if (place === "quarantine") {
    const isRead = doc.kind === "document";
    return isRead ? passed(input.text) : { kind: "blocked", findings: doc.findings };
  }
  const findings = blocking({ ...input, place }, doc, secrets);
  return findings.length > 0 ? { kind: "blocked", findings } : passed(input.text);
}

function passed(text: string): Gated {
  return { kind: "passed", text: asChecked(text), warnings: [] };
}

/** Of two managed keys that hold dots, digests and dates only: what was checked stays checked (SYN-4). */
export function withSyncLine(text: Checked, { sync, holds }: Line): Checked {
  const doc = parseDocument(text);
  if (doc.kind === "format-failure") return text;
  return asChecked(setToolKeys(doc, { sync, holds: holds.length === 0 ? null : holds }).text);
}

/**
 * A report quotes names and reasons out of memories; its own words are ours. Each quoted word is one line, secrets in it
 * are masked, and what is made of these words may be written. Undefined where the scanner can't run.
 */
export function gateForReport(
  words: readonly string[],
  render: (masked: readonly string[]) => readonly string[],
  settings: CheckSettings,
): readonly Checked[] | undefined {
  const masked = masks(words, settings);
  return masked && render(masked).map(asChecked);
}

/** All at once, since a scan of each would cost as much as a scan of every memory; one by one where that changed lines. */
function masks(words: readonly string[], settings: CheckSettings): readonly string[] | undefined {
  const text = words.join("\n");
  if (checkSecrets(text, "personal", settings).some(isFault)) return undefined;
  const lines = (withoutSecrets(text, "personal", settings) ?? text).split("\n");
  if (lines.length === words.length || words.length === 0) return words.length === 0 ? [] : lines;
  return words.map((word) => withoutSecrets(word, "personal", settings) ?? word);
}

/** What is sent to a model (OBS-7, CHK-13): no secret stands in it. Undefined: it does not go. */
export function gateForModel(text: string, settings: CheckSettings): Checked | undefined {
  return carriesSecret(text, "personal", settings) ? undefined : asChecked(text);
}

export function allFindings(input: GateInput, settings: CheckSettings): readonly Finding[] {
  return findingsBeside(input, checkSecrets(input.text, input.scope, settings));
}

/** What of these blocks, for whoever tells nobody of the rest: what reads like an instruction is advice, and is not looked for. */
export function blockingFindings(input: GateInput, settings: CheckSettings): readonly Finding[] {
  return blocking(input, parseDocument(input.text), checkSecrets(input.text, input.scope, settings));
}

function blocking(
  input: GateInput,
  doc: ReturnType<typeof parseDocument>,
  secrets: readonly Finding[],
): readonly Finding[] {
  return [...structureOf(input, doc, secrets), ...secrets].filter(blocks);
}

/** Those of the other checks, with what the search for secrets came to in between. */
function findingsBeside(input: GateInput, secrets: readonly Finding[]): readonly Finding[] {
  const doc = parseDocument(input.text);
  // What a person stands behind may speak of commands and addresses.
  const vouched = doc.kind === "document" && declaredTier(doc) === "verified";
  return [
    ...structureOf(input, doc, secrets),
    ...secrets,
    ...(doc.kind === "document" ? checkInstructions(doc, vouched ? "markers" : "all") : []),
  ];
}

function structureOf(
  { text, place, file }: GateInput,
  doc: ReturnType<typeof parseDocument>,
  secrets: readonly Finding[],
): readonly Finding[] {
  const structure = [
    ...checkStructure({ text, place, file }),
    ...checkHiddenText(text),
    ...(doc.kind === "document" ? checkHiddenFields(doc).filter((finding) => finding.severity !== "warn") : []),
  ];
  return secrets.length === 0 ? structure : structure.map(withoutExcerpt);
}

/** The excerpt could be part of the secret (CHK-10b). */
function withoutExcerpt(finding: Finding): Finding {
  return { ...finding, excerpt: "not shown beside a secret" };
}
