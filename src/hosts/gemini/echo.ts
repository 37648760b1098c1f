// Gemini CLI puts what hooks said at the start in front of the user's own words, in prompts and in its record (AGT-11).

const ECHO = /^(?:\s*<hook_context>[\s\S]*?<\/hook_context>\s*)+/;

export function withoutEcho(text: string): string {
  return text.replace(ECHO, "");
}
