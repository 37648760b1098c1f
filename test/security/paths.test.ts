// No name and no swap leads this program out of its store (STO-22), and what is acknowledged is on the disk
// (STO-20): asserted on the system calls of real processes.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { initStore } from "../../src/store/io/open-store.ts";
import { hasStrace, STORE_ID, scratch, startChild } from "../support/disk.ts";
import { between, type Call, straced } from "../support/strace.ts";

const OPERATE = new URL("children/operate.ts", import.meta.url);
const WRITE_ONCE = new URL("children/write-once.ts", import.meta.url);
const SWAP = new URL("children/swap.ts", import.meta.url);
const RUNS = Number(process.env.HOLDFAST_RUNS ?? 20_000);
const SECRET = "a file outside of the store\n";
/** Node's own business while a program runs. */
const NODES_OWN = /^(\/proc\/|\/sys\/|\/dev\/|pipe:|anon_inode:|socket:)/;

if (!hasStrace)
  process.stderr.write("\nNOT RUN: strace is missing, so containment and write order are not checked.\n\n");

interface Yard {
  readonly base: string;
  readonly root: string;
  readonly outside: string;
}

function yard(): Yard {
  const base = scratch();
  const root = `${base}/.holdfast`;
  initStore(root, { scope: "personal", storeId: STORE_ID });
  const outside = `${base}/outside`;
  mkdirSync(outside, 0o700);
  writeFileSync(`${outside}/secret.md`, SECRET);
  writeFileSync(`${outside}/project_round_1.md`, SECRET);
  writeFileSync(`${outside}/lock.db`, SECRET);
  return { base, root, outside };
}

function task(place: Yard, names: readonly unknown[], rounds: number): string {
  const file = `${place.base}/task.json`;
  writeFileSync(file, JSON.stringify({ root: place.root, names, rounds }));
  return file;
}

/** Every path a successful call touched, if it lies elsewhere than in the store. */
function escapes(calls: readonly Call[], { root, outside }: Yard): string[] {
  return calls.flatMap((call) => {
    if (call.name === "write" || call.name === "fsync") return [];
    const opened = call.name.startsWith("open");
    const touched = opened ? [call.handle ?? ""] : call.paths;
    const escaped = call.ok && touched.some((path) => !`${path}/`.startsWith(`${root}/`) && !NODES_OWN.test(path));
    const named = call.paths.some((path) => path.startsWith(outside));
    return escaped || (named && call.ok) ? [`${call.name}(${call.args})`] : [];
  });
}

function untouched({ outside }: Yard): void {
  expect(readdirSync(outside).sort()).toEqual(["lock.db", "project_round_1.md", "secret.md"]);
  for (const name of readdirSync(outside)) expect(readFileSync(`${outside}/${name}`, "utf8")).toBe(SECRET);
}

const SPECIAL = ["project_link.md", "project_dangling.md", "project_hard.md", "project_fifo.md", "project_folder.md"];

function plantSpecials({ root, outside }: Yard): void {
  for (const place of ["memories", "quarantine"]) {
    symlinkSync(`${outside}/secret.md`, `${root}/${place}/project_link.md`);
    symlinkSync(`${outside}/new.md`, `${root}/${place}/project_dangling.md`);
    execFileSync("mkfifo", [`${root}/${place}/project_fifo.md`]);
    mkdirSync(`${root}/${place}/project_folder.md`);
  }
  linkSync(`${outside}/secret.md`, `${root}/memories/project_hard.md`);
}

function hostileNames(outside: string): fc.Arbitrary<{ place: string; file: string; month: string }> {
  const plain = fc.stringMatching(/^(user|project)_[a-z0-9_]{1,20}\.md$/);
  const piece = fc.constantFrom(
    "..",
    ".",
    "/",
    "\\",
    "\0",
    "\n",
    "%2e%2e",
    "~",
    "é",
    "e\u0301",
    "／",
    "．．",
    "\u202e",
    "C:",
    ":$DATA",
    " ",
    "*",
    "memories",
    "secret.md",
    "holdfast.json",
    ".md",
  );
  const glued = fc.array(fc.oneof(piece, plain), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
  const climbing = fc
    .tuple(fc.integer({ min: 1, max: 9 }), plain)
    .map(([n, name]) => `${"../".repeat(n)}outside/${name}`);
  const altered = fc
    .tuple(plain, piece, fc.nat(30))
    .map(([name, part, at]) => name.slice(0, at) + part + name.slice(at));
  const noise = fc.string({ unit: "binary", maxLength: 300 });
  const upper = plain.map((name) => name.toUpperCase());
  const wrong = fc.oneof(
    glued,
    climbing,
    altered,
    noise,
    upper,
    fc.constant(`${outside}/secret.md`),
    fc.constant(`${"a".repeat(120)}.md`),
  );
  const file = fc.oneof(
    { weight: 400, arbitrary: wrong },
    { weight: 2, arbitrary: fc.constantFrom(...SPECIAL) },
    { weight: 1, arbitrary: plain },
  );
  const place = fc.constantFrom(
    "memories",
    "quarantine",
    "memories",
    "quarantine",
    "../outside",
    outside,
    "",
    ".",
    "archive",
    ".local",
  );
  return fc.record({ place, file, month: fc.constantFrom("2026-11", "../..", "2026-13", outside, "") });
}

/** Of a race that has to be met. */
const TURNS = 10;

describe.runIf(hasStrace)("containment", () => {
  test(`STO-22: ${RUNS} names and paths, links, hard links, FIFOs and folders: nothing outside is opened`, async () => {
    const place = yard();
    plantSpecials(place);
    const names = [
      ...SPECIAL.flatMap((file) =>
        ["memories", "quarantine"].map((where) => ({ place: where, file, month: "2026-11" })),
      ),
      ...fc.sample(hostileNames(place.outside), { numRuns: RUNS, seed: 20_261_114 }),
    ];
    const links = statSync(`${place.outside}/secret.md`).nlink;
    const { stdout, calls } = await straced(`${place.base}/trace`, OPERATE, [task(place, names, 0)]);
    const tally: Record<string, number> = JSON.parse(/^END (.*)$/m.exec(stdout)?.[1] ?? "{}");
    const during = between(calls, "START", "END");
    expect(escapes(during, place)).toEqual([]);
    expect(during.length).toBeGreaterThan(100);
    expect(tally["refused-file"]).toBeGreaterThan(RUNS * 0.9);
    expect(tally["unsafe-path"]).toBeGreaterThan(RUNS * 3.5);
    expect(tally.done).toBeGreaterThan(0);
    expect(Object.keys(tally).filter((outcome) => outcome.startsWith("thrown"))).toEqual([]);
    untouched(place);
    expect(statSync(`${place.outside}/secret.md`).nlink).toBe(links);
  });

  test("STO-22: directories swapped for links by another process while we write: no memory outside is opened, nothing written", async () => {
    const place = yard();
    // The known limit: SQLite resolves the path of lock.db by itself, so the swap can make it open a foreign file of
    // that name. It is noticed, it counts as no lock, and `untouched` sees that nothing was written to it.
    const sqlites = (call: string): boolean => /\/lock\.db", O_RD(WR|ONLY)\|O_NOFOLLOW\|O_CLOEXEC\)$/.test(call);
    const attacker = startChild(SWAP, [place.root, place.outside]);
    await once(attacker.stdout ?? attacker, "data");
    const rounds = Math.min(RUNS / 50, 4000);
    const met = { thrown: 0, done: 0 };
    // The attack must have met the writer, and the writer must have worked in between: on a busy machine that can take another turn.
    for (let left = TURNS; left > 0 && (met.thrown === 0 || met.done === 0); left--) {
      const { stdout, calls } = await straced(`${place.base}/trace`, OPERATE, [task(place, [], rounds)]);
      const tally: Record<string, number> = JSON.parse(/^END (.*)$/m.exec(stdout)?.[1] ?? "{}");
      expect(escapes(between(calls, "START", "END"), place).filter((call) => !sqlites(call))).toEqual([]);
      met.thrown += tally["thrown unsafe-path"] ?? 0;
      met.done += tally.done ?? 0;
    }
    attacker.kill("SIGKILL");
    expect(met.thrown).toBeGreaterThan(0);
    expect(met.done).toBeGreaterThan(0);
    untouched(place);
  });
});

function order(calls: readonly Call[], steps: readonly [string, string][]): number[] {
  let from = 0;
  return steps.map(([name, about]) => {
    const found = calls.findIndex(
      (call, index) =>
        index >= from && call.ok && call.name === name && `${call.paths.join(" ")} ${call.handle}`.includes(about),
    );
    from = found + 1;
    return found;
  });
}

describe.runIf(hasStrace)("order of system calls", () => {
  test("STO-20, STO-21: fsync of the file, a last look at the base, then its name, then fsync of the directory, then the acknowledgement", async () => {
    const place = yard();
    const { stdout, calls } = await straced(`${place.base}/trace`, WRITE_ONCE, [place.root]);
    expect(stdout).toBe("BEGIN\nACK create\nACK rewrite\nACK move\n");
    const [memories, quarantine] = [`${place.root}/memories`, `${place.root}/quarantine`];
    const created = order(between(calls, "BEGIN", "ACK create"), [
      ["write", `${memories}/.holdfast-`],
      ["fsync", `${memories}/.holdfast-`],
      ["link", `${memories}/project_order.md`],
      ["fsync", memories],
    ]);
    const rewritten = order(between(calls, "ACK create", "ACK rewrite"), [
      ["write", `${memories}/.holdfast-`],
      ["fsync", `${memories}/.holdfast-`],
      ["openat", `${memories}/project_order.md`],
      ["rename", `${memories}/project_order.md`],
      ["fsync", memories],
    ]);
    const moved = order(between(calls, "ACK rewrite", "ACK move"), [
      ["fsync", `${quarantine}/.holdfast-`],
      ["openat", `${memories}/project_order.md`],
      ["link", `${quarantine}/project_order.md`],
      ["fsync", quarantine],
      ["fsync", memories],
      ["unlink", `${memories}/project_order.md`],
      ["fsync", memories],
    ]);
    for (const found of [created, rewritten, moved]) expect(found).not.toContain(-1);
  });
});
