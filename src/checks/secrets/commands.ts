// Passwords where programs take them (CHK-10): an option of a command line, a line of .pgpass. Each program is found by
// its name, and what follows it on the line is asked once, so a text of names costs no more than its length.
import type { Span } from "../../text/graphemes.ts";
import { isSamplePassword, looksChosen, looksSecret } from "./strength.ts";

const VALUE = "[\"']?([^\\s\"'`|<>;]{5,128})";

/** Program, then what stands before the password. */
const OPTIONS: readonly (readonly [programs: string, option: string])[] = [
  ["curl|wget", `\\s(?:-[a-zA-Z]{0,4}[uU]|--(?:proxy-)?user)[= ]?[^\\S\\n]{0,3}["']?[^\\s:"'=]{1,64}:`],
  ["https?|xh", "\\s(?:-a|--auth)[= ][\"']?[^\\s:\"']{1,64}:"],
  ["mysql\\w{0,12}|mariadb[\\w-]{0,12}|7za?|sshpass", "\\s-p(?!ort|roto)"],
  ["mongo\\w{0,10}|cqlsh|docker|podman|helm|rdesktop|sshpass", "\\s-p[^\\S\\n]{1,3}"],
  ["redis-cli", "\\s-a[^\\S\\n]{1,3}"],
  ["ldap\\w{2,10}", "\\s-w[^\\S\\n]{0,3}"],
  ["sqlcmd|mosquitto_\\w{3}|zip|unzip", "\\s-P[^\\S\\n]{0,3}"],
  ["snmp\\w{2,10}", "\\s-[AX][^\\S\\n]{1,3}"],
  ["keytool|jarsigner", "\\s-(?:store|key)pass[^\\S\\n]{1,3}"],
  ["openssl", "\\spass:"],
  ["smbclient|rpcclient", "\\s-U[^\\S\\n]{0,3}[\"']?[^\\s%]{1,64}%"],
  ["xfreerdp", "\\s/p:"],
  ["lftp", "\\s-u[^\\S\\n]{0,3}[^\\s,]{1,64},"],
  ["htpasswd", "\\s-\\w{0,4}b\\w{0,4}(?: -\\w{1,4}){0,3} \\S{1,80} \\S{1,64} "],
  ["net use", " \\S{1,20} \\S{1,80} "],
];
interface Programs {
  readonly names: RegExp;
  readonly rows: readonly { readonly program: RegExp; readonly option: RegExp }[];
}

let programs: Programs | undefined;

/** Made by the first scan, because a hook that scans nothing loads this file too. */
function makePrograms(): Programs {
  return {
    names: new RegExp(`\\b(?:${OPTIONS.map(([names]) => names).join("|")})(?=\\s)`, "g"),
    rows: OPTIONS.map(([names, option]) => ({
      program: new RegExp(`^(?:${names})$`),
      option: new RegExp(option + VALUE, "dg"),
    })),
  };
}

/** So much of a line belongs to a program. */
const LINE = 240;

export function commandPasswords(text: string): readonly Span[] {
  const spans = [...optionPasswords(text), ...pipedPasswords(text), ...pgpassLines(text)];
  programs ??= makePrograms();
  let lineEnd = 0;
  for (const program of text.matchAll(programs.names)) {
    const from = program.index + program[0].length;
    // The rest of a line was asked for the programs before; names in a row would ask it again and again.
    if (program.index < lineEnd) continue;
    const line = lineAt(text, from);
    lineEnd = from + line.length;
    for (const row of programs.rows) {
      if (row.program.test(program[0])) spans.push(...valuesOf(row.option, line, from));
    }
  }
  return spans;
}

function lineAt(text: string, from: number): string {
  const line = text.slice(from, from + LINE);
  return line.slice(0, line.search(/(?<!\\)\n|[|;]\s|$/));
}

function valuesOf(expression: RegExp, text: string, offset: number): readonly Span[] {
  return [...text.matchAll(expression)].flatMap((match) => {
    const value = (match[1] as string).replace(/[,.)]+$/, "");
    const start = offset + (match.indices?.[1]?.[0] ?? 0);
    return isPassword(value) ? [{ start, end: start + value.length }] : [];
  });
}

function isPassword(value: string): boolean {
  if (/^[$%{@&-]|\$[({]|\//.test(value) || isSamplePassword(value)) return false;
  return looksChosen(value, "chosen") || looksSecret(value, "password");
}

const LONG_OPTION = new RegExp(`--[\\w-]{0,20}pass(?:word|wd|phrase)?(?:=|[^\\S\\n]{1,3})${VALUE}`, "dg");

function optionPasswords(text: string): readonly Span[] {
  return text.includes("pass") ? valuesOf(LONG_OPTION, text, 0) : [];
}

const READER = /\|[^\S\n]{0,3}(?:sudo[^\S\n]{1,3}-S|(?:sudo )?chpasswd)/g;
const ECHO = new RegExp(
  `(?:echo|printf)[^\\S\\n]{1,3}(?:-\\w[^\\S\\n]{1,3})?["']?(?:[\\w.-]{1,32}:)?${VALUE}["']?[^\\S\\n]{0,3}$`,
  "dg",
);

/** `echo ... | sudo -S`, `echo user:... | chpasswd`. */
function pipedPasswords(text: string): readonly Span[] {
  return [...text.matchAll(READER)].flatMap(({ index }) => {
    const from = Math.max(0, index - 80);
    return valuesOf(ECHO, text.slice(from, index), from);
  });
}

const PORT = /:(?:\d{4,5}|\*):/g;
const PGPASS_REST = /[\w.*-]{1,63}:[\w.@*-]{1,63}:([^\s:"'`<>]{5,128})/y;

/** `host:port:database:user:password`, found from its port. */
function pgpassLines(text: string): readonly Span[] {
  return [...text.matchAll(PORT)].flatMap(({ index, 0: port }) => {
    PGPASS_REST.lastIndex = index + port.length;
    const value = PGPASS_REST.exec(text)?.[1];
    if (value === undefined || !/[\w*]/.test(text.charAt(index - 1)) || !isPassword(value)) return [];
    return [{ start: PGPASS_REST.lastIndex - value.length, end: PGPASS_REST.lastIndex }];
  });
}
