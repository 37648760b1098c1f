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
