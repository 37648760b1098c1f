// Four machines that act and exchange. Each step runs the engine on trial and notes in the ghost what it should mean.
import type { ReplicaAct } from "../../src/replica/act.ts";
import { adopterOf, adoptingDevice, findingDevice } from "../../src/replica/derived.ts";
import { makeState, type State } from "../../src/replica/state.ts";
import type { Engine } from "./engine.ts";
import { allDots, countOf, dotOf, type GhostEvent, isForgotten, type Known, liveHolds, liveWrites } from "./ghost.ts";
import { type ActKind, MACHINES, MEMORIES, type Operation, TEXTS } from "./operations.ts";

export interface Replica {
  state: State;
  known: Known;
}

export type World = readonly (readonly Replica[])[];

const NONE: ReadonlySet<string> = new Set();

export function deviceOf(machine: number): string {
  return String(machine).repeat(16);
}

/** Every machine starts with the same inferred memory, as if all had copied one file. */
export function makeWorld(engine: Engine): World {
  const born: GhostEvent = {
    what: "born",
    device: adoptingDevice(TEXTS[2] as string, []),
    n: 1,
    writes: { hash: TEXTS[2] as string, attested: false, ancestors: NONE },
    versionsSeen: NONE,
    holdsSeen: NONE,
    retirementsSeen: NONE,
  };
  return Array.from({ length: MACHINES }, () =>
    Array.from({ length: MEMORIES }, () => ({
      state: engine.adopt(makeState({}), TEXTS[2] as string),
      known: new Set([born]),
    })),
  );
}

export function replicaOf(world: World, machine: number, memory: number): Replica {
  return world[machine]?.[memory] as Replica;
}

/** Which replicas changed. */
export function perform(engine: Engine, world: World, operation: Operation): readonly Replica[] {
  if (operation.kind === "act") {
    const replica = replicaOf(world, operation.machine, operation.memory);
    doAct(engine, replica, operation);
    return [replica];
  }
  return operation.memories.map((memory) => {
    const from = replicaOf(world, operation.from, memory);
    const to = replicaOf(world, operation.to, memory);
    to.state = engine.join(to.state, from.state);
    to.known = new Set([...to.known, ...from.known]);
    return to;
  });
}

type Acting = Extract<Operation, { kind: "act" }>;

function doAct(engine: Engine, replica: Replica, operation: Acting): void {
  const before = replica.state;
  const event = eventOf(engine, replica, operation);
  replica.state = changed(engine, replica, operation);
  if (replica.state !== before && event !== undefined) replica.known = new Set([...replica.known, event]);
}

function changed(engine: Engine, { state }: Replica, { act, machine, text, day }: Acting): State {
  const hash = TEXTS[text] as string;
  if (act === "hand-edit") return engine.adopt(state, hash, undefined, { device: deviceOf(machine) });
  if (act === "check-failed")
    return isLive(engine, state) ? engine.holdFor(state, failureIn(engine, state), momentOf(day)) : state;
  return engine.actOn(state, replicaAct(act, hash, day), { device: deviceOf(machine) });
}

function replicaAct(act: Exclude<ActKind, "hand-edit" | "check-failed">, hash: string, day: number): ReplicaAct {
  const date = momentOf(day).slice(0, 10);
  if (act === "user-edit" || act === "agent-edit")
    return { kind: "edit", hash, attested: act === "user-edit" ? date : null };
  if (act === "promote" || act === "reaffirm") return { kind: act, date };
  if (act === "restore") return { kind: "restore", date };
  if (act === "restore-edited") return { kind: "restore", date, hash };
  if (act === "demote") return { kind: "demote", reason: "demoted", at: momentOf(day) };
  if (act === "archive") return { kind: "archive", at: momentOf(day) };
  return { kind: act };
}

/** What the act means, by who knew what; the engine is asked only which text its author had in front of them. */
function eventOf(engine: Engine, { state, known }: Replica, { act, machine, text }: Acting): GhostEvent | undefined {
  if (isForgotten(known)) return undefined;
  const view = engine.viewOf(state);
  const head = view.kind === "live" ? view.head : undefined;
  const over = liveWrites(known).filter((event) => event.writes?.hash === head);
  const hash = TEXTS[text] as string;
  const device = act === "hand-edit" ? adopterOf(deviceOf(machine)) : actingDevice(engine, state, act, machine);
  const versions = allDots(known, ({ writes }) => writes !== undefined);
  const base = { what: act, device, n: countOf(known, device) + 1 };
  const nothing = { versionsSeen: NONE, holdsSeen: NONE, retirementsSeen: NONE };
  const held = liveHolds(known).length > 0 || (view.kind === "live" && view.declared === "quarantined");
  const writes = (hash: string, attested: boolean): Pick<GhostEvent, "writes"> => ({
    writes: { hash, attested, ancestors: ancestorsOf(known, head) },
  });
  switch (act) {
    case "user-edit":
    case "agent-edit":
      return { ...base, ...nothing, ...writes(hash, act === "user-edit" && !held), versionsSeen: versions };
    case "hand-edit":
      return { ...base, ...nothing, ...writes(hash, false), versionsSeen: new Set(over.map(dotOf)) };
    case "promote":
    case "reaffirm":
      return { ...base, ...nothing, ...writes(head ?? "", true), versionsSeen: versions };
    case "restore":
    case "restore-edited": {
      const kept = act === "restore" ? (head ?? "") : hash;
      const holds = allDots(known, (event) => event.holds === true);
      return { ...base, ...nothing, ...writes(kept, true), versionsSeen: versions, holdsSeen: holds };
    }
    case "demote":
    case "check-failed":
      return { ...base, ...nothing, holds: true };
    case "retire":
      return { ...base, ...nothing, retires: true };
    case "unretire":
      return { ...base, ...nothing, retirementsSeen: allDots(known, (event) => event.retires === true) };
    case "archive":
      return { ...base, ...nothing, versionsSeen: versions, ...(liveHolds(known).length === 0 ? { holds: true } : {}) };
    case "forget":
      return { ...base, ...nothing, forgets: true };
  }
}

function actingDevice(engine: Engine, state: State, act: ActKind, machine: number): string {
  if (act !== "check-failed") return deviceOf(machine);
  const { check, rule, hash } = failureIn(engine, state);
  return findingDevice("check", check, rule, hash);
}

function failureIn(engine: Engine, state: State): { check: string; rule: string; hash: string } {
  const view = engine.viewOf(state);
  return { check: "secrets", rule: "generic", hash: view.kind === "live" ? view.head : "" };
}

function isLive(engine: Engine, state: State): boolean {
  return engine.viewOf(state).kind === "live";
}

/** The texts that led to this one, as far as anybody here knows. */
function ancestorsOf(known: Known, head: string | undefined): ReadonlySet<string> {
  if (head === undefined) return NONE;
  const before = [...known].filter(({ writes }) => writes?.hash === head);
  return new Set([head, ...before.flatMap(({ writes }) => [...(writes?.ancestors ?? [])])]);
}

function momentOf(day: number): string {
  return `2026-05-0${day + 1}T10:00:00Z`;
}
