// One person's Windows: a home, a project and the package, installed by npm for Windows from the file that would be published.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import { packPackage } from "../support/package.ts";
import type { Ask, Ran, Windows } from "./wine.ts";

const NODE = "C:\\node\\node.exe";
const APP = "C:\\box\\app";

export interface Machine {
  readonly windows: Windows;
  /** The home as Windows sees it, and as this machine does. */
  readonly home: string;
  readonly homeHere: string;
  readonly project: string;
  readonly projectHere: string;
  readonly env: Readonly<Record<string, string>>;
  /** `holdfast ARGUMENTS`, typed to cmd.exe, through the command that npm made. */
  holdfast(...args: readonly string[]): Promise<Ran>;
  /** A line for cmd.exe, as it is. */
  line(line: string, how?: Ask): Promise<Ran>;
  node(args: readonly string[], how?: Ask): Promise<Ran>;
  git(...args: readonly string[]): Promise<Ran>;
}

/** People's folders have spaces in their names. */
export function makeMachine(windows: Windows, name: string, person = "Jane Doe"): Machine {
  const here = join(windows.box, name);
  const at = `C:\\box\\${name}`;
  for (const folder of [`${person}/AppData/Roaming`, `${person}/AppData/Local`, "project", "tmp"])
    mkdirSync(join(here, folder), { recursive: true });
  const home = `${at}\\${person}`;
  const env = {
    USERPROFILE: home,
    HOMEDRIVE: "C:",
    HOMEPATH: home.slice(2),
    APPDATA: `${home}\\AppData\\Roaming`,
    LOCALAPPDATA: `${home}\\AppData\\Local`,
    TEMP: `${at}\\tmp`,
    TMP: `${at}\\tmp`,
    USERNAME: name,
    COMPUTERNAME: name.toUpperCase(),
    PATH: `${APP};C:\\node;C:\\git;C:\\windows\\system32;C:\\windows`,
  };
  const project = `${at}\\project`;
  const run = (program: string, args: readonly string[], how: Ask = {}): Promise<Ran> =>
    windows.run(program, args, { cwd: project, ...how, env: { ...env, ...how.env } });
  const line: Machine["line"] = (text, how) => run("cmd.exe", [`/d /s /c "${text}"`], { ...how, verbatim: true });
  return {
    windows,
    home,
    homeHere: join(here, person),
    project,
    projectHere: join(here, "project"),
    env,
    line,
    holdfast: (...args) => line(`holdfast ${args.map(quoted).join(" ")}`),
    node: (args, how) => run(NODE, args, how),
    git: (...args) => run("C:\\git\\git.exe", args),
  };
}

function quoted(arg: string): string {
  return /^[\w./:\\=-]+$/.test(arg) ? arg : `"${arg}"`;
}

/** npm's own files run under node.exe as they are. */
function npmHere(): string {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    try {
      return dirname(dirname(realpathSync(join(folder, "npm"))));
    } catch {
      // not in this folder of PATH
    }
  }
  throw new Error("there is no npm on PATH");
}

/**
 * Into C:\\box\\app, with the commands that npm makes for Windows: by npm itself, which takes long here, or unpacked and with npm's own
 * maker of commands.
 */
export async function install(windows: Windows, how: "by npm" | "unpacked"): Promise<Ran> {
  const npm = npmHere();
  const packed = packPackage(windows.box, { ...process.env } as Record<string, string>, "as built");
  mkdirSync(join(windows.box, "app"));
  if (how === "unpacked") return unpacked(windows.box, packed, npm);
  cpSync(npm, join(windows.box, "npm"), { recursive: true });
  const options = ["--global", "--prefix", APP, "--offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  const places = {
    USERPROFILE: "C:\\box",
    APPDATA: "C:\\box",
    LOCALAPPDATA: "C:\\box",
    TEMP: "C:\\box",
    TMP: "C:\\box",
  };
  const tarball = `C:\\box\\${basename(packed)}`;
  return windows.run(NODE, ["C:\\box\\npm\\bin\\npm-cli.js", "install", ...options, tarball], { env: places });
}

async function unpacked(box: string, packed: string, npm: string): Promise<Ran> {
  const target = join(box, "app/node_modules/holdfast");
  mkdirSync(target, { recursive: true });
  execFileSync("tar", ["-xzf", packed, "-C", target, "--strip-components=1"]);
  const cmdShim = createRequire(join(npm, "package.json"))("cmd-shim") as (from: string, to: string) => Promise<void>;
  await cmdShim(join(target, "dist/cli.mjs"), join(box, "app/holdfast"));
  return { code: 0, out: "", err: "" };
}
