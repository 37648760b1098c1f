// What a scheduler has to know of this installation, and where its files go. Loaded by schedule only.
import { homedir } from "node:os";
import { descend, fromHere } from "../disk/paths.ts";
import { findProgram } from "../disk/programs.ts";
import { type Changed, install, remove, type Scheduler } from "../health/io/schedule.ts";
import { type Job, type SchedulerName, scheduled } from "../health/schedule.ts";
import type { Environment } from "../hosts/setup.ts";
import { isRefusal, type Refusal } from "../text/errors.ts";

const PLACES = ["HOLDFAST_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] as const;

export interface Scheduling extends Scheduler {
  readonly kind: "scheduling";
  install(): Changed;
  remove(): Changed;
}

/** `store` is what `--store` named. */
export function schedulingFor(
  env: Environment,
  store: string | undefined,
  asked: SchedulerName | undefined,
): Scheduling | Refusal {
  const name = asked ?? usual(env);
  const files = scheduled(name, jobOf(env, store));
  if (isRefusal(files)) return files;
  const scheduler = { name, folder: folderOf(name, env), files };
  return { kind: "scheduling", ...scheduler, install: () => install(scheduler), remove: () => remove(scheduler) };
}

/**
 * For whoever takes Holdfast away: what has files of its own is taken away too, in a sentence each. A line in a person's crontab
 * is theirs to remove, by `holdfast schedule --remove`: that table is one for all homes.
 */
export function unscheduled(env: Environment): readonly string[] {
  return (["systemd", "launchd"] as const).flatMap((name) => {
    const scheduling = schedulingFor(env, undefined, name);
    const done = isRefusal(scheduling) ? false : scheduling.remove();
    if (isRefusal(done)) return [`The daily audit stays in ${name}: ${done.message}`];
    return done ? [`The daily audit was taken out of ${name}.`] : [];
  });
}

function usual(env: Environment): SchedulerName {
  if (process.platform === "darwin") return "launchd";
  return findProgram("systemctl", env["PATH"]) === undefined ? "cron" : "systemd";
}

function jobOf(env: Environment, store: string | undefined): Job {
  const own: Environment = { ...env, ...(store === undefined ? {} : { HOLDFAST_HOME: fromHere(store) }) };
  const variables = PLACES.flatMap((name): [string, string][] => {
    const value = own[name];
    return value === undefined || value === "" ? [] : [[name, value]];
  });
  return {
    node: process.execPath,
    program: fromHere(process.argv[1] ?? ""),
    variables: Object.fromEntries(variables),
  };
}

function folderOf(name: SchedulerName, env: Environment): string {
  if (name === "launchd") return descend(homedir(), "Library", "LaunchAgents");
  return descend(env["XDG_CONFIG_HOME"] || descend(homedir(), ".config"), "systemd", "user");
}
