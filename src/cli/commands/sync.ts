// holdfast sync: one person, several machines.
import type { SyncPorts } from "../../app/sync/ports.ts";
import { look, type Synced, sync, type Way } from "../../app/sync/run.ts";
import { isRefusal, type Refusal, refuse } from "../../core/errors.ts";
import type { GitFailed } from "../../core/ports/git-repository.ts";
import { forbidden } from "../../core/trust/authority.ts";
import { ended } from "../ended.ts";
import { EXIT } from "../exit.ts";
import type { Output } from "../output.ts";
import type { Invocation } from "../spec.ts";
import { clip } from "../tell.ts";
import { wrap } from "../wrap.ts";

const BUDGET_MS = 120_000;
const SHOWN = 20;

export async function run({ bench, out, options, verb }: Invocation): Promise<number> {
  const refused = forbidden(verb, bench.channel) ?? contradiction(options);
  if (refused !== undefined) return ended(refused, out, bench);
  const tools = await bench.syncing();
  const open = bench.storeOf("personal");
  const repository = await tools.repository(open);
  if (repository.kind === "failed") return ended(gitRefusal(repository), out, bench);
  const git = repository.value;
  const status = await git.status();
  if (status.kind === "failed") return ended(gitRefusal(status), out, bench);
  const { remote } = status.value;
  const url = options["setup"];
  if (typeof url !== "string" && remote === undefined) return ended(noRemote(), out, bench);
  if (typeof url === "string") {
    const set = await git.setRemote(url);
    if (set.kind === "failed") return ended(gitRefusal(set), out, bench);
  }
  const progress = (doing: string): void => {
    if (out.status.live) out.status.write(`\r\u001b[K${doing} ...`);
  };
  const left = tools.budget(BUDGET_MS);
  const ports: SyncPorts = { open, files: tools.files(open), git, act: bench.act, left, progress };
  const outcome = await (options["dry-run"] === true ? look(ports) : sync(ports, wayOf(options))).finally(() => {
    if (out.status.live) out.status.write("\r\u001b[K");
  });
  if (isRefusal(outcome)) return ended(outcome, out, bench);
  if (outcome.kind === "failed") {
    // An address that does not work does not take the place of one that did.
    if (typeof url === "string" && remote !== undefined) await git.setRemote(remote);
    return ended(gitRefusal(outcome), out, bench);
  }
  if (out.options.json) out.json(outcome);
  else print(outcome, out);
  if (outcome.held.length + outcome.refused.length > 0) return EXIT.findings;
  // Two texts for one memory wait for a person's word.
  return outcome.siblings.length > 0 ? EXIT.warnings : EXIT.done;
}

function wayOf(options: Invocation["options"]): Way {
  if (options["pull-only"] === true) return "pull-only";
  return options["push-only"] === true ? "push-only" : "both";
}

function contradiction(options: Invocation["options"]): Refusal | undefined {
  const chosen = ["pull-only", "push-only", "dry-run"].filter((name) => options[name] === true);
  if (options["dry-run"] === true && options["setup"] !== undefined) chosen.push("setup");
  if (chosen.length < 2) return undefined;
  return refuse("usage", `--${chosen[0]} and --${chosen[1]} don't go together.`, "holdfast sync --help");
}

function noRemote(): Refusal {
  return refuse(
    "git",
    "This store has no remote yet, so there is nothing to sync with.",
    "holdfast sync --setup git@example.org:me/memories.git   (a private, empty repository)",
  );
}

const NEXT: Readonly<Partial<Record<GitFailed["reason"], string>>> = {
  auth: "Check that `git ls-remote` works for this address without a question.",
  network: "Try again when the network is back; nothing is lost.",
  timeout: "Try again; nothing is lost.",
  "not-a-repository": "holdfast sync --setup URL",
};

function gitRefusal({ reason, message }: GitFailed): Refusal {
  return refuse(reason === "locked" ? "locked" : "git", `git: ${message}`, NEXT[reason] ?? "holdfast doctor");
}

const OUTCOMES: Readonly<Record<Synced["outcome"], string>> = {
  equal: "Everything is the same on both sides.",
  pushed: "Sent what was new here.",
  forwarded: "Took what was new there.",
  joined: "Joined what was new here and there, and sent it.",
  committed: "Committed what is new here; it was not sent.",
  looked: "Nothing was changed.",
};

function print({ outcome, came, went, held, refused, siblings, notes }: Synced, out: Output): void {
  const memories = came.filter((path) => path.startsWith("memories/") || path.startsWith("quarantine/"));
  out.line(OUTCOMES[outcome]);
  if (outcome === "looked" && went > 0) out.line(`${counted(went, "file")} would be committed and sent.`);
  if (memories.length > 0)
    out.line(`${counted(memories.length, "memory file")} ${outcome === "looked" ? "would come" : "came"}:`);
  shown(
    memories.map((path) => `  ${clip(path, out.columns - 4)}`),
    out,
  );
  if (siblings.length > 0) {
    const text = `Two texts for one memory: both are kept, and ${siblings.length === 1 ? "one proposes" : "the others propose"} its words. Decide with: holdfast review`;
    for (const line of wrap(text, out.columns)) out.line(line);
  }
  shown(
    siblings.map((file) => `  ${clip(file, out.columns - 4)}`),
    out,
  );
  if (held.length > 0)
    out.line(out.paint("yellow", `${counted(held.length, "finding")} put into quarantine: holdfast review`));
  shown(
    held.map(({ file, check, rule }) => `  ${clip(`${file}: ${check}/${rule}`, out.columns - 4)}`),
    out,
  );
  if (refused.length > 0) out.line(out.paint("yellow", `${counted(refused.length, "file")} left out:`));
  shown(
    refused.map(({ path, why }) => `  ${clip(`${path}: ${why}`, out.columns - 4)}`),
    out,
  );
  for (const note of notes) for (const line of wrap(note, out.columns)) out.note(line);
}

function shown(lines: readonly string[], out: Output): void {
  for (const line of lines.slice(0, SHOWN)) out.line(line);
  if (lines.length > SHOWN) out.note(`  and ${lines.length - SHOWN} more (--json has all)`);
}

function counted(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}
