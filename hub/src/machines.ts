// Tokens of machines (HUB-8): one store, no more than a contributor's role, an end.
import type { Role, Token } from "../protocol.ts";
import { record } from "./audit.ts";
import type { Tx } from "./database.ts";
import { unlessTaken } from "./members.ts";
import { Refused } from "./problems.ts";
import type { Caller } from "./roles.ts";
import { issue } from "./tokens.ts";

export interface NewMachine {
  readonly name: string;
  readonly store: string;
  readonly role: Role;
  readonly days: number;
}

const DAY_SECONDS = 86_400;

export async function addMachine(tx: Tx, caller: Caller, { name, store, role, days }: NewMachine): Promise<Token> {
  const token = await unlessTaken(issue(tx, { kind: "machine", name, store, role, seconds: days * DAY_SECONDS }));
  await record(tx, caller, { action: "machine-added", about: { machine: name, store, role } });
  return token;
}

export interface MachineRow extends Omit<NewMachine, "days"> {
  readonly ends: Date;
}

export function machines(tx: Tx): Promise<readonly MachineRow[]> {
  return tx.rows<MachineRow>(
    `SELECT name, store, role, ends_at AS ends FROM tokens WHERE tenant_id = $1 AND kind = 'machine' ORDER BY name`,
    [tx.tenant],
  );
}

export async function endMachine(tx: Tx, caller: Caller, name: string): Promise<void> {
  const ended = await tx.rows(
    `DELETE FROM tokens WHERE tenant_id = $1 AND kind = 'machine' AND name = $2 RETURNING 1`,
    [tx.tenant, name],
  );
  if (ended.length === 0) throw new Refused("not-found");
  await record(tx, caller, { action: "machine-ended", about: { machine: name } });
}
