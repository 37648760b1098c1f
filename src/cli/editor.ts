// The person's editor, from what they set; a path with spaces may stand in quotes. What every system brings is the last word.

const OF_WINDOWS = "C:\\Windows\\System32\\notepad.exe";

export function editorCommand(
  said: string | undefined,
  platform: NodeJS.Platform,
): readonly [program: string, ...args: string[]] {
  const usual = platform === "win32" ? OF_WINDOWS : "vi";
  const words = (said ?? "").match(/"[^"]*"|\S+/g) ?? [];
  const [program = usual, ...args] = words.map((word) => word.replace(/^"(.*)"$/s, "$1"));
  return [program, ...args];
}

export function editorHint(platform: NodeJS.Platform): string {
  const example = platform === "win32" ? "setx EDITOR notepad" : "export EDITOR=nano";
  return `Set EDITOR to your editor, for example: ${example}`;
}
