// What scanning costs (CHK-14): loading the hook path's part beside a bare Node in the same run, a scan of 2 KB, and
// 64 KB of hostile text.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { findSecrets, type SecondOpinion } from "../../../src/checks/secrets/find.ts";
import { median, quantile, timed } from "../timing.ts";
import { hostileTexts } from "./hostile.ts";

const SOURCE: string = fileURLToPath(new URL("../../../src/checks/secrets/find.ts", import.meta.url));

export interface LoadCost {
  readonly bareMs: number;
  readonly withScannerMs: number;
  /** Inside a process that is up already: reading, compiling and running the module. */
  readonly moduleMs: number;
  /** The best round: what it costs when nothing else runs. */
  readonly moduleBestMs: number;
  readonly bytes: number;
}

/** Whole processes, one after the other in turns, so that both see the same machine. */
export async function loadCost(rounds: number): Promise<LoadCost> {
  const folder = mkdtempSync(`${tmpdir()}/secrets-`);
  try {
    const outfile = `${folder}/scanner.cjs`;
    await build({ entryPoints: [SOURCE], outfile, bundle: true, platform: "node", format: "cjs", target: "node22" });
    const bundle = await build({ entryPoints: [SOURCE], write: false, bundle: true, platform: "node", format: "cjs" });
    writeFileSync(`${folder}/bare.cjs`, "");
    // Apart from the timed one, because a first line of output costs a process more than this module does.
    writeFileSync(`${folder}/loads.cjs`, 'require("./scanner.cjs");');
    writeFileSync(
      `${folder}/timed.cjs`,
      'const from = performance.now(); require("./scanner.cjs"); process.stdout.write(String(performance.now() - from));',
    );
    const run = (file: string): { ms: number; out: string } => {
      const from = performance.now();
      const out = execFileSync(process.execPath, [`${folder}/${file}`], { encoding: "utf8" });
      return { ms: performance.now() - from, out };
    };
    const bare: number[] = [];
    const whole: number[] = [];
    const inside: number[] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(run("bare.cjs").ms);
      whole.push(run("loads.cjs").ms);
      inside.push(Number(run("timed.cjs").out));
    }
    return {
      bareMs: median(bare),
      withScannerMs: median(whole),
      moduleMs: median(inside),
      moduleBestMs: Math.min(...inside),
      bytes: bundle.outputFiles[0]?.contents.length ?? 0,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface ScanCost {
  readonly median: number;
  readonly p95: number;
}

export function scanCost(texts: readonly string[], second: SecondOpinion | undefined): ScanCost {
  const options = second === undefined ? {} : { second };
  const times = texts.map((text) => timed(() => findSecrets(text, options)));
  return { median: median(times), p95: quantile(times, 0.95) };
}

/** The best of three: other work on the machine must not decide which text is the worst. */
export function hostileCost(second: SecondOpinion): { readonly name: string; readonly ms: number } {
  let worst = { name: "none", ms: 0 };
  for (const { name, text } of hostileTexts()) {
    const ms = Math.min(...[1, 2, 3].map(() => timed(() => findSecrets(text, { second }))));
    if (ms > worst.ms) worst = { name, ms };
  }
  return worst;
}
