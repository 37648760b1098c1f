// The contract of a store's carrier (test/support/carrier-contract.ts) over the organisation's server, with the product's client.
import { startHub } from "../../hub/test/running.ts";
import { CARRIER_CONTRACT } from "../support/carrier-contract.ts";
import { betweenMachines } from "../support/hub-machines.ts";
import type { Case } from "./case.ts";
import { personAt } from "./person.ts";

export const CARRIERS: readonly Case[] = [
  [
    "HUB-1: the hub keeps to the contract of a store's carrier, as git does",
    async ({ databaseUrl, folder }) => {
      let hub = await startHub(databaseUrl);
      let isThere = true;
      const away = async (): Promise<void> => {
        isThere = false;
        await hub.end();
      };
      try {
        for (const [title, holds] of CARRIER_CONTRACT) {
          if (!isThere) hub = await startHub(databaseUrl);
          isThere = true;
          const { a, b } = await betweenMachines(folder(), await personAt(hub));
          await holds({ a, b, away }).catch((cause: unknown) => {
            throw new Error(title, { cause });
          });
          for (const { git } of [a, b]) git.rest();
        }
      } finally {
        if (isThere) await hub.end();
      }
    },
  ],
];
