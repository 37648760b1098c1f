// `{a,b}` and `{1..3}` as the list of what they stand for, as source text.

const RANGE = /^\{(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.-?\d+)?\}$/;
const LONGEST_RANGE = 64;

/** Undefined where it is a range too long to write out. */
export function braceAlternatives(text: string): readonly string[] | undefined {
  const range = RANGE.exec(text);
  if (range !== null) return rangeOf(range[1] ?? "", range[2] ?? "");
  return splitAtCommas(text.slice(1, text.endsWith("}") ? -1 : undefined));
}

function rangeOf(from: string, to: string): readonly string[] | undefined {
  const numbers = /\d/.test(from);
  const start = numbers ? Number(from) : from.charCodeAt(0);
  const end = numbers ? Number(to) : to.charCodeAt(0);
  const length = Math.abs(end - start) + 1;
  if (!(length <= LONGEST_RANGE)) return undefined;
  const step = end < start ? -1 : 1;
  return Array.from({ length }, (_, at) => start + at * step).map((code) =>
    numbers ? String(code) : String.fromCharCode(code),
  );
}

function splitAtCommas(body: string): readonly string[] {
  const out: string[] = [];
  let depth = 0;
  let quote = "";
  let current = "";
  for (let at = 0; at < body.length; at++) {
    const each = body[at] ?? "";
    if (each === "\\" && quote !== "'") {
      current += each + (body[++at] ?? "");
      continue;
    }
    if (quote !== "") quote = each === quote ? "" : quote;
    else if (each === "'" || each === '"') quote = each;
    else if (each === "{" || each === "(") depth++;
    else if (each === "}" || each === ")") depth--;
    if (each === "," && depth === 0 && quote === "") {
      out.push(current);
      current = "";
    } else current += each;
  }
  return [...out, current];
}
