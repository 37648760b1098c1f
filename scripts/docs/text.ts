// Small readings of Markdown that the site, the checks and the generated pages share.

/** Inline Markdown without its marks: what a reader sees. */
export function textOf(inline: string): string {
  return inline
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/(\*\*|__)(.*?)\1/g, "$2")
    .replaceAll(/(?<![\w*])\*([^*]+)\*(?![\w*])/g, "$1")
    .replaceAll("`", "")
    .trim();
}

/** The anchor of a heading, as forges make it: a link with it works in the repository and on the site. */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}

/** A cell of a Markdown table: one line, and no bar that would end it. */
export function cell(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|");
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

export function code(text: string): string {
  return `\`${text}\``;
}
