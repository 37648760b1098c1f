// What differs between two runs of the same case is named instead: ids, times, the home, versions, this machine. What
// the case itself writes is no such thing and stays. `<now-8d>`, `<id-1>` and `<token>` work in both directions: in a
// command or a planted file they stand for the real value; a secret stands in no file of ours.
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { fakeToken } from "../support/secrets.ts";

const ID = /\b0[0-9A-HJKMNP-TV-Z]{25}\b/g;
/** At the start of a line, also within JSON. */
const HANDLE = /(?<=^|\\n)m[0-9a-z]{3}(?= \S)/gm;
/** At the end of a row; as wide as it is. */
const ROW_HANDLE = /(?<=^ +\d+ {2}(?:verified|inferred|quarantined|unconfirmed) .* {2})m[0-9a-z]{4}$/gm;
const MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;
const DAY = /\b\d{4}-\d\d-\d\d\b(?!T)/g;
const MONTH = /(?<=\barchive\/)\d{4}-\d\d\b/g;
const DIGEST = /\b(?:[0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{16})\b/g;
const FINGERPRINT = /\bSHA256:[A-Za-z0-9+/]{43}/g;
const VOUCHER = /(?<=\[shared, by )[0-9a-f]{8}(?=[\] ])/g;
const SHORT_COMMIT = /(?<=\()[0-9a-f]{12}(?=\))|\b[0-9a-f]{12}(?= {2}in \w+\/)/g;
const COMMIT = /\b[0-9a-f]{40}\b/g;
const STAMP = /\b\d{8}T\d{6}Z/g;
const ESCAPE = "\u001b";
const CURSOR = new RegExp(`${ESCAPE}\\[\\d*[GJ]`, "g");
const PLANTED = /<(now|today)([+-]\d+)?(d|h)?>/g;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a case may take, with room. */
const SLACK_MS = 600_000;
/** No longer than the longest time that a command adds: a date that a text gives as an example must stay. */
const FARTHEST_HOURS = 8 * 24;
const VERSION = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }
).version;

export interface Names {
  /** From what was printed to what the case says. */
  inward(text: string): string;
  /** From what the case says to what is really meant. */
  outward(text: string): string;
}

export function namesFor(source: string, home: string): Names {
  const ids: string[] = [];
  const planted = new Map<string, string>();
  const start = Date.now();
  const token = fakeToken();
  const idName = (id: string): string => {
    if (!ids.includes(id)) ids.push(id);
    return `<id-${ids.indexOf(id) + 1}>`;
  };
  /** What the case wrote itself stays; what it planted gets its name back. */
  const named = (name: (found: string) => string) => (found: string) =>
    source.includes(found) ? found : (planted.get(found) ?? name(found));
  const plant = (name: string, word: string, amount: string | undefined, unit: string | undefined): string => {
    const moment = momentAt(start + Number(amount ?? 0) * (unit === "h" ? HOUR_MS : DAY_MS));
    const value = word === "now" ? moment : moment.slice(0, 10);
    planted.set(value, name);
    return value;
  };
  return {
    inward: (text) =>
      visible(text)
        .replaceAll(home, "$HOME")
        .replaceAll(token, "<token>")
        .replace(ID, named(idName))
        .replace(
          HANDLE,
          named(() => "<handle>"),
        )
        .replace(
          ROW_HANDLE,
          named(() => "m<id>"),
        )
        .replace(MOMENT, named(momentName))
        .replace(DAY, named(dayName))
        .replace(STAMP, "<stamp>")
        .replace(COMMIT, "<commit>")
        .replace(SHORT_COMMIT, "<commit>")
        .replace(FINGERPRINT, "SHA256:<key>")
        .replace(VOUCHER, "<device>")
        .replace(
          MONTH,
          named(() => "<month>"),
        )
        .replace(DIGEST, named(digestName))
        .replaceAll(`(${hostname().split(".")[0]})`, "(<host>)")
        .replaceAll(process.versions.node, "<node>")
        .replaceAll(VERSION, "<version>")
        .replace(/draft-holdfast-\d+-/, "draft-holdfast-<pid>-")
        .replace(/"terminal": "[^"]+"/, '"terminal": "<terminal>"')
        // Which word of the text is asked for is chance.
        .replace(/^(.*)Type "([^"]+)" to confirm: \2$/, '$1Type "<word>" to confirm: <word>')
        .replace(/^Type "[^"]+" to confirm:/, 'Type "<word>" to confirm:')
        .replace(/(\[Y\/n\]|\[y\/N\]) $/, "$1 (Enter)"),
    outward: (text) =>
      text
        .replaceAll("<token>", token)
        .replace(/<id-(\d+)>/g, (name, n: string) => ids[Number(n) - 1] ?? name)
        .replace(PLANTED, plant),
  };
}

const SCREENS = {
  "[?1049h": "(alternate screen)",
  "[H\u001b[2J": "(cleared)",
  "[?1049l": "(screen as before)",
} as const;

/** A change of the screen is a line of its own. */
export function screensTold(transcript: string): string {
  return Object.entries(SCREENS).reduce(
    (text, [code, words]) => text.replaceAll(`${ESCAPE}${code}`, `${words}\n`),
    transcript,
  );
}

/** Cursor moves of a prompt go; any other control character is spelled out. */
function visible(text: string): string {
  return text
    .replace(CURSOR, "")
    .replaceAll(ESCAPE, "\\e")
    .replace(/[^\P{Cc}\n\t]/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

function momentAt(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

function momentName(moment: string): string {
  const away = Date.parse(moment) - Date.now();
  const hours = Math.round(away / HOUR_MS);
  if (Math.abs(away - hours * HOUR_MS) > SLACK_MS || Math.abs(hours) > FARTHEST_HOURS) return moment;
  if (hours === 0) return "<now>";
  const sign = hours > 0 ? "+" : "";
  return hours % 24 === 0 ? `<now${sign}${hours / 24}d>` : `<now${sign}${hours}h>`;
}

function dayName(day: string): string {
  return day === momentAt(Date.now()).slice(0, 10) ? "<today>" : day;
}

function digestName(digest: string): string {
  return digest.length === 16 ? "<device>" : "<digest>";
}
