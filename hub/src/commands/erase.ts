// What has to be gone (HUB-11): a memory, or a person. Mirrors let go of it with their next pull; the receipt names hashes, not words.
import { eraseMember, eraseMemory } from "../erase.ts";
import { BODIES } from "../schemas.ts";
import { type Command, Wrong } from "./command.ts";
import { held } from "./form.ts";

export const command: Command = {
  usage: "holdfast-hub erase TENANT --store STORE --memory ID | TENANT --member ID",
  about: [
    "Prints a receipt that the tenant's key signed. It can't be undone, and backups have it for as long as you keep them.",
    "Of a member: their own store, devices and name. What they signed for others stays, under an id that means nobody.",
  ],
  options: {
    store: { value: "STORE", help: "where the memory is: org, team/NAME, project/ID" },
    memory: { value: "ID", help: "as `holdfast show` tells it" },
    member: { value: "ID", help: "as `found` and `invite` printed it" },
  },
  names: [1, 1],
  examples: ["holdfast-hub erase acme --store org --memory 01JX4Q8ZK3M5T7V9B1D3F5H7K9 > receipt.json"],
  run: async (call) => {
    const [store, memory, member] = [call.text("store"), call.text("memory"), call.text("member")];
    const isMemory = store !== undefined && memory !== undefined && member === undefined;
    const isMember = member !== undefined && store === undefined && memory === undefined;
    if (!isMemory && !isMember)
      throw new Wrong("Either --store and --memory, or --member.", "holdfast-hub erase --help");
    const wanted = held(BODIES.erase, { store, memory, member });
    const { already, ...receipt } = await call.act((tx) =>
      isMember
        ? eraseMember(tx, "operator", wanted.member ?? "")
        : eraseMemory(tx, "operator", { store: wanted.store ?? "", memory: wanted.memory ?? "" }),
    );
    call.tell(`${JSON.stringify(receipt)}\n`);
    if (already !== undefined) call.note(`It was erased already, at ${already}: this is the receipt of then.`);
    return 0;
  },
};
