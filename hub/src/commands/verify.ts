// What is in the database, or an audit that was kept elsewhere.
import { createInterface } from "node:readline";
import { brokenAt, lineWith, linkIn } from "../audit.ts";
import { asOwner } from "../migrate.ts";
import { tenantRows } from "../tenant-names.ts";
import { verifyTenant } from "../verify.ts";
import { type Call, type Command, Wrong } from "./command.ts";

export const command: Command = {
  usage: "holdfast-hub verify TENANT [--link LINK] | --all | [--link LINK] < AUDIT",
  about: [
    "Of a tenant: that each change of its stores and each line of its audit follows from the one before, and that each file is what its change says.",
    "Of an audit on standard input: that no line of it was changed or left out.",
    "With the link of a line that somebody wrote down on a day: that all up to that line is what it was on that day.",
  ],
  options: {
    all: { help: "every tenant" },
    link: { value: "LINK", help: "of the audit: it has to be in the chain" },
  },
  names: [0, 1],
  examples: [
    "holdfast-hub verify acme",
    "holdfast-hub verify --all",
    "holdfast-hub verify < audit.ndjson",
    `holdfast-hub verify acme --link ${"0".repeat(64)}`,
  ],
  run: async (call) => {
    const [tenant] = call.names;
    const link = call.text("link");
    if (call.is("all") && tenant !== undefined) throw new Wrong("Either one tenant or --all.", "");
    if (link !== undefined && (call.is("all") || !/^[0-9a-f]{64}$/.test(link)))
      throw new Wrong("A link is 64 hexadecimal digits, and of one tenant.", "");
    if (tenant !== undefined) await isThere(call, tenant);
    if (tenant !== undefined) return Math.max(await verified(call, [tenant]), await linked(call, tenant, link));
    if (!call.is("all")) return verifiedAudit(call, link);
    const tenants = new Set<string>();
    for (const url of call.settings().databases.values())
      for (const row of await asOwner(url, tenantRows)) tenants.add(row.tenant);
    return verified(call, [...tenants]);
  },
};

/** One that nobody founded has no chain, which would read like a chain that somebody took away. */
async function isThere({ read }: Call, tenant: string): Promise<void> {
  const found = await read((database) =>
    database.read(tenant, (tx) => tx.rows(`SELECT 1 FROM tenants WHERE tenant_id = $1`, [tx.tenant])),
  );
  if (found.length === 0)
    throw new Wrong(`There is no tenant ${tenant}.`, "holdfast-hub verify --all, which names all that there are");
}

async function linked({ act, tell, note }: Call, tenant: string, link: string | undefined): Promise<number> {
  if (link === undefined) return 0;
  const line = await act((tx) => lineWith(tx, link));
  if (line === undefined) note(`${tenant}: ${NO_LINE}`);
  else tell(`Line ${line.n} of ${line.at} has this link: all up to it is what it was.\n`);
  return line === undefined ? 1 : 0;
}

const NO_LINE = "No line of the audit has this link: what was before it was changed, or is older than what is kept.";

function verified({ read, tell, note }: Call, tenants: readonly string[]): Promise<number> {
  return read(async (database) => {
    let code = 0;
    for (const tenant of tenants) {
      const { stores, changes, lines, broken } = await verifyTenant(database, tenant);
      const found = `${counted(stores, "store")} with ${counted(changes, "change")}, ${counted(lines, "line")}`;
      tell(`${tenant}: ${found} of the audit\n`);
      for (const each of broken) note(`${tenant}: ${each}.`);
      if (broken.length > 0) code = 1;
    }
    tell(code === 0 ? "Each follows from the one before.\n" : "");
    return code;
  });
}

function counted(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

const AT_ONCE = 1000;

/** From the tenant's first line on, a piece at a time. */
async function verifiedAudit({ tell, note }: Call, link: string | undefined): Promise<number> {
  let piece: string[] = [];
  let before: string | undefined;
  let [count, isFound] = [0, link === undefined];
  const broken = (): number | undefined => {
    const found = brokenAt(piece.join("\n"), before);
    const links = piece.map(linkIn);
    isFound ||= link !== undefined && links.includes(link);
    before = links.at(-1) ?? before;
    piece = [];
    return found;
  };
  let wrong: number | undefined;
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === "") continue;
    count += 1;
    if (!isLine(line)) throw new Wrong(`Line ${count} of what came is no line of an audit.`, EXPORT);
    piece.push(line);
    if (piece.length >= AT_ONCE) wrong = broken();
    if (wrong !== undefined) break;
  }
  // An export that failed leaves nothing, which follows from nothing.
  if (count === 0) throw new Wrong("No line of an audit came on standard input.", EXPORT);
  wrong ??= broken();
  if (wrong !== undefined)
    note(`Line ${wrong} does not follow from the one before: it was changed, or one is missing.`);
  else tell("Each line follows from the one before.\n");
  if (wrong === undefined && !isFound) note(NO_LINE);
  return wrong === undefined && isFound ? 0 : 1;
}

const EXPORT = "holdfast-hub audit TENANT > audit.ndjson, and holdfast-hub verify < audit.ndjson";

function isLine(text: string): boolean {
  try {
    const { line, link } = JSON.parse(text) as { readonly line?: unknown; readonly link?: unknown };
    return typeof line === "string" && typeof link === "string" && typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}
