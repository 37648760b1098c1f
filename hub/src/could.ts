// Who could do what in a store at a time (HUB-7, HUB-11), told again from the audit: it has each change of roles, devices and tokens, and
// the tables have today's alone. What lies before the first line that a tenant keeps is not known.
import type { Role } from "../protocol.ts";
import { listed } from "./asked.ts";
import type { AuditRow } from "./audit.ts";
import { type Grant, reaches, roleHeld } from "./roles.ts";

export interface Could {
  /** member:ID, machine:NAME or job:NAME. */
  readonly who: string;
  readonly role: Role;
  readonly devices: readonly string[];
}

interface Standing {
  grants: readonly Grant[];
  readonly devices: Set<string>;
  /** Of a machine's token. */
  ends?: string;
}

export interface Window {
  readonly store: string;
  readonly least: Role;
  readonly from: string;
  readonly to: string;
}

/** Told each line in order; then, who could at any moment of the window. */
export function couldIn(window: Window): { tell(row: AuditRow): void; all(): readonly Could[] } {
  const standing = new Map<string, Standing>();
  const could = new Map<string, { role: Role; devices: Set<string> }>();
  const look = (who: string, { grants, devices, ends }: Standing): void => {
    const role = roleHeld(grants, window.store);
    if (role === undefined || !reaches(role, window.least) || (ends !== undefined && ends <= window.from)) return;
    const isMember = who.startsWith("member:");
    // A member confirms by a device; who has none has no key to do it with.
    if (isMember && devices.size === 0) return;
    could.set(who, { role, devices: new Set([...(could.get(who)?.devices ?? []), ...devices]) });
  };
  let isBegun = false;
  const begin = (): void => {
    if (isBegun) return;
    isBegun = true;
    for (const [who, each] of standing) look(who, each);
  };
  return {
    tell: (row) => {
      if (row.at >= window.to) return;
      if (row.at >= window.from) begin();
      const who = changed(standing, row);
      const now = who === undefined ? undefined : standing.get(who);
      if (isBegun && who !== undefined && now !== undefined) look(who, now);
    },
    all: () => {
      begin();
      return [...could]
        .map(([who, { role, devices }]) => ({ who, role, devices: [...devices].toSorted() }))
        .toSorted((one, other) => (one.who < other.who ? -1 : 1));
    },
  };
}

/** Whose standing is another now. */
function changed(standing: Map<string, Standing>, row: AuditRow): string | undefined {
  const { action, about, by } = row;
  const text = (name: string): string => String(about[name] ?? "");
  switch (action) {
    case "founded":
    case "member-added":
    case "roles-changed": {
      const who = `member:${text("member")}`;
      const devices = standing.get(who)?.devices ?? new Set<string>();
      if (about["device"] !== undefined) devices.add(text("device"));
      standing.set(who, { grants: listed(row, "held").map(grantIn), devices });
      return who;
    }
    case "member-ended":
    case "member-erased":
      standing.delete(`member:${text("member")}`);
      return undefined;
    case "device-added": {
      const who = `member:${by.slice(by.indexOf(":") + 1)}`;
      standing.get(who)?.devices.add(text("device"));
      return who;
    }
    case "device-ended":
      for (const { devices } of standing.values()) devices.delete(text("device"));
      return undefined;
    case "machine-added": {
      const who = `machine:${text("machine")}`;
      const ends = new Date(Date.parse(row.at) + Number(about["days"] ?? 366) * 86_400_000).toISOString();
      standing.set(who, { grants: [scopeOf(row)], devices: new Set(), ends });
      return who;
    }
    case "job-pinned":
      standing.set(`job:${text("job")}`, { grants: [scopeOf(row)], devices: new Set() });
      return `job:${text("job")}`;
    case "machine-ended":
    case "job-unpinned":
      standing.delete(action === "machine-ended" ? `machine:${text("machine")}` : `job:${text("job")}`);
      return undefined;
    default:
      return undefined;
  }
}

function grantIn(text: string): Grant {
  const [role = "", store = ""] = text.split(" ");
  return { role: role as Role, store };
}

function scopeOf({ about }: AuditRow): Grant {
  return { role: String(about["role"]) as Role, store: String(about["store"]) };
}
