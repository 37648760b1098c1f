// Many changes that nobody signed stop a run that nobody watches (SYN-15). Two machines, one bare remote, real git.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { planRetireAll } from "../../../src/store/plan-transition.ts";
import type { Many } from "../../../src/sync/mass.ts";
import { apply, named, remember } from "../../support/sync-acts.ts";
import { type Machine, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;
const files: string[] = [];

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-mass-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
  files.length = 0;
  for (const name of ["Ant", "Bee", "Cat", "Dog", "Elk", "Fox"])
    files.push(await remember(a, `The ${name} service listens on its own port`, name));
  for (const each of [a, b, a]) await each.sync();
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** As somebody does who can push. */
function pushed(count: number): void {
  for (const file of files.slice(0, count))
    a.put(`memories/${file}`, a.read(`memories/${file}`).replace("own", "other"));
  a.git("add", "-A");
  a.git("commit", "-qm", "x");
  a.git("push", "-q", "origin", "HEAD:main");
}
const unattended = (): ReturnType<Machine["sync"]> => b.sync("both", undefined, "sync");

describe("SYN-15: a run that nobody watches", () => {
  test("stops where a push changed many texts, moves nothing, and a person takes them", async () => {
    pushed(5);
    const before = b.git("rev-parse", "HEAD");
    expect(await unattended()).toMatchObject({
      kind: "refusal",
      code: "needs-person",
      message: expect.stringContaining("5 of 6"),
    });
    expect(b.git("rev-parse", "HEAD")).toBe(before);
    for (const file of files) expect(b.read(`memories/${file}`)).toContain("own port");
    const asked: Many[] = [];
    const answering = (yes: boolean) => (many: Many) => {
      asked.push(many);
      return yes;
    };
    const person = (yes: boolean): ReturnType<Machine["sync"]> =>
      b.sync("both", undefined, "terminal", undefined, answering(yes));
    expect(await person(false)).toMatchObject({ kind: "refusal", code: "needs-person" });
    expect(b.git("rev-parse", "HEAD")).toBe(before);
    expect(await person(true)).toMatchObject({ kind: "synced" });
    const changes = files.slice(0, 5).map((file) => ({ file, how: "words" }));
    for (const many of asked) expect(many).toEqual({ kind: "many", all: 6, changes });
    expect(asked).toHaveLength(2);
    expect(b.read(`memories/${files[0]}`)).toContain("other port");
  });

  test("goes on with fewer, and with any number of signed acts", async () => {
    await apply(
      a,
      planRetireAll(
        files.flatMap((file) => named(a, file) ?? []),
        a.act(),
      ),
    );
    await a.sync();
    expect(await unattended()).toMatchObject({ kind: "synced" });
    expect(b.read(`memories/${files[0]}`)).toContain("status: retired");
    await a.sync();
    pushed(4);
    expect(await unattended()).toMatchObject({ kind: "synced" });
  });
});
