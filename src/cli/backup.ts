// `holdfast export backup`, and what `holdfast import` brings back: an export of ours, or a backup (SUR-10). The key of a device
// is a person's to take along: it is asked for, and never leaves this machine but under a passphrase.
import { fingerprintOf } from "../attest/devices.ts";
import { filesOf, openBackup, readExportFile } from "../compose/exporting.ts";
import { wordsToType } from "../review/typed-word.ts";
import { titleOf } from "../store/devices.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { type Backup, parseBackup, renderBackup } from "../transfer/backup-document.ts";
import { planRestoreExport, type RestoredFile, restoreExport } from "../transfer/export.ts";
import { partyOf } from "../trust/channels.ts";
import { EXIT } from "./exit.ts";
import type { Ended, Invocation } from "./spec.ts";
import { clip, count } from "./tell.ts";
import { keyShown, type Shown, unlessTyped } from "./typed-yes.ts";

const SHORTEST = 8;

/** Puts the rest around an export. */
export async function backupAround({ bench, out }: Invocation): Promise<((store: string) => string) | Refusal> {
  const tools = openBackup(bench.here);
  const first = await bench.secret("Passphrase for the device key (Enter leaves the key out):");
  if (first !== "" && first.length < SHORTEST)
    return refuse("usage", `A passphrase has at least ${SHORTEST} characters; nothing was written.`);
  if (first !== "" && (await bench.secret("The same again:")) !== first)
    return refuse("usage", "The two are not the same; nothing was written.");
  const key = first === "" ? null : tools.sealedKey(first);
  if (key === null) out.note("The device key is not in it: another machine starts with one of its own.");
  return (store) => renderBackup({ ...tools.parts(), store, key });
}

const SHOWN = 20;
const WORDS: Readonly<Record<RestoredFile["outcome"], string>> = {
  added: "added",
  same: "the same",
  differs: "stands with another text",
  forgotten: "was forgotten here",
};

/** `file` is what stands behind the source word; without `execute` nothing is changed. */
export async function runRestoreExport(call: Invocation, file: string, execute: boolean): Promise<Ended> {
  const text = readExportFile(file);
  return isRefusal(text) ? text : restoreText(call, text, execute);
}

async function restoreText(call: Invocation, text: string, execute: boolean): Promise<Ended> {
  const { bench, out } = call;
  const open = bench.storeOf("personal");
  const to = filesOf(open);
  const plan = planRestoreExport(open, to, text, bench.act);
  if (plan.kind === "refusal") return plan;
  const kept = plan.files.filter(({ outcome }) => outcome === "differs" || outcome === "forgotten");
  // What was said about a forgotten memory goes without saying.
  const told = kept.filter(({ path, outcome }) => outcome !== "forgotten" || !path.startsWith("attest/"));
  for (const { path, outcome } of told.slice(0, SHOWN))
    out.note(`  ${out.paint("yellow", "kept out")}  ${clip(path, 44).padEnd(44)}  ${WORDS[outcome]}`);
  for (const path of plan.secrets.slice(0, SHOWN)) out.note(`  ${out.paint("yellow", "secret")}    ${clip(path, 60)}`);
  out.note(
    `  ${count(plan.adding.length, "file", "files")} to add, ${plan.files.length - plan.adding.length - kept.length} are there already`,
  );
  if (!execute) {
    if (out.options.json) out.json({ outcome: "planned", files: plan.files, secrets: plan.secrets });
    out.note("Nothing was changed.");
    return kept.length === 0 ? EXIT.done : EXIT.findings;
  }
  const isIdle = plan.adding.length === 0 && plan.marker === undefined;
  const stopped = isIdle ? undefined : await unlessTyped(call, [filesShown(plan.adding.map(({ path }) => path))]);
  if (stopped !== undefined) return stopped;
  const done = isIdle ? plan.files : await restoreExport(open, to, plan);
  if (isRefusal(done)) return done;
  if (out.options.json) out.json({ outcome: "restored", files: done, secrets: plan.secrets });
  out.note(
    `${out.paint("green", "restored")}  ${count(done.filter(({ outcome }) => outcome === "added").length, "file", "files")}`,
  );
  return kept.length === 0 ? EXIT.done : EXIT.findings;
}

/** What stands in them as verified by a key that counts here is verified again. */
function filesShown(paths: readonly string[]): Shown {
  const memories = paths.filter((path) => !path.startsWith("attest/"));
  const lines = memories.length === 0 ? ["Statements about memories that are here."] : memories;
  return { title: "Bring back, as they were signed:", lines, words: wordsToType(lines.join("\n")) };
}

export async function runRestoreBackup(call: Invocation, file: string, execute: boolean): Promise<Ended> {
  const { bench, out } = call;
  if (partyOf(bench.act.channel) !== "person") {
    const message = `Bringing back a backup is a person's act; this came through ${bench.act.channel}.`;
    return refuse("needs-person", message);
  }
  const text = readExportFile(file);
  if (isRefusal(text)) return text;
  const backup = parseBackup(text);
  if (backup === undefined) return refuse("unreadable", "This is no backup of ours.");
  const exit = await restoreText(call, backup.store, execute);
  if (!execute || (exit !== EXIT.done && exit !== EXIT.findings)) return exit;
  const tools = openBackup(bench.here);
  if (backup.config !== null) out.note(`settings: ${TOLD[tools.putConfig(backup.config)]}`);
  if (backup.signers !== null) await takeSigners(call, backup.signers);
  return await takeKey(call, backup, exit);
}

const TOLD = { same: "are as they were", put: "brought back", kept: "kept as they stand here" } as const;

/** A backup is signed by nobody, and one that somebody made up trusts whom they like: whose word counts is asked (SYN-31). */
export async function takeSigners({ bench, out }: Pick<Invocation, "bench" | "out">, text: string): Promise<void> {
  const tools = openBackup(bench.here);
  const named = tools.newSigners(text);
  if (named.length > 0) {
    out.line("The backup names whose word counted where it was made.");
    const shown = named.map((each) => keyShown(`Let count here too: ${titleOf(each)}`, fingerprintOf(each.key)));
    if ((await unlessTyped({ bench }, shown)) !== undefined) {
      out.note("trusted signers: left out; one by one: holdfast trust");
      return;
    }
  }
  out.note(`trusted signers: ${TOLD[tools.putSigners(text)]}`);
}

/** The passkey goes with the key: it says what counts of this device's words and of no other's. */
async function takeKey({ bench, out }: Invocation, { key, presence }: Backup, exit: Ended): Promise<Ended> {
  if (key === null) return exit;
  const title = "It has a device key. Let this machine be that device from now on:";
  const lines = ["All that this key ever signed counts here, and what it signs elsewhere."];
  if ((await unlessTyped({ bench }, [{ title, lines, words: wordsToType(title) }])) !== undefined) return exit;
  const tools = openBackup(bench.here);
  const device = tools.putDeviceKey(key, await bench.secret("Its passphrase:"));
  if (device === undefined) return refuse("not-allowed", "The passphrase is another one, or the file was changed.");
  out.line(`This machine is the device ${device}. If the other one still runs, the next sync gives one a new id.`);
  if (presence !== null)
    out.note(`passkey: ${tools.putPresence(presence) === "kept" ? "kept as it stands here" : "brought back"}`);
  return exit;
}
