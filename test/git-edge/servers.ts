// Servers on loopback that behave as servers sometimes do, and a real git daemon behind a wire that can be cut.
import { type ChildProcess, spawn } from "node:child_process";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** `meet` gets each connection; all of them are dropped at the end. */
export async function listen(meet: (socket: Socket) => void): Promise<Listening> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    meet(socket);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}

export const SILENT = (socket: Socket): void => void socket.resume();

/** The beginning of an answer, then a byte a second for ever. */
export function dripping(head: string): (socket: Socket) => void {
  return (socket) => {
    socket.resume();
    socket.write(head);
    const timer = setInterval(() => socket.write("x"), 1000);
    socket.on("close", () => clearInterval(timer));
  };
}

/** One HTTP answer to every request. */
export function answering(status: string, headers = "", body = "no"): (socket: Socket) => void {
  return (socket) => {
    socket.on("data", () => {
      socket.end(`HTTP/1.1 ${status}\r\n${headers}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
    });
  };
}

/** Promises more than it sends. */
export function breakingOff(head: string): (socket: Socket) => void {
  return (socket) => {
    socket.once("data", () => {
      socket.write(head);
      setTimeout(() => socket.destroy(), 50);
    });
  };
}

/** Passes bytes on to a port, and cuts the wire when so many have come from the far side. */
export function cutAfter(port: number, bytes: number, side: "far" | "near"): (socket: Socket) => void {
  return (socket) => {
    const far = connect(port, "127.0.0.1");
    let seen = 0;
    const pass = (from: Socket, to: Socket, counted: boolean): void => {
      from.on("data", (piece) => {
        if (counted) seen += piece.length;
        if (seen > bytes) {
          socket.destroy();
          far.destroy();
        } else to.write(piece);
      });
      from.on("end", () => to.end());
      from.on("error", () => to.destroy());
    };
    pass(socket, far, side === "near");
    pass(far, socket, side === "far");
  };
}

/** git's own daemon over one folder of bare repositories. */
export async function daemon(base: string): Promise<Listening> {
  const probe = await listen(SILENT);
  await probe.close();
  const options = ["--export-all", "--reuseaddr", "--enable=receive-pack", `--base-path=${base}`];
  const child: ChildProcess = spawn("git", ["daemon", ...options, "--listen=127.0.0.1", `--port=${probe.port}`, base], {
    stdio: "ignore",
    detached: true,
    env: { PATH: process.env.PATH, HOME: `${base}/daemon-home` },
  });
  for (let tries = 0; tries < 100 && !(await answers(probe.port)); tries++) await sleep(50);
  return {
    port: probe.port,
    close: async () => {
      const ended = new Promise((done) => child.once("exit", done));
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      await ended;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.on("error", () => done(false));
  });
}
