// The built worker and the command line as processes, on real files, killed in the middle.
// check:all: built programs that are killed in the middle.
import { spawn, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { workerOptions } from "../../../scripts/bundles.ts";
import { writePauses } from "../../../src/config/io/pause.ts";
import { type Places, placesFrom } from "../../../src/disk/places.ts";
import { appendInbox, inboxWaiting } from "../../../src/listen/io/inbox.ts";
import { takeNotices } from "../../../src/recall/io/notices.ts";
import { initStore } from "../../../src/store/io/open-store.ts";
import { scrubbed } from "../../support/scrubbed.ts";

const CLI = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));
let built: string;
let worker: string;
let home: string;
let places: Places;
let env: Record<string, string>;

beforeAll(async () => {
  built = mkdtempSync(`${tmpdir()}/holdfast-worker-`);
  worker = `${built}/worker.cjs`;
  await build({ ...workerOptions(), outfile: worker });
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

beforeEach(() => {
  home = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-home-`));
  env = scrubbed({ HOME: home });
  places = placesFrom(env, home);
  initStore(places.store, { scope: "personal", storeId: "01JCQ0Z8M4X5T6V7W8Y9ZABCDE" });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const memories = (): string[] => readdirSync(`${places.store}/memories`).filter((name) => name.endsWith(".md"));
const said = (content: string): string =>
  `${JSON.stringify({ type: "user", message: { role: "user", content }, timestamp: "2026-01-02T03:04:05Z" })}\n`;

function leave(name: string, ...turns: readonly string[]): void {
  const transcript = `${home}/${name}.jsonl`;
  writeFileSync(transcript, turns.map(said).join(""));
  const entry = {
    at: new Date().toISOString(),
    session: name,
    host: "claude",
    cwd: home,
    kind: "SessionEnd",
    transcript,
  };
  appendInbox(places.state, { ...entry, kind: "SessionEnd" });
}

const runWorker = (more: Record<string, string> = {}): ReturnType<typeof spawnSync> =>
  spawnSync(process.execPath, [worker], { env: { ...env, ...more }, cwd: "/", encoding: "utf8", timeout: 30_000 });

describe("the worker", () => {
  test("AGT-3: drains the inbox from a folder where nothing else is, says nothing, ends with 0", () => {
    leave("s", "Please remember that the staging DB is read-only.");
    expect(runWorker()).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(memories()).toEqual(["reference_the_staging_db_is_read_only.md"]);
    expect(readFileSync(`${places.store}/memories/${memories()[0]}`, "utf8")).toContain("trust-level: inferred");
    expect(inboxWaiting(places.state)).toBe(false);
  });

  test("SUR-9: a pause leaves the inbox as it is", () => {
    leave("s", "Always use pnpm here.");
    writePauses(places.state, [{}]);
    runWorker();
    expect([memories(), inboxWaiting(places.state)]).toEqual([[], true]);
  });

  test("AGT-3: a fault is a notice for the next session start, and the entry stays", () => {
    leave("s", "Always use pnpm here.");
    rmSync(`${places.store}/memories`, { recursive: true });
    writeFileSync(`${places.store}/memories`, "no folder");
    expect(runWorker()).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(takeNotices(places.state).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Holdfast could not read/),
    ]);
    expect(inboxWaiting(places.state)).toBe(true);
  });

  test("killed in the middle it loses nothing and doubles nothing", async () => {
    const count = 12;
    for (let n = 0; n < count; n++) leave(`s${n}`, `Remember that service ${n} is owned by team ${n}.`);
    for (const written of [1, 4, 8]) {
      await killedAt(written);
      expect(memories().length).toBeGreaterThanOrEqual(written);
      expect(memories().length, "the kill came too late to test anything").toBeLessThan(count);
      expect(inboxWaiting(places.state), "still leased").toBe(false);
      endLeases();
    }
    expect(runWorker()).toMatchObject({ status: 0 });
    expect(memories()).toHaveLength(count);
    expect(readdirSync(`${places.state}/inbox`)).toEqual(["read"]);
  });
});

describe("the command line", () => {
  const list = (): readonly { readonly tier: string; readonly name: string }[] => {
    const ran = spawnSync(process.execPath, [CLI, "list", "--json"], { env, cwd: home, encoding: "utf8" });
    expect(ran.stderr).toBe("");
    return (JSON.parse(ran.stdout) as { memories: { tier: string; name: string }[] }).memories;
  };

  test("a command that reads takes in first what waits", () => {
    expect(list()).toEqual([]);
    leave("s", "No, we use pnpm, not npm.");
    expect(list()).toMatchObject([{ tier: "inferred", name: "We use pnpm, not npm" }]);
  });

  test("an inbox that is no folder disturbs no command", () => {
    mkdirSync(places.state, { recursive: true, mode: 0o700 });
    writeFileSync(`${places.state}/inbox`, "");
    expect(list()).toEqual([]);
  });
});

async function killedAt(written: number): Promise<void> {
  const child = spawn(process.execPath, [worker], { env, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const timer = setInterval(() => memories().length >= written && child.kill("SIGKILL"), 1);
  await ended;
  clearInterval(timer);
}

/** As if three minutes had passed. */
function endLeases(): void {
  for (const name of readdirSync(`${places.state}/inbox`)) {
    const aged = name.replace(/^taken-(\d{13})/, (_, at: string) => `taken-${Number(at) - 180_000}`);
    if (aged !== name) renameSync(`${places.state}/inbox/${name}`, `${places.state}/inbox/${aged}`);
  }
}
