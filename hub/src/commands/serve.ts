// Serves until it is told to end.
import { start } from "../start.ts";
import type { Command } from "./command.ts";

export const command: Command = {
  usage: "holdfast-hub [serve]",
  about: [
    "Any number may run at once on one database. SIGTERM ends it: what was asked is answered, nothing new is taken.",
  ],
  options: {},
  names: [0, 0],
  examples: ["HOLDFAST_HUB_DATABASE=postgres://hub@127.0.0.1/hub holdfast-hub"],
  run: async ({ settings, note }) => {
    const running = await start(settings());
    note(`listening on ${running.address}, database version ${running.migrated.version}`);
    if (running.lacksTracer) note("no traces: npm install @opentelemetry/api @opentelemetry/sdk-node");
    await new Promise<void>((resolve) => {
      for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, resolve);
    });
    await running.end();
    return 0;
  },
};
