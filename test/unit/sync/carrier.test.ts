// HUB-1: whatever carries a store keeps to one contract (../../support/carrier-contract.ts); here git does, on a bare repository.
import { rmSync } from "node:fs";
import { gitCarrier } from "../../../src/sync/carrier.ts";
import { carrierContract } from "../../support/carrier-contract.ts";
import { gitBox } from "../../support/git-store.ts";

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
