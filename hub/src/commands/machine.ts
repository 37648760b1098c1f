// A machine's token, printed once: the hub keeps its digest.
import { addMachine, endMachine, type NewMachine } from "../machines.ts";
import { BODIES } from "../schemas.ts";
import { type Command, ended, needed } from "./command.ts";
import { held } from "./form.ts";

export const command: Command = {
  usage: "holdfast-hub machine TENANT --name NAME --store STORE --role ROLE --days N | --end NAME",
  about: [
    "Prints the token, once. A machine reads or contributes in one store, and never confirms.",
    "A token is replaced by ending it and making another.",
  ],
  options: {
    name: { value: "NAME", help: "as the audit is to name it" },
    store: { value: "STORE", help: "the one store it may ask" },
    role: { value: "ROLE", help: "reader or contributor" },
    days: { value: "N", help: "until it ends, 366 at most" },
    end: { value: "NAME", help: "instead: whose token counts no more, from now on" },
  },
  names: [1, 1],
  examples: [
    "holdfast-hub machine acme --name builder --store org --role reader --days 90 > token.json",
    "holdfast-hub machine acme --end builder",
  ],
  run: async (call) => {
    const end = ended(call, ["name", "store", "role", "days"]);
    if (end !== undefined) {
      await call.act((tx) => endMachine(tx, "operator", end));
      call.tell(`${JSON.stringify({ machine: end, ended: true })}\n`);
      return 0;
    }
    const [name = "", store = "", role = "", days = ""] = needed(call, "name", "store", "role", "days");
    const wanted = held(BODIES.machine, { name, store, role, days: Number(days) } as NewMachine);
    const token = await call.act((tx) => addMachine(tx, "operator", wanted));
    call.tell(`${JSON.stringify(token)}\n`);
    return 0;
  },
};
