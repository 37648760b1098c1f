// Tokens of machines (HUB-8): one store, no more than a contributor's role, an end.
import type { Role, Token } from "../protocol.ts";
import { type Actor, record } from "./audit.ts";
import type { Tx } from "./database.ts";
import { unlessTaken } from "./members.ts";
import { Refused } from "./problems.ts";
import { nobodysOwn } from "./roles.ts";
import { issue } from "./tokens.ts";

export interface NewMachine {
  readonly name: string;
  readonly store: string;
  readonly role: Role;
  readonly days: number;
}

const DAY_SECONDS = 86_400;

export async function addMachine(tx: Tx, by: Actor, { name, store, role, days }: NewMachine): Promise<Token> {
  nobodysOwn(store);
  // A name is free again when its token ended, swept or not.
  await tx.rows(`DELETE FROM tokens WHERE tenant_id = $1 AND kind = 'machine' AND name = $2 AND ends_at < now()`, [
    tx.tenant,
    name,
  ]);
  const token = await unlessTaken(
    issue(tx, { kind: "machine", name, store, role, seconds: days * DAY_SECONDS }),
    `There is a machine called ${name} already.`,
    `holdfast-hub machine ${tx.tenant} --end ${name}, or another name`,
  );
  await record(tx, by, { action: "machine-added", about: { machine: name, store, role, days } });
  return token;
}

export interface MachineRow extends Omit<NewMachine, "days"> {
  readonly ends: Date;
}

export function machines(tx: Tx): Promise<readonly MachineRow[]> {
  return tx.rows<MachineRow>(
    `SELECT name, store, role, ends_at AS ends FROM tokens WHERE tenant_id = $1 AND kind = 'machine' AND ends_at > now() ORDER BY name`,
    [tx.tenant],
  );
}

export async function endMachine(tx: Tx, by: Actor, name: string): Promise<void> {
  const ended = await tx.rows(
    `DELETE FROM tokens WHERE tenant_id = $1 AND kind = 'machine' AND name = $2 RETURNING 1`,
    [tx.tenant, name],
  );
  if (ended.length === 0) throw new Refused("not-found", `There is no machine called ${name} here.`);
  await record(tx, by, { action: "machine-ended", about: { machine: name } });
}
