// HUB-1: whatever carries a store keeps to one contract (../../support/carrier-contract.ts): git on a bare repository, and a hub.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gitCarrier } from "../../../src/sync/carrier.ts";
import { carrierContract } from "../../support/carrier-contract.ts";
import { gitBox } from "../../support/git-store.ts";
import { throughHub } from "../../support/hub-machines.ts";
import { hubStub } from "../../support/hub-stub.ts";

carrierContract("git", async (base) => {
  const machine = async (name: string) => {
    const box = gitBox(base, name);
    const git = await box.open();
    await git.setRemote(box.bare);
    return { git, carrier: gitCarrier(git) };
  };
  const [a, b] = [await machine("a"), await machine("b")];
  return { a, b, away: async () => rmSync(`${base}/remote.git`, { recursive: true }) };
});

carrierContract("a hub", async (base) => {
  const stub = await hubStub();
  const machine = async (name: string) => {
    const git = await gitBox(base, name).open();
    for (const part of ["data", "state"])
      mkdirSync(join(base, `home-${name}`, part, "holdfast"), { recursive: true, mode: 0o700 });
    return { git, carrier: throughHub(git, stub, join(base, `home-${name}`)) };
  };
  const [a, b] = [await machine("a"), await machine("b")];
  return { a, b, away: () => stub.end(), end: () => stub.end().catch(() => undefined) };
});
