// The defence that does not depend on being noticed (CHK-22, TRU-20): whatever a text says, written through an agent's
// channel it is never shown to an agent as verified. Each text is really written, and the block that a session start
// gives is read back.

import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import { sessionStart } from "../../../src/recall/session-start.ts";
import { add } from "../../../src/store/add.ts";
import type { OpenStore } from "../../../src/store/context.ts";
import { type Suspects, suspectsBy } from "../../../src/store/withheld.ts";
import type { Channel } from "../../../src/trust/channels.ts";
import { actOf, CHECKS, chance } from "../../../test/support/acts.ts";
import { emptyBox, makeBox, openBox, removeBox } from "../../../test/support/store-box.ts";

/** What the texts came to. `verified` must stay 0. */
export interface Fates {
  texts: number;
  verified: number;
  inferred: number;
  withheld: number;
  refused: number;
}

const CHANNELS: readonly Channel[] = ["mcp", "cli", "library", "hook", "observer", "import", "sync"];
const suspects = async (): Promise<Suspects> => suspectsBy(CHECKS);
const NOW = new Date("2026-06-01T10:00:00Z");

/** Each text once as it is and once as a file that claims to be verified, through the channels in turn. */
export async function fatesOf(texts: readonly string[]): Promise<Fates> {
  const fates: Fates = { texts: 0, verified: 0, inferred: 0, withheld: 0, refused: 0 };
  const base = makeBox("memory");
  try {
    let turn = 0;
    for (const text of texts) {
      for (const given of [text, claiming(text)]) {
        emptyBox(base);
        const fate = await fateOf(openBox(base), given, CHANNELS[turn++ % CHANNELS.length] ?? "mcp");
        fates.texts++;
        fates[fate]++;
      }
    }
  } finally {
    removeBox(base);
  }
  return fates;
}

function claiming(text: string): string {
  const head = ["name: A note", "description: A note", "type: user", "trust-level: verified", "source: user"];
  return `---\n${head.join("\n")}\nlast-verified: 2026-05-30\n---\n${text}\n`;
}

async function fateOf(open: OpenStore, text: string, channel: Channel): Promise<Exclude<keyof Fates, "texts">> {
  const result = await add(open, { text }, actOf(channel, NOW, chance(1)));
  if (result.kind !== "added") return "refused";
  const { config } = effectiveConfig(parseConfig(undefined, "user"));
  const start = {
    session: "s",
    host: "claude",
    source: "startup",
    now: NOW,
    config,
    judge: { name: "eval", suspects },
    notices: [],
  };
  const { intent } = await sessionStart([{ store: open.store, index: undefined }], start);
  const shown = intent.kind === "context" ? intent.text : "";
  if (/^verified, /m.test(shown)) return "verified";
  return shown !== "" ? "inferred" : "withheld";
}
