// What a shared store holds, and by whose word (SYN-31). Every signer that the store names is asked for alone, so that a
// person sees what each of them stands behind before they trust one.
import { type Anchor, type Circle, circleOf } from "../attest/circle.ts";
import { fingerprintOf } from "../attest/devices.ts";
import { vouchersOf } from "../attest/vouch.ts";
import { contentHash } from "../memory/document.ts";
import { declaredTier, statusOf } from "../memory/fields.ts";
import { type Memory, readCatalogue } from "../store/catalogue.ts";
import type { OpenStore } from "../store/context.ts";
import type { Signers } from "./compared.ts";
import { nameIn } from "./names.ts";

/** `approved`: by a signer that counts here. `excluded`: so too, and left out by the person. `unknown`: its word counts for nothing on this machine. */
export type SignerStanding = "own" | "trusted" | "approved" | "revoked" | "excluded" | "unknown";

export interface Signer extends Anchor {
  /** As it calls itself, or as the person calls it; empty where there is none. */
  readonly name: string;
  readonly fingerprint: string;
  readonly standing: SignerStanding;
  /** Devices whose approval counts here. */
  readonly approvedBy: readonly string[];
  /** Who revoked it, whether their word counts here or not. */
  readonly revokedBy: readonly string[];
  /** Of one that does not count: the devices that would come in with it, because it approved them or these did. */
  readonly brings: readonly string[];
  /** Memories that it ever signed. */
  readonly signed: number;
  /** Memories whose present text it vouches for. */
  readonly vouches: number;
}

export interface Offered extends Anchor {
  readonly name: string;
}

export interface Survey {
  readonly memories: readonly Memory[];
  /** Call themselves verified. */
  readonly claimed: number;
  /** Are verified on this machine. */
  readonly verified: number;
  /** Call themselves verified, and nobody signed the text. */
  readonly unsigned: number;
  readonly signers: readonly Signer[];
  /** Who vouches for it, whether they count here or not. */
  vouchersOf(memory: Memory): readonly string[];
}

/** `offered`: whom a hub names as well; their word counts no more for it. */
export function survey(open: OpenStore, tools: Signers, offered: readonly Offered[] = []): Survey {
  const { memories } = readCatalogue(open.store);
  const circle = open.devices.circle();
  const vouchers = new Map<Memory, string[]>();
  const signers = namedIn(open, tools, offered).map((anchor): Signer => {
    const view = tools.as(open.store.info, alone(anchor, circle));
    const about = memories.filter(({ id }) => id !== undefined && view.pastStatements(id).length > 0);
    const vouched = about.filter(({ id, document }) => {
      const facts = { content: contentHash(document), status: statusOf(document) };
      return id !== undefined && vouchersOf(view.statements(id), facts).length > 0;
    });
    for (const memory of vouched) vouchers.set(memory, [...(vouchers.get(memory) ?? []), anchor.device]);
    return {
      ...anchor,
      name: nameIn(open.devices, anchor) || (offered.find(({ key }) => key === anchor.key)?.name ?? ""),
      fingerprint: fingerprintOf(anchor.key),
      standing: standingOf(open, anchor, circle),
      approvedBy: approversOf(open, anchor, circle),
      revokedBy: revokersOf(open, anchor),
      brings: broughtBy(open, anchor, circle),
      signed: about.length,
      vouches: vouched.length,
    };
  });
  const claimed = memories.filter(({ document }) => declaredTier(document) === "verified");
  return {
    memories,
    claimed: claimed.length,
    verified: memories.filter(({ tier }) => tier === "verified").length,
    unsigned: claimed.filter((memory) => !vouchers.has(memory)).length,
    signers: signers.toSorted((a, b) => b.vouches - a.vouches || (a.device < b.device ? -1 : 1)),
    vouchersOf: (memory) => vouchers.get(memory) ?? [],
  };
}

/** Its word and no other; of a revoked one, as much as still counts. */
function alone({ device, key }: Anchor, { known }: Circle): Circle {
  return { keys: new Map([[device, new Set([key])]]), known };
}

/** Everybody whom a line, a record or the person's own list names, each key by itself. */
function namedIn({ devices, store }: OpenStore, tools: Signers, offered: readonly Offered[]): readonly Anchor[] {
  const joined = devices
    .records()
    .map(({ statement, signedWith }) => ({ statement, isOwn: signedWith === statement.key }))
    .filter(({ statement, isOwn }) => statement.store === devices.store && (isOwn || statement.action === "approve"))
    .map(({ statement }) => statement);
  const lines = tools.lines(store.info).flatMap(({ anchor }) => anchor ?? []);
  const own = devices.own === undefined ? [] : [devices.own];
  const all = [...own, ...devices.trusted(), ...joined, ...lines, ...offered];
  return [...new Map(all.map(({ device, key }) => [`${device} ${key}`, { device, key }])).values()];
}

function standingOf({ devices }: OpenStore, { device, key }: Anchor, circle: Circle): SignerStanding {
  if (devices.own?.device === device && devices.own.key === key) return "own";
  if (circle.known.has(device)) return "revoked";
  if (devices.excluded().includes(device)) return "excluded";
  if (devices.trusted().some((each) => each.device === device && each.key === key)) return "trusted";
  return circle.keys.get(device)?.has(key) === true ? "approved" : "unknown";
}

function broughtBy({ devices }: OpenStore, anchor: Anchor, { keys, presence }: Circle): readonly string[] {
  if (keys.get(anchor.device)?.has(anchor.key) === true) return [];
  const { store, own } = devices;
  const anchors = [...devices.trusted(), anchor];
  const excluded = devices.excluded().filter((device) => device !== anchor.device);
  const after = circleOf({ store, own, anchors, excluded, records: devices.records(), presence });
  const isNew = (device: string, key: string): boolean =>
    keys.get(device)?.has(key) !== true && (device !== anchor.device || key !== anchor.key);
  return [...after.keys].filter(([device, each]) => [...each].some((key) => isNew(device, key))).map(([id]) => id);
}

function revokersOf({ devices }: OpenStore, { device }: Anchor): readonly string[] {
  const said = devices.records().map(({ statement }) => statement);
  const about = said.filter((each) => each.action === "revoke" && each.device === device);
  return [...new Set(about.filter(({ store }) => store === devices.store).map(({ by }) => by))].sort();
}

function approversOf({ devices }: OpenStore, { device, key }: Anchor, circle: Circle): readonly string[] {
  const approvals = devices
    .records()
    .filter(({ statement, signedWith, mark }) => {
      const counts =
        circle.keys.get(statement.by)?.has(signedWith) && circle.known.get(statement.by)?.has(mark) !== false;
      return counts && statement.action === "approve" && statement.device === device && statement.key === key;
    })
    .filter(({ statement }) => statement.store === devices.store);
  return [...new Set(approvals.map(({ statement }) => statement.by))].sort();
}
