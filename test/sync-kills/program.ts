// The built program, run by a person, in a world in which every git goes through a script of ours that counts the calls and
// kills where it is told to. The product knows nothing of it: the script is found on PATH.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { leftWithHome } from "../git-edge/world.ts";
import { type PersonRun, startAsPerson } from "../support/person.ts";
import { type Machine, placesOfMachine } from "../support/sync-machines.ts";

const ARM = fileURLToPath(new URL("./children/arm.ts", import.meta.url));
const LIMIT_MS = 60_000;

/** `inside`: git itself dies, at the n-th name it changes. */
export type Kill =
  | { readonly kind: "git"; readonly call: number; readonly when: "before" | "after" | `inside-${number}` }
  | { readonly kind: "files"; readonly step: number; readonly half: boolean }
  | { readonly kind: "moment"; readonly ms: number }
  /** `before`: the hub never gets it; `after`: it has done what was asked, and nobody is told. */
  | { readonly kind: "request"; readonly request: number; readonly when: "before" | "after" }
  | { readonly kind: "none" };

/** What stands between the machines and a hub. */
export interface Line {
  /** Told of each request; what it is not told to let pass is cut off. */
  heard: ((at: "before" | "after", what: string) => "pass" | "cut") | undefined;
}

export interface Ran extends PersonRun {
  readonly calls: number;
  /** As `POST push`. */
  readonly requests: readonly string[];
  readonly killed: boolean;
}

/** `bin/git` in this folder. */
export function makeScript(base: string): void {
  const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const traced = "rename,renameat,renameat2,link,linkat,unlink";
  mkdirSync(join(base, "bin"));
  const script = `#!/bin/sh
n=$(($(cat ${base}/calls 2>/dev/null || echo 0) + 1))
echo $n > ${base}/calls
read -r at when < ${base}/plan
[ "$n" = "$at" ] || exec ${git} "$@"
echo killed >> ${base}/killed
case $when in
after) ${git} "$@" ;;
inside-*) strace -qq -f -o /dev/null -e "trace=${traced}" -e "inject=${traced}:signal=KILL:when=\${when#inside-}" ${git} "$@" ;;
esac
kill -9 $PPID
`;
  writeFileSync(join(base, "bin", "git"), script);
  chmodSync(join(base, "bin", "git"), 0o755);
}

export async function runSync(base: string, cli: string, on: Machine, kill: Kill, line?: Line): Promise<Ran> {
  for (const name of ["calls", "killed"]) rmSync(join(base, name), { force: true });
  writeFileSync(join(base, "plan"), kill.kind === "git" ? `${kill.call} ${kill.when}\n` : "0 never\n");
  const arm = kill.kind === "files" ? ["--import", `${ARM}?step=${kill.step}${kill.half ? "&half" : ""}`] : [];
  const argv = [process.execPath, ...arm, cli, "sync", "--json"];
  const started = startAsPerson(argv, { cwd: dirname(on.root), env: environmentOf(base, on) });
  const limit = setTimeout(() => started.kill(), LIMIT_MS);
  const requests: string[] = [];
  if (line !== undefined)
    line.heard = (at, what) => {
      if (at === "before") requests.push(what);
      const isMeant = kill.kind === "request" && kill.request === requests.length && kill.when === at;
      if (isMeant) started.kill();
      return isMeant ? "cut" : "pass";
    };
  if (kill.kind === "moment") await Promise.race([sleep(kill.ms), started.ended]);
  if (kill.kind === "moment") started.kill();
  const ran = await started.ended.finally(() => clearTimeout(limit));
  await leftWithHome(dirname(on.root));
  if (line !== undefined) line.heard = undefined;
  const calls = existsSync(join(base, "calls")) ? Number(readFileSync(join(base, "calls"), "utf8")) : 0;
  const killed = existsSync(join(base, "killed")) || ran.code === null || ran.code === 137;
  return { ...ran, calls, requests, killed };
}

function environmentOf(base: string, on: Machine): Record<string, string> {
  const { store, config, state, data, cache } = placesOfMachine(on);
  return {
    PATH: [join(base, "bin"), process.env["PATH"] ?? ""].join(delimiter),
    HOME: dirname(on.root),
    TERM: "xterm",
    HOLDFAST_HOME: store,
    XDG_CONFIG_HOME: dirname(config),
    XDG_STATE_HOME: dirname(state),
    XDG_DATA_HOME: dirname(data),
    XDG_CACHE_HOME: dirname(cache),
  };
}
