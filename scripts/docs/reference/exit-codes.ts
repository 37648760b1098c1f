// Exit codes and error codes, from the two files that own them. What each error code means is told here and nowhere else.
import { EXIT_HELP, exitFor } from "../../../src/cli/exit.ts";
import { CODES, type Code } from "../../../src/text/errors.ts";
import type { Slots } from "../template.ts";
import { code, table } from "../text.ts";

const MEANING: Readonly<Record<Code, string>> = {
  usage: "The command line is not as the command takes it.",
  "needs-person": "Only a person at a terminal may do this, and none was seen.",
  "not-allowed": "The channel may use this command, but not so far.",
  "not-found": "No memory, device or file of that name.",
  ambiguous: "The name fits several memories.",
  exists: "There is one already.",
  resurrection: "It was retired or forgotten lately and would come back.",
  "changed-meanwhile": "Somebody else wrote between reading and writing; nothing was changed.",
  locked: "Another process holds the store; try again.",
  "checks-failed": "A check blocks the text.",
  "transition-refused": "The memory's tier does not allow this step.",
  observation: "An inferred memory has not been observed for long enough.",
  "read-only": "The store can't be written.",
  "no-store": "There is no store yet.",
  "newer-format": "A newer Holdfast wrote the store; this one only reads it.",
  "unsafe-path": "A link, a foreign owner, or a path that leaves the store.",
  "unsafe-mode": "Others could write the store or read what is private.",
  "nothing-to-undo": "There is no change to take back, or it was touched since.",
  "bad-config": "A configuration file can't be used as it is.",
  "too-large": "Larger than a memory, an import or an answer may be.",
  unreadable: "The bytes can't be read as what they should be.",
  git: "git, or the network behind it, failed.",
  hub: "The hub can't be reached, does not know this device, or refuses what was sent.",
  "hub-changed": "The hub's history is not the one that this machine saw; nothing was taken or sent.",
  "agent-missing": "The agent that was named is not on this machine.",
  io: "The file system failed.",
};

export function codeSlots(): Slots {
  return {
    exits: table(
      ["code", "means"],
      EXIT_HELP.map((line) => {
        const [, number = "", meaning = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
        return [code(number), meaning];
      }),
    ),
    errors: table(
      ["error", "means", "exit"],
      CODES.map((name) => [code(name), MEANING[name], code(String(exitFor(name)))]),
    ),
  };
}
