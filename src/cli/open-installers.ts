// The installers, put together: what an agent's settings need (hosts), how foreign files are edited (disk), what was
// done (state). Loaded by install, uninstall, init and doctor only.
import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
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
import { type Places, placesFrom } from "../disk/places.ts";
import { findProgram } from "../disk/programs.ts";
import { removeTree } from "../disk/remove-tree.ts";
import * as claude from "../hosts/claude/setup.ts";
import { installHookCopy, removeHookCopy } from "../state/hook-copy.ts";
import { dropInstallRecord, readInstallRecord, writeInstallRecord } from "../state/install-records.ts";
import { appendNotice, takeNotices } from "../state/notices.ts";

const FIRST_WORDS = "Holdfast is connected. `holdfast why` tells what the agent was given.";

export function openInstallers(places: Places, now: Date, bundle: string = bundledHook()): Installers {
  return {
    all: [claudeInstaller(places, now, bundle)],
    removeHookCopy: () => removeHookCopy(places.data),
    purge: () => [places.cache, places.state, places.config, places.data].filter(removeTree),
  };
}

function claudeInstaller(places: Places, now: Date, bundle: string): Installer {
  const settings = claude.settingsPath(process.env, homedir());
  const hookPath = descend(places.data, "hook.cjs");
  const planned = (direction: "install" | "uninstall"): EditPlan | Refusal => {
    const raw = direction === "install" ? installEdit(settings, hookPath) : uninstallEdit(places, settings, hookPath);
    return isRefusal(raw) ? raw : { kind: "edit-plan", edits: raw.map(noted), nothingToDo: raw.length === 0 };
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
    apply: ({ edits }, direction) => {
      if (direction === "install") installHookCopy(places.data, bundle, process.execPath);
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
  return isRefusal(after) ? editOf(settings, edits) : [{ ...exact, after }];
}

function noted(edit: RawEdit): FileEdit {
  const file = readForeign(edit.path);
  return !isRefusal(file) && file.linked ? { ...edit, note: `a link; ${file.target} is edited` } : edit;
}

/** The bundle beside this program. */
function bundledHook(): string {
  const here = parentOf(fileURLToPath(import.meta.url));
  return here.endsWith("chunks") ? child(parentOf(here), "hook.cjs") : child(here, "hook.cjs");
}

/**
 * As the agent would run it: `node` from PATH, an event on stdin. State is a folder of this run alone, so that neither
 * the person's notices nor their receipts are touched, and a pause or HOLDFAST_OFF does not pass for silence.
 */
async function prove(hookPath: string): Promise<Refusal | undefined> {
  const state = realpathSync(mkdtempSync(child(tmpdir(), "holdfast-proof-")));
  try {
    const env: NodeJS.ProcessEnv = { ...process.env, XDG_STATE_HOME: state };
    delete env["HOLDFAST_OFF"];
    const failure = await runHook(hookPath, env);
    if (failure !== undefined) {
      const message = `The hook was installed, but did not run: ${failure}.`;
      return refuse("agent-missing", message, "Is `node` on your PATH? Then: holdfast doctor");
    }
    const notices = takeNotices(placesFrom(env, homedir()).state).map(({ text }) => text);
    if (notices.length === 0) return undefined;
    return refuse("io", "The hook was installed and runs, but could not do its work.", "holdfast doctor", notices);
  } finally {
    removeTree(state);
  }
}

/** What went wrong, if anything did. */
function runHook(hookPath: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const event = {
    session_id: "install-check",
    hook_event_name: "SessionStart",
    source: "resume",
    cwd: "/",
    transcript_path: "",
  };
  return new Promise((resolve) => {
    const run = spawn("node", [hookPath, "--host", "claude"], {
      stdio: ["pipe", "pipe", "ignore"],
      timeout: 10_000,
      env,
    });
    const out: Buffer[] = [];
    run.stdout.on("data", (chunk: Buffer) => void out.push(chunk));
    run.on("error", (error) => resolve(error.message));
    run.on("close", (code, signal) => {
      const text = Buffer.concat(out).toString("utf8");
      if (code !== 0) resolve(`it ended with ${code ?? signal}`);
      else resolve(isAnswer(text) ? undefined : `it answered ${JSON.stringify(text.slice(0, 200))}`);
    });
    run.stdin.on("error", () => undefined);
    run.stdin.end(JSON.stringify(event));
  });
}

/** Nothing, which is right where there is nothing to say, or one JSON object. */
function isAnswer(text: string): boolean {
  if (text === "") return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false; // no JSON: no answer
  }
}
