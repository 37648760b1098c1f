// A tenant to another database, while it is read and written.

import { migrateAll } from "../migrate.ts";
import { move, NotMoved } from "../move.ts";
import { type Command, needed } from "./command.ts";

export const command: Command = {
  usage: "holdfast-hub move TENANT --to NAME",
  about: [
    "Names are those of HOLDFAST_HUB_DATABASES, and first for HOLDFAST_HUB_DATABASE. All hubs have to know the database by then.",
    "Reads go on; pushes wait for the last step, which is short. Where it was ended, type it again, or move the tenant to where it is.",
  ],
  options: { to: { value: "NAME", help: "the database" } },
  names: [1, 1],
  examples: ["holdfast-hub move acme --to second", "holdfast-hub move acme --to first"],
  run: async (call) => {
    const [tenant = ""] = call.names;
    const [to = ""] = needed(call, "to");
    const { databases } = call.settings();
    await migrateAll(databases);
    try {
      call.tell(`${JSON.stringify({ tenant, ...(await move({ tenant, to, databases })) })}\n`);
      return 0;
    } catch (error) {
      if (!(error instanceof NotMoved)) throw error;
      call.note(error.message);
      return 1;
    }
  },
};
