// Values written as one line of YAML, quoted only where YAML needs it: also where an older reader would take the
// text for a number or a boolean. Reading it back with parse.ts gives the same text.

export type WritableValue = string | number | readonly string[];

export function yamlValue(value: WritableValue): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return yamlText(value, false);
  return `[${value.map((item) => yamlText(item, true)).join(", ")}]`;
}

function yamlText(text: string, inList: boolean): string {
  return isPlain(text) && !(inList && /[,[\]{}:]/.test(text)) ? text : quoted(text);
}

const BEGINS_PLAIN = /^[\p{L}\p{N}_(/.<$^+=;]/u;
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF\uFFFE\uFFFF]|:\s|\s#|:$/u;
const READS_AS_OTHER =
  /^(?:null|true|false|yes|no|on|off|y|n|~|=|<<|\.{3}|[-+]?\.(?:inf|nan)|\.nan|[-+]?(?:[\d_]+\.?[\d_]*|\.[\d_]+)(?:e[-+]?\d+)?|0x[\da-f_]+|0o[0-7_]+|0b[01_]+|[-+]?\d+(?::\d+)+(?:\.\d*)?)$/i;

function isPlain(text: string): boolean {
  return BEGINS_PLAIN.test(text) && text === text.trim() && !UNSAFE.test(text) && !READS_AS_OTHER.test(text);
}

/** JSON's string syntax is valid in YAML; the characters YAML calls unprintable are escaped on top. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
