// Windows for the length of a test: one node.exe in Wine that carries out orders (driver.ts). The box is a folder of this machine
// and C:\box there.
import { spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Answer, Order } from "./driver.ts";

export const ROOT: string = resolve(import.meta.dirname, "../..");
export const WINE: string = join(ROOT, ".ci/wine");
const NOT_HERE = 77;
const START_MS = 120_000;
const LIMIT_MS = 120_000;

export type Ran = Omit<Answer, "id">;
export type Ask = Partial<Omit<Order, "id" | "program" | "args">>;

export interface Windows {
  /** The box as this machine sees it. */
  readonly box: string;
  run(program: string, args: readonly string[], how?: Ask): Promise<Ran>;
  end(): Promise<void>;
}

/** Undefined where there is no Wine. */
export async function startWindows(): Promise<Windows | undefined> {
  const box = mkdtempSync(join(tmpdir(), "holdfast-windows-"));
  const server = createServer();
  const port = await listening(server);
  const log = join(box, "driver.log");
  const file = openSync(log, "w");
  const child = spawn(WINE, ["node.exe", "--no-warnings", "test/windows/driver.ts", String(port)], {
    env: { ...process.env, HOLDFAST_WINDOWS_BOX: box },
    stdio: ["ignore", file, file],
  });
  const ended = new Promise<number>((done) => child.on("close", (code) => done(code ?? 1)));
  const end = async (): Promise<void> => {
    server.close();
    child.kill("SIGKILL");
    await ended;
    rmSync(box, { recursive: true, force: true });
  };
  const connected = new Promise<Socket>((done) => server.once("connection", done));
  const late = new Promise<"late">((done) => setTimeout(done, START_MS, "late").unref());
  const first = await Promise.race([connected, ended, late]);
  if (typeof first === "object") return { box, run: caller(first), end: () => stop(first, end) };
  const said = readFileSync(log, "utf8");
  await end();
  if (first === NOT_HERE) return undefined;
  throw new Error(`Windows did not start (${first}): ${said}`);
}

async function stop(socket: Socket, end: () => Promise<void>): Promise<void> {
  socket.destroy();
  await end();
}

function listening(server: Server): Promise<number> {
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      done(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

function caller(socket: Socket): Windows["run"] {
  const waiting = new Map<number, (ran: Ran) => void>();
  let last = 0;
  createInterface({ input: socket }).on("line", (line) => {
    const { id, ...ran } = JSON.parse(line) as Answer;
    waiting.get(id)?.(ran);
    waiting.delete(id);
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    for (const done of waiting.values()) done({ code: null, out: "", err: "Windows has ended" });
  });
  return (program, args, how = {}) =>
    new Promise((done) => {
      const id = ++last;
      waiting.set(id, done);
      const order: Order = {
        id,
        program,
        args,
        cwd: "C:\\box",
        env: {},
        input: "",
        verbatim: false,
        limitMs: LIMIT_MS,
        ...how,
      };
      socket.write(`${JSON.stringify(order)}\n`);
    });
}
