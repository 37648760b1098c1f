// The home of a machine that lives for an hour (HUB-9). While there is one, it is what this process and whatever it starts take for the
// person's, agents with places of their own as well.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { errnoOf } from "../disk/errno.ts";
import { removeEach } from "../disk/folder.ts";
import { child, descend } from "../disk/paths.ts";
import { holds, homeVariables, PLACE_VARIABLES } from "../disk/places.ts";
import { HOSTS } from "../hosts/index.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { endBy, hearSignals } from "./beside.ts";
import { hereFrom, type Whereabouts } from "./here.ts";

export interface Homes {
  /** Another one, from now on. */
  make(): Home | Refusal;
  /** What a command is given. */
  environment(): NodeJS.ProcessEnv;
  /** All of them go; where a signal ends us, before it does. Whether nothing stays: one that does ends nobody else's work. */
  end(): boolean;
}

/** Is told of a home that can't be removed. */
export type Stays = (folder: string, why: string) => void;

export interface Home {
  readonly folder: string;
  readonly here: Whereabouts;
}

export function openHomes(stays: Stays): Homes {
  const [above, git] = [tmpdir(), gitSettings(process.env)];
  const made: string[] = [];
  const gone = (): boolean => {
    const left = made.splice(0).map((folder) => ({ folder, why: letGo(folder) }));
    for (const { folder, why } of left) if (why !== undefined) stays(folder, why);
    return left.every(({ why }) => why === undefined);
  };
  // Before there is anything to leave behind. Whoever else hears it, as a git at work does, does so first, and nothing after it.
  const deaf = hearSignals((signal) =>
    setImmediate(() => {
      try {
        gone();
      } finally {
        endBy(signal);
      }
    }),
  );
  return {
    make: () => {
      const folder = mkdtempSync(child(above, "holdfast-mirror-"));
      made.push(folder);
      lead(folder);
      const here = hereFrom({ env: { ...process.env } });
      const stray = placesOf(here).find((path) => !holds(folder, path));
      if (stray !== undefined)
        return refuse("unsafe-path", `The home of this mirror is ${folder}, and ${stray} lies outside of it.`);
      mkdirSync(temporaryIn(folder), { mode: 0o700 });
      return { folder, here };
    },
    environment: () => ({ ...process.env, ...git }),
    end: () => {
      try {
        return gone();
      } finally {
        deaf();
      }
    },
  };
}

/** All that is written to, by us or as an agent's settings: one that stayed a person's would be overwritten. */
function placesOf({ env, places }: Whereabouts): readonly string[] {
  const home = homedir();
  return [home, ...Object.values(places), ...HOSTS.map(({ folder }) => folder(env, home))];
}

/** Why it stays; undefined once it is gone. A command may have left folders that refuse it, and the device's key lies beside them. */
function letGo(folder: string): string | undefined {
  if (whyNotRemoved(folder) === undefined) return undefined;
  removeEach(folder);
  return whyNotRemoved(folder);
}

/** Whatever still writes there is waited for a little. */
function whyNotRemoved(folder: string): string | undefined {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    return undefined;
  } catch (error) {
    return errnoOf(error) || String(error);
  }
}

/** git goes on knowing what the job's own home says of it. */
function gitSettings(env: NodeJS.ProcessEnv): { readonly GIT_CONFIG_GLOBAL?: string } {
  const config = env["HOME"] === undefined ? undefined : child(env["HOME"], ".gitconfig");
  const git = env["GIT_CONFIG_GLOBAL"] ?? (config !== undefined && existsSync(config) ? config : undefined);
  return git === undefined ? {} : { GIT_CONFIG_GLOBAL: git };
}

/** Whatever would lead elsewhere. Windows takes a name in any letters. */
const LEADING = new Set([...PLACE_VARIABLES, ...HOSTS.flatMap(({ movedBy = [] }) => movedBy)]);

/** In this process too: whatever asks for the home here, an installer say, is to be given this one. */
function lead(home: string): void {
  for (const name of Object.keys(process.env)) if (LEADING.has(name.toUpperCase())) delete process.env[name];
  Object.assign(process.env, homeVariables(home), temporary(home), process.platform === "win32" && programData(home));
}

/** What is written beside a home goes with it too. Claude Code asks for the second name, Windows for the others. */
function temporary(home: string): Readonly<Record<string, string>> {
  const folder = temporaryIn(home);
  const windows = process.platform === "win32" ? { TEMP: folder, TMP: folder } : {};
  return { TMPDIR: folder, CLAUDE_CODE_TMPDIR: folder, ...windows };
}

function temporaryIn(home: string): string {
  return child(home, "tmp");
}

/** Where programs of Windows keep what others keep in a home. */
function programData(home: string): Readonly<Record<string, string>> {
  return { APPDATA: descend(home, "AppData", "Roaming"), LOCALAPPDATA: descend(home, "AppData", "Local") };
}
