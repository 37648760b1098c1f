// Worker processes of the contention run. Each is ended by its parent, whatever happens.
import { type ChildProcess, fork } from "node:child_process";
import type { FromWorker, ToWorker } from "./protocol.ts";

export const WORKER: URL = new URL("worker.ts", import.meta.url);

export class Child {
  readonly #process: ChildProcess;
  readonly #heard: ((message: FromWorker) => void)[] = [];
  readonly #closed: Promise<string>;

  constructor(env: NodeJS.ProcessEnv) {
    this.#process = fork(WORKER, [], { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    this.#process.on("message", (message: FromWorker) => {
      for (const listener of this.#heard) listener(message);
    });
    this.#closed = new Promise((resolve) => {
      this.#process.on("close", (code, signal) => resolve(`${code ?? signal}`));
    });
  }

  listen(listener: (message: FromWorker) => void): void {
    this.#heard.push(listener);
  }

  /** The next message of this kind; rejects when the worker ends instead. */
  async next<K extends FromWorker["kind"]>(kind: K): Promise<Extract<FromWorker, { kind: K }>> {
    const message = new Promise<Extract<FromWorker, { kind: K }>>((resolve) => {
      this.listen((each) => {
        if (each.kind === kind) resolve(each as Extract<FromWorker, { kind: K }>);
      });
    });
    const ended = this.#closed.then((how) =>
      Promise.reject(new Error(`a worker ended before it said "${kind}": ${how}`)),
    );
    return Promise.race([message, ended]);
  }

  send(message: ToWorker): void {
    this.#process.send(message);
  }

  signal(name: "SIGCONT" | "SIGKILL"): void {
    this.#process.kill(name);
  }

  async end(): Promise<void> {
    this.signal("SIGKILL");
    await this.#closed;
  }
}
