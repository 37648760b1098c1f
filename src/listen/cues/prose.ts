// The user's own prose in a turn: code, quotations, mail and log lines are blanked out at the same length, so that a
// place in the copy is the same place in the text. A blank keeps sentences apart; a mark stands for inline code and
// quoted words, which may be part of what is kept but hold no cue.

/** Stands for one character of inline code or of a quotation; no pattern of a cue matches it but "anything". */
const OPAQUE = "\ufffc";

const FENCE = /^[ \t]*(`{3,16}(?!`)|~{3,16}(?!~))[^\n]*\n[\s\S]*?(?:^[ \t]*\1[`~]*[ \t]*$|$(?![\s\S]))/gm;
const INLINE = /`[^`\n]+`/g;
const QUOTATION =
  /"[^"\n]{1,200}"|“[^”\n]{1,200}”|„[^“”\n]{1,200}[“”]|«[^»\n]{1,200}»|「[^」\n]{1,200}」|『[^』\n]{1,200}』/g;

/** Quoted mail, tables, diffs, logs, stack traces, shell prompts, mail headers. */
const FOREIGN =
  /^(?:[ \t]*[>|+@$%].*|-{2,}.*|[ \t]*at .+[:(]\d+.*|[ \t]*File ".*|.*\b(?:wrote|schrieb|写道|さんのメール)[^\n]*:[ \t]*|(?:from|to|cc|subject|date|sent|von|an|betreff|gesendet):.*|[ \t]*\[?\d{4}-\d\d-\d\d[T ].*|[ \t]*\[?\d\d:\d\d:\d\d\b.*|[ \t]*\[?(?:error|warn(?:ing)?|info|debug|trace|fatal)\b(?:\]|:| \[).*|[ \t]*(?:\/\/|\/\*|#!|<!--|\* |--).*|\t.*| {4,}\S.*)$/gim;

export function proseOf(text: string): string {
  return text
    .replace(FENCE, blank)
    .replace(FOREIGN, (line) => (isBullet(line) ? line : blank(line)))
    .replace(INLINE, opaque)
    .replace(QUOTATION, opaque);
}

/** "* use tabs" is a point of the user's list, not a comment. */
function isBullet(line: string): boolean {
  return /^[ \t]*\* \S/.test(line);
}

function blank(part: string): string {
  return part.replace(/[^\n]/g, " ");
}

function opaque(part: string): string {
  return OPAQUE.repeat(part.length);
}
