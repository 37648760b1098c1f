#!/usr/bin/env node
// npx @holdfast/hub: migrates the database it is told and serves it. `migrate` does the first alone, `found` makes a tenant with its
// first admin. A word on how it ended goes to standard error, what was asked for to standard output.
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { brokenAt } from "./audit.ts";
import { openDatabase } from "./database.ts";
import { invitation } from "./members.ts";
import { migrate } from "./migrate.ts";
import { Refused } from "./problems.ts";
import { type Settings, settingsFrom } from "./settings.ts";
import { start } from "./start.ts";
import { found } from "./tenants.ts";

const USAGE = `holdfast-hub                      migrate the database and serve it
holdfast-hub migrate              migrate it, and end
holdfast-hub verify < AUDIT       check the chain of an exported audit
holdfast-hub found TENANT --name NAME --admin NAME [--email ADDRESS] [--device ID --key "ssh-ed25519 ..."]
                                  make a tenant and its first admin; prints an invitation for their sign-in

HOLDFAST_HUB_DATABASE  postgres://USER@HOST/DATABASE, PostgreSQL 15 or newer
HOLDFAST_HUB_URL       the address that clients are told (default: http://HOST:PORT)
HOLDFAST_HUB_HOST, HOLDFAST_HUB_PORT, HOLDFAST_HUB_CONNECTIONS, HOLDFAST_HUB_RATE, HOLDFAST_HUB_PROXY=1, HOLDFAST_HUB_LOG
`;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: "boolean" },
      name: { type: "string" },
      admin: { type: "string" },
      email: { type: "string" },
      device: { type: "string" },
      key: { type: "string" },
    },
  });
  const [command = "serve", tenant] = positionals;
  if (values.help === true) return tell(USAGE);
  if (command === "verify") return verify(await text(process.stdin));
  const settings = settingsFrom(process.env);
  if (typeof settings === "string") return fail(settings);
  if (command === "serve") return serve(settings);
  if (command === "migrate") {
    const { applied, version } = await migrate(settings.database);
    return tell(`${JSON.stringify({ version, applied })}\n`);
  }
  if (command !== "found" || tenant === undefined || values.name === undefined || values.admin === undefined)
    return fail(USAGE);
  const { name, admin, email, device, key } = values;
  if ((device === undefined) !== (key === undefined)) return fail("--device and --key belong together.");
  const first = device === undefined || key === undefined ? undefined : { device, key };
  await migrate(settings.database);
  const database = openDatabase(settings.database, 1);
  try {
    const made = await database.write(tenant, async (tx) => {
      const member = await found(tx, { name, admin: { name: admin, email }, first });
      return { tenant, member, invite: await invitation(tx, member) };
    });
    return tell(`${JSON.stringify(made)}\n`);
  } finally {
    await database.end();
  }
}

/** From the tenant's first line on. */
function verify(ndjson: string): number {
  const broken = brokenAt(ndjson);
  if (broken === undefined) return tell("Each line follows from the one before.\n");
  process.stderr.write(`Line ${broken} does not follow from the one before: it was changed, or one is missing.\n`);
  return 1;
}

async function serve(settings: Settings): Promise<number> {
  const running = await start(settings);
  process.stderr.write(`listening on ${running.address}, database version ${running.migrated.version}\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, resolve);
  });
  await running.end();
  return 0;
}

function tell(text: string): number {
  process.stdout.write(text);
  return 0;
}

function fail(text: string): number {
  process.stderr.write(`${text.trimEnd()}\n`);
  return 64;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  // A driver's own words may carry the database's password.
  const known =
    error instanceof Refused || (error instanceof Error && /^The database is at version/.test(error.message));
  const { code, name } = error as { readonly code?: string; readonly name?: string };
  return (
    fail(
      known ? (error as Error).message : `The hub can't start: ${code ?? name ?? "unknown"}. Is the database there?`,
    ) && 1
  );
});
