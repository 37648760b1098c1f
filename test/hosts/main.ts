// Every host in the list, held to one list of its own (AGT-8, AGT-30, AGT-34): connected in an empty home, its own payloads fed
// through the entry that was installed, started as that host starts it; a form that nobody knows; doctor; and disconnected, with
// the home as it was, byte for byte. Real files, the built hook, real shells; no agent's program. A new host joins by itself.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { openInstallers } from "../../src/compose/installers.ts";
import { probeHost } from "../../src/compose/probe.ts";
import { placesFrom } from "../../src/disk/places.ts";
import { type Host, placesOf } from "../../src/hosts/host.ts";
import { HOSTS } from "../../src/hosts/index.ts";
import type { Installer } from "../../src/install/install.ts";
import { isRefusal } from "../../src/text/errors.ts";
import { entryArguments, hookEnvironment, runProgram } from "../support/hook-run.ts";
import { idOf, plant } from "../support/memories.ts";
import { makeBox, placesOf as ours, removeBox, rootOf } from "../support/store-box.ts";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
const NOW = new Date("2026-11-18T10:00:00Z");
const FORBIDDEN = "npm install";

let cases = 0;
let failed = 0;
function check(title: string, good: boolean, found?: unknown): void {
  cases++;
  if (!good) failed++;
  console.log(
    `${good ? "ok  " : "FAIL"} ${title}${good ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 600)}`}`,
  );
}

/** Each file below a folder with its bytes, but for what is ours to keep. */
function everything(home: string): ReadonlyMap<string, string> {
  const names = readdirSync(home, { recursive: true, withFileTypes: true });
  const paths = names.map((each) => ({ path: join(each.parentPath, each.name), isFile: each.isFile() }));
  const kept = [rootOf(home), ...Object.values(ours(home))].map((place) => relative(home, place).split("/")[0] ?? "");
  return new Map(
    paths
      .map(({ path, isFile }) => [relative(home, path), isFile ? readFileSync(path, "base64") : "folder"] as const)
      .filter(([name]) => !kept.includes(name.split("/")[0] ?? "")),
  );
}

function changes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}

/** What a person had there before: each of the host's JSON files, in a spelling that no program would choose. */
function settle(installer: Installer): void {
  const plan = installer.planInstall();
  if (isRefusal(plan)) return;
  for (const { path, after, ours: whole } of plan.edits) {
    if (whole === true || !path.endsWith(".json") || !new TextDecoder().decode(after).startsWith("{")) continue;
    if (path.endsWith("holdfast.json")) continue;
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, `{ "theme" :"dark",\n\t"mine": [1,2 ] }\n`);
  }
}

async function tried(host: Host, home: string, project: string, kind: "empty" | "used"): Promise<void> {
  const { name } = host;
  const title = (what: string): string => `${name} (${kind}): ${what}`;
  const places = placesFrom(process.env, home);
  const before = (): Promise<Installer | undefined> =>
    openInstallers(places, NOW, DIST).then(({ all }) => all.find(({ agent }) => agent === name));
  const installer = await before();
  if (installer === undefined) return check(title("is among the installers"), false);
  if (kind === "used") settle(installer);
  const was = everything(home);
  const plan = installer.planInstall();
  if (isRefusal(plan)) return check(title("can be connected"), false, plan);
  check(title("connects"), installer.apply(plan, "install") === undefined);
  check(title("AGT-30: the hook runs"), (await installer.prove()) === undefined);
  check(title("AGT-33: it counts as connected"), installer.isInstalled() && installer.hasTrace());
  const again = installer.planInstall();
  check(title("AGT-30: connecting twice changes nothing"), !isRefusal(again) && again.nothingToDo, again);
  if (kind === "empty") await fed(host, home, project);
  const back = installer.planUninstall();
  const undone = isRefusal(back) ? back : installer.apply(back, "uninstall");
  check(title("disconnects"), undone === undefined && !installer.hasTrace(), undone);
  const left = changes(was, everything(home));
  check(title("AGT-30: the home is as it was, byte for byte"), left.length === 0, left);
}

async function fed(host: Host, home: string, project: string): Promise<void> {
  const places = placesFrom(process.env, home);
  for (const { name, title } of [host, ...(host.guests ?? [])]) {
    const request = {
      name,
      places,
      cwd: project,
      prompt: "how do I restart the pelican service?",
      forbidden: FORBIDDEN,
    };
    const rows = await probeHost(request);
    if (isRefusal(rows)) {
      check(`${name}: its entry can be tried`, false, rows);
      continue;
    }
    for (const { asks, what, event, health, answer, exit } of rows)
      check(`${title}: ${asks} ${what} (${event}): ${answer}`, health === "ok", { exit });
    check(`${title}: all of them were asked`, rows.length === (name === "cline" ? 4 : 6), rows.length);
  }
  const env = hookEnvironment(home);
  const args = [`${places.data}/hook.cjs`, ...entryArguments(env, host.name)];
  const call = {
    kindOfThing: "about-to",
    tool: { name: "save_it", arguments: { where: `${places.store}/memories/x.md` } },
  };
  const { status, out } = runProgram(args, JSON.stringify(call), env);
  check(
    `${host.title}: AGT-8: a form that nobody knows is refused, in every form`,
    status === 2 && out.includes('"cancel":true'),
    out,
  );
  const harmless = runProgram(
    args,
    JSON.stringify({ ...call, tool: { name: "save_it", arguments: { where: "/tmp/x" } } }),
    env,
  );
  check(
    `${host.title}: AGT-22: and passes in silence elsewhere`,
    harmless.status === 0 && harmless.out === "",
    harmless,
  );
  // What a project or an agent sets does not move it, nor does a settings file that is there.
  check(
    `${host.title}: its settings are there`,
    readFileSync(placesOf(host, process.env, home).settings, "utf8").includes("holdfast"),
  );
}

const only = process.argv.slice(2).filter((word) => !word.startsWith("-"));
for (const host of HOSTS.filter(({ name }) => only.length === 0 || only.includes(name))) {
  for (const kind of ["empty", "used"] as const) {
    const home = makeBox("disk");
    // Outside of every home, so that a host's own settings of a project are not in play.
    const project = realpathSync(mkdtempSync(join(tmpdir(), "hosts-project-")));
    try {
      execFileSync("git", ["init", "-q", project]);
      const more = ["kind: constraint", `rule: [deny command ${FORBIDDEN}]`];
      plant(home, "feedback_use_pnpm", { tier: "verified", id: idOf(1), more, body: "Use pnpm here, not npm." });
      plant(home, "project_pelican_service", {
        tier: "verified",
        id: idOf(2),
        body: "Restart the pelican service with make pelican-restart.",
      });
      Object.assign(process.env, hookEnvironment(home));
      await tried(host, home, project, kind);
    } finally {
      removeBox(home);
      rmSync(project, { recursive: true, force: true });
    }
  }
}
console.log(`hosts=${HOSTS.length} passed=${cases - failed} failed=${failed}`);
console.log(`cases=${cases} failed=${failed}`);
process.exitCode = failed === 0 && cases > 0 ? 0 : 1;
