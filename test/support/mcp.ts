// Speaking to the MCP server in raw frames, in either era of the protocol: over a transport in this process, or over the
// stdio of a real one. Nothing of the SDK stands on this side.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { callsFrom, type McpCalls } from "../../src/compose/mcp.ts";
import { makeServer } from "../../src/mcp/server.ts";
import { entryArguments } from "./hook-run.ts";
import { scrubbed } from "./scrubbed.ts";
import { rootOf } from "./store-box.ts";

export type Era = "modern" | "legacy";
export type Params = Readonly<Record<string, unknown>>;

export interface Reply {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface Line {
  /** One request and its answer. */
  ask(method: string, params?: Params): Promise<Reply>;
  /** A frame as it is, well formed or not; in this process it must be an object. */
  send(frame: unknown): void;
  close(): Promise<void>;
}

export interface ToolReply {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export const MODERN = "2026-07-28";
export const LEGACY = "2025-11-25";
const WAIT_MS = 20_000;

const META = {
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The environment of a box: no variable of this machine's user. */
export function boxEnv(base: string): Record<string, string> {
  const xdg = ["CONFIG", "STATE", "DATA", "CACHE"].map((name) => [`XDG_${name}_HOME`, `${base}/${name.toLowerCase()}`]);
  return scrubbed({
    HOME: `${base}/home`,
    HOLDFAST_HOME: rootOf(base),
    PATH: "/usr/bin:/bin",
    ...Object.fromEntries(xdg),
  });
}

interface Around {
  readonly env?: Record<string, string>;
  readonly cwd?: () => string | undefined;
  readonly now?: () => Date;
}

export function surroundings(base: string, more: Around = {}): McpCalls {
  mkdirSync(`${base}/elsewhere`, { recursive: true });
  const { env = boxEnv(base), cwd = () => `${base}/elsewhere`, now = () => new Date() } = more;
  return callsFrom(env, cwd, now);
}

class Exchange {
  readonly #era: Era;
  readonly #write: (frame: unknown) => void;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #next = 1;

  constructor(era: Era, write: (frame: unknown) => void) {
    this.#era = era;
    this.#write = write;
  }

  received(message: unknown): void {
    const { id } = message as { readonly id?: number };
    if (typeof id !== "number") return;
    this.#waiting.get(id)?.(message as Reply);
    this.#waiting.delete(id);
  }

  ask(method: string, params: Params = {}): Promise<Reply> {
    const id = this.#next++;
    const carried = this.#era === "modern" ? { ...params, _meta: META } : params;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no answer to ${method}`)), WAIT_MS);
      this.#waiting.set(id, (reply) => {
        clearTimeout(late);
        resolve(reply);
      });
      this.#write({ jsonrpc: "2.0", id, method, params: carried });
    });
  }

  async open(): Promise<Reply> {
    if (this.#era === "modern") return this.ask("server/discover");
    const about = { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: "test", version: "0" } };
    const reply = await this.ask("initialize", about);
    this.#write({ jsonrpc: "2.0", method: "notifications/initialized" });
    return reply;
  }
}

/** The server in this process, over the SDK's own entry for both eras. */
export async function connect(around: McpCalls, era: Era): Promise<Line & { readonly opening: Reply }> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const exchange = new Exchange(era, (frame) => void ours.send(frame as never).catch(() => undefined));
  ours.onmessage = (message) => exchange.received(message);
  const served = serveStdio(() => makeServer(around, "0.0.0"), { transport: theirs, onerror: () => undefined });
  await ours.start();
  const opening = await exchange.open();
  return {
    opening,
    ask: (method, params) => exchange.ask(method, params),
    send: (frame) => void ours.send(frame as never).catch(() => undefined),
    close: () => served.close(),
  };
}

export interface Started {
  readonly command?: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The arguments say already where everything is; else they say what the variables do. */
  readonly isEntry?: boolean;
}

export interface Program extends Line {
  readonly opening: Reply;
  readonly child: ChildProcess;
  readonly stderr: () => string;
  /** The exit code, once its input has ended. */
  end(): Promise<number | null>;
}

/** The server as a process of its own, one JSON document per line. */
export async function start(
  { command = process.execPath, args, env, cwd, isEntry }: Started,
  era: Era,
): Promise<Program> {
  const places =
    isEntry === true || args.includes("--store") || env["HOME"] === undefined ? [] : entryArguments(env).slice(2);
  const child = spawn(command, [...args, ...places], { env: { ...env }, cwd, stdio: ["pipe", "pipe", "pipe"] });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let said = "";
  let rest = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  const put = (frame: unknown): void =>
    void child.stdin.write(`${typeof frame === "string" ? frame : JSON.stringify(frame)}\n`);
  const exchange = new Exchange(era, put);
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) exchange.received(JSON.parse(line));
  });
  const end = (): Promise<number | null> => {
    child.stdin.end();
    return exited;
  };
  try {
    const opening = await exchange.open();
    const ask = (method: string, params?: Params): Promise<Reply> => exchange.ask(method, params);
    return { opening, ask, send: put, child, stderr: () => said, end, close: async () => void (await end()) };
  } catch (error) {
    child.kill();
    throw new Error(`the server did not come up: ${said}`, { cause: error });
  }
}

export async function callTool(line: Pick<Line, "ask">, name: string, args: Params = {}): Promise<ToolReply> {
  const { result, error } = await line.ask("tools/call", { name, arguments: args });
  if (result === undefined) throw new Error(`${name}: ${error?.message}`);
  const [content] = result["content"] as { readonly text: string }[];
  return {
    isError: result["isError"] === true,
    text: content?.text ?? "",
    data: (result["structuredContent"] ?? {}) as Params,
  };
}
