// SUR-1: every shell reads its own completion without complaint. A shell that is not on this machine is named, loudly.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyBuilt } from "./built.ts";

const CHECK: readonly (readonly [shell: string, ...options: string[]])[] = [
  ["bash", "-n"],
  ["zsh", "-n"],
  ["fish", "--no-execute"],
];

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "holdfast-completion-"));
  copyBuilt(join(base, "dist"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("completion", () => {
  for (const [shell, ...options] of CHECK) {
    test(`SUR-1: ${shell} reads it`, ({ annotate }) => {
      const env = { HOME: base, PATH: "/usr/bin:/bin" };
      const script = execFileSync(process.execPath, [join(base, "dist", "cli.mjs"), "completion", shell], { env });
      expect(script.toString()).toContain("disconnect");
      if (spawnSync(shell, ["-c", "true"]).error !== undefined) {
        const words = `SKIPPED: ${shell} is not on this machine, so the syntax of its completion is not checked`;
        process.stderr.write(`${words}\n`);
        return annotate(words, "warning");
      }
      const run = spawnSync(shell, options, { input: script, encoding: "utf8" });
      expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: "" });
    });
  }
});
