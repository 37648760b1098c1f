// HUB-9: a job that crashes or is cancelled. Its home goes in every case, and nothing of it passes for a job that went well.
// check:all: starts programs.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endOf, type JobWorld, jobWorld } from "../support/job.ts";

let base = "";
let world: JobWorld;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "job-")));
  world = await jobWorld(base);
});
afterEach(async () => {
  await world.stub.end();
  rmSync(base, { recursive: true, force: true });
});

/** Answers nobody from a path on, and says when it is asked. */
function hangAt(path: string): Promise<void> {
  return new Promise((asked) => {
    world.stub.between = (asking, act) => {
      if (!asking.path.includes(path)) return act();
      asked();
      return new Promise(() => undefined);
    };
  });
}

describe("HUB-9 a job", () => {
  test("that goes well leaves nothing and ends with 0; one that crashes ends as it does in a shell", async () => {
    const good = await world.run(["sh", "-c", 'node "$CLI" search --as-prompt "how do deploys go through the queue"']);
    expect(good.text).toContain("Deploys go through the queue");
    expect(good.code).toBe(0);
    expect((await world.run(["sh", "-c", "kill -SEGV $$"])).code).toBe(139);
    expect((await world.run(["sh", "-c", "exit 7"])).code).toBe(7);
    expect(world.left()).toEqual([]);
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "that %s ends while its memories come leaves no home",
    async (signal) => {
      const asked = hangAt("/stores/org/changes");
      const child = world.start(["true"]);
      const ended = endOf(child);
      await Promise.race([asked, ended]);
      expect(world.left()).toHaveLength(1);
      child.kill(signal);
      expect((await ended).signal).toBe(signal);
      expect(world.left()).toEqual([]);
    },
  );

  test("that is ended while its notes are sent leaves no home", async () => {
    const asked = hangAt("/stores/org/push");
    const child = world.start(["sh", "-c", 'node "$CLI" add "The build needs two gigabytes of memory"']);
    const ended = endOf(child);
    await Promise.race([asked, ended]);
    child.kill("SIGTERM");
    expect((await ended).signal).toBe("SIGTERM");
    expect(world.left()).toEqual([]);
  });

  test("that is ended while its command runs ends with the command's code, once that has ended", async () => {
    const child = world.start(["sh", "-c", "trap 'echo heard; exit 9' TERM; echo runs; while :; do sleep 0.05; done"]);
    const ended = endOf(child);
    await new Promise<void>((runs) =>
      child.stdout?.on("data", (piece: Buffer) => String(piece).includes("runs") && runs()),
    );
    child.kill("SIGTERM");
    const { code, text } = await ended;
    expect(text).toContain("heard");
    expect(code).toBe(9);
    expect(world.left()).toEqual([]);
  });
});
