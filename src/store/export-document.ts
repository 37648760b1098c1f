// A whole store as one JSON document (IMP-2): UTF-8 files as text, everything else in base64, each with its digest, and one
// digest over all of them. Reading is strict: an altered document is refused, and a path is one of those a store has.
import { isMemoryId } from "../memory/ids.ts";
import { FILE_NAME } from "../memory/slug.ts";
import { sha256Hex } from "../text/digest.ts";
import { parseMarker, STORE_FORMAT } from "./memory-store.ts";
import { rawPathParts } from "./raw-files.ts";
import type { StoreFile } from "./records.ts";

const DEVICE = "[0-9a-f]{16,64}";
const MONTH = "[0-9]{4}-(?:0[1-9]|1[0-2])";
const PATTERNS: readonly RegExp[] = [
  /^(?:holdfast\.json|allowed_signers|\.gitignore|\.gitattributes)$/,
  new RegExp(`^(?:ledger|tombstones)/${DEVICE}\\.jsonl$`),
  new RegExp(`^attest/[0-9A-HJKMNP-TV-Z]{26}/${DEVICE}\\.[1-9][0-9]{0,14}\\.json$`),
  /^devices\/[0-9a-f]{32}\.json$/,
  /^tombstones\/[0-9A-HJKMNP-TV-Z]{26}\.json$/,
  /^allowances\/[a-z0-9][a-z0-9-]{0,79}\.[0-9a-f]{16}(?:\.[0-9a-f]{32})?\.json$/,
];
const ARCHIVE = new RegExp(`^archive/${MONTH}$`);

export const MARKER_PATH = "holdfast.json";

/** Whether a store has such a file; nothing else is written, whatever a document says. */
export function isStorePath(path: unknown): path is string {
  if (typeof path !== "string") return false;
  return isMemoryPath(path) || rawPathParts(path) !== undefined || PATTERNS.some((pattern) => pattern.test(path));
}

export function isMemoryPath(path: string): boolean {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const file = path.slice(folder.length + 1);
  return (folder === "memories" || folder === "quarantine" || ARCHIVE.test(folder)) && FILE_NAME.test(file);
}

export interface ExportHead {
  readonly storeId: string;
  readonly at: string;
}

interface Row {
  readonly path: string;
  readonly sha256: string;
  readonly text?: string;
  readonly base64?: string;
}

interface Document {
  readonly "holdfast-export": 1;
  readonly "store-id": string;
  readonly at: string;
  readonly sha256: string;
  readonly files: readonly Row[];
}

export function exportText({ storeId, at }: ExportHead, files: readonly StoreFile[]): string {
  const rows = files.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map(rowOf);
  const document: Document = {
    "holdfast-export": 1,
    "store-id": storeId,
    at,
    sha256: overAll(rows),
    files: rows,
  };
  return `${JSON.stringify(document, undefined, 1)}\n`;
}

function rowOf({ path, bytes }: StoreFile): Row {
  const text = asText(bytes);
  const content = text === undefined ? { base64: toBase64(bytes) } : { text };
  return { path, sha256: sha256Hex(bytes), ...content };
}

/** Only what comes back as the same bytes: a byte order mark does, an ill-formed sequence does not. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined; // not UTF-8
  }
}

function overAll(rows: readonly Row[]): string {
  return sha256Hex(rows.map(({ path, sha256 }) => `${path} ${sha256}\n`).join(""));
}

export interface ReadExport extends ExportHead {
  readonly kind: "export";
  readonly files: readonly StoreFile[];
}

/** A sentence when it is not what it says. */
export function readExport(text: string): ReadExport | { readonly kind: "not-export"; readonly why: string } {
  const no = (why: string): { readonly kind: "not-export"; readonly why: string } => ({ kind: "not-export", why });
  let document: Document;
  try {
    document = JSON.parse(text) as Document;
  } catch {
    return no("it is not JSON");
  }
  if (typeof document !== "object" || document === null || !("holdfast-export" in document))
    return no("it was not made by `holdfast export`");
  if (document["holdfast-export"] !== 1) return no("a newer version made it");
  const { "store-id": storeId, at, files: rows } = document;
  if (!isMemoryId(storeId) || typeof at !== "string" || !Array.isArray(rows)) return no("its head is damaged");
  const files: StoreFile[] = [];
  for (const row of rows as readonly Row[]) {
    if (!isStorePath(row?.path)) return no(`a store has no file ${JSON.stringify(String(row?.path).slice(0, 80))}`);
    const bytes = bytesOf(row);
    if (bytes === undefined || sha256Hex(bytes) !== row.sha256) return no(`${row.path} is not what it was`);
    files.push({ path: row.path, bytes });
  }
  if (new Set(files.map(({ path }) => path)).size !== files.length) return no("it names a file twice");
  const marker = files.find(({ path }) => path === MARKER_PATH);
  // Brought back into an empty store it would take its place: a store that can't be opened, or another one.
  if (marker !== undefined && !isMarkerOf(storeId, marker.bytes)) return no(`its ${MARKER_PATH} is no marker of it`);
  return overAll(rows) === document.sha256 ? { kind: "export", storeId, at, files } : no("files are missing or added");
}

function isMarkerOf(storeId: string, bytes: Uint8Array): boolean {
  const marker = parseMarker(asText(bytes) ?? "");
  return marker?.storeId === storeId && marker.format <= STORE_FORMAT;
}

function bytesOf({ text, base64 }: Row): Uint8Array | undefined {
  if (typeof text === "string" && base64 === undefined) return new TextEncoder().encode(text);
  return typeof base64 === "string" && text === undefined ? fromBase64(base64) : undefined;
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined; // not base64
  }
}
