// Migrates and ends; and closes the tables of a database that was restored, which brings neither the role nor its rights.
import { migrateAll } from "../migrate.ts";
import type { Command } from "./command.ts";

export const command: Command = {
  usage: "holdfast-hub migrate",
  about: [
    "A hub that starts does it too. Forward only: an older hub does not start on a newer database.",
    "After a restore it makes the application's role and its rights again.",
  ],
  options: {},
  names: [0, 0],
  examples: ["holdfast-hub migrate"],
  run: async ({ settings, tell }) => {
    const { databases } = settings();
    for (const [database, done] of await migrateAll(databases))
      tell(`${JSON.stringify({ ...(databases.size > 1 && { database }), ...done })}\n`);
    return 0;
  },
};
