// Where the hook itself is not what it was: another Node, a removed package, a part that is gone, two entries.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { build } from "esbuild";
import { workerOptions } from "../../scripts/bundles.ts";
import { placesOf, removeBox } from "../support/store-box.ts";
import { ASKED, EVENT_NAMES, eventFor, HOSTS, type Host, insideStore, projectOf, writeTo } from "./events.ts";
import type { Setting } from "./process.ts";
import type { Report } from "./report.ts";
import { type Trial, tryOne } from "./trial.ts";
import { changesSince, environmentOf, keptIn, makeWorld } from "./world.ts";

export async function tryRuntimes(hook: string, report: Report): Promise<void> {
  const base = makeWorld();
  try {
    const copy = copied(hook, base);
    for (const host of HOSTS) {
      for (const step of [...ofCopy(host, base, copy), ...ofEntries(host, base, copy)])
        await tryOne(base, host, step, report);
      await tryOne(base, host, withPipedSettings(host, base, copy), report);
      await withoutParts(host, base, copy, report);
      await withOldNodes(host, base, copy, report);
    }
    await withLongTranscript(base, copy, report);
  } finally {
    removeBox(base);
  }
}

/** As `install` leaves it: the folder alone, and nothing of the package near it. */
function copied(hook: string, base: string): string {
  const { data } = placesOf(base);
  cpSync(dirname(hook), data, { recursive: true });
  return `${data}/hook.cjs`;
}

const asked = (host: Host, base: string, session: string): object => ({
  ...eventFor(host, "UserPromptSubmit", base, session),
  prompt: ASKED,
});

function ofCopy(host: Host, base: string, hook: string): readonly Trial[] {
  const start = eventFor(host, "SessionStart", base, `copy-${host}`);
  return [
    { name: "the copy alone", event: "SessionStart", stdin: start, wanted: "anything", setting: { hook } },
    {
      name: "the copy alone",
      event: "UserPromptSubmit",
      stdin: asked(host, base, `copied-${host}`),
      wanted: "marker",
      setting: { hook },
    },
  ];
}

function settingsOf(host: Host, base: string): string {
  return host === "claude" ? `${base}/claude/settings.json` : `${base}/codex/hooks.json`;
}

/** The plugin's entry stands back where the installer's is there; the guard stands in both (AGT-13). */
function ofEntries(host: Host, base: string, hook: string): readonly Trial[] {
  const settings = settingsOf(host, base);
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(
    settings,
    JSON.stringify({ hooks: { SessionStart: [{ hooks: [{ command: "node", args: [hook] }] }] } }),
  );
  const plugin = { hook, args: ["--via", "plugin"] };
  const inside = writeTo(host, base, insideStore(base));
  return [
    {
      name: "both entries, the plugin's",
      event: "UserPromptSubmit",
      stdin: asked(host, base, `both-${host}`),
      wanted: "nothing",
      setting: plugin,
    },
    {
      name: "both entries, the installer's",
      event: "UserPromptSubmit",
      stdin: asked(host, base, `both-${host}`),
      wanted: "marker",
      setting: { hook },
    },
    { name: "both entries, the plugin's", event: "PreToolUse", stdin: inside, wanted: "deny", setting: plugin },
    {
      name: "both entries, the plugin's",
      event: "SessionStart",
      stdin: eventFor(host, "SessionStart", base),
      wanted: "nothing",
      setting: plugin,
    },
  ];
}

/** An agent's settings that nobody can read to their end: then nobody else answers. */
function withPipedSettings(host: Host, base: string, hook: string): Trial {
  const settings = settingsOf(host, base);
  rmSync(settings);
  spawnSync("mkfifo", [settings]);
  const setting = { hook, args: ["--via", "plugin"] };
  const stdin = asked(host, base, `piped-${host}`);
  return { name: "settings are a pipe", event: "UserPromptSubmit", stdin, wanted: "marker", setting };
}

async function withoutParts(host: Host, base: string, hook: string, report: Report): Promise<void> {
  const parts = readdirSync(dirname(hook)).filter((name) => /^hook-.*\.cjs$/.test(name));
  for (const part of parts) {
    const folder = `${base}/parts`;
    cpSync(dirname(hook), folder, { recursive: true });
    rmSync(`${folder}/${part}`);
    const setting = { hook: `${folder}/hook.cjs` };
    for (const event of ["SessionStart", "UserPromptSubmit", "Stop"] as const)
      await tryOne(
        base,
        host,
        {
          name: `without ${part}`,
          event,
          stdin: eventFor(host, event, base, `p-${host}`),
          wanted: "anything",
          setting,
        },
        report,
      );
    // The guard is a part too; without the others it stands.
    const wanted = part === "hook-tool.cjs" ? "anything" : "deny";
    await tryOne(
      base,
      host,
      { name: `without ${part}`, event: "PreToolUse", stdin: writeTo(host, base, insideStore(base)), wanted, setting },
      report,
    );
    rmSync(folder, { recursive: true });
  }
}

/** Those on this machine that are below the floor. */
function oldNodes(): readonly string[] {
  const folders = (process.env.PATH ?? "").split(":").concat("/usr/bin", "/usr/local/bin");
  const found = [...new Set(folders.map((folder) => `${folder}/node`))].filter((path) => existsSync(path));
  const isOld = (path: string): boolean => {
    const [major = 0, minor = 0] = spawnSync(path, ["-p", "process.versions.node"], { encoding: "utf8" })
      .stdout.split(".")
      .map(Number);
    return major < 22 || (major === 22 && minor < 18);
  };
  return found.filter(isOld).slice(0, 1);
}

async function withOldNodes(host: Host, base: string, hook: string, report: Report): Promise<void> {
  const nodes = oldNodes();
  if (nodes.length === 0) report.skipped(`an old Node, ${host}`, "there is none on PATH");
  for (const node of nodes) {
    const folder = `${base}/old`;
    cpSync(dirname(hook), folder, { recursive: true });
    const setting = { hook: `${folder}/hook.cjs`, node };
    for (const event of EVENT_NAMES) {
      const wanted = event === "SessionStart" ? "message" : "nothing";
      await tryOne(
        base,
        host,
        { name: "an old Node", event, stdin: eventFor(host, event, base), wanted, setting },
        report,
      );
    }
    const inside = writeTo(host, base, insideStore(base));
    const elsewhere = writeTo(host, base, `${projectOf(base)}/src/main.ts`);
    await tryOne(
      base,
      host,
      { name: "an old Node, elsewhere", event: "PreToolUse", stdin: elsewhere, wanted: "nothing", setting },
      report,
    );
    await tryOne(
      base,
      host,
      { name: "an old Node", event: "PreToolUse", stdin: inside, wanted: "deny", setting },
      report,
    );
    const open: Setting = { ...setting, stdin: "stays open" };
    await tryOne(
      base,
      host,
      { name: "an old Node, stdin stays open", event: "SessionStart", stdin: {}, wanted: "nothing", setting: open },
      report,
    );
    writeFileSync(`${folder}/runtime.json`, JSON.stringify({ node: `${base}/gone/node` }));
    await tryOne(
      base,
      host,
      {
        name: "an old Node, the recorded one is gone",
        event: "SessionStart",
        stdin: eventFor(host, "SessionStart", base),
        wanted: "message",
        setting,
      },
      report,
    );
    writeFileSync(`${folder}/runtime.json`, JSON.stringify({ node: process.execPath }));
    await tryOne(
      base,
      host,
      {
        name: "an old Node, the recorded one",
        event: "UserPromptSubmit",
        stdin: asked(host, base, `old-${host}`),
        wanted: "marker",
        setting,
      },
      report,
    );
    await tryOne(
      base,
      host,
      { name: "an old Node, the recorded one", event: "PreToolUse", stdin: inside, wanted: "deny", setting },
      report,
    );
    rmSync(folder, { recursive: true });
  }
}

/** Named at a stop, then drained: the session waits for neither, and no memory comes of it. */
async function withLongTranscript(base: string, hook: string, report: Report): Promise<void> {
  const worker = `${dirname(hook)}/worker.cjs`;
  await build({ ...workerOptions(), outfile: worker });
  const path = `${base}/long.jsonl`;
  writeFileSync(path, "");
  truncateSync(path, 500 * 1024 * 1024);
  for (const host of HOSTS) {
    const stdin = { ...eventFor(host, "Stop", base, `long-${host}`), transcript_path: path };
    await tryOne(
      base,
      host,
      { name: "a transcript of 500 MB", event: "Stop", stdin, wanted: "nothing", setting: { hook } },
      report,
    );
  }
  const before = keptIn(base);
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--max-old-space-size=256", worker], {
    env: environmentOf(base),
    encoding: "utf8",
    timeout: 60_000,
  });
  const changed = changesSince(before, base);
  const complaints =
    status === 0 && stdout + stderr === "" && changed.length === 0
      ? []
      : [`worker ended with ${status}: ${stderr} ${changed.join(" ")}`];
  report.noted(`a transcript of 500 MB was drained in ${(performance.now() - start).toFixed(0)} ms`);
  const waiting = existsSync(`${placesOf(base).state}/inbox/waiting.jsonl`) ? ["the inbox was not drained"] : [];
  report.told("a transcript of 500 MB, drained", [...complaints, ...waiting]);
  rmSync(path);
}
