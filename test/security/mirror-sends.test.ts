// HUB-9, HUB-10: a job's command has everything in its home, and not the token. What it does to the mirror there, or to the list of
// mirrors, reaches no hub: what is sent are notes, as proposals, under the organisation's policy.
// check:all: starts programs.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hubStub } from "../support/hub-stub.ts";
import { type JobWorld, jobWorld } from "../support/job.ts";
import { declare } from "../support/organisation.ts";

const NOTE = 'node "$CLI" add "The build needs two gigabytes of memory"';
const MIRRORS = '"$HOME"/.local/share/holdfast/mirrors';
const DEPLOYS = "reference_deploys_go_through_the.md";
let base = "";
let world: JobWorld;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "job-")));
  world = await jobWorld(base);
});
afterEach(async () => {
  await world.stub.end();
  rmSync(base, { recursive: true, force: true });
});

interface Pushed {
  readonly path: string;
  readonly replaces: string | null;
  readonly gone?: true;
  readonly bytes?: string;
}

/** What a job's run pushed, in their order. */
function pushes(): readonly Pushed[] {
  const all: Pushed[] = [];
  world.stub.between = ({ method, path, body }, act) => {
    if (method === "POST" && path.includes("/push")) all.push(...(JSON.parse(body) as { changes: Pushed[] }).changes);
    return act();
  };
  return all;
}

const textOf = ({ bytes = "" }: Pushed): string => Buffer.from(bytes, "base64").toString("utf8");
const isNew = ({ replaces, gone }: Pushed): boolean => replaces === null && gone !== true;

describe("HUB-9 what a job sends", () => {
  test("is its notes and nothing else, whatever its command did to the mirror", async () => {
    const pushed = pushes();
    const script = [
      NOTE,
      `cd ${MIRRORS}/*`,
      "mkdir -p quarantine memories",
      "mv memories/*deploys*.md quarantine/",
      "printf 'Payments go out on Fridays.\\n' > memories/reference_payments.md",
      "rm -rf devices",
    ].join(" && ");
    const { code, text } = await world.run(["sh", "-c", script]);
    expect(text).toMatch(/proposed 1 note/);
    expect(code).toBe(0);
    expect(pushed.filter((each) => !isNew(each))).toEqual([]);
    expect(pushed.map(({ path }) => path)).toEqual(["memories/reference_the_build_needs_two.md"]);
    expect(pushed.map(textOf).join("")).toMatch(/source-machine: .*builder/);
    expect(world.left()).toEqual([]);
  });

  test("is not at work when the home goes: what the home is set to is believed there", async () => {
    const config = '"$HOME"/.config/holdfast/config.json';
    const { text } = await world.run(["sh", "-c", `node "$CLI" doctor; cat ${config}`]);
    expect(text).not.toMatch(/The configuration/);
    expect(text).toContain('"sync-at-start": false');
  });

  test("goes to the hub that it came from, whatever its list of mirrors says", async () => {
    const pushed = pushes();
    const other = await hubStub();
    let asked = 0;
    other.between = (_, act) => {
      asked += 1;
      return act();
    };
    const row = { url: other.url, store: "team/a", role: "contributor", you: "builder" };
    writeFileSync(join(base, "cwd", "rows.json"), JSON.stringify([row]));
    const list = '"$HOME"/.local/share/holdfast/mirrors.json';
    const { text, code } = await world.run(["sh", "-c", `${NOTE} && cp rows.json ${list} && chmod 600 ${list}`]);
    await other.end();
    expect(text).toMatch(/proposed 1 note/);
    expect(code).toBe(0);
    expect(asked).toBe(0);
    expect(pushed).toHaveLength(1);
  });

  test("is nothing that a program which the command left running wrote into the mirror taken anew", async () => {
    const pushed = pushes();
    const moved = new Set<string>();
    // It watches, as such a program would: once the note is there, what else lies there is about to be sent.
    const watching = setInterval(() => {
      for (const home of world.left()) {
        const mirrors = join(base, "tmp", home, ".local/share/holdfast/mirrors");
        for (const name of existsSync(mirrors) ? readdirSync(mirrors) : []) {
          const at = (...names: readonly string[]): string => join(mirrors, name, ...names);
          if (!existsSync(at("memories", "reference_the_build_needs_two.md")) || moved.has(name)) continue;
          moved.add(name);
          for (const folder of ["quarantine", "devices"]) mkdirSync(at(folder), { recursive: true });
          writeFileSync(at("devices", `${"a".repeat(32)}.json`), "{}", { mode: 0o600 });
          renameSync(at("memories", DEPLOYS), at("quarantine", DEPLOYS));
        }
      }
    }, 1);
    const { text } = await world.run(["sh", "-c", NOTE]);
    clearInterval(watching);
    expect(moved.size).toBe(1);
    expect(text).toMatch(/proposed 1 note/);
    expect(pushed.map(({ path }) => path).filter((path) => !path.startsWith("memories/reference_the_build"))).toEqual(
      [],
    );
  });

  test("HUB-10 is judged by the policy that came with the mirror", async () => {
    await declare(world.ann, "kinds", "decision");
    world.upload();
    const pushed = pushes();
    const head = ["name: A note", "description: The build is slow", "type: reference", "trust-level: inferred"];
    const text = ["---", ...head, "---", "", "The build is slow.", ""].join("\n");
    writeFileSync(join(base, "cwd", "note.md"), text, { mode: 0o600 });
    const run = await world.run(["sh", "-c", 'cp note.md "$HOME"/.holdfast/memories/reference_a_note.md']);
    expect(run.text).toMatch(/left out reference_a_note: .*lets no memory of the kind fact/);
    expect(pushed).toEqual([]);
  });
});
