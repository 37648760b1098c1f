// Our plugin, in opencode's own process: its functions become events of the hook, and the hook's answers what opencode can
// take (AGT-31). Memory never breaks the session (AGT-3): each function swallows and logs whatever goes wrong, and only the
// guard throws, which is how opencode is told no. Where the hook does not answer at all the guard fails closed, and only for
// calls that name a store (AGT-4): it can't tell more by itself.
import { ask as askHook, type HookAnswer } from "./ask.ts";
import type { Hooks, Input, OpencodeConfig, Part } from "./opencode.ts";

/** Where `install` put our files, and the store; the installed file begins with them. */
export interface OpencodePlaces {
  readonly hook: string;
  readonly store: string;
  /** For both of ours: where all of it is, whatever variables opencode was started with. */
  readonly args: readonly string[];
  /** What opencode's own rules deny (AGT-24), each as the end of a path. */
  readonly deny: { readonly edit: readonly string[]; readonly read: readonly string[] };
  /** Absent where there is no MCP server. */
  readonly server?: string;
}

/** opencode's own tools that neither change nor show a file. Every other one is asked about, whatever its name (AGT-20, RUL-2). */
const UNASKED: ReadonlySet<string> = new Set(["glob", "list", "todowrite", "todoread"]);
/** Asked about for rules alone: without an answer they go on. */
const READERS: ReadonlySet<string> = new Set(["read", "grep", "webfetch"]);
const UNANSWERED =
  "Holdfast's guard did not answer, so nothing that names its store may run. Ask the user to run `holdfast doctor`.";

export function hooksFor(places: OpencodePlaces, { directory, client }: Input, ask: typeof askHook = askHook): Hooks {
  /** What each session was told at its start: opencode asks for every request and keeps nothing of it. */
  const starts = new Map<string, Promise<string>>();
  /** Sessions that did not begin by being resumed. */
  const sources = new Map<string, "startup" | "compact">();
  /** What is to be said with a call's result, for there is no way to say it before. */
  const reminders = new Map<string, string>();

  const log = (message: string): void =>
    quietly(() => client.app.log({ body: { service: "holdfast", level: "warn", message } }));
  const event = async (hook_event_name: string, session: string, more: object): Promise<HookAnswer> => {
    const heard = await ask(places, { hook_event_name, session_id: session, cwd: directory, ...more }).catch(
      (error: unknown): HookAnswer => ({ kind: "none", why: String(error) }),
    );
    if (heard.kind === "none") log(`${hook_event_name}: the hook stayed silent: ${heard.why}`);
    // For the person, never for the model (AGT-12).
    const message = heard.kind === "answer" ? heard.message : undefined;
    if (message !== undefined) quietly(() => client.tui.showToast({ body: { message, variant: "info" } }));
    return heard;
  };
  const started = (session: string): Promise<string> => {
    const source = sources.get(session) ?? "resume";
    const told = starts.get(session) ?? event("SessionStart", session, { source }).then(contextOf);
    starts.set(session, told);
    return told;
  };
  /** Whatever opencode gives it, of whatever shape. */
  const unharmed =
    <Given extends readonly unknown[]>(act: (...given: Given) => Promise<void> | void) =>
    async (...given: Given): Promise<void> => {
      try {
        await act(...given);
      } catch (error) {
        log(String(error));
      }
    };

  return {
    config: unharmed((config) => {
      addServer(config, places);
      addRules(config, places);
    }),
    event: unharmed(({ event: { type, properties } }) => {
      const session = properties?.sessionID ?? properties?.info?.id;
      if (session === undefined) return;
      if (type === "session.created") sources.set(session, "startup");
      if (type === "session.compacted") sources.set(session, "compact");
      if (type === "session.compacted" || type === "session.deleted") starts.delete(session);
      if (type === "session.deleted") sources.delete(session);
    }),
    "experimental.chat.system.transform": unharmed(async ({ sessionID }, { system }) => {
      const text = sessionID === undefined ? "" : await started(sessionID);
      if (text !== "") system.push(text);
    }),
    "chat.message": unharmed(async ({ sessionID }, { message, parts }) => {
      const prompt = parts.flatMap(typed).join("\n");
      if (prompt.trim() === "") return;
      // The start first: what it told is not told again.
      await started(sessionID);
      const text = contextOf(await event("UserPromptSubmit", sessionID, { prompt }));
      if (text !== "") parts.push(partOf(text, sessionID, message.id));
    }),
    "tool.execute.before": async (call, output) => {
      if (UNASKED.has(call?.tool)) return;
      const args: unknown = output?.args;
      const heard = await event("PreToolUse", call?.sessionID, { tool_name: call?.tool, tool_input: args ?? {} });
      if (heard.kind === "answer" && heard.deny !== undefined) throw new Error(heard.deny);
      if (heard.kind === "none" && !READERS.has(call?.tool) && namesStore(args, places.store))
        throw new Error(UNANSWERED);
      const text = contextOf(heard);
      if (text !== "" && call.callID !== undefined) reminders.set(call.callID, text);
    },
    "tool.execute.after": unharmed(({ callID = "" }, result) => {
      const text = reminders.get(callID);
      reminders.delete(callID);
      if (text === undefined) return;
      if (typeof result.output === "string") result.output += `\n\n${text}`;
      else result.content?.push({ type: "text", text });
    }),
  };
}

/** The person's own entry of this name stays, such as one that is switched off. */
function addServer(config: OpencodeConfig, { server, args }: OpencodePlaces): void {
  if (server === undefined) return;
  config.mcp ??= {};
  config.mcp["holdfast"] ??= { type: "local", command: ["node", server, ...args], enabled: true };
}

/** Behind the person's own, for the last rule that fits counts. opencode asks them of paths as seen from the project. */
function addRules(config: OpencodeConfig, { deny }: OpencodePlaces): void {
  const now = rulesIn(config.permission);
  const denied = (ends: readonly string[]): [string, string][] =>
    ends.flatMap((end): [string, string][] => [end, `*/${end}`].map((pattern) => [pattern, "deny"]));
  const added = Object.entries(deny).map(([tool, ends]): [string, object] => [
    tool,
    { ...rulesIn(now[tool]), ...Object.fromEntries(denied(ends)) },
  ]);
  config.permission = { ...now, ...Object.fromEntries(added) };
}

/** One word stands for all. */
function rulesIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "string" ? { "*": value } : ((value ?? {}) as Readonly<Record<string, unknown>>);
}

function contextOf(heard: HookAnswer): string {
  return heard.kind === "answer" ? (heard.context ?? "") : "";
}

/** What the person typed; what opencode or a plugin added is `synthetic`. */
function typed({ type, text, synthetic }: Part): readonly string[] {
  return type === "text" && synthetic !== true && text !== undefined ? [text] : [];
}

/** opencode sorts parts by id: its own go on with a number in hexadecimal digits, so this one stands behind them. */
function partOf(text: string, sessionID: string, messageID: string): Part {
  const id = `prt_holdfast${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  return { id, sessionID, messageID, type: "text", text, synthetic: true };
}

/** By the usual name or its own: all that can be said without the hook. */
function namesStore(args: unknown, store: string): boolean {
  const raw = JSON.stringify(args) ?? "";
  return [".holdfast", JSON.stringify(store).slice(1, -1)].some((name) => raw.includes(name));
}

/** A remark that can't be made is left unsaid. */
function quietly(say: () => unknown): void {
  try {
    Promise.resolve(say()).catch(() => undefined);
  } catch {
    // as above
  }
}
