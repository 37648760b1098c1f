// A machine's token, printed once: the hub keeps its digest.
import { addMachine, type NewMachine } from "../machines.ts";
import { BODIES } from "../schemas.ts";
import { type Command, needed } from "./command.ts";
import { held } from "./form.ts";

export const command: Command = {
  usage: "holdfast-hub machine TENANT --name NAME --store STORE --role ROLE --days N",
  about: ["Prints the token, once. A machine reads or contributes in one store, and never confirms."],
  options: {
    name: { value: "NAME", help: "as the audit is to name it" },
    store: { value: "STORE", help: "the one store it may ask" },
    role: { value: "ROLE", help: "reader or contributor" },
    days: { value: "N", help: "until it ends, 366 at most" },
  },
  names: [1, 1],
  examples: ["holdfast-hub machine acme --name builder --store org --role reader --days 90 > token.json"],
  run: async (call) => {
    const [name = "", store = "", role = "", days = ""] = needed(call, "name", "store", "role", "days");
    const wanted = held(BODIES.machine, { name, store, role, days: Number(days) } as NewMachine);
    const token = await call.act((tx) => addMachine(tx, "operator", wanted));
    call.tell(`${JSON.stringify(token)}\n`);
    return 0;
  },
};
