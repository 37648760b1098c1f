// The package as it would be published, installed as `npm install --global holdfast` would, without a network and without
// install scripts.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

type Environment = Readonly<Record<string, string>>;

/** Packs into `folder` and gives the file. With "as built", dist/ is taken as it is: others may be reading it. */
export function packPackage(folder: string, env: Environment, how: "build" | "as built"): string {
  npm(["pack", "--pack-destination", folder, ...(how === "build" ? [] : ["--ignore-scripts"])], ROOT, env);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack made no tarball");
  return join(folder, tarball);
}

/** Gives the names that came with it. */
export function installPackage(tarball: string, prefix: string, env: Environment): readonly string[] {
  const options = ["--global", "--prefix", prefix, "--offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  npm(["install", ...options, tarball], prefix, env);
  return readdirSync(join(prefix, "lib", "node_modules"));
}

function npm(args: readonly string[], cwd: string, env: Environment): void {
  execFileSync("npm", args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
