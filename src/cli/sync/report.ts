// What a run did, and what it would do, for people.
import type { Workbench } from "../../compose/command-line.ts";
import type { Many } from "../../sync/mass.ts";
import type { Synced } from "../../sync/run.ts";
import { CLEAR, type Output } from "../output.ts";
import { aside, clip, count, paragraph } from "../tell.ts";

const SHOWN = 20;

const OUTCOMES: Readonly<Record<Synced["outcome"], string>> = {
  equal: "Everything is the same on both sides.",
  pushed: "Sent what was new here.",
  forwarded: "Took what was new there.",
  joined: "Joined what was new here and there, and sent it.",
  committed: "Committed what is new here; it was not sent.",
  looked: "Nothing was changed.",
  copies: "Joined what another sync tool left beside your memories. There is no remote.",
};

export function showRun({ outcome, came, went, held, refused, siblings, notes }: Synced, out: Output): void {
  const memories = came.filter((path) => path.startsWith("memories/") || path.startsWith("quarantine/"));
  out.line(OUTCOMES[outcome]);
  if (outcome === "looked" && went > 0) out.line(`${count(went, "file", "files")} would be committed and sent.`);
  if (memories.length > 0)
    out.line(
      `${count(memories.length, "memory file", "memory files")} ${outcome === "looked" ? "would come" : "came"}:`,
    );
  shown(memories, out);
  if (siblings.length > 0) {
    const text = `Two texts for one memory: both are kept, and ${siblings.length === 1 ? "one proposes" : "the others propose"} its words. Decide with: holdfast review`;
    paragraph(out, text);
  }
  shown(siblings, out);
  if (held.length > 0)
    out.line(out.paint("yellow", `${count(held.length, "finding", "findings")} put into quarantine: holdfast review`));
  shown(
    held.map(({ file, check, rule }) => `${file}: ${check}/${rule}`),
    out,
  );
  if (refused.length > 0) out.line(out.paint("yellow", `${count(refused.length, "file", "files")} left out:`));
  shown(
    refused.map(({ path, why }) => `${path}: ${why}`),
    out,
  );
  for (const note of notes) aside(out, note);
}

const CHANGES: Readonly<Record<Many["changes"][number]["how"], string>> = {
  gone: "goes",
  words: "gets other words",
  place: "goes into quarantine, or out of it",
  status: "is retired, or back in use",
};

/** Many changes that nobody signed (SYN-15): shown however quiet it is, and a no unless somebody says yes. */
export async function isTaken({ changes, all }: Many, bench: Workbench, out: Output): Promise<boolean> {
  if (out.status.live) out.status.write(CLEAR);
  bench.show(`The other side changes or removes ${changes.length} of ${all} memories, which nobody signed:`);
  for (const { file, how } of changes.slice(0, SHOWN)) {
    const name = clip(file.replace(/\.md$/, ""), out.columns - CHANGES[how].length - 6);
    bench.show(`  ${name}  ${CHANGES[how]}`);
  }
  if (changes.length > SHOWN) bench.show(`  and ${changes.length - SHOWN} more`);
  bench.show("What went can be brought back later: holdfast recover");
  return bench.ask("Take them?", "no");
}

function shown(texts: readonly string[], out: Output): void {
  for (const text of texts.slice(0, SHOWN)) out.line(`  ${clip(text, out.columns - 4)}`);
  if (texts.length > SHOWN) out.note(`  and ${texts.length - SHOWN} more (--json has all)`);
}
