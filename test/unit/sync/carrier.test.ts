// HUB-1: whatever carries a store keeps to one contract (../../support/carrier-contract.ts): git on a bare repository, and a hub.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "vitest";
import { gitCarrier } from "../../../src/sync/carrier.ts";
import { type Between, CARRIER_CONTRACT } from "../../support/carrier-contract.ts";
import { gitBox } from "../../support/git-store.ts";
import { betweenMachines } from "../../support/hub-machines.ts";
import { hubStub } from "../../support/hub-stub.ts";

const CARRIERS: Readonly<Record<string, (base: string) => Promise<Between>>> = {
  git: async (base) => {
    const machine = async (name: string) => {
      const box = gitBox(base, name);
      const git = await box.open();
      await git.setRemote(box.bare);
      return { git, carrier: gitCarrier(git) };
    };
    const [a, b] = [await machine("a"), await machine("b")];
    return { a, b, away: () => rmSync(join(base, "remote.git"), { recursive: true }) };
  },
  "a hub": async (base) => {
    const stub = await hubStub();
    return {
      ...(await betweenMachines(base, stub)),
      away: () => stub.end(),
      end: () => stub.end().catch(() => undefined),
    };
  },
};

for (const [name, make] of Object.entries(CARRIERS))
  describe(`HUB-1: ${name} as a carrier`, () => {
    let base: string;
    let between: Between;
    beforeEach(async () => {
      base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-carrier-")));
      between = await make(base);
    });
    afterEach(async () => {
      await between.end?.();
      for (const { git } of [between.a, between.b]) git.rest();
      rmSync(base, { recursive: true, force: true });
    });
    test.each(CARRIER_CONTRACT)("%s", (_, holds) => holds(between));
  });
