// The rules layer beside the real gitleaks, file by file, where its program and its rule data are at hand
// (HOLDFAST_GITLEAKS_TOML). Generated secrets and public Markdown only: the public corpus of secrets is never written.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { matchRules } from "../../../src/checks/secrets/rule-engine.ts";

export interface Compared {
  readonly files: number;
  readonly differing: readonly number[];
}

/** A reason when the comparison can't be made. */
export function compareWithGitleaks(texts: readonly string[]): Compared | string {
  if (spawnSync("gitleaks", ["version"]).status !== 0) return "gitleaks is not on the PATH";
  const config = process.env.HOLDFAST_GITLEAKS_TOML;
  if (config === undefined) return "HOLDFAST_GITLEAKS_TOML is not set";
  const folder = mkdtempSync(`${tmpdir()}/gitleaks-`);
  try {
    mkdirSync(`${folder}/texts`);
    for (const [index, text] of texts.entries()) writeFileSync(`${folder}/texts/${index}.txt`, text);
    const report = `${folder}/report.json`;
    const options = ["--no-banner", "--exit-code", "0", "--ignore-gitleaks-allow", "--config", config];
    const out = ["--report-format", "json", "--report-path", report];
    execFileSync("gitleaks", ["dir", `${folder}/texts`, ...options, ...out], { stdio: "ignore" });
    const findings = JSON.parse(readFileSync(report, "utf8")) as readonly { File: string }[];
    const theirs = new Set(findings.map(({ File }) => Number(/(\d+)\.txt$/.exec(File)?.[1])));
    const differing = [...texts.keys()].filter((index) => theirs.has(index) !== flagged(texts[index] as string));
    return { files: texts.length, differing };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function flagged(text: string): boolean {
  return matchRules(text).some((match) => match.layer === "rules");
}
