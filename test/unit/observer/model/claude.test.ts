// OBS-2, OBS-2b: programs that are not what they must be, in the place of the user's `claude`. They are real ones: scripts.
// check:all: waits for programs that hang.
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startGroup } from "../../../../src/observer/io/model/child-group.ts";
import { sandboxed } from "../../../../src/observer/io/model/jail.ts";
import type { Reply } from "../../../../src/observer/io/model/provider.ts";
import { claudeProgramProvider } from "../../../../src/observer/io/model/providers/claude-program.ts";
import { claudeSdkProvider } from "../../../../src/observer/io/model/providers/claude-sdk.ts";
import { scratch } from "../../../support/disk.ts";

const INIT =
  '{"type":"system","subtype":"init","tools":[],"mcp_servers":[],"permissionMode":"dontAsk","claude_code_version":"2.1.300"}';
const SAID = '{"type":"result","subtype":"success","structured_output":{"a":1}}';
const VERSION = 'if [ "$1" = "--version" ]; then echo "2.1.300 (Claude Code)"; exit 0; fi';

async function ask(script: string, limitMs = 15_000): Promise<{ readonly reply: Reply; readonly base: string }> {
  const base = scratch();
  const program = join(base, "claude");
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o700);
  const provider = claudeProgramProvider({
    program,
    model: "m",
    env: { HOME: base, SECRET: "x" },
    cacheDir: join(base, "cache"),
  });
  const asked = { system: "s", prompt: "p", schema: {}, maxOutputTokens: 10, maxMoney: 0.01 };
  const reply = await provider.ask(asked, AbortSignal.timeout(limitMs));
  return { reply, base };
}

/** Of a process group, what is no corpse that waits for its parent. */
function runningIn(group: number): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const [state, , pgrp] = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ");
      return Number(pgrp) === group && state !== "Z" && state !== "X";
    } catch {
      return false; // it ended while we looked
    }
  });
}

describe("the user's own claude", () => {
  test("OBS-2: stands in an empty folder of its own that is gone after the call, with an environment from a list", async () => {
    const { reply, base } = await ask(`${VERSION}
      echo "$PWD" > $HOME/where; /bin/ls -A > $HOME/held; /usr/bin/stat -c %a . > $HOME/mode; /usr/bin/env > $HOME/env; /bin/cat > $HOME/stdin
      echo '${INIT}'; echo 'a warning'; echo '${SAID}'`);
    expect(reply).toEqual({ kind: "said", text: '{"a":1}' });
    const told = (name: string): string => readFileSync(join(base, name), "utf8").trim();
    expect([told("held"), told("mode"), existsSync(told("where"))]).toEqual(["", "700", false]);
    expect(told("where").startsWith(join(base, "cache", "jails", "call-"))).toBe(true);
    expect(told("env")).not.toContain("SECRET");
    expect(told("stdin")).toContain('"client_composed":true');
    expect(readdirSync(join(base, "cache", "jails"))).toEqual([]);
  });

  test.each([
    ["an old version", 'echo "2.1.247 (Claude Code)"', "2.1.248 is the first"],
    ["no version", "echo hello", "does not say its version"],
    ["a program that fails", "exit 3", "does not say its version"],
  ])("OBS-2b: %s is asked nothing", async (_, script, why) => {
    const { reply, base } = await ask(`[ "$1" = "--version" ] || touch $HOME/asked\n${script}`);
    expect(reply).toMatchObject({ kind: "unlocked", tokens: { input: 0, output: 0 } });
    expect(reply.kind === "unlocked" && reply.why).toContain(why);
    expect(existsSync(join(base, "asked"))).toBe(false);
  });

  test("OBS-2b: one that turns out to be open is ended and its words are dropped", async () => {
    const open = INIT.replace('"tools":[]', '"tools":["Bash"]');
    const { reply } = await ask(`${VERSION}\necho '${open}'; echo '${SAID}'; exec /bin/sleep 60`);
    expect(reply).toMatchObject({ kind: "unlocked" });
  });

  test("OBS-2: one that hangs, and what it started, are ended with the time", async () => {
    const script = `trap '' TERM; /bin/sleep 61 & /bin/sleep 62 & echo $$ > $HOME/pid; wait; wait`;
    const { reply, base } = await ask(`${VERSION}\n${script}`, 2500);
    expect(reply).toMatchObject({ kind: "failed" });
    const group = Number(readFileSync(join(base, "pid"), "utf8"));
    expect(runningIn(group)).toEqual([]);
  });

  test("OBS-2: an answer without end is cut", async () => {
    const { reply } = await ask(`${VERSION}\necho '${INIT}'; exec /usr/bin/yes '{"type":"stream_event"}'`, 20_000);
    expect(reply).toMatchObject({ kind: "failed", why: "The model's answer is too long." });
  });

  test("OBS-2: one that can't be started has failed", async () => {
    const env = { PATH: "/nonexistent" };
    const group = startGroup({ command: "/nonexistent/claude", args: [], cwd: scratch(), env });
    expect(await group.exited).toBeUndefined();
    await group.end();
    const provider = claudeProgramProvider({
      program: "/nonexistent/claude",
      model: "m",
      env: {},
      cacheDir: scratch(),
    });
    const asked = { system: "s", prompt: "p", schema: {}, maxOutputTokens: 10, maxMoney: 0.01 };
    expect((await provider.ask(asked, AbortSignal.timeout(15_000))).kind).toBe("unlocked");
  });

  test("OBS-2: without the agent SDK nothing is asked, and what to do is said", async () => {
    const base = scratch();
    const program = join(base, "claude");
    writeFileSync(program, `#!/bin/sh\n${VERSION}\n`);
    chmodSync(program, 0o700);
    const settings = { program, model: "m", env: { HOME: base }, cacheDir: join(base, "cache") };
    const asked = { system: "s", prompt: "p", schema: {}, maxOutputTokens: 10, maxMoney: 0.01 };
    const reply = await claudeSdkProvider(settings).ask(asked, AbortSignal.timeout(15_000));
    expect(reply).toMatchObject({ kind: "failed", tokens: { input: 0, output: 0 } });
    expect(reply.kind === "failed" && reply.why).toContain("npm install");
  });

  test("OBS-2a: inside bubblewrap the home is empty but for its own settings, and nothing else of it is named", () => {
    const sandbox = {
      bubblewrap: "/usr/bin/bwrap",
      home: "/home/u",
      writable: ["/home/u/.claude", "/jail"],
      program: "/bin/claude",
    };
    const { command, args, cwd } = sandboxed(sandbox, { command: "/home/u/link", args: ["-p"], cwd: "/jail", env: {} });
    expect([command, cwd, args.slice(-3)]).toEqual(["/usr/bin/bwrap", "/jail", ["--", "/bin/claude", "-p"]]);
    expect(args).toContain("--unshare-all");
    expect(args.indexOf("--tmpfs")).toBeLessThan(args.indexOf("/home/u/.claude"));
    const binds = args.filter((_, at) => /^--(ro-)?bind(-try)?$/.test(args[at - 1] ?? ""));
    expect(binds.filter((path) => ["/", "/home", "/home/u", "/root", "/tmp", "/var", "/run"].includes(path))).toEqual(
      [],
    );
  });
});
