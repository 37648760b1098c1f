// The build itself: twice, without a network, with the same bytes.
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sha256Hex } from "../../src/text/digest.ts";
import type { Check } from "../web/check.ts";

const BUILD = fileURLToPath(new URL("../../scripts/build-docs.ts", import.meta.url));
const WITHOUT_NETWORK = ["unshare", "--net"] as const;

export function canCutNetwork(): boolean {
  const [program, ...args] = WITHOUT_NETWORK;
  return spawnSync(program, [...args, "true"], { stdio: "ignore" }).status === 0;
}

export function buildTwice(folder: string, check: Check): string {
  const [program, ...args] = WITHOUT_NETWORK;
  const routes = execFileSync(program, [...args, "cat", "/proc/net/route"], { encoding: "utf8" });
  check("the build has no route to anywhere", routes.trim().split("\n").length === 1, routes);
  const sites = ["first", "second"].map((name) => `${folder}/${name}`);
  for (const site of sites) {
    const built = spawnSync(program, [...args, process.execPath, BUILD, site], { encoding: "utf8" });
    check(`the site is built: ${built.stdout.trim()}`, built.status === 0, built.stderr);
  }
  const [first = "", second = ""] = sites;
  const [one, two] = [bytesOf(first), bytesOf(second)];
  const different = [...one].filter(([file, digest]) => two.get(file) !== digest).map(([file]) => file);
  check("two builds have the same bytes", one.size > 0 && one.size === two.size && different.length === 0, different);
  return first;
}

function bytesOf(site: string): ReadonlyMap<string, string> {
  const files = globSync("**/*", { cwd: site }).filter((file) => statSync(`${site}/${file}`).isFile());
  return new Map(files.map((file) => [file, sha256Hex(readFileSync(`${site}/${file}`))]));
}
