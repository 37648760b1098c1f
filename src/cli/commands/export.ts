// holdfast export

import { filesOf, readRules } from "../../compose/exporting.ts";
import { readAlreadyIn } from "../../recall/read-already.ts";
import type { OpenStores } from "../../store/context.ts";
import { resolveOrRaw } from "../../store/raw-plan.ts";
import { sha256Hex } from "../../text/digest.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { exportStore } from "../../transfer/export.ts";
import { type Rules, rulesFor } from "../../transfer/export-rules.ts";
import { besidesOurs, blockOf, driftOf, splice } from "../../transfer/rules-block.ts";
import { partyOf } from "../../trust/channels.ts";
import { dayOf } from "../../trust/transitions.ts";
import { textOf } from "../args.ts";
import { backupAround } from "../backup.ts";
import { EXIT } from "../exit.ts";
import { putExport, putFile, tellLeftOut } from "../export-file.ts";
import type { Output } from "../output.ts";
import { type Commands, type Ended, type Invocation, YES } from "../spec.ts";
import { clip, count } from "../tell.ts";

/** Where each kind of instruction file stands in a repository. */
const FORMS: Readonly<Record<string, string>> = {
  "agents-md": "AGENTS.md",
  "claude-md": "CLAUDE.md",
  copilot: ".github/copilot-instructions.md",
};
const BACKUP = "backup";
const SNAPSHOT = "snapshot";
const SHOWN = 20;

export const commands: Commands = {
  export: {
    usage:
      "holdfast export [backup|snapshot|agents-md|claude-md|copilot|AGENT-permissions|NAME] [--check] [--out FILE]",
    about: [
      "Without a word: everything, byte for byte, as one JSON document that only you can read.",
      "`backup` has your settings too and, if you give a passphrase, the device key; it comes back with: holdfast import backup FILE --apply.",
      "`snapshot` asks your organisation's hub for its store and signs what it answered, for machines without a network: holdfast mirror FILE. It counts for some days, for a machine that hears of no revocation.",
      "With the name of a memory, or of raw bytes in quarantine: that one file, byte for byte.",
      "With another: what is verified and belongs to this project, between two marker lines of AGENTS.md, CLAUDE.md or .github/copilot-instructions.md: its shared store, or without one what you keep about it; nothing about you or for everywhere, and no rule that the file has already. Nothing outside of the markers is touched. --check exits 1 and shows what differs.",
      "With claude-permissions, codex-permissions, gemini-permissions or copilot-permissions: the rules that you verified, as that agent's own permission rules, so that they hold without our hook. What it can't say is named, never said wider. Gemini CLI has one file for every project, Copilot CLI arguments only.",
    ],
    options: {
      check: { type: "boolean", help: "Compare only; for CI" },
      out: { type: "string", value: "FILE", help: "Write there instead" },
      in: { type: "string", value: "NAME", help: "Of an organisation, for a snapshot: org, team/NAME (default org)" },
      days: { type: "string", value: "N", help: "How long a snapshot counts, 1 to 31 (default 7)" },
      yes: YES,
    },
    names: [0, 1],
    scans: true,
    examples: [
      "holdfast export --out ~/memories.json",
      "holdfast export backup --out /media/usb/holdfast.json",
      "holdfast export snapshot --days 3 --out acme.snapshot",
      "holdfast export agents-md",
      "holdfast export claude-md --check",
      "holdfast export claude-permissions",
    ],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, names, options } = call;
  const [form] = names;
  if (options["check"] !== true && partyOf(bench.act.channel) !== "person") {
    const message = `\`holdfast export\` without --check is a person's act; this came through ${bench.act.channel}.`;
    return refuse("needs-person", message);
  }
  const isForm = form !== undefined && Object.hasOwn(FORMS, form);
  if (form?.endsWith("-permissions")) return (await import("../export-permissions.ts")).permissionsInto(call, form);
  if (!isForm && options["check"] === true) {
    return refuse("usage", "--check compares a file that an agent reads.", "holdfast export agents-md --check");
  }
  if (form === undefined) return wholeStore(call, (text) => text);
  if (isForm) return rulesInto(call, form);
  if (form === SNAPSHOT) return (await import("../export-snapshot.ts")).snapshotInto(call);
  if (form !== BACKUP) return oneFile(call, form);
  const around = await backupAround(call);
  return isRefusal(around) ? around : wholeStore(call, around);
}

async function wholeStore(
  { bench, out, names, options }: Invocation,
  around: (text: string) => string,
): Promise<Ended> {
  const open = bench.storeOf("personal");
  const made = exportStore(open, filesOf(open), bench.act);
  if (made.kind === "refusal") return made;
  const text = around(made.text);
  const word = names[0] === BACKUP ? "holdfast-backup" : "holdfast";
  const path = textOf(options, "out") ?? `${word}-${dayOf(bench.act.now)}.json`;
  for (const secret of made.secrets.slice(0, SHOWN))
    out.note(`  ${out.paint("yellow", "secret")}  ${clip(secret, out.columns - 10)}`);
  if (made.secrets.length > 0) out.note("  What looks like a secret there will be in the export too.");
  for (const { path: refused, reason } of made.refused)
    out.note(`  ${out.paint("yellow", "left out")}  ${refused}: ${reason}`);
  const written = await putFile({ bench, options }, path, Buffer.from(text));
  if (written === "kept") {
    out.note("Nothing was written.");
    return EXIT.findings;
  }
  if (isRefusal(written)) return written;
  const { files, memories, secrets, refused } = made;
  if (out.options.json) out.json({ outcome: "exported", path, files, memories, secrets, refused });
  out.note(
    `${out.paint("green", "exported")}  ${count(memories, "memory", "memories")} in ${files} files, to ${clip(path, 40)}`,
  );
  out.note("          Readable by you alone. Raw copies of secrets are no part of it.");
  return refused.length === 0 ? EXIT.done : EXIT.findings;
}

/** One file of a store, byte for byte, whether or not anybody can read it. */
async function oneFile({ bench, out, options }: Invocation, name: string): Promise<Ended> {
  const found = fileNamed(bench.stores(), name);
  if (isRefusal(found)) return found;
  const path = textOf(options, "out") ?? found.name;
  const written = await putFile({ bench, options }, path, found.bytes);
  if (written === "kept") {
    out.note("Nothing was written.");
    return EXIT.findings;
  }
  if (isRefusal(written)) return written;
  const sha256 = sha256Hex(found.bytes);
  if (out.options.json) out.json({ outcome: "exported", path, size: found.bytes.length, sha256 });
  out.note(`${out.paint("green", "exported")}  ${count(found.bytes.length, "byte", "bytes")}, to ${clip(path, 60)}`);
  out.note("          Readable by you alone.");
  return EXIT.done;
}

function fileNamed(stores: OpenStores, name: string): { readonly name: string; readonly bytes: Uint8Array } | Refusal {
  const found = resolveOrRaw(stores, name);
  if (found.kind === "found") return { name: found.memory.stored.file, bytes: found.memory.stored.bytes };
  if (found.kind === "found-broken") {
    const { spot, reason, stored } = found.broken;
    if (stored !== undefined) return { name: stored.file, bytes: stored.bytes };
    return refuse("unsafe-path", `${spot.place}/${spot.file} is not opened: ${reason}`, "Look at it by hand.");
  }
  if (found.kind === "found-raw") return { name: found.raw.name, bytes: found.raw.bytes };
  if (found.code !== "not-found") return found;
  const known = [...Object.keys(FORMS), BACKUP, SNAPSHOT].join(", ");
  const message = `There is no export "${name}": expected ${known}, the name of a file, or none for the whole store.`;
  return refuse("usage", message, "holdfast export --help");
}

async function rulesInto(call: Invocation, form: string): Promise<Ended> {
  const { bench, out, options } = call;
  const { project } = bench;
  const asked = textOf(options, "out");
  if (project === undefined && asked === undefined) {
    const message = "An instruction file belongs to a repository; there is none here.";
    return refuse("usage", message, `cd into it, or: holdfast export ${form} --out FILE`);
  }
  const path = asked ?? `${project?.root}/${FORMS[form]}`;
  const before = readRules(path, asked === undefined ? project?.root : undefined);
  if (isRefusal(before)) return before;
  const isSaid = readAlreadyIn([besidesOurs(before ?? "")]);
  const found = rulesFor(bench.stores(), { project, isSaid }, bench.act);
  const block = blockOf(found.rules);
  const spliced = splice(before, block);
  if (spliced.kind === "damaged") {
    const message = `The marker lines of ${path} don't pair up (line ${spliced.lines.join(", ")}); it was not touched.`;
    return refuse("unreadable", message, "Remove the lines with holdfast:begin and holdfast:end.");
  }
  tellLeftOut(out, found);
  const { rules, ...others } = found;
  tellOthers(out, found);
  const drift = driftOf(before, block);
  const told = { ...others, ...drift };
  return putExport(call, { path, before, after: spliced.text, rules: rules.length, told, drift, form });
}

/** What is verified, or says so, and is not written. */
function tellOthers(out: Output, { own, said, untrusted }: Rules): void {
  if (own > 0)
    out.note(`  ${count(own, "memory", "memories")} of your own, or for everywhere, stay out of a team's file.`);
  if (said > 0) out.note(`  ${count(said, "rule stands", "rules stand")} there in other lines already.`);
  if (untrusted > 0)
    out.note(`  ${count(untrusted, "memory says", "memories say")} verified, by nobody you trust: holdfast trust`);
}
