// Plain paragraphs from the kinds of documentation that stand on a developer's machine. Rough on purpose: what is
// wanted is how often words are used, not the text. Addresses are taken out before anything is counted.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const KINDS: readonly { readonly name: RegExp; readonly toText: (text: string) => string }[] = [
  { name: /\.(?:md|markdown|rst|txt|pod)$|^(?:README|NEWS|TODO|METADATA)$|^README\.Debian$/u, toText: withoutFences },
  { name: /\.html$/u, toText: fromHtml },
  { name: /\.[1-8][a-z]*$/u, toText: fromRoff },
  { name: /\.py$/u, toText: docstrings },
];

export function isDocumentation(file: string): boolean {
  const name = bare(file);
  return !/^(?:changelog|changes|history|authors|copying|license|copyright)/iu.test(name) && kindOf(name) !== undefined;
}

function bare(file: string): string {
  return (file.split("/").at(-1) ?? "").replace(/\.gz$/u, "");
}

function kindOf(name: string): (typeof KINDS)[number] | undefined {
  return KINDS.find((kind) => kind.name.test(name));
}

const LARGEST = 4_000_000;

export function paragraphsOf(file: string): readonly string[] {
  const bytes = readFileSync(file);
  const raw = file.endsWith(".gz") ? gunzipSync(bytes) : bytes;
  if (raw.length > LARGEST) return [];
  const text = kindOf(bare(file))?.toText(raw.toString("utf8")) ?? "";
  return text
    .replaceAll(/[a-z]+:\/\/\S+|www\.\S+/giu, " ")
    .replaceAll(/\S+@\S+\.\S+/gu, " ")
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.replaceAll(/\s+/gu, " ").trim())
    .filter(isProse);
}

function isProse(paragraph: string): boolean {
  const letters = paragraph.match(/\p{L}/gu)?.length ?? 0;
  const enough = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(paragraph) ? 12 : 40;
  return letters >= enough && paragraph.length <= 3000 && letters * 2 > paragraph.length;
}

/** Markdown's code blocks stay out of prose; inline code stays in. */
function withoutFences(text: string): string {
  return text.replaceAll(/^(```|~~~)[^\n]*\n[\s\S]*?^\1\s*$/gmu, "\n\n").replaceAll(/\]\([^)\s]*\)/gu, "] ");
}

function fromHtml(text: string): string {
  return text
    .replaceAll(/<(script|style|nav|head|pre)\b[\s\S]*?<\/\1>/giu, "\n\n")
    .replaceAll(/<\/(?:p|li|div|h\d|td|dd|dt|section)>/giu, "\n\n")
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll(/&(?:lt|gt|amp|quot|nbsp|#\d+|#x[0-9a-f]+);/giu, " ");
}

function fromRoff(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      if (/^[.'](?:PP|P|LP|TP|IP|SH|SS|sp|Pp|It|Sh|Ss|RS|RE)\b/u.test(line)) return "\n";
      if (/^[.'](?:B|I|BR|IR|BI|IB|RB|RI|Fl|Ar|Nm|Xr|Cm)\b/u.test(line)) return line.replace(/^\S+\s*/u, "");
      return /^[.']/u.test(line) ? "" : line;
    })
    .join("\n")
    .replaceAll(/\\f(?:\[[^\]]*\]|\(..|.)/gu, "")
    .replaceAll(/\\[-]/gu, "-")
    .replaceAll(/\\(?:\[[^\]]*\]|\(..|\*\(..|\*.|s[+-]?\d|.)/gu, " ");
}

function docstrings(text: string): string {
  return [...text.matchAll(/"""([\s\S]*?)"""/gu)].map(([, inner]) => inner ?? "").join("\n\n");
}
