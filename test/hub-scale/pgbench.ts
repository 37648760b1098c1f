// The transactions of a push as a script for pgbench: the statements that a hub sent for one, in their order, with another tenant and
// another text each time. What a hub works out (digests, links, the line of the audit) the engine is given or makes of a number, so
// that the rows are as many and as large; a chain that anybody could follow is not among them.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type MadeTenant, pathOf, textOf } from "../../hub/test/generate.ts";
import { programs } from "../../hub/test/postgres.ts";
import type { Statement } from "../../hub/test/recorded.ts";
import { idAt } from "../bench/generate.ts";
import { heard, isSame } from "./heard.ts";
import type { Ask } from "./load.ts";
import type { Filled } from "./world.ts";

export interface Script {
  readonly file: string;
  readonly statements: number;
}

/** As many pushes before it as make its numbers differ from each other. */
const BEFORE = 2;

export async function scriptFor(filled: Filled, tenants: readonly MadeTenant[], folder: string): Promise<Script> {
  const one = tenants.find(({ head }) => head.seq > 50 && head.seq < 400);
  if (one === undefined) throw new Error("no tenant is of the size to be taken down");
  const asks = Array.from({ length: BEFORE + 1 }, (): Ask => ({ kind: "push", tenant: one, n: filled.fresh() }));
  const transactions = (await heard(filled.url, asks)).at(-1) ?? [];
  const n = asks.at(-1)?.n ?? 0;
  const known: Known = [
    [one.name, TENANT],
    [createHash("sha256").update(one.token).digest(), TOKEN],
    [pathOf(n), "('memories/bench_' || :r || '.md')"],
    [idAt(n), "lpad(:r::text, 26, '0')"],
    [Buffer.from(textOf(n)), `('\\x${Buffer.from(textOf(n)).toString("hex")}'::bytea || convert_to(:r::text, 'UTF8'))`],
    [one.head.seq + BEFORE, ":store_seq"],
    [one.head.seq + BEFORE + 1, "(:store_seq + 1)"],
    [BEFORE + 1, ":audit_n"],
  ];
  const lines = transactions.flatMap(({ opening, statements }) => [
    "\\startpipeline",
    ...opening
      .replaceAll(`'${one.name}'`, TENANT)
      .split(/;\s*/)
      .map((part) => `${part};`),
    "\\endpipeline",
    ...statements.flatMap((statement) => linesOf(statement, known)),
    "COMMIT;",
  ]);
  const named = [`\\set k random(0, ${tenants.length - 1})`, "\\set r random(1, 1000000000000)"];
  const file = join(folder, "push.sql");
  writeFileSync(file, `${[...named, ...lines].join("\n")}\n`);
  return { file, statements: lines.filter((line) => !line.startsWith("\\")).length };
}

type Known = readonly (readonly [value: unknown, made: string])[];

/** Every one of them; see `everyOther`. */
const STEP = 8;
const TENANT = `('t1-' || (:k * ${STEP}))`;
const TOKEN = `sha256(convert_to('hfs_' || translate(rtrim(encode(sha256(convert_to(${TENANT}, 'UTF8')), 'base64'), '='), '+/', '-_'), 'UTF8'))`;

/** Those that pgbench writes to, and as many others of the same kind for the hub. */
export function everyOther(tenants: readonly MadeTenant[]): Readonly<Record<"bare" | "hub", readonly MadeTenant[]>> {
  const from = (first: number): readonly MadeTenant[] => tenants.filter((_, at) => at % STEP === first);
  return { bare: from(0), hub: from(STEP / 2) };
}

function linesOf({ sql, values }: Pick<Statement, "sql" | "values">, known: Known): readonly string[] {
  const filledIn = flat(sql).replaceAll(/\$(\d+)/g, (_, n: string) => made(values[Number(n) - 1], known));
  const kept = / FOR UPDATE$/.test(filledIn)
    ? "store_"
    : / FROM audit_heads .* FOR NO KEY UPDATE$/.test(filledIn)
      ? "audit_"
      : undefined;
  return kept === undefined ? [`${filledIn};`] : [filledIn, `\\gset ${kept}`];
}

function flat(sql: string): string {
  return sql.replaceAll(/\s+/g, " ").trim();
}

function made(value: unknown, known: Known): string {
  const found = known.find(([each]) => isSame(each, value));
  if (found !== undefined) return found[1];
  if (Array.isArray(value)) {
    const type = value.some((each) => Buffer.isBuffer(each)) ? "bytea" : "text";
    return `ARRAY[${value.map((each) => made(each, known)).join(", ")}]::${type}[]`;
  }
  if (value === null) return "NULL";
  if (value instanceof Date) return "now()";
  if (typeof value === "number") return String(value);
  // A digest: of the text, of a leaf, of a link, of the request.
  if (Buffer.isBuffer(value)) return "sha256(convert_to(:r::text, 'UTF8'))";
  return literal(String(value));
}

/** pgbench takes a colon for the beginning of a name. A key of its own for each push. */
function literal(text: string): string {
  if (/^[0-9a-f-]{36}$/.test(text)) return "(:r::text || '-0000-0000-0000-000000000000')";
  return text.includes(":")
    ? `convert_from('\\x${Buffer.from(text).toString("hex")}', 'UTF8')`
    : `'${text.replaceAll("'", "''")}'`;
}

/** Pushes a second. */
export function pgbench(url: string, { file }: Script, clients: number, seconds: number): number {
  const [bin = ""] = programs();
  const args = ["-n", "-M", "prepared", "-c", String(clients), "-j", "1", "-T", String(seconds), "-f", file, url];
  const told = execFileSync(join(bin, "pgbench"), args, { encoding: "utf8", stdio: "pipe" });
  const failed = /number of failed transactions: (\d+)/.exec(told)?.[1];
  const tps = /tps = ([\d.]+)/.exec(told)?.[1];
  if (tps === undefined || (failed !== undefined && failed !== "0")) throw new Error(`pgbench: ${told}`);
  return Number(tps);
}
