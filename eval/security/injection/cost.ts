// What the check costs: the median of one pass over 2 KB of prose, the slowest of hostile texts of 64 KB, and the load
// of the bundled module beside a `node` that loads an empty one (medians of alternating starts).
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { checkInjection } from "../../../src/checks/injection/check.ts";
import { median, timed } from "../timing.ts";
import { hostileTexts } from "./hostile.ts";

export interface Cost {
  readonly chunkMs: number;
  readonly hostileMs: number;
  readonly bareMs: number;
  readonly loadedMs: number;
  /** The very first text in a fresh process: patterns are compiled then. */
  readonly firstMs: number;
}

export async function measureCost(chunks: readonly string[]): Promise<Cost> {
  const sample = chunks.filter((text) => text.length > 1600).slice(0, 300);
  const hostile = hostileTexts().map(({ text }) => timed(() => checkInjection(text)));
  const [bareMs, loadedMs, firstMs] = await loads(15);
  return {
    chunkMs: median(sample.map((text) => timed(() => checkInjection(text)))),
    hostileMs: Math.max(...hostile),
    bareMs,
    loadedMs,
    firstMs,
  };
}

/** An ordinary memory, in which nothing is found. */
const TEXT = JSON.stringify(
  "We deploy on Mondays. The index of the orders table is rebuilt by the migration, see docs/db.md.",
);

async function loads(rounds: number): Promise<[number, number, number]> {
  const folder = mkdtempSync(`${tmpdir()}/holdfast-injection-`);
  const check = fileURLToPath(new URL("../../../src/checks/injection/check.ts", import.meta.url));
  const contents = `export * from ${JSON.stringify(check)};\n`;
  const first = `const {checkInjection: a} = await import(process.argv[1]); const t = performance.now(); a(${TEXT}); console.log(performance.now() - t);`;
  const outfile = `${folder}/checks.mjs`;
  const empty = `${folder}/empty.mjs`;
  writeFileSync(empty, "export {};\n");
  try {
    await build({
      stdin: { contents, resolveDir: folder, loader: "ts" },
      bundle: true,
      minify: true,
      charset: "utf8",
      format: "esm",
      platform: "node",
      outfile,
    });
    const [bare, loaded, firsts]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      bare.push(timed(() => spawnSync(process.execPath, [empty])));
      firsts.push(Number(spawnSync(process.execPath, ["--input-type=module", "-e", first, outfile]).stdout));
      loaded.push(timed(() => spawnSync(process.execPath, [outfile])));
    }
    return [median(bare), median(loaded), median(firsts)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
