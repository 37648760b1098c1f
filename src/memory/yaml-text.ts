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

/** The patterns stand here, because one of letters is costly to make and a reader writes nothing. */
function isPlain(text: string): boolean {
  const beginsPlain = /^[\p{L}\p{N}_(/.<$^+=;]/u;
  const unsafe = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF\uFFFE\uFFFF]|:\s|\s#|:$/u;
  const readsAsOther =
    /^(?:null|true|false|yes|no|on|off|y|n|~|=|<<|\.{3}|[-+]?\.(?:inf|nan)|\.nan|[-+]?(?:[\d_]+\.?[\d_]*|\.[\d_]+)(?:e[-+]?\d+)?|0x[\da-f_]+|0o[0-7_]+|0b[01_]+|[-+]?\d+(?::\d+)+(?:\.\d*)?)$/i;
  return beginsPlain.test(text) && text === text.trim() && !unsafe.test(text) && !readsAsOther.test(text);
}

/** JSON's string syntax is valid in YAML; the characters YAML calls unprintable are escaped on top. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
