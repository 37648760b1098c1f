// The daily audit by each system's scheduler: an agent gets the text, a typed yes puts it in place, --remove takes away exactly
// that. crontab and systemctl are stand-ins that keep what they are given; the shell that reads a line of cron is real.
// check:all: a person's terminal for each.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isOurs, type Job, MARK, scheduled, withOurLine, withoutOurLine } from "../../../src/health/schedule.ts";
import { boxEnv } from "../../support/mcp.ts";
import { holdfast, treeOf } from "../../support/no-terminal.ts";
import { canRunAsPerson, type PersonRun, runAsPerson } from "../../support/person.ts";
import { makeBox, removeBox, rootOf } from "../../support/store-box.ts";

const CLI = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));
const ODD = `a b'c$d"e\\f%g&<h>`;
let base: string;
beforeEach(() => {
  base = makeBox();
  mkdirSync(`${base}/bin`);
  mkdirSync(`${base}/home`);
});
afterEach(() => removeBox(base));

function program(name: string, lines: string): void {
  writeFileSync(`${base}/bin/${name}`, `#!/bin/sh\n${lines}\n`);
  chmodSync(`${base}/bin/${name}`, 0o755);
}

const CRONTAB = `case "$1" in
-l) [ -f TABLE ] || { echo "no crontab for me" >&2; exit 1; }; cat TABLE;;
-r) rm TABLE;;
-) cat > TABLE;;
esac`;

const textsOf = (by: Parameters<typeof scheduled>[0], job: Job): readonly string[] => {
  const files = scheduled(by, job);
  if ("kind" in files) throw new Error(files.message);
  return files.map(({ text }) => text);
};

describe("the texts", () => {
  const plain: Job = {
    node: "/usr/bin/node",
    program: "/opt/holdfast/cli.mjs",
    variables: { HOLDFAST_HOME: "/srv/s" },
  };

  test("cron: absolute paths, every word as the shell reads it, odd ones too", () => {
    expect(textsOf("cron", plain)).toEqual([
      `17 9 * * * /usr/bin/env 'HOLDFAST_HOME=/srv/s' /usr/bin/node /opt/holdfast/cli.mjs audit --enforce --quiet # ${MARK}\n`,
    ]);
    const folder = `${base}/${ODD}`;
    mkdirSync(folder);
    symlinkSync(process.execPath, `${folder}/node`);
    const say = "console.log(JSON.stringify([process.env.HOLDFAST_HOME, process.argv.slice(1)]))";
    writeFileSync(`${folder}/cli.cjs`, say);
    const job = { node: `${folder}/node`, program: `${folder}/cli.cjs`, variables: { HOLDFAST_HOME: folder } };
    const [line = ""] = textsOf("cron", job);
    // As cron does: what stands behind the fifth blank, escaped percent signs plain, an unescaped one would end it.
    const command = line.split(" ").slice(5).join(" ").trimEnd();
    expect(command.replaceAll("\\%", "")).not.toContain("%");
    const { stdout } = spawnSync("/bin/sh", ["-c", command.replaceAll("\\%", "%")], { encoding: "utf8" });
    expect(JSON.parse(stdout)).toEqual([folder, [`${folder}/cli.cjs`, "audit", "--enforce", "--quiet"]]);
  });

  test("systemd: percent and dollar signs, quotes and backslashes are its own escapes", () => {
    const [unit = "", timer = ""] = textsOf("systemd", { ...plain, program: `/opt/${ODD}/cli.mjs` });
    expect(unit).toContain(
      `\nExecStart=/usr/bin/env "HOLDFAST_HOME=/srv/s" /usr/bin/node "/opt/a b'c$$d\\"e\\\\f%%g&<h>/cli.mjs" audit --enforce --quiet\n`,
    );
    expect(timer).toContain("OnCalendar=daily");
    expect([unit, timer].every(isOurs)).toBe(true);
  });

  test("launchd: a list of words in XML", () => {
    const [text = ""] = textsOf("launchd", { ...plain, program: `/opt/${ODD}/cli.mjs` });
    expect(text).toContain(`<string>/opt/a b'c$d"e\\f%g&amp;&lt;h&gt;/cli.mjs</string>`);
    expect(isOurs(text)).toBe(true);
    expect(text.replaceAll(/&(amp|lt|gt);/g, "")).not.toMatch(/&|<h>/);
  });

  test.each(["/opt/a\nb/node", "/opt/a\u0000b/node", "/opt/a=b/node"])("%j is refused by every scheduler", (node) => {
    for (const by of ["cron", "systemd", "launchd"] as const)
      expect(scheduled(by, { ...plain, node })).toMatchObject({ kind: "refusal" });
  });

  test("a table with our line taken out is the table it was", () => {
    const [line = ""] = textsOf("cron", plain);
    for (const table of ["", "# mine\n", "0 1 * * * x\n\n", "MAILTO=me\n5 4 * * * y # holdfast schedules me\n"]) {
      expect(withoutOurLine(withOurLine(table, line))).toBe(table);
      expect(withOurLine(withOurLine(table, line), line)).toBe(withOurLine(table, line));
    }
  });
});

describe("an agent", () => {
  test.each(["cron", "systemd", "launchd"])("TRU-20: gets the text for %s, and nothing is put in place", (by) => {
    program("crontab", `touch ${base}/called`);
    program("systemctl", `touch ${base}/called`);
    const before = treeOf(base);
    const env = { PATH: `${base}/bin:/usr/bin:/bin` };
    const { code, out } = holdfast(base, ["schedule", "--for", by], { env });
    expect([code, out]).toEqual([0, expect.stringContaining("--enforce")]);
    expect(out).toContain(rootOf(base));
    expect(out).toContain(CLI);
    expect(holdfast(base, ["schedule", "--for", by, "--remove"], { env }).code).toBe(2);
    expect(treeOf(base)).toEqual(before);
  });
});

describe.skipIf(!canRunAsPerson())("a person", () => {
  function person(args: readonly string[], input: readonly string[] = []): Promise<PersonRun> {
    const env = { ...boxEnv(base), PATH: `${base}/bin:/usr/bin:/bin` };
    return runAsPerson([process.execPath, CLI, "schedule", ...args], { cwd: base, env, input });
  }

  test("SUR-7: cron: yes puts one line behind theirs, anything else nothing; --remove gives the same bytes", async () => {
    program("crontab", CRONTAB.replaceAll("TABLE", `${base}/table`));
    const theirs = "# mine\n0 1 * * * backup 50\\%\n";
    writeFileSync(`${base}/table`, theirs);
    expect((await person(["--for", "cron"], ["y"])).code).toBe(0);
    expect(readFileSync(`${base}/table`, "utf8")).toBe(theirs);
    await person(["--for", "cron"], ["yes"]);
    const [first, second, ours, ...more] = readFileSync(`${base}/table`, "utf8").split("\n");
    expect([`${first}\n${second}\n`, more]).toEqual([theirs, [""]]);
    expect(ours).toContain("audit --enforce");
    expect((await person(["--for", "cron"], ["yes"])).transcript).toContain("It was so already.");
    await person(["--for", "cron", "--remove"]);
    expect(readFileSync(`${base}/table`, "utf8")).toBe(theirs);
    expect((await person(["--for", "cron", "--remove"])).transcript).toContain("nothing of holdfast");
  }, 60_000);

  test("cron: where there was no table there is none afterwards", async () => {
    program("crontab", CRONTAB.replaceAll("TABLE", `${base}/table`));
    await person(["--for", "cron"], ["yes"]);
    expect(existsSync(`${base}/table`)).toBe(true);
    await person(["--for", "cron", "--remove"]);
    expect(existsSync(`${base}/table`)).toBe(false);
  }, 60_000);

  test("systemd: units in the person's own folder, enabled; --remove stops them and takes them away", async () => {
    program("systemctl", `echo "$@" >> ${base}/calls`);
    mkdirSync(`${base}/config`, { recursive: true, mode: 0o700 });
    const before = treeOf(`${base}/config`);
    await person([], ["yes"]);
    expect(Object.keys(treeOf(`${base}/config/systemd/user`))).toEqual([
      "holdfast-audit.service",
      "holdfast-audit.timer",
    ]);
    await person(["--remove"]);
    expect(treeOf(`${base}/config`)).toEqual(before);
    expect(readFileSync(`${base}/calls`, "utf8").split("\n")).toEqual([
      "--user daemon-reload",
      "--user enable --now holdfast-audit.timer",
      "--user disable --now holdfast-audit.timer",
      "--user daemon-reload",
      "",
    ]);
  }, 60_000);

  test("launchd: the list in the person's own folder, and the command that loads it, by its place, where it can't be started", async () => {
    const list = `${base}/home/Library/LaunchAgents/dev.holdfast.audit.plist`;
    program("launchctl", `touch ${base}/called`);
    const { code, transcript } = await person(["--for", "launchd"], ["yes"]);
    expect([code, transcript.replace(/\s+/g, " ")]).toEqual([
      2,
      expect.stringContaining("/bin/launchctl could not be started"),
    ]);
    expect(readFileSync(list, "utf8")).toContain("<string>--enforce</string>");
    expect(existsSync(`${base}/called`)).toBe(false);
    await person(["--for", "launchd", "--remove"]);
    expect(existsSync(list)).toBe(false);
  }, 60_000);

  test("disconnect --purge takes the schedules with files of their own away, and leaves others", async () => {
    program("systemctl", "true");
    await person(["--for", "launchd"], ["yes"]);
    await person(["--for", "systemd"], ["yes"]);
    const mine = `${base}/home/Library/LaunchAgents/mine.plist`;
    writeFileSync(mine, "mine");
    const env = { ...boxEnv(base), PATH: `${base}/bin:/usr/bin:/bin` };
    const purged = await runAsPerson([process.execPath, CLI, "disconnect", "--purge"], {
      cwd: base,
      env,
      input: ["y"],
    });
    expect(purged.transcript).toContain("The daily audit was taken out of launchd.");
    expect(purged.transcript).toContain("The daily audit was taken out of systemd.");
    expect(Object.keys(treeOf(`${base}/home/Library/LaunchAgents`))).toEqual(["mine.plist"]);
    expect(existsSync(`${base}/config/systemd/user/holdfast-audit.timer`)).toBe(false);
  }, 60_000);

  test("a file of that name which is somebody else's stays", async () => {
    program("systemctl", `echo "$@" >> ${base}/calls`);
    mkdirSync(`${base}/config/systemd/user`, { recursive: true, mode: 0o700 });
    writeFileSync(`${base}/config/systemd/user/holdfast-audit.timer`, "[Timer]\n");
    const before = treeOf(`${base}/config`);
    for (const [args, input] of [
      [[], ["yes"]],
      [["--remove"], []],
    ] as const) {
      const { code, transcript } = await person(args, input);
      expect([code, transcript.replace(/\s+/g, " ")]).toEqual([2, expect.stringContaining("was not made by holdfast")]);
    }
    expect([treeOf(`${base}/config`), existsSync(`${base}/calls`)]).toEqual([before, false]);
  }, 60_000);
});
