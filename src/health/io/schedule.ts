// A person's scheduler: its files or its table, and the program that reads them. Only a person's yes leads here.
import { spawnSync } from "node:child_process";
import { applyFileEdits, type FileEdit, readForeign } from "../../disk/edit-files.ts";
import { child } from "../../disk/paths.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { isOurs, type ScheduledFile, type SchedulerName, withOurLine, withoutOurLine } from "../schedule.ts";

export interface Scheduler {
  readonly name: SchedulerName;
  /** Where the files go; of cron there is none. */
  readonly folder: string;
  readonly files: readonly ScheduledFile[];
}

/** True: it was done; false: it was so already. */
export type Changed = boolean | Refusal;

export function install({ name, folder, files }: Scheduler): Changed {
  if (name === "cron") return changeTable((table) => withOurLine(table, files[0]?.text ?? ""));
  const edits = editsFor(folder, files, ({ text }) => Buffer.from(text));
  if (isRefusal(edits) || edits.length === 0) return isRefusal(edits) ? edits : false;
  const problem = edited(edits);
  if (problem !== undefined) return problem;
  // What was loaded before the file changed; mostly there is nothing.
  for (const command of COMMANDS[name].replaced(folder)) run(command);
  return started(COMMANDS[name].install(folder)) ?? true;
}

export function remove({ name, folder, files }: Scheduler): Changed {
  if (name === "cron") return changeTable(withoutOurLine);
  const edits = editsFor(folder, files, () => undefined);
  if (isRefusal(edits) || edits.length === 0) return isRefusal(edits) ? edits : false;
  // It may have been switched off by hand; the files go all the same.
  for (const command of COMMANDS[name].stop(folder)) run(command);
  return edited(edits) ?? started(COMMANDS[name].removed) ?? true;
}

type Command = readonly string[];

interface Starting {
  replaced(folder: string): readonly Command[];
  install(folder: string): readonly Command[];
  stop(folder: string): readonly Command[];
  readonly removed: readonly Command[];
}

const LAUNCHCTL = "/bin/launchctl";
const PLIST = "dev.holdfast.audit.plist";
const RELOAD: Command = ["systemctl", "--user", "daemon-reload"];
const COMMANDS: Readonly<Record<Exclude<SchedulerName, "cron">, Starting>> = {
  systemd: {
    replaced: () => [],
    install: () => [RELOAD, ["systemctl", "--user", "enable", "--now", "holdfast-audit.timer"]],
    stop: () => [["systemctl", "--user", "disable", "--now", "holdfast-audit.timer"]],
    removed: [RELOAD],
  },
  // By its place in macOS, whatever PATH says. -w also undoes a switching off by hand.
  launchd: {
    replaced: (folder) => [[LAUNCHCTL, "unload", child(folder, PLIST)]],
    install: (folder) => [[LAUNCHCTL, "load", "-w", child(folder, PLIST)]],
    stop: (folder) => [[LAUNCHCTL, "unload", "-w", child(folder, PLIST)]],
    removed: [],
  },
};

/** Only what is not so yet; a file of that name which is not ours is nobody's to change. */
function editsFor(
  folder: string,
  files: readonly ScheduledFile[],
  after: (file: ScheduledFile) => Uint8Array | undefined,
): readonly FileEdit[] | Refusal {
  const edits: FileEdit[] = [];
  for (const file of files) {
    const path = child(folder, file.name);
    const there = readForeign(path);
    if (isRefusal(there)) return there;
    const { bytes: before } = there;
    if (before !== undefined && !isOurs(Buffer.from(before).toString("utf8")))
      return refuse(
        "exists",
        `${path} was not made by holdfast; nothing was changed.`,
        "Move it away, then try again.",
      );
    const wanted = after(file);
    const same =
      wanted === undefined ? before === undefined : before !== undefined && Buffer.from(before).equals(wanted);
    if (!same) edits.push({ path, before, after: wanted });
  }
  return edits;
}

function edited(edits: readonly FileEdit[]): Refusal | undefined {
  const done = applyFileEdits(edits);
  return isRefusal(done) ? done : undefined;
}

/** The files stay where the scheduler can't be reached: it reads them at the next login, and the command is told. */
function started(commands: readonly Command[]): Refusal | undefined {
  for (const command of commands) {
    const problem = run(command);
    if (problem !== undefined) return refuse("io", `The files are in place, but ${problem}`, command.join(" "));
  }
  return undefined;
}

function run([program = "", ...args]: Command): string | undefined {
  const { error, status, stderr } = spawnSync(program, args, { encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] });
  if (error !== undefined) return `${program} could not be started.`;
  return status === 0 ? undefined : `${program} said: ${stderr.trim()}`;
}

function changeTable(change: (table: string) => string): Changed {
  const listed = spawnSync("crontab", ["-l"], { encoding: "utf8" });
  if (listed.error !== undefined) return refuse("not-found", "There is no crontab program here.", "holdfast schedule");
  // A person without a table: the program says so with an error.
  const isNone = listed.status !== 0 && /no crontab/i.test(listed.stderr);
  if (listed.status !== 0 && !isNone) return refuse("io", `crontab said: ${listed.stderr.trim()}`, "crontab -l");
  const before = isNone ? "" : listed.stdout;
  const after = change(before);
  if (after === before) return false;
  const args = after === "" ? ["-r"] : ["-"];
  const written = spawnSync("crontab", args, { encoding: "utf8", input: after });
  return written.status === 0 ? true : refuse("io", `crontab said: ${written.stderr.trim()}`, "crontab -l");
}
