// A hub as a process of its own on a real PostgreSQL, machines of people with a home each, a job that has none, and somebody who
// has the database: what they do there is done as the engine's superuser.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { leafOf, linkOf } from "../../hub/protocol.ts";
import { freePort } from "../../hub/test/port.ts";
import { type Postgres, programs, startPostgres } from "../../hub/test/postgres.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { type Computer, commandFolder, computer } from "../second-machine/world.ts";
import { scrubbed } from "../support/scrubbed.ts";
import { container } from "./container.ts";

const HUB = resolve(import.meta.dirname, "../../hub/src/main.ts");
const DATABASE = "hub";
const STARTS_MS = 60_000;
export const NO_POSTGRES = "SKIPPED: needs PostgreSQL 15 or newer (.ci/setup postgres)";

export interface Ended {
  readonly code: number | null;
  /** Of both streams. */
  readonly text: string;
  readonly out: string;
}

export interface World {
  readonly base: string;
  readonly url: string;
  readonly ann: Computer;
  readonly ben: Computer;
  readonly cem: Computer;
  /** `holdfast-hub ...`, on the machine of the hub. */
  server(command: string): Promise<Ended>;
  /** In a container; `programs` are folders that it has too. */
  job(
    command: string,
    cwd: string,
    env: Readonly<Record<string, string>>,
    programs?: readonly string[],
    network?: "no network",
  ): Promise<Ended>;
  /** Another text under a path, and a history that says so and does not fit. */
  forge(path: string, change: (text: string) => string): Promise<void>;
  mend(): Promise<void>;
  /** A memory that calls itself verified, in a history that fits. */
  pushUnsigned(path: string): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  erase(stem: string): Promise<string>;
  /** Whether a text is in any byte below a home, git's objects included. */
  holds(on: Computer, text: string): boolean;
  end(): Promise<void>;
}

export async function makeWorld(): Promise<World | undefined> {
  const [bin] = programs();
  if (bin === undefined) return undefined;
  const base = realpathSync(mkdtempSync(join(tmpdir(), "organisation-")));
  const postgres = await startPostgres(bin);
  const database = await postgres.create(DATABASE);
  const port = await freePort();
  const env = scrubbed({
    HOLDFAST_HUB_DATABASE: database,
    HOLDFAST_HUB_PORT: String(port),
    HOLDFAST_HUB_LOG: "silent",
    HOLDFAST_HUB_INSECURE_PROVIDERS: "1",
  });
  let hub = await startHub(env, port).catch(async (error: unknown) => {
    await postgres.stop();
    rmSync(base, { recursive: true, force: true });
    throw error;
  });
  const [ann, ben, cem] = [computer(base, "ann"), computer(base, "ben"), computer(base, "cem")];
  const tools = commandFolder(join(base, "job-bin"));
  const pause = async (): Promise<void> => await stop(hub);
  const server = (command: string): Promise<Ended> =>
    run("sh", ["-c", command.replace(/^holdfast-hub/, `"${process.execPath}" "${HUB}"`)], { env, cwd: base });
  return {
    base,
    url: `http://127.0.0.1:${port}/acme`,
    ann,
    ben,
    cem,
    server,
    job: (command, cwd, { MORE_PATH: first = tools, ...more }, programs = [], network) => {
      const env = { PATH: `${first}:${tools}:/usr/bin:/bin`, ...more };
      const [program = "", ...args] = container(command, { cwd, env, programs: [tools, ...programs], network });
      return run(program, args, { env, cwd });
    },
    ...tampering(postgres),
    pause,
    resume: async () => {
      hub = await startHub(env, port);
    },
    erase: async (stem) => {
      const [row] = await postgres.query<{ id: string }>(
        DATABASE,
        `SELECT memory_id AS id FROM files WHERE path = 'memories/${stem}.md'`,
      );
      return (await server(`holdfast-hub erase acme --store org --memory ${row?.id ?? "none"}`)).out;
    },
    holds: (on, text) => isHeld(join(base, on.name), text),
    end: async () => {
      await pause();
      await postgres.stop();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

async function startHub(env: Readonly<Record<string, string>>, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [HUB], { env, stdio: "ignore" });
  for (const end = Date.now() + STARTS_MS; Date.now() < end; ) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined);
    if (answer?.status === 200) return child;
    await new Promise((next) => setTimeout(next, 50));
  }
  child.kill("SIGKILL");
  throw new Error("the hub did not start");
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await ended;
}

export function run(
  program: string,
  args: readonly string[],
  options: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): Promise<Ended> {
  return new Promise((done, failed) => {
    const child = spawn(program, [...args], { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let [text, out] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      out += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.once("error", failed);
    child.once("close", (code) => done({ code, text, out }));
  });
}

const CLAIMS = `---
id: 01K00000000000000000000001
name: Payments go out on Fridays
description: Payments go out on Fridays
type: reference
kind: fact
trust-level: verified
last-verified: 2026-01-01
created-at: 2026-01-01T00:00:00Z
---
Payments go out on Fridays.
`;

function tampering(postgres: Postgres): Pick<World, "forge" | "mend" | "pushUnsigned"> {
  const ask = <Row>(sql: string): Promise<readonly Row[]> => postgres.query<Row>(DATABASE, sql);
  const append = async (path: string, text: string, fits: boolean): Promise<void> => {
    const [store] = await ask<{ id: number; seq: string; chain: string }>(
      `SELECT store_id AS id, seq, encode(chain, 'hex') AS chain FROM stores WHERE name = 'org'`,
    );
    if (store === undefined) throw new Error("there is no such store");
    const [seq, hash] = [Number(store.seq) + 1, sha256Hex(text)];
    const leaf = leafOf(seq, path, hash);
    const link = fits ? linkOf(store.chain, leaf) : sha256Hex("no link of this chain");
    const bytes = Buffer.from(text).toString("hex");
    await ask(`INSERT INTO blobs VALUES ('acme', '\\x${hash}', '\\x${bytes}') ON CONFLICT DO NOTHING;
      INSERT INTO files (tenant_id, store_id, path, seq, hash) VALUES ('acme', ${store.id}, '${path}', ${seq}, '\\x${hash}')
        ON CONFLICT (tenant_id, store_id, path) DO UPDATE SET seq = ${seq}, hash = '\\x${hash}';
      INSERT INTO links VALUES ('acme', ${store.id}, ${seq}, '\\x${leaf}', '\\x${link}');
      UPDATE stores SET seq = ${seq}, chain = '\\x${link}' WHERE tenant_id = 'acme' AND store_id = ${store.id}`);
  };
  return {
    forge: async (path, change) => {
      await ask(`CREATE TABLE kept_files AS SELECT * FROM files; CREATE TABLE kept_stores AS SELECT * FROM stores`);
      const [row] = await ask<{ text: string }>(
        `SELECT convert_from(bytes, 'UTF8') AS text FROM files JOIN blobs USING (tenant_id, hash) WHERE path = '${path}'`,
      );
      await append(path, change(row?.text ?? ""), false);
    },
    mend: async () => {
      await ask(`UPDATE files SET seq = kept.seq, hash = kept.hash FROM kept_files AS kept
          WHERE files.store_id = kept.store_id AND files.path = kept.path;
        DELETE FROM links USING kept_stores AS kept WHERE links.store_id = kept.store_id AND links.seq > kept.seq;
        UPDATE stores SET seq = kept.seq, chain = kept.chain FROM kept_stores AS kept WHERE stores.store_id = kept.store_id;
        DROP TABLE kept_files, kept_stores`);
    },
    pushUnsigned: (path) => append(path, CLAIMS, true),
  };
}

/** Every file as it lies there, and what git's objects hold. */
function isHeld(folder: string, text: string): boolean {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory() && entry.name === ".git") {
      const at = join(entry.parentPath, entry.name);
      const all = execFileSync("git", ["--git-dir", at, "cat-file", "--batch-all-objects", "--batch"], {
        maxBuffer: 512 * 1024 * 1024,
      });
      if (all.includes(text)) return true;
    }
  }
  try {
    execFileSync("grep", ["-rqaF", "--", text, folder]);
    return true;
  } catch {
    return false; // grep found nothing
  }
}
