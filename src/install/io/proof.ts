// The proof that an installed hook works (AGT-30).
import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { removeTree } from "../../disk/folder.ts";
import { child, descend } from "../../disk/paths.ts";
import { type Places, placeArguments } from "../../disk/places.ts";
import type { Host } from "../../hosts/host.ts";
import { parseLine } from "../../hosts/json-line.ts";
import type { OurPlaces } from "../../hosts/setup.ts";
import { takeNotices } from "../../recall/io/notices.ts";
import { takeSyncStart } from "../../sync/io/record.ts";
import { type Refusal, refuse } from "../../text/errors.ts";

/**
 * As the agent would run it: `node`, or what was chosen, from PATH, an event on stdin. State is a folder of this run alone, so that neither
 * the person's notices nor their receipts are touched, and a pause does not pass for silence.
 */
export async function prove(
  { name, wire }: Host,
  { hookPath, program = "node" }: Pick<OurPlaces, "hookPath" | "program">,
  places: Places,
): Promise<Refusal | undefined> {
  const folder = realpathSync(mkdtempSync(child(tmpdir(), "holdfast-proof-")));
  const state = descend(folder, "holdfast");
  try {
    // As if a sync had just begun: it would go on, and write there, after this folder is gone.
    takeSyncStart(state, new Date());
    const args = [hookPath, "--host", name, ...placeArguments({ ...places, state }, homedir())];
    const failure = await runHook(program, args, wire);
    if (failure !== undefined) {
      const message = `The hook was installed, but did not run: ${failure}.`;
      return refuse("agent-missing", message, `Is \`${program}\` on your PATH? Then: holdfast doctor`);
    }
    const notices = takeNotices(state).map(({ text }) => text);
    if (notices.length === 0) return undefined;
    return refuse("io", "The hook was installed and runs, but could not do its work.", "holdfast doctor", notices);
  } finally {
    removeTree(folder);
  }
}

/** What went wrong, if anything did. */
function runHook(program: string, args: readonly string[], { bare }: Host["wire"]): Promise<string | undefined> {
  const event = {
    session_id: "install-check",
    hook_event_name: "SessionStart",
    source: "resume",
    cwd: "/",
    transcript_path: "",
  };
  return new Promise((resolve) => {
    const run = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"], timeout: 10_000 });
    const out: Buffer[] = [];
    run.stdout.on("data", (chunk: Buffer) => void out.push(chunk));
    run.on("error", (error) => resolve(error.message));
    run.on("close", (code, signal) => {
      const text = Buffer.concat(out).toString("utf8");
      if (code !== 0) resolve(`it ended with ${code ?? signal}`);
      // Nothing is right where there is nothing to say; else it is one JSON object.
      else
        resolve(
          text === "" || bare === true || parseLine(text) !== undefined
            ? undefined
            : `it answered ${JSON.stringify(text.slice(0, 200))}`,
        );
    });
    run.stdin.on("error", () => undefined);
    run.stdin.end(JSON.stringify(event));
  });
}
