// One event to the hook, one answer back. opencode runs plugins in its own process, which is not Node, so whatever memory
// does stays in the hook (AGT-1): it is started in exec form, and what goes wrong is a value, never a fault (AGT-3).
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

export type HookAnswer =
  | { readonly kind: "answer"; readonly context?: string; readonly message?: string; readonly deny?: string }
  /** The hook could not start, did not end in time, or said something that is no answer. */
  | { readonly kind: "none"; readonly why: string };

/** The hook ends itself after 1 s (AGT-3); this is for one that can't. The same as in other agents' settings. */
const LIMIT_MS = 5000;
const LARGEST = 1024 * 1024;
/** The hook reads no more, and says nothing then; characters are at most three bytes each. */
const LARGEST_EVENT = 5 * 1024 * 1024;

/** What is started, and the arguments that say where ours is. */
export interface AskedHook {
  readonly hook: string;
  readonly args: readonly string[];
}

export async function ask(at: AskedHook, event: object, limit: number = LIMIT_MS): Promise<HookAnswer> {
  const text = JSON.stringify(event);
  if (text.length > LARGEST_EVENT) return { kind: "none", why: "the event is too large" };
  const heard = await run("node", at, text, limit);
  if (heard.kind !== "none" || !heard.why.includes("ENOENT")) return heard;
  // An opencode that was not started from a shell may have no `node` on its PATH: then the one that ran `install`.
  const node = recordedNode(at.hook);
  return node === undefined ? heard : run(node, at, text, limit);
}

function run(node: string, { hook, args }: AskedHook, text: string, limit: number): Promise<HookAnswer> {
  return new Promise((done) => {
    const none = (why: string): void => done({ kind: "none", why });
    try {
      // In our own folder, not in the project: there a PATH with a relative entry, or Windows, would find the project's `node`.
      const cwd = hook.replace(/[\\/][^\\/]*$/, "");
      const child = spawn(node, [hook, "--host", "opencode", ...args], { cwd, stdio: ["pipe", "pipe", "ignore"] });
      const timer = setTimeout(() => {
        child.kill("SIGKILL");
        none(`it did not answer within ${limit} ms`);
      }, limit);
      let out = "";
      child.stdout.setEncoding("utf8");
      child.stdout.on("data", (piece: string) => {
        if (out.length < LARGEST) out += piece;
      });
      child.on("error", (error) => {
        clearTimeout(timer);
        none(error.message);
      });
      child.on("close", (code) => {
        clearTimeout(timer);
        if (code === 0) done(heardIn(out));
        else none(`it ended with ${code}`);
      });
      // A hook that has ended already reads nothing more; how it ended is what counts.
      child.stdin.on("error", () => undefined);
      child.stdin.end(text);
    } catch (error) {
      none(String(error));
    }
  });
}

function heardIn(out: string): HookAnswer {
  if (out === "") return { kind: "answer" };
  try {
    const said: unknown = JSON.parse(out);
    if (typeof said !== "object" || said === null || Array.isArray(said)) return { kind: "none", why: "no answer" };
    const texts = Object.entries(said).filter(([, text]) => typeof text === "string" && text !== "");
    return { ...Object.fromEntries(texts), kind: "answer" };
  } catch {
    return { kind: "none", why: "what it said is no JSON" };
  }
}

/** `install` wrote it beside the hook. */
function recordedNode(hook: string): string | undefined {
  try {
    const { node }: { node?: unknown } = JSON.parse(readFileSync(hook.replace(/[^\\/]*$/, "runtime.json"), "utf8"));
    return typeof node === "string" ? node : undefined;
  } catch {
    return undefined; // no record: the first failure is told
  }
}
