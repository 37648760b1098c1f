import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hookLibraryOptions, hookPartOptions } from "../../../scripts/build.ts";
import { HOOK_PARTS, installHookCopy, removeHookCopy } from "../../../src/state/hook-copy.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-copy-`));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const install = (): void => installHookCopy(`${base}/data`, base, "/bin/node");
const built = (...names: readonly string[]): void => {
  for (const name of names) writeFileSync(`${base}/${name}`, name);
};

describe("the hook's own copy (AGT-1)", () => {
  test("everything that is built for the hook is copied", () => {
    const entries = [hookPartOptions(), hookLibraryOptions()].flatMap(({ entryPoints }) =>
      Object.keys(entryPoints ?? {}),
    );
    expect(entries.map((name) => `${name}.cjs`).sort()).toEqual([...HOOK_PARTS].sort());
  });

  test("parts and worker stand beside the hook, and all go", () => {
    built("hook.cjs", "worker.cjs", ...HOOK_PARTS);
    install();
    expect(readdirSync(`${base}/data`).sort()).toEqual(
      ["hook.cjs", "runtime.json", "worker.cjs", ...HOOK_PARTS].sort(),
    );
    expect(readFileSync(`${base}/data/worker.cjs`, "utf8")).toBe("worker.cjs");
    removeHookCopy(`${base}/data`);
    expect(readdirSync(`${base}/data`)).toEqual([]);
  });

  test("without a worker the hook is installed all the same; without a part of it nothing is", () => {
    built("hook.cjs", ...HOOK_PARTS.slice(1));
    expect(install).toThrow("missing");
    built(...HOOK_PARTS);
    install();
    expect(readdirSync(`${base}/data`).sort()).toEqual(["hook.cjs", "runtime.json", ...HOOK_PARTS].sort());
  });
});
