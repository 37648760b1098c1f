// The person's terminal with all that a command may ask of it.
import type { Terminal } from "../compose/workbench.ts";
import { makeAsker } from "./ask.ts";
import { runEditor } from "./editor.ts";
import { makeKeys } from "./keys.ts";
import { readStdin } from "./stdin.ts";

export function openTerminal(): Terminal {
  const asker = makeAsker();
  const keys = makeKeys(asker.close);
  return {
    ask: asker.ask,
    word: asker.word,
    secret: asker.secret,
    keys,
    edit: runEditor,
    readStdin,
    close: () => {
      asker.close();
      keys.close();
    },
  };
}
