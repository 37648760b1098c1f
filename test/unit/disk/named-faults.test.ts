// check:all: real disks that are full, read-only or without locks, and the command line on them (SUR-4). What sync says there is
// in test/sync-faults: it is a person's act.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { scrubbed } from "../../support/scrubbed.ts";

const CLI = new URL("../../../src/cli/main.ts", import.meta.url).pathname;
const canMount = spawnSync("unshare", ["-m", "true"]).status === 0;
/** By number, for one processor: what refuses F_SETLK, and nothing else, is a filter of six steps. */
const canRefuseLocks = process.arch === "x64" && existsSync("/usr/bin/bwrap");

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-named-`));
  mkdirSync(`${home}/.holdfast`);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** One shell in a mount namespace of its own: what it mounts ends with it. `holdfast` stands for the command. */
function inNamespace(script: string): { readonly said: string; readonly code: number | null } {
  const path = "/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/sbin:/bin";
  const env = scrubbed({ PATH: path, HOME: home, NO_COLOR: "1" });
  const lines = ["set -e", `holdfast() { '${process.execPath}' '${CLI}' "$@"; }`, script];
  const run = spawnSync("unshare", ["-m", "sh", "-c", lines.join("\n")], { env, encoding: "utf8" });
  return { said: `${run.stdout}${run.stderr}`.replace(/\s+/g, " "), code: run.status };
}

const READY = 'holdfast init --yes >/dev/null 2>&1 || test -f "$HOME/.holdfast/holdfast.json"';
const SMALL = `mount -t tmpfs -o size=2m,mode=700 none "$HOME/.holdfast"; ${READY}`;
const FILL = 'cat /dev/zero > "$HOME/.holdfast/.local/filler" 2>/dev/null || true';
const READ_ONLY = 'mount --bind "$HOME/.holdfast" "$HOME/.holdfast"; mount -o remount,ro,bind "$HOME/.holdfast"';
const ADD = `'${process.execPath}' '${CLI}' add "Deploys run on Mondays."`;
const INNER = /should not|another writer|inner fault|TypeError|ERR_/i;

const ALLOW = 0x7fff0000;
const ENOLCK = 0x00050000 | 37;
/** Of `struct sock_filter`: load the call's number, is it fcntl, load its second argument, is it F_SETLK. */
const NO_LOCKS = Buffer.concat(
  [
    [0x20, 0, 0, 0],
    [0x15, 0, 3, 72],
    [0x20, 0, 0, 24],
    [0x15, 0, 1, 6],
    [0x06, 0, 0, ENOLCK],
    [0x06, 0, 0, ALLOW],
  ].map(([code = 0, yes = 0, no = 0, value = 0]) => {
    const step = Buffer.alloc(8);
    step.writeUInt16LE(code, 0);
    step.writeUInt8(yes, 2);
    step.writeUInt8(no, 3);
    step.writeUInt32LE(value, 4);
    return step;
  }),
);

describe.runIf(canMount)("SUR-4: what the disk says is said by its name", () => {
  test("a full disk", () => {
    const { said, code } = inNamespace(`${SMALL}; ${FILL}; ${ADD}`);
    expect(said).toMatch(/no space left on the disk/i);
    expect(said).toMatch(/next +Free some space/);
    expect(said).not.toMatch(INNER);
    expect(code).toBe(2);
  });

  test("a read-only disk", () => {
    const { said, code } = inNamespace(`${READY}; ${READ_ONLY}; ${ADD}`);
    expect(said).toMatch(/read-only/);
    expect(said).toMatch(/next +Mount it/);
    expect(said).not.toMatch(INNER);
    expect(code).toBe(2);
  });

  test.runIf(canRefuseLocks)("no locks", () => {
    writeFileSync(`${home}/no-locks.bpf`, NO_LOCKS);
    const bare = "bwrap --dev-bind / / --seccomp 9";
    const { said, code } = inNamespace(`${READY}; ${bare} ${ADD} 9<"$HOME/no-locks.bpf"`);
    expect(said).toMatch(/locks are not supported on this file system/);
    expect(said).not.toMatch(INNER);
    expect(code).toBe(2);
  });
});
