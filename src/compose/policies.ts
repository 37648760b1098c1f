// What an organisation asks of this machine (HUB-10), from its store's signed word to what a hook finds. It is judged where the store
// is looked at, and kept with the list of mirrors; nothing older ever takes its place, whatever the hub has by then. Leaving the
// organisation, or joining it anew, ends it: the machine is its owner's.
import { highestReached, type InForce, type PolicyStatement, policiesInForce } from "../attest/policy.ts";
import { type PolicySettings, readPolicySettings, SIGNERS, setPolicyValue } from "../config/policy.ts";
import { strictest } from "../config/strictest.ts";
import type { PolicySeen } from "../health/surroundings.ts";
import type { Act, OpenStore } from "../store/context.ts";
import type { Devices } from "../store/records.ts";
import { keepPolicies } from "../sync/io/mirrors.ts";
import { type KeptPolicy, policiesIn } from "../sync/mirrors.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { dayOf } from "../trust/transitions.ts";
import type { MirrorAt } from "./mirrors.ts";

export function inForce(devices: Pick<Devices, "policies" | "trusted">): InForce {
  const first = devices.trusted().flatMap((each) => (each.first === true ? [each.device] : []));
  const all = devices.policies();
  const highest = highestReached(all.map(({ said }) => said.number));
  const counting = all.flatMap(({ said, counts }) => (counts && said.number <= highest ? [said] : []));
  return policiesInForce(counting, new Set(first));
}

/** For doctor: what holds, beside what the store has. */
export function policySeen({ mirror }: MirrorAt, devices: Devices): PolicySeen {
  const { policies } = inForce(devices);
  const last = policies[0]?.number ?? 0;
  // Of whom may sign, none above the last is in force for one reason: nobody can have come to its number.
  const ignored = devices
    .policies()
    .filter(({ said }) => said.number > last)
    .map(({ said }) => said.by);
  return {
    holds: policiesIn([mirror]),
    found: last,
    ignored: [...new Set(ignored)],
    unknown: policies.flatMap(({ settings }) => readPolicySettings(settings).unknown),
  };
}

function foundIn(devices: Devices): readonly KeptPolicy[] {
  const found = inForce(devices).policies.map(
    ({ by, date, number, settings }): KeptPolicy => ({
      by,
      date,
      number,
      settings: readPolicySettings(settings).settings,
    }),
  );
  return asKept(found);
}

/** As the store has it now, or as it was seen before where that is newer. */
function standingPolicies({ mirror }: MirrorAt, devices: Devices): readonly KeptPolicy[] {
  const [found, before] = [foundIn(devices), mirror.policies ?? []];
  return (found[0]?.number ?? 0) >= (before[0]?.number ?? 0) ? found : before;
}

/** Of what one organisation may take of the list that hooks read; one policy alone is always less. */
const LARGEST = 24 * 1024;

/** Whoever signs many of one number has all of them hold, and fills no list with them. */
function asKept(all: readonly KeptPolicy[]): readonly KeptPolicy[] {
  const [first] = all;
  if (first === undefined || Buffer.byteLength(JSON.stringify(all)) <= LARGEST) return all;
  const by = [...new Set(all.map((each) => each.by))].toSorted().slice(0, 3).join(", ");
  return [{ ...first, by, settings: strictest(all.map(({ settings }) => settings)) }];
}

/** What is in force from now on; undefined where nothing changed. To who joined anew an older one is as good: it is what there is now. */
export function notePolicies(
  dataDir: string,
  at: MirrorAt,
  { devices }: OpenStore,
  joined?: "anew",
): readonly KeptPolicy[] | undefined {
  if (at.scope !== "org") return undefined;
  const next = joined === "anew" ? foundIn(devices) : standingPolicies(at, devices);
  if (JSON.stringify(next) === JSON.stringify(at.mirror.policies ?? [])) return undefined;
  keepPolicies(dataDir, at.mirror, next);
  return next;
}

export interface Declaring {
  readonly open: OpenStore;
  readonly before: PolicySettings;
  readonly after: PolicySettings;
  readonly number: number;
}

/** What a person would sign, or why they can't; nothing is written. */
export function planPolicy(open: OpenStore, key: string, argument: string, act: Act): Declaring | Refusal {
  const refused = forbidden("config", act.channel) ?? unlessAdmin(open);
  if (refused !== undefined) return refused;
  const { devices } = open;
  const { policies, signers } = inForce(devices);
  const { own } = devices;
  if (own === undefined || !signers.has(own.device)) {
    const message = "Nobody counts a policy by this device: it is none of the keys that the organisation began with.";
    const on = own === undefined ? "DEVICE" : own.device;
    return refuse("not-allowed", message, `On a machine that may: holdfast config --in org set ${SIGNERS} ${on}`);
  }
  const before = together(policies);
  const set = setPolicyValue(before, key, argument);
  if ("code" in set) return set;
  return { open, before, after: set.settings, number: (policies[0]?.number ?? 0) + 1 };
}

/** Of two that were signed at once; whoever signs the next sees the whole of it. */
function together(policies: readonly PolicyStatement[]): PolicySettings {
  return Object.assign({}, ...policies.map(({ settings }) => settings)) as PolicySettings;
}

function unlessAdmin({ mirrored, store }: OpenStore): Refusal | undefined {
  if (store.info.scope !== "org" || mirrored === undefined)
    return refuse("usage", "A policy stands in an organisation's own store.", "holdfast config --in org list");
  if (mirrored.role === "admin") return undefined;
  return refuse("not-allowed", `You are a ${mirrored.role} of ${mirrored.name}; an admin signs its policy.`);
}

/** A person typed their yes. */
export async function declarePolicy(
  { open, after, number }: Declaring,
  at: MirrorAt,
  dataDir: string,
  act: Act,
): Promise<Refusal | undefined> {
  const { store, devices } = open;
  const { own } = devices;
  const refused = forbidden("config", act.channel);
  if (refused !== undefined || own === undefined) return refused;
  const said = {
    kind: "policy",
    version: 1,
    store: devices.store,
    number,
    date: dayOf(act.now),
    by: own.device,
  } as const;
  const isSaid = await store.withLock(() => devices.declare({ ...said, settings: after }));
  if (isRefusal(isSaid)) return isSaid;
  if (isSaid !== true)
    return refuse(
      "needs-person",
      "presence is required: this device's key alone signs no policy.",
      "A touched key does: holdfast config set signing ssh",
    );
  notePolicies(dataDir, at, open);
  if (inForce(devices).policies.some((each) => each.number === number && each.by === own.device)) return undefined;
  const message = `Policy ${number} is signed and does not hold: another one came meanwhile.`;
  return refuse("changed-meanwhile", message, "holdfast config --in org list");
}
