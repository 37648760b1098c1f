// The installers, put together: what an agent's settings need (hosts), how foreign files are edited (disk), what was
// done (state). Loaded by install, uninstall, init and doctor only.
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import type { EditPlan, FileEdit, Installer, Installers } from "../app/install.ts";
import { isRefusal, type Refusal, refuse } from "../core/errors.ts";
import {
  applyFileEdits,
  type EditRecord,
  planRestore,
  type FileEdit as RawEdit,
  readForeign,
} from "../disk/edit-files.ts";
import { editJsonBytes } from "../disk/json-edit.ts";
import { child, descend, parentOf } from "../disk/paths.ts";
import type { Places } from "../disk/places.ts";
import { findProgram } from "../disk/programs.ts";
import { removeTree } from "../disk/remove-tree.ts";
import * as claude from "../hosts/claude/setup.ts";
import { installHookCopy, removeHookCopy } from "../state/hook-copy.ts";
import { dropInstallRecord, readInstallRecord, writeInstallRecord } from "../state/install-records.ts";
import { appendNotice } from "../state/notices.ts";

const FIRST_WORDS = "Holdfast is connected. `holdfast why` tells what the agent was given.";

export function openInstallers(places: Places, now: Date): Installers {
  return {
    all: [claudeInstaller(places, now)],
    removeHookCopy: () => removeHookCopy(places.data),
    purge: () => [places.cache, places.state, places.config, places.data].filter(removeTree),
  };
}

function claudeInstaller(places: Places, now: Date): Installer {
  const settings = claude.settingsPath(process.env, homedir());
  const hookPath = descend(places.data, "hook.cjs");
  const planned = (direction: "install" | "uninstall"): EditPlan | Refusal => {
    const raw = direction === "install" ? installEdit(settings, hookPath) : uninstallEdit(places, settings, hookPath);
    return isRefusal(raw) ? raw : { kind: "edit-plan", edits: raw.map(readable), nothingToDo: raw.length === 0 };
  };
  return {
    agent: "claude",
    title: "Claude Code",
    found: () => {
      const program = findProgram("claude", process.env["PATH"]);
      if (program !== undefined) return { present: true, evidence: program };
      const folder = readForeign(settings);
      const present = !isRefusal(folder) && folder.bytes !== undefined;
      return { present, evidence: present ? settings : `no claude on PATH, no ${settings}` };
    },
    isInstalled: () => {
      const edits = installEdit(settings, hookPath);
      return !isRefusal(edits) && edits.length === 0;
    },
    planInstall: () => planned("install"),
    planUninstall: () => planned("uninstall"),
    apply: (_, direction) => {
      if (direction === "install") installHookCopy(places.data, bundledHook(), process.execPath);
      const edits =
        direction === "install" ? installEdit(settings, hookPath) : uninstallEdit(places, settings, hookPath);
      if (isRefusal(edits)) return edits;
      const records = applyFileEdits(edits);
      if (isRefusal(records)) return records;
      if (direction === "uninstall") dropInstallRecord(places.state, "claude");
      else if (records.length > 0) remember(places, records, now);
      return undefined;
    },
    prove: () => prove(hookPath),
  };
}

function remember(places: Places, records: readonly EditRecord[], now: Date): void {
  writeInstallRecord(places.state, "claude", records);
  appendNotice(places.state, FIRST_WORDS, now);
}

function installEdit(settings: string, hookPath: string): readonly RawEdit[] | Refusal {
  return editOf(settings, claude.planInstall({ hookPath }).edits);
}

function editOf(settings: string, edits: ReturnType<typeof claude.planInstall>["edits"]): readonly RawEdit[] | Refusal {
  const file = readForeign(settings);
  if (isRefusal(file)) return file;
  const after = editJsonBytes(file.bytes, edits);
  if (isRefusal(after)) return { ...after, message: `${settings}: ${after.message}` };
  return after === file.bytes ? [] : [{ path: settings, before: file.bytes, after }];
}

/** Byte for byte when nobody touched the file since; else only our entries go. */
function uninstallEdit(places: Places, settings: string, hookPath: string): readonly RawEdit[] | Refusal {
  const record = readInstallRecord(places.state, "claude").find((each) => each.path === settings);
  const file = readForeign(settings);
  if (isRefusal(file)) return file;
  const exact = record === undefined ? "changed" : planRestore(record, file.bytes);
  const { edits } = claude.planUninstall({ hookPath });
  if (exact === "changed") return editOf(settings, edits);
  // What was there before may itself hold an entry of ours, from an install whose record is lost.
  const after = editJsonBytes(exact.after, edits);
  return isRefusal(after) ? after : [{ ...exact, after }];
}

function readable(edit: RawEdit): FileEdit {
  const text = (bytes: Uint8Array | undefined): string | undefined =>
    bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  const file = readForeign(edit.path);
  const note = !isRefusal(file) && file.linked ? { note: `a link; ${file.target} is edited` } : {};
  return { path: edit.path, before: text(edit.before), after: text(edit.after), ...note };
}

/** The bundle beside this program. */
function bundledHook(): string {
  const here = parentOf(fileURLToPath(import.meta.url));
  return here.endsWith("chunks") ? child(parentOf(here), "hook.cjs") : child(here, "hook.cjs");
}

/** As the agent would run it: `node` from PATH, an event on stdin. An empty answer is right in an empty store. */
async function prove(hookPath: string): Promise<Refusal | undefined> {
  const event = {
    session_id: "install-check",
    hook_event_name: "SessionStart",
    source: "resume",
    cwd: "/",
    transcript_path: "",
  };
  const failed = (what: string): Refusal =>
    refuse(
      "agent-missing",
      `The hook was installed, but did not run: ${what}.`,
      "Is `node` on your PATH? Then: holdfast doctor",
    );
  return new Promise((resolve) => {
    const env = { ...process.env, HOLDFAST_OFF: "1" };
    const run = spawn("node", [hookPath, "--host", "claude"], {
      stdio: ["pipe", "pipe", "ignore"],
      timeout: 10_000,
      env,
    });
    let out = "";
    run.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString("utf8");
    });
    run.on("error", (error) => resolve(failed(error.message)));
    run.on("close", (code) =>
      resolve(code === 0 && out === "" ? undefined : failed(out === "" ? `it ended with ${code}` : out.slice(0, 200))),
    );
    run.stdin.on("error", () => undefined);
    run.stdin.end(JSON.stringify(event));
  });
}
