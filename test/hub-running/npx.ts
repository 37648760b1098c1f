// An empty folder with the packed hub in it and nothing else: there `npx @holdfast/hub` is that package and no other. npm asks for
// nothing that it has not got, and nothing of it is on the path.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

export const BY_NPX: RegExp = /^npx @holdfast\/hub(?= |$)/;

/** The folder that holds it; made when it is first asked for. */
export function folderForNpx(base: string, packages: readonly string[], env: NodeJS.ProcessEnv): () => string {
  let made = "";
  return () => {
    if (made !== "") return made;
    const folder = join(base, "npx");
    mkdirSync(folder);
    // Of its own, not the prefix of what is installed for all.
    const { npm_config_prefix: _, ...alone } = env;
    execFileSync("npm", ["install", "--ignore-scripts", "--silent", ...packages], { cwd: folder, env: alone });
    made = folder;
    return made;
  };
}
