// Runs every check over stored memories or over files given by path, and says how it went (spec 3).
import { allFindings, blockingFindings } from "../checks/gate.ts";
import type { CheckSettings } from "../checks/settings.ts";
import { decodeText } from "../memory/document.ts";
import { blocks, type Finding, isFault, type Verdict, verdictOf } from "../memory/findings.ts";
import { permission } from "../trust/authority.ts";
import type { Place } from "../trust/tiers.ts";
import { readCatalogue } from "./catalogue.ts";
import type { Act, OpenStores } from "./context.ts";
import type { Scope } from "./memory-store.ts";

export interface Checkable {
  readonly label: string;
  /** Or why the file may not be opened. */
  readonly bytes: Uint8Array | string;
  readonly place?: Place;
  readonly file?: string;
  /** Of the store it lies in; a file from elsewhere is judged as a person's own. */
  readonly scope?: Scope;
}

/** The three checks of `--only`; hidden characters are part of the structure. */
export const ONLY = ["structure", "secrets", "injection"] as const;
export type Only = (typeof ONLY)[number];
/** `blocking`: what fails, without what is only advice. */
type Looked = Only | "blocking";

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
  /** The scanner could not run over some of them; told once, whatever their number. */
  readonly fault: boolean;
}

export function checkAll(items: readonly Checkable[], settings: CheckSettings, only?: Looked): CheckReport {
  const files = items.map((item) => checkOne(item, settings, only));
  const fail = files.filter((file) => file.findings.some(blocks)).length;
  const warn = files.filter((file) => file.findings.length > 0).length - fail;
  const fault = files.some((file) => file.findings.some(isFault));
  return { files, pass: files.length - fail - warn, warn, fail, fault };
}

function checkOne(item: Checkable, settings: CheckSettings, only: Looked | undefined): CheckedFile {
  const text = typeof item.bytes === "string" ? notOpened(item.bytes) : decodeText(item.bytes);
  const { place, file, scope = "personal" } = item;
  const look = only === "blocking" ? blockingFindings : allFindings;
  const all = typeof text === "string" ? look({ text, place, file, scope }, settings) : text.findings;
  const findings = only === undefined || only === "blocking" ? all : all.filter((each) => belongsTo(each, only));
  return { label: item.label, verdict: verdictOf(findings), findings };
}

function belongsTo({ check }: Finding, only: Only): boolean {
  return check === only || (only === "structure" && check === "hidden-text");
}

function notOpened(reason: string): { readonly findings: readonly Finding[] } {
  const at = { line: 1, column: 1, excerpt: reason } as const;
  const hint = `It is not opened: ${reason}.`;
  return { findings: [{ check: "structure", rule: "not-opened", severity: "struct", ...at, hint }] };
}

/** A quarantined file's name and findings are text too; an agent is not given them. */
export function storedFiles(stores: OpenStores, act: Act): readonly Checkable[] {
  const full = permission("check", act.channel) === "full";
  return stores.flatMap(({ store }) => {
    const { memories, broken, shadowed } = readCatalogue(store);
    const stored = [...memories, ...shadowed].map((memory) => memory.stored);
    const all = [...stored, ...broken.map((each) => each.stored ?? { ...each.spot, bytes: each.reason })];
    const seen = all.filter(({ place }) => full || place !== "quarantine");
    const { scope } = store.info;
    return seen.map(({ place, file, bytes }) => ({ label: `${place}/${file}`, place, file, bytes, scope }));
  });
}
