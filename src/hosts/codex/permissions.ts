// Codex's rules (RUL-9): a file of prefixes in a project's .codex/rules, which Codex reads where the project is trusted.
// They are about commands alone, word by word from the first.
import { type HostPermissions, type Permission, STAR, unsayable } from "../permissions.ts";

export const permissions: HostPermissions = {
  title: "Codex",
  place: "project",
  path: ".codex/rules/holdfast.rules",
  form: "own-file",
  say: ({ effect, clause }, because) => {
    if (clause.on !== "command") return unsayable("its rules are about commands alone");
    if (clause.words.some((word) => word.includes("*"))) return unsayable(STAR);
    const text = [
      "prefix_rule(",
      `    pattern = [${clause.words.map(quoted).join(", ")}],`,
      `    decision = ${quoted(effect === "deny" ? "forbidden" : "prompt")},`,
      `    justification = ${quoted(because)},`,
      ")",
    ].join("\n");
    return effect === "remind" ? [] : [{ effect, text } satisfies Permission];
  },
};

function quoted(text: string): string {
  return JSON.stringify(text);
}
