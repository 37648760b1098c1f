// Does what a person or an agent can ask of a store, with names given by the test, and prints what came of it.
// Watched by strace: everything before the line START and after the line END is Node's own.
import { readFileSync } from "node:fs";
import { asChecked } from "../../../src/checks/checked.ts";
import { openLedger } from "../../../src/store/io/ledger.ts";
import { openStore } from "../../../src/store/io/open-store.ts";
import type { Change, StoreWriter } from "../../../src/store/memory-store.ts";
import { sha256Hex } from "../../../src/text/digest.ts";
import type { Place } from "../../../src/trust/tiers.ts";

interface Task {
  readonly root: string;
  readonly names: readonly { readonly place: string; readonly file: string; readonly month: string }[];
  readonly rounds: number;
}

const task: Task = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const text = asChecked("---\nname: x\n---\nThe child wrote this.\n");
const base = sha256Hex(text);
const tally = new Map<string, number>();

function count(outcome: string): void {
  tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
}

function attempt(act: () => string): void {
  try {
    count(act());
  } catch (error) {
    count(`thrown ${(error as { code?: string }).code}`);
  }
}

const store = openStore(task.root, { scope: "personal", keep: () => undefined });
// Loads what is loaded lazily. An attacker at work may spoil it; the rounds tell what comes of that.
await store.withLock(() => undefined).catch(() => undefined);
new Date(0).toString(); // Reads the time zone now, not while it is watched.
process.stdout.write("START\n");

const tryNames = (writer: StoreWriter): void => {
  for (const { place: given, file, month } of task.names) {
    const place = given as Place;
    const changes: Change[] = [
      { kind: "create", place, file, text },
      { kind: "rewrite", place, file, base, text },
      { kind: "move", file, from: place, to: "quarantine", base, text },
      { kind: "archive", file, base, month },
      { kind: "remove", place, file, base },
    ];
    attempt(() => store.read({ place, file })?.kind ?? "absent");
    for (const change of changes) attempt(() => writer.apply(change)?.code ?? "done");
  }
};
if (task.names.length > 0) await store.withLock(tryNames);

const ledger = openLedger(`${task.root}/ledger`, "0123456789abcdef");
for (let round = 0; round < task.rounds; round++) {
  const file = `project_round_${round % 7}.md`;
  try {
    const result = await store.withLock((writer) => {
      const seen = store.read({ place: "memories", file });
      const change: Change =
        seen?.kind === "file"
          ? { kind: "move", file, from: "memories", to: "quarantine", base: seen.sha256, text }
          : { kind: "create", place: "memories", file, text };
      const refused = writer.apply(change);
      ledger.append(
        {
          actor: "agent",
          channel: "cli",
          action: "create",
          id: "01JCQ0Z8M4X5T6V7W8Y9ZABCDF" as never,
          from: "none",
          to: "inferred",
          reason: "asked",
        },
        new Date(0),
      );
      store.list();
      const parked = store.read({ place: "quarantine", file });
      if (parked?.kind === "file") writer.apply({ kind: "archive", file, base: parked.sha256, month: "2026-11" });
      return refused;
    });
    count(result?.code ?? "done");
  } catch (error) {
    count(`thrown ${(error as { code?: string }).code}`);
  }
}
process.stdout.write(`END ${JSON.stringify(Object.fromEntries(tally))}\n`);
