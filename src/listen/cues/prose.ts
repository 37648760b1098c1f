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

/** "The README says:" and the paragraph after it, which somebody else wrote. */
const ANNOUNCED =
  /^(?=[^\n]*\b(?:says|reads|states|readme|docs?|documentation|guide|wiki|logs?|output|message|error|comment|ticket|issue|e-?mail|policy|changelog|sagt|steht|lautet|meldung|ausgabe)\b)[^\n]*(?::|\bsays|\breads|\bstates)[ \t]*\n(?:[ \t]*\n)?(?:[ \t]*[^\s][^\n]*(?:\n|$(?![\s\S])))+/gim;

export function proseOf(text: string): string {
  return text
    .replace(FENCE, blank)
    .replace(ANNOUNCED, blank)
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

// What in a captured text is not the user's to us (AGT-11): our own block with the sentences around it, what hosts wrap
// into a user's turn, and what the user marked as private. Cut to the end where a block is not closed: better a lost sentence than our own words read back.
const BLOCKS: readonly string[] = [
  "memory-context",
  "private",
  "hook_context",
  "system-reminder",
  "system_reminder",
  "untrusted_context",
  "environment_context",
  "user_instructions",
];

const BLOCK = new RegExp(`<(${BLOCKS.join("|")})\\b[^>]*>[\\s\\S]*?(?:</\\1\\s*>|$)`, "gi");
/** A closing tag whose opening was cut away before us: all that stands before it was inside. */
const TAIL = new RegExp(`^[\\s\\S]*</(?:${BLOCKS.join("|")})\\s*>`, "i");
const FRAME = /^.*\bkept by Holdfast\b.*$|^\d+ more: holdfast list$/gm;

/** A turn that the host made of a command, a shell line or a finished task: none of it was said to the agent. */
const WRAPPED = /^\s*<(?:command-|local-command-|bash-|task-|user-prompt-submit-hook|teammate-message|turn_aborted)/;
const SLASH_COMMAND = /^\s*\/[a-z][\w:-]*(?:\s|$)/i;

export function withoutCaptured(text: string): string {
  return text.replace(BLOCK, "\n").replace(TAIL, "").replace(FRAME, "");
}

export function isWrapped(text: string): boolean {
  return WRAPPED.test(text) || SLASH_COMMAND.test(text);
}
