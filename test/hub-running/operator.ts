// An operator at a server: the package as it will be published, installed into a prefix of its own, the programs of PostgreSQL, and what
// the guide says, typed line by line. What belongs to the engine is typed as the user postgres, in a folder of its own.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "../../hub/test/port.ts";
import { type Postgres, startPostgres } from "../../hub/test/postgres.ts";
import { hubPackage } from "../../scripts/bundles.ts";
import { commandsOf, type Fence, readFences } from "../support/fences.ts";
import { BY_NPX, folderForNpx } from "./npx.ts";

export const ROOT: string = resolve(import.meta.dirname, "../..");
/** Its blocks are typed here: docs/guide/hub.md. */
export const PAGE: string = join(ROOT, "docs/guide/hub.md");
/** As an operator has them, and a test's cluster has not. */
export const DURABLE: Readonly<Record<string, string>> = {
  ...{ fsync: "on", synchronous_commit: "on", full_page_writes: "on" },
  archive_mode: "on",
  archive_command: "true",
};
const OF_THE_ENGINE = /^(?:psql|createdb|pg_\w+|cp|echo|touch) /;
const LIMIT_MS = 60_000;

export interface Typed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Operator {
  readonly postgres: Postgres;
  readonly url: string;
  /** Set by what is typed, too. */
  readonly env: Record<string, string>;
  /** For what the engine's programs read and write. */
  readonly folder: string;
  type(line: string): Promise<Typed>;
  /** All commands of a section of the guide, in order; each ends well. `before` one is typed: what to type in its place. */
  section(heading: string, before?: (line: string) => Promise<string>): Promise<readonly Typed[]>;
  /** Sections of the guide that have commands, and were not typed. */
  untyped(): readonly string[];
  /** Of the hub that was started last. */
  log(): string;
  end(): Promise<void>;
}

const FENCES: readonly Fence[] = readFences(readFileSync(PAGE, "utf8"));

function fencesOf(heading: string): readonly Fence[] {
  return FENCES.filter((fence) => fence.heading === heading);
}

/** What the guide has an operator write into postgresql.conf. */
function archiving(folder: string): Record<string, string> {
  const text = fencesOf("To a point in time").find(({ language }) => language === "text")?.body ?? "";
  const rows = [...text.matchAll(/^(\w+) = '(.*)'$/gm)].map(([, name = "", value = ""]) => [name, at(value, folder)]);
  if (rows.length < 3) throw new Error("the guide says nothing of archiving");
  return Object.fromEntries(rows);
}

function at(text: string, folder: string): string {
  return text.replaceAll("/var/backups/wal", join(folder, "wal"));
}

interface Place {
  readonly base: string;
  readonly bin: string;
  readonly tarball: string;
  /** Of the organisation's provider. */
  readonly issuer: string;
}

export async function operatorAt({ base, bin, tarball, issuer }: Place): Promise<Operator> {
  const folder = join(base, "engine");
  const wal = join(folder, "wal");
  for (const each of [folder, wal]) mkdirSync(each);
  const postgres = await startPostgres(bin, { ...DURABLE, ...archiving(folder) });
  // As on a server that no hub has met: the guide has it made.
  await postgres.query("postgres", "DROP ROLE holdfast_hub");
  const { uid, gid } = postgres.at.as as { uid?: number; gid?: number };
  if (uid !== undefined && gid !== undefined) for (const each of [folder, wal]) chownSync(each, uid, gid);
  const [home, prefix] = [join(base, "home"), join(base, "prefix")];
  for (const each of [home, prefix]) mkdirSync(each);
  const dependencies = Object.keys(hubPackage().dependencies);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env: Record<string, string> = {
    PATH: `${prefix}/bin:${resolve(process.execPath, "..")}:${postgres.at.bin}:/usr/bin:/bin`,
    HOME: home,
    LANG: "C.UTF-8",
    ...{ PGHOST: "127.0.0.1", PGPORT: String(postgres.at.port), PGUSER: "super", PGDATABASE: "postgres" },
    ...{ HOLDFAST_HUB_PORT: String(port), HOLDFAST_HUB_INSECURE_PROVIDERS: "1" },
    ...{ npm_config_prefix: prefix, npm_config_cache: join(base, "npm"), npm_config_offline: "true" },
  };
  const waiting = new Set(FENCES.flatMap(({ language, heading }) => (language === "sh" ? [heading] : [])));
  const packages = [tarball, ...here(dependencies)];
  const npxFolder = folderForNpx(base, packages, env);
  let serving: Serving | undefined;
  const endServing = async (): Promise<void> => {
    await serving?.end();
  };
  const real = (line: string): string =>
    at(line, folder)
      .replace(/^(npm install --global) @holdfast\/hub$/, `$1 --ignore-scripts ${packages.join(" ")}`)
      .replace(/^(npm install --global) (@opentelemetry\/\S+) (@opentelemetry\/\S+)$/, (_, npm, ...names) =>
        [npm, "--ignore-scripts", ...here(names.slice(0, 2))].join(" "),
      )
      .replaceAll("https://hub.example.org", url)
      .replaceAll("https://id.example.org", issuer)
      .replaceAll("http://127.0.0.1:8734", url);
  const type = async (line: string): Promise<Typed> => {
    const typed = real(line);
    const [, name, value = ""] = /^export (\w+)=(.*)$/.exec(typed) ?? [];
    if (name !== undefined) {
      env[name] = value;
      return { code: 0, out: "", err: "" };
    }
    const cwd = BY_NPX.test(typed) ? npxFolder() : home;
    if (/^(?:holdfast-hub|npx @holdfast\/hub)$/.test(typed)) {
      await endServing();
      serving = await served(typed.split(" "), env, cwd);
      return { code: 0, out: "", err: serving.log() };
    }
    return shell(typed, OF_THE_ENGINE.test(typed) ? { cwd: folder, ...postgres.at.as } : { cwd }, env);
  };
  return {
    postgres,
    url,
    env,
    folder,
    type,
    section: async (heading, before = async (line) => line) => {
      const lines = commandsOf(fencesOf(heading));
      waiting.delete(heading);
      if (lines.length === 0) throw new Error(`the guide has no commands in "${heading}"`);
      const done: Typed[] = [];
      for (const line of lines) {
        const typed = await type(await before(line));
        if (typed.code !== 0) throw new Error(`${line}\nexit ${typed.code}\n${typed.out}${typed.err}`);
        done.push(typed);
      }
      return done;
    },
    untyped: () => [...waiting],
    log: () => serving?.log() ?? "",
    end: async () => {
      await endServing();
      await postgres.stop();
    },
  };
}

/** npm finds them here without a network, and holds each to the version that the package asks for. */
function here(names: readonly string[]): readonly string[] {
  return names.map((name) => join(ROOT, "node_modules", name));
}

function shell(line: string, where: object, env: NodeJS.ProcessEnv): Promise<Typed> {
  return new Promise((done) => {
    const child = execFile("/bin/bash", ["-c", line], { ...where, env, timeout: LIMIT_MS }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), out, err }),
    );
    child.stdin?.end();
  });
}

interface Serving {
  end(): Promise<void>;
  readonly log: () => string;
}

/** The program, until it says where it listens. It ends with what stands before it, as at a terminal: npx starts a shell. */
async function served(
  [program = "", ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<Serving> {
  const child = spawn(program, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const ended = once(child, "close");
  let log = "";
  const heard = new Promise<boolean>((resolve) => {
    const hear = (piece: Buffer): void => {
      log += piece;
      if (log.includes("listening on")) resolve(true);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", () => resolve(false));
  });
  if (!(await heard)) throw new Error(`the hub ended: ${log}`);
  const end = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, "SIGTERM");
    await ended;
  };
  return { end, log: () => log };
}
