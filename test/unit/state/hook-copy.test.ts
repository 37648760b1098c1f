import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { installHookCopy, removeHookCopy } from "../../../src/state/hook-copy.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-copy-`));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe("the hook's own copy (AGT-1)", () => {
  test("the worker stands beside the hook, and both go", () => {
    writeFileSync(`${base}/hook.cjs`, "hook");
    writeFileSync(`${base}/worker.cjs`, "worker");
    installHookCopy(`${base}/data`, `${base}/hook.cjs`, "/bin/node");
    expect(readdirSync(`${base}/data`).sort()).toEqual(["hook.cjs", "runtime.json", "worker.cjs"]);
    expect(readFileSync(`${base}/data/worker.cjs`, "utf8")).toBe("worker");
    removeHookCopy(`${base}/data`);
    expect(readdirSync(`${base}/data`)).toEqual([]);
  });

  test("without a worker the hook is installed all the same; without a hook nothing is", () => {
    expect(() => installHookCopy(`${base}/data`, `${base}/hook.cjs`, "/bin/node")).toThrow("missing");
    writeFileSync(`${base}/hook.cjs`, "hook");
    installHookCopy(`${base}/data`, `${base}/hook.cjs`, "/bin/node");
    expect(readdirSync(`${base}/data`).sort()).toEqual(["hook.cjs", "runtime.json"]);
  });
});
