// Copilot CLI's tool permissions (RUL-9). They are arguments of the program and no settings: one a line, quoted for a shell.
// It asks about whatever nobody allowed, so there is nothing to say for a rule that asks.
import type { Clause } from "../../memory/rule.ts";
import { type HostPermissions, isPlain, nameOf, STAR, toolOf, type Unsayable, unsayable } from "../permissions.ts";

export const permissions: HostPermissions = {
  title: "Copilot CLI",
  place: "arguments",
  path: "",
  form: "arguments",
  say: ({ effect, clause }) => {
    if (effect !== "deny") return unsayable("it has arguments that deny and none that ask");
    const said = patternsFor(clause);
    return "kind" in said ? said : said.map((text) => ({ effect, text: `'${text}'` }));
  },
};

function patternsFor(clause: Clause): readonly string[] | Unsayable {
  switch (clause.on) {
    case "command":
      if (!clause.words.every(isPlain)) return unsayable(STAR);
      return [`--deny-tool=shell(${clause.words.join(" ")}:*)`];
    case "edit": {
      const name = clause.text === undefined ? nameOf(clause.glob) : undefined;
      return name === undefined
        ? unsayable("it knows files by their last names alone")
        : [`--deny-tool=write(${name})`];
    }
    case "read":
      return unsayable("reading is not among what it denies");
    case "fetch":
      if (!/^(\*\.)?[a-z0-9.-]+$/.test(clause.host)) return unsayable(STAR);
      return ["https", "http"].map((scheme) => `--deny-url=${scheme}://${clause.host}`);
    case "mcp": {
      const named = toolOf(clause.tool);
      return named === undefined ? unsayable(STAR) : [`--deny-tool=${named.server}(${named.tool})`];
    }
  }
}
