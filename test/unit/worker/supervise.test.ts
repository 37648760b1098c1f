// The limit of the observer's process, with real processes and a short limit (OBS-10).
// check:all: waits for a limit of time.
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { supervise } from "../../../src/worker/supervise.ts";

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-supervise-`));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LIMIT = { milliseconds: 1500, grace: 300 };

/** Starts another program of the same group, writes both ids, and goes on for ever unless `then` says otherwise. */
function program(then: string): readonly string[] {
  const source = `
    const { spawn } = require("node:child_process");
    const { writeFileSync, appendFileSync } = require("node:fs");
    const other = spawn("sleep", ["60"], { stdio: "ignore" });
    writeFileSync(${JSON.stringify(`${folder}/pids`)}, process.pid + " " + other.pid);
    process.on("SIGTERM", () => { appendFileSync(${JSON.stringify(`${folder}/terms`)}, "term"); });
    setInterval(() => undefined, 1000);
    ${then}`;
  return ["-e", source];
}

const alive = (): readonly number[] => readFileSync(`${folder}/pids`, "utf8").split(" ").map(Number).filter(isAlive);

function isAlive(pid: number): boolean {
  try {
    // A zombie that nobody has waited for yet is dead all the same.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

async function settled(): Promise<readonly number[]> {
  for (let n = 0; n < 100 && alive().length > 0; n++) await new Promise((resolve) => setTimeout(resolve, 20));
  return alive();
}

describe("the limit of the observer's process", () => {
  test("OBS-10: SIGTERM at the limit, then SIGKILL for the whole group", async () => {
    await supervise(process.execPath, program(""), LIMIT);
    expect(readFileSync(`${folder}/terms`, "utf8")).toBe("term");
    expect(await settled()).toEqual([]);
  });

  test("OBS-10: what a run leaves behind ends with it, without waiting for the limit", async () => {
    await supervise(process.execPath, program("setTimeout(() => process.exit(0), 100)"), {
      milliseconds: 60_000,
      grace: 1000,
    });
    expect(existsSync(`${folder}/terms`)).toBe(false);
    expect(await settled()).toEqual([]);
  });

  test("OBS-10: a program that can't be started is no fault", async () => {
    await supervise(`${folder}/none`, [], LIMIT);
  });
});
