// The real thing: real processes, a real pseudo-terminal, a real process table (TRU-22, TRU-22a).
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, runAsPerson } from "../support/person.ts";

const possible = canRunAsPerson();
if (!possible) process.stderr.write(`${CANNOT_RUN_AS_PERSON}\n`);

let folder: string;
let script: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-person-"));
  script = join(folder, "who.ts");
  const source = (path: string): string => JSON.stringify(resolve(import.meta.dirname, "../../src", path));
  const lines = [
    `import { seenHere } from ${source("trust/io/person/seen.ts")};`,
    `import { HOSTS } from ${source("hosts/index.ts")};`,
    'process.stderr.write("SEEN " + JSON.stringify(seenHere(HOSTS)) + "\\n");',
  ];
  writeFileSync(script, lines.join("\n"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ENV = { PATH: "/usr/bin:/bin", TERM: "xterm" };
type Answer = { kind: string; because?: string };

function answerIn(text: string): Answer {
  const found = /SEEN (\{.*\})/.exec(text);
  if (found === null) throw new Error(`no answer in: ${text}`);
  return JSON.parse(found[1] ?? "");
}

async function ask(change: { env?: Record<string, string>; under?: string[]; args?: string[]; shell?: string } = {}) {
  const command = [process.execPath, "--no-warnings", script, ...(change.args ?? [])];
  const argv = change.shell === undefined ? command : ["/bin/sh", "-c", change.shell, "sh", ...command];
  const run = await runAsPerson(argv, {
    cwd: folder,
    env: { ...ENV, ...change.env },
    ...(change.under === undefined ? {} : { under: change.under }),
  });
  expect(run.code).toBe(0);
  return answerIn(run.transcript);
}

function copyNamed(name: string, of: string): string {
  const copy = join(folder, name);
  copyFileSync(realpathSync(of), copy);
  chmodSync(copy, 0o755);
  return copy;
}

describe.runIf(possible)("a person's terminal, for real (TRU-22)", () => {
  test("on a terminal, with nothing of an agent around: a person", async () => {
    expect(await ask()).toEqual({ kind: "person" });
  });

  test("CLAUDECODE set: an agent, and the refusal names it", async () => {
    const answer = await ask({ env: { CLAUDECODE: "1" } });
    expect(answer).toMatchObject({
      kind: "agent",
      because: expect.stringContaining("CLAUDECODE is set in this shell"),
    });
  });

  test("piped input: an agent", async () => {
    const answer = await ask({ shell: 'echo y | "$@"' });
    expect(answer).toMatchObject({ kind: "agent", because: "the input of this command is not a terminal" });
  });

  test("no terminal for output: an agent", async () => {
    const answer = await ask({ shell: '"$@" >out 2>err; cat err' });
    expect(answer.kind).toBe("agent");
  });

  test("a terminal under a program named claude: an agent", async () => {
    const claude = copyNamed("claude", "/bin/sh");
    const answer = await ask({ under: [claude, "-c", '"$@"; exit $?', "claude"] });
    expect(answer).toMatchObject({
      kind: "agent",
      because: expect.stringMatching(/^this command was started by claude /),
    });
  });

  test("a terminal under a script of an agent's package, run by node: an agent", async () => {
    const wrapper = join(folder, "gemini.mjs");
    writeFileSync(
      wrapper,
      `import { spawnSync } from "node:child_process";
       spawnSync(process.argv[2], process.argv.slice(3), { stdio: "inherit", env: {} });`,
    );
    const answer = await ask({ under: [process.execPath, wrapper] });
    expect(answer).toMatchObject({ kind: "agent", because: expect.stringContaining("started by gemini") });
  });

  test("an unmounted or foreign /proc is not a person", async () => {
    const answer = await ask({
      under: ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", 'mount -t tmpfs none /proc; "$@"', "sh"],
    });
    expect(answer).toMatchObject({ kind: "agent", because: expect.stringContaining("can't be read") });
  });

  test("TRU-22a: variables and flags that claim a person change nothing, either way", async () => {
    const env = { HOLDFAST_CHANNEL: "person", HOLDFAST_PERSON: "1", HOLDFAST_AS: "person", HOLDFAST_TTY: "1" };
    const args = ["--person", "--tty", "--channel=terminal", "--yes"];
    expect((await ask({ env, args })).kind).toBe("person");
    expect((await ask({ env: { ...env, CLAUDECODE: "1" }, args })).kind).toBe("agent");
    expect((await ask({ env, args, shell: 'echo y | "$@"' })).kind).toBe("agent");
  });

  test("typed answers reach the command, one per prompt, and the exit code comes back", async () => {
    const run = await runAsPerson(
      ["/bin/sh", "-c", 'printf "a? "; read a; printf "b? "; read b; echo "[$a$b]"; exit 3'],
      {
        cwd: folder,
        env: ENV,
        input: ["one", "two"],
      },
    );
    expect(run.transcript).toContain("[onetwo]");
    expect(run.code).toBe(3);
  });
});

test("without a terminal, whatever the environment says: an agent (TRU-22a)", () => {
  const out = execFileSync("/bin/sh", ["-c", '"$@" 2>&1 </dev/null', "sh", process.execPath, "--no-warnings", script], {
    encoding: "utf8",
    env: { ...ENV, HOLDFAST_PERSON: "1", HOLDFAST_CHANNEL: "terminal" },
  });
  expect(answerIn(out).kind).toBe("agent");
});
