// Runs every check over stored memories or over files given by path, and says how it went (spec 3).
import { checkHiddenText } from "../checks/hidden-text.ts";
import { checkStructure } from "../checks/structure.ts";
import { blocks, type Finding, type Verdict, verdictOf } from "../core/findings.ts";
import { decodeText } from "../core/memory/document.ts";
import { permission } from "../core/trust/authority.ts";
import type { Place } from "../core/trust/tiers.ts";
import { readCatalogue } from "./catalogue.ts";
import type { Act, OpenStores } from "./context.ts";

export interface Checkable {
  readonly label: string;
  /** Or why the file may not be opened. */
  readonly bytes: Uint8Array | string;
  readonly place?: Place;
  readonly file?: string;
}

export interface CheckedFile {
  readonly label: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}

export interface CheckReport {
  readonly files: readonly CheckedFile[];
  readonly pass: number;
  readonly warn: number;
  readonly fail: number;
}

export function checkAll(items: readonly Checkable[]): CheckReport {
  const files = items.map(checkOne);
  const fail = files.filter((file) => file.findings.some(blocks)).length;
  const warn = files.filter((file) => file.findings.length > 0).length - fail;
  return { files, pass: files.length - fail - warn, warn, fail };
}

function checkOne(item: Checkable): CheckedFile {
  const text = typeof item.bytes === "string" ? notOpened(item.bytes) : decodeText(item.bytes);
  const findings = typeof text === "string" ? findingsOf(text, item) : text.findings;
  return { label: item.label, verdict: verdictOf(findings), findings };
}

function notOpened(reason: string): { readonly findings: readonly Finding[] } {
  const at = { line: 1, column: 1, excerpt: reason } as const;
  const hint = `It is not opened: ${reason}.`;
  return { findings: [{ check: "structure", rule: "not-opened", severity: "struct", ...at, hint }] };
}

function findingsOf(text: string, item: Checkable): readonly Finding[] {
  const where = {
    ...(item.place === undefined ? {} : { place: item.place }),
    ...(item.file === undefined ? {} : { file: item.file }),
  };
  return [...checkStructure({ text, ...where }), ...checkHiddenText(text)];
}

/** A quarantined file's name and findings are text too; an agent is not given them. */
export function storedFiles(stores: OpenStores, act: Act): readonly Checkable[] {
  const full = permission("check", act.channel) === "full";
  return stores.flatMap(({ store }) => {
    const { memories, broken, shadowed } = readCatalogue(store);
    const stored = [...memories, ...shadowed].map((memory) => memory.stored);
    const all = [...stored, ...broken.map((each) => each.stored ?? { ...each.spot, bytes: each.reason })];
    const seen = all.filter(({ place }) => full || place !== "quarantine");
    return seen.map(({ place, file, bytes }) => ({ label: `${place}/${file}`, place, file, bytes }));
  });
}
