// Whose word counts here (SYN-20, SYN-22, SYN-31): this device's own, that of devices a person trusted on this machine, and
// of those which these approved. A revoked device is not forgotten: what was seen of it before stays, what comes later says
// nothing. Revocations are never weighed against each other: two devices that revoke one another are both out, until a
// person decides, because no order of events can be proved.
import type { DeviceRecord, DeviceStatement } from "./devices.ts";
import type { Presence } from "./presence.ts";

export interface Anchor {
  readonly device: string;
  readonly key: string;
}

/** The key that speaks for this device. */
export interface OwnKey extends Anchor {
  /** A security key that knows its person: its word counts only where it says that it was them. */
  readonly userVerified?: boolean;
}

export interface Circle {
  /** The keys that speak for a device. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>;
  /** Of a revoked device only these signatures count, by their marks. */
  readonly known: ReadonlyMap<string, ReadonlySet<string>>;
  /** The key whose signatures must say that its person was verified. */
  readonly verifying?: string;
  /** `presence = required`: what this device vouches for counts only with a person's own second signature (SYN-20b). */
  readonly presence?: RequiredPresence | undefined;
}

export interface RequiredPresence {
  /** This device: what others require is theirs to say. */
  readonly device: string;
  isGiven(text: string, presence: Presence): boolean;
}

export interface CircleRequest {
  /** "personal", or the id of a shared store. */
  readonly store: string;
  readonly own: OwnKey | undefined;
  /** Trusted by a person, on this machine. */
  readonly anchors: readonly Anchor[];
  /** Left out by a person on this machine, whoever approved them: under no key, and with whom they alone approved. */
  readonly excluded?: readonly string[];
  readonly records: readonly DeviceRecord[];
  readonly presence?: RequiredPresence | undefined;
  /** Of the store around it: who counts there counts here, and who was revoked there is revoked here. */
  readonly outer?: Circle | undefined;
}

export function circleOf({ store, own, anchors, excluded = [], records, presence, outer }: CircleRequest): Circle {
  const out = excluded.filter((device) => device !== own?.device);
  const verifying = own?.userVerified === true ? own.key : undefined;
  // An approval is signed by the device key alone, which is worth nothing then: whom it brought in would need no presence.
  const isAlone = ({ statement: { by, action } }: DeviceRecord): boolean =>
    presence !== undefined && action === "approve" && by === own?.device;
  const said = records.filter(
    (record) =>
      record.statement.store === store &&
      !out.includes(record.statement.by) &&
      (record.signedWith !== verifying || record.userVerified) &&
      !isAlone(record),
  );
  const around = [...(outer?.keys ?? [])].flatMap(([device, keys]) => [...keys].map((key) => ({ device, key })));
  const named = [...around, ...anchors];
  const roots = (own === undefined ? named : [own, ...named]).filter(({ device }) => !out.includes(device));
  const everyone = closure(roots, said, () => true);
  const known = new Map(outer?.known);
  for (const { statement, known: marks } of said.filter(
    (each) => isBy(each, everyone) && each.statement.action === "revoke",
  )) {
    // Nobody takes this machine's own word from its owner.
    if (statement.device === own?.device) continue;
    const before = known.get(statement.device);
    known.set(statement.device, new Set(before === undefined ? marks : marks.filter((mark) => before.has(mark))));
  }
  const counts = ({ statement, mark }: DeviceRecord): boolean => known.get(statement.by)?.has(mark) ?? true;
  const keys = closure(roots, said, counts);
  for (const device of out) keys.delete(device);
  return { keys, known, ...(verifying !== undefined && { verifying }), ...(presence && { presence }) };
}

type Keys = Map<string, Set<string>>;

function closure(
  roots: readonly Anchor[],
  records: readonly DeviceRecord[],
  counts: (record: DeviceRecord) => boolean,
): Keys {
  // Each approval is looked at once, when the key that signed it comes in: whoever can write records can make a chain of any length.
  const approvals = Map.groupBy(
    records.filter((record) => record.statement.action === "approve" && counts(record)),
    ({ statement, signedWith }) => `${statement.by} ${signedWith}`,
  );
  const keys: Keys = new Map();
  const brought = [...roots];
  for (const { device, key } of brought) {
    const there = keys.get(device) ?? new Set();
    if (there.has(key)) continue;
    keys.set(device, there.add(key));
    for (const { statement } of approvals.get(`${device} ${key}`) ?? []) brought.push(statement);
  }
  return keys;
}

function isBy({ statement, signedWith }: DeviceRecord, keys: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return keys.get(statement.by)?.has(signedWith) === true;
}

/** Other devices that ask to join and count for nothing yet; each binds an id to the key that signed it. */
export function requestsIn({ store, own, records }: CircleRequest, circle: Circle): readonly DeviceStatement[] {
  const asked = records.filter(
    ({ statement, signedWith }) =>
      statement.store === store &&
      statement.action === "join" &&
      signedWith === statement.key &&
      statement.device !== own?.device &&
      circle.keys.get(statement.device)?.has(statement.key) !== true &&
      !circle.known.has(statement.device),
  );
  return asked.map(({ statement }) => statement).sort((a, b) => (a.device < b.device ? -1 : 1));
}
