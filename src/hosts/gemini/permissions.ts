// Gemini CLI's policies (RUL-9). This version reads none of a project, so a file of the person's own folder says what holds
// everywhere, below the one that keeps our files (AGT-24).
import type { Clause } from "../../memory/rule.ts";
import { type HostPermissions, isPlain, STAR, toolOf, type Unsayable, unsayable } from "../permissions.ts";
import { tomlText } from "../setup.ts";

export const permissions: HostPermissions = {
  title: "Gemini CLI",
  place: "own-folder",
  path: "policies/holdfast-rules.toml",
  form: "own-file",
  say: ({ effect, clause }, because) => {
    const fits = conditions(clause);
    if ("kind" in fits || effect === "remind") return "kind" in fits ? fits : [];
    const decision = effect === "deny" ? "deny" : "ask_user";
    const told = effect === "deny" ? [`denyMessage = ${tomlText(because)}`] : [];
    const lines = ["[[rule]]", ...fits, `decision = ${tomlText(decision)}`, "priority = 900", ...told];
    return [{ effect, text: lines.join("\n") }];
  },
};

function conditions(clause: Clause): readonly string[] | Unsayable {
  if (clause.on === "command") {
    if (!clause.words.every(isPlain)) return unsayable(STAR);
    return ['toolName = "run_shell_command"', `commandPrefix = ${tomlText(clause.words.join(" "))}`];
  }
  if (clause.on !== "mcp") return unsayable("its policies know no files of a project and no hosts");
  const named = toolOf(clause.tool);
  // It splits a full name at the first underscore.
  if (named === undefined || named.server.includes("_")) return unsayable(STAR);
  return [`mcpName = ${tomlText(named.server)}`, `toolName = ${tomlText(named.tool)}`];
}
