// Two computers of one person: a home, a host name and a clock each, and a bare repository between them. The clock is moved
// for the program alone, by a library that is compiled here and loaded into it.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Answer, type PersonRun, runAnswering } from "../support/person.ts";

const PROGRAM = resolve(import.meta.dirname, "../../dist/cli.mjs");
const LIMIT_MS = 40_000;
const YEAR_S = 365 * 24 * 3600;

const CLOCK = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
static long ahead(void) { const char *text = getenv("CLOCK_AHEAD"); return text ? atol(text) : 0; }
int clock_gettime(clockid_t which, struct timespec *at) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(which, at);
  if (result == 0 && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) at->tv_sec += ahead();
  return result;
}
int gettimeofday(struct timeval *at, void *zone) {
  static int (*real)(struct timeval *, void *);
  if (!real) real = dlsym(RTLD_NEXT, "gettimeofday");
  int result = real(at, zone);
  if (result == 0) at->tv_sec += ahead();
  return result;
}
time_t time(time_t *at) {
  static time_t (*real)(time_t *);
  if (!real) real = dlsym(RTLD_NEXT, "time");
  time_t now = real(0) + ahead();
  if (at) *at = now;
  return now;
}
`;

export interface Computer {
  readonly name: string;
  /** A command typed by the person, who presses each key once its question stands there. */
  type(command: string, ...answers: readonly Answer[]): Promise<PersonRun>;
  asAgent(...args: readonly string[]): { readonly code: number | null; readonly text: string };
  asProgram(argv: readonly string[]): string;
  git(...args: readonly string[]): string;
}

export interface World {
  readonly desk: Computer;
  readonly trip: Computer;
  /** The one that is bought later. */
  readonly spare: Computer;
  /** A stick that is carried from one to another. */
  readonly stick: string;
  readonly remote: string;
  tree(on: Computer): string;
  remove(): void;
}

export function makeWorld(): World {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "two-machines-")));
  const remote = join(base, "memories.git");
  execFileSync("git", ["init", "-q", "--bare", "--initial-branch=main", remote]);
  const clock = clockLibrary(base);
  return {
    desk: computer(base, "desk", { LD_PRELOAD: clock, CLOCK_AHEAD: "0" }),
    trip: computer(base, "trip", { LD_PRELOAD: clock, CLOCK_AHEAD: String(-YEAR_S) }),
    spare: computer(base, "spare", { LD_PRELOAD: clock, CLOCK_AHEAD: "0" }),
    stick: join(base, "backup.json"),
    remote,
    tree: (on) => on.git("rev-parse", "HEAD^{tree}"),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** `clock.so` in this folder: loaded into a program, it is as many seconds ahead as CLOCK_AHEAD says. */
export function clockLibrary(base: string): string {
  const [source, library] = [join(base, "clock.c"), join(base, "clock.so")];
  writeFileSync(source, CLOCK);
  execFileSync("gcc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]);
  return library;
}

/** A folder with `node` and the built `holdfast`, for PATH. */
export function commandFolder(bin: string): string {
  mkdirSync(bin, { recursive: true, mode: 0o700 });
  symlinkSync(process.execPath, join(bin, "node"));
  writeFileSync(join(bin, "holdfast"), `#!/bin/sh\nexec node ${PROGRAM} "$@"\n`);
  chmodSync(join(bin, "holdfast"), 0o755);
  return bin;
}

export function computer(base: string, name: string, clock: Readonly<Record<string, string>> = {}): Computer {
  const home = join(base, name, "home");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const bin = commandFolder(join(base, name, "bin"));
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: home, TERM: "xterm", LANG: "C.UTF-8", ...clock };
  const named = ["unshare", "--uts", "sh", "-c", `hostname ${name} && exec "$@"`, "sh"];
  return {
    name,
    type: (command, ...answers) =>
      runAnswering(["sh", "-c", command], { cwd: home, env, under: named, timeoutMs: LIMIT_MS }, answers),
    asAgent: (...args) => {
      const run = spawnSync("node", [PROGRAM, ...args], { cwd: home, env, encoding: "utf8" });
      return { code: run.status, text: run.stdout + run.stderr };
    },
    asProgram: ([program = "", ...args]) => execFileSync(program, args, { cwd: home, env, encoding: "utf8" }).trim(),
    git: (...args) => execFileSync("git", ["-C", join(home, ".holdfast"), ...args], { env, encoding: "utf8" }).trim(),
  };
}
