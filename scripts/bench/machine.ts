// Where a run was taken, and with which versions.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, type as osName, release, totalmem } from "node:os";
import type { Machine } from "./record.ts";

const PEERS = ["minisearch", "@orama/orama", "flexsearch"] as const;

export function machineHere(): Machine {
  const [first] = cpus();
  return {
    os: `${osName()} ${release()}, ${distribution()}`,
    processor: (first?.model ?? "unknown").replaceAll(/\s+/g, " ").trim(),
    cores: cpus().length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}

function distribution(): string {
  try {
    return /^PRETTY_NAME="?([^"\n]+)/mu.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "unknown";
  } catch {
    return "unknown"; // only Linux has this file, and nothing but the page's head depends on it
  }
}

export function versionsHere(root: string): Readonly<Record<string, string>> {
  const ofPackage = (folder: string): string =>
    (JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as { version: string }).version;
  return {
    holdfast: ofPackage(root),
    Node: process.versions.node,
    SQLite: process.versions["sqlite"] ?? "unknown",
    git: firstNumber("git") ?? "not on this machine",
    grep: firstNumber("grep") ?? "not on this machine",
    ripgrep: firstNumber("rg") ?? "not on this machine",
    ...Object.fromEntries(PEERS.map((name) => [name, ofPackage(`${root}/node_modules/${name}`)])),
  };
}

function firstNumber(program: string): string | undefined {
  try {
    const said = execFileSync(program, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return /\d+(?:\.\d+)+/u.exec(said)?.[0];
  } catch {
    return undefined; // not installed, which the page says
  }
}

/** What the pages of figures themselves change does not make the commit another one. */
export function commitHere(root: string): string {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", root, ...args], { encoding: "utf8" }).trim();
  const written = ["docs/benchmarks.md", "docs/results"];
  const changed = git("status", "--porcelain", "--", ".", ...written.map((path) => `:!${path}`));
  return `${git("rev-parse", "--short=10", "HEAD")}${changed === "" ? "" : " with local changes"}`;
}
