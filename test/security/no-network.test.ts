// PRI-1: every command in a network namespace without a route; none fails for it, and none opens a socket.
// check:all: every command in a network namespace.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { entryArguments } from "../support/hook-run.ts";
import { idOf, plant } from "../support/memories.ts";
import { scrubbed } from "../support/scrubbed.ts";
import { makeBox, removeBox, rootOf } from "../support/store-box.ts";

const CLI = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
const HOOK = fileURLToPath(new URL("../../src/hook/main.ts", import.meta.url));
const possible =
  spawnSync("unshare", ["--net", "true"]).status === 0 && spawnSync("strace", ["-V"], { stdio: "ignore" }).status === 0;

const COMMANDS: readonly (readonly [readonly string[], number])[] = [
  [["init", "--no-install"], 0],
  [["add", "Deploys run on Mondays"], 0],
  [["list", "--json"], 0],
  [["show", "user_a"], 0],
  [["why"], 0],
  [["check"], 3],
  [["doctor"], 0],
  [["install", "--dry-run", "--agent", "claude"], 0],
  [["conformance"], 0],
  [["completion", "bash"], 0],
  [["--version"], 0],
  [["--help"], 0],
  [["demote", "user_a"], 2],
];

describe.skipIf(!possible)(possible ? "privacy" : "SKIPPED: needs root, unshare and strace", () => {
  test("PRI-1: no command needs or tries the network", () => {
    const base = makeBox();
    mkdirSync(`${base}/home`);
    plant(base, "user_a", { tier: "verified", id: idOf(1), verified: "2026-11-01", created: "2026-11-01T00:00:00Z" });
    const env = scrubbed({
      HOME: `${base}/home`,
      HOLDFAST_HOME: rootOf(base),
      XDG_DATA_HOME: `${base}/data`,
    });
    const run = (argv: readonly string[], input = ""): { status: number | null; text: string; trace: string } => {
      const log = `${base}/trace`;
      const strace = ["strace", "-f", "-qq", "-e", "trace=socket,connect", "-o", log];
      const done = spawnSync("unshare", ["--net", ...strace, process.execPath, ...argv], {
        cwd: `${base}/home`,
        input,
        encoding: "utf8",
        env,
      });
      return {
        status: done.status,
        text: done.stdout + done.stderr,
        trace: existsSync(log) ? readFileSync(log, "utf8") : "",
      };
    };
    const event = JSON.stringify({ session_id: "s", cwd: "/", hook_event_name: "SessionStart", source: "startup" });
    for (const [argv, code] of COMMANDS) {
      const { status, text, trace } = run([CLI, ...argv]);
      expect([argv, status, text.slice(0, 300)]).toEqual([argv, code, text.slice(0, 300)]);
      expect([argv, trace.split("\n").filter((line) => /AF_INET|connect\(/.test(line))]).toEqual([argv, []]);
    }
    const hooked = run([HOOK, ...entryArguments(env)], event);
    expect([hooked.status, hooked.trace.match(/AF_INET/g)]).toEqual([0, null]);
    expect(hooked.text).toContain("memory-context");
    removeBox(base);
  }, 120_000);
});
