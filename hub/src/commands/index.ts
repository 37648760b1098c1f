// The operator's commands. A file is loaded when its command is asked for; what help lists stands here.
import type { Command } from "./command.ts";

export type Row = readonly [name: string, summary: string, file: () => Promise<{ readonly command: Command }>];

export const SERVE = "serve";

export const COMMANDS: readonly Row[] = [
  [SERVE, "migrate the database and serve it; what is done without a command", () => import("./serve.ts")],
  ["migrate", "migrate the databases, and end", () => import("./migrate.ts")],
  ["doctor", "look at settings, database and providers, and say what to do", () => import("./doctor.ts")],
  ["found", "make a tenant and its first admin", () => import("./found.ts")],
  ["provider", "say where a tenant's people sign in", () => import("./provider.ts")],
  ["invite", "add a member, or invite one again", () => import("./invite.ts")],
  ["job", "say which job of CI may have a token", () => import("./job.ts")],
  ["machine", "make a machine's token", () => import("./machine.ts")],
  ["move", "move a tenant to another database, while it is used", () => import("./move.ts")],
  ["erase", "have a memory's or a member's bytes gone, for good", () => import("./erase.ts")],
  ["preserve", "set and end legal holds: nothing they cover is erased", () => import("./preserve.ts")],
  ["audit", "print a tenant's audit", () => import("./audit.ts")],
  ["verify", "follow the chains of a tenant, or of a printed audit", () => import("./verify.ts")],
];
