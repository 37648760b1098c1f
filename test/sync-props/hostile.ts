// States that no honest machine ever had, as a forged line could tell them, and machines that were set back to a backup.
import fc from "fast-check";
import { dotKey, HOLD_REASONS, makeState, type State, type Version } from "../../src/replica/state.ts";
import { TIERS } from "../../src/trust/tiers.ts";
import { lawsOf, readsBack, type Wrong } from "./checks.ts";
import type { Engine } from "./engine.ts";
import { TEXTS } from "./operations.ts";

const DEVICES = ["0", "1", "2"].map((digit) => digit.repeat(16));
const ME = DEVICES[0] as string;
const FRESH = "f".repeat(16);
const OTHER = "d".repeat(16);
const OTHER_FRESH = "c".repeat(16);

const dot = fc.record({ device: fc.constantFrom(...DEVICES, "x2000000000000000"), n: fc.integer({ min: 1, max: 4 }) });
const from = fc.uniqueArray(fc.constantFrom(...TEXTS.map((text) => text.slice(0, 16))), { maxLength: 2 });
const version: fc.Arbitrary<Version> = fc
  .record({
    dot,
    hash: fc.constantFrom(...TEXTS),
    attested: fc.option(fc.constantFrom("2026-05-01", "2026-05-02", "9999-12-31")),
    under: fc.constantFrom(...TIERS),
    from,
  })
  .map((each) => (each.attested === null ? each : { ...each, under: "verified" as const }));
const hold = fc.record({
  dot,
  reason: fc.constantFrom(...HOLD_REASONS),
  at: fc.constantFrom("2026-05-01T00:00:00Z", "2026-05-02T00:00:00Z"),
});
const state: fc.Arbitrary<State> = fc
  .record({
    context: fc.dictionary(fc.constantFrom(...DEVICES), fc.integer({ min: 1, max: 5 }), { maxKeys: 3 }),
    versions: fc.array(version, { maxLength: 4 }),
    holds: fc.array(hold, { maxLength: 2 }),
    retirements: fc.array(dot, { maxLength: 1 }),
    forgotten: fc.nat(19).map((n) => n === 0),
  })
  .map(makeState);

export interface Hostile {
  readonly states: readonly [State, State, State];
  readonly order: readonly number[];
  readonly noise: readonly [number, string];
}

export const hostile: fc.Arbitrary<Hostile> = fc.record({
  states: fc.tuple(state, state, state),
  order: fc.array(fc.nat(2), { minLength: 3, maxLength: 6 }),
  noise: fc.tuple(
    fc.nat(400),
    fc.constantFrom("", " ", "|", "-", "0", "9", "@", "~", "<", "=", ".", "forgotten", "x", "é"),
  ),
});

export function checkHostile(engine: Engine, { states, order, noise }: Hostile): Wrong {
  const [mine, theirs] = states;
  return (
    lawsOf(engine, states, order) ??
    states.map((each) => readsBack(engine, each)).find((wrong) => wrong !== undefined) ??
    twinsKept(engine, mine, theirs) ??
    neverRaised(engine, engine.join(mine, theirs)) ??
    oneSpelling(engine, mine, noise) ??
    nothingTaken(engine, mine, theirs) ??
    comesToRest(engine, mine, theirs)
  );
}

/** One dot that stands on both sides keeps all it stands for (SYN-2). */
function twinsKept({ join }: Engine, mine: State, theirs: State): Wrong {
  const joined = join(mine, theirs);
  if (joined.forgotten) return undefined;
  const shared = new Set(dotsOf(theirs));
  const text = mine.versions.find(
    ({ dot: each, hash }) =>
      shared.has(dotKey(each)) &&
      !joined.versions.some((other) => other.hash === hash && dotKey(other.dot) === dotKey(each)),
  );
  if (text !== undefined) return `of a dot that two used ${text.hash.slice(0, 8)} is lost`;
  const held = new Set(joined.holds.map((each) => dotKey(each.dot)));
  const lost = mine.holds.some((each) => shared.has(dotKey(each.dot)) && !held.has(dotKey(each.dot)));
  return lost ? "of a dot that two used the hold is lost" : undefined;
}

function dotsOf({ versions, holds, retirements }: State): readonly string[] {
  return [...versions, ...holds].map((each) => dotKey(each.dot)).concat(retirements.map(dotKey));
}

/** Whatever a line claims, without a statement nothing is verified. */
function neverRaised({ viewOf }: Engine, joined: State): Wrong {
  const view = viewOf(joined, () => false);
  if (view.kind !== "live") return undefined;
  if (view.tier === "verified") return "verified without a statement";
  return joined.holds.length > 0 && view.tier !== "quarantined" ? `held and ${view.tier}` : undefined;
}

/** A line with one place changed is refused, or is the one spelling of what it says. */
function oneSpelling({ readLine, renderLine }: Engine, mine: State, [at, put]: readonly [number, string]): Wrong {
  const line = renderLine(mine);
  if (line === undefined) return undefined;
  const changed = `${line.sync.slice(0, at)}${put}${line.sync.slice(at + 1)}`;
  const read = readLine(changed, line.holds);
  if (read.kind !== "state") return undefined;
  return renderLine(read.state)?.sync === changed ? undefined : `two spellings of one state: ${changed}`;
}

/** Taking in a stranger's state costs no hold, and nothing that this device wrote and the stranger does not hold. */
function nothingTaken({ admit, viewOf }: Engine, mine: State, theirs: State): Wrong {
  const never = (): boolean => false;
  const local = { device: ME, fresh: FRESH, restored: never, removed: never, unretired: never };
  const { state: after, behind } = admit(mine, theirs, local);
  if (after.forgotten) return undefined;
  const view = viewOf(after);
  if (mine.versions.length > 0 && view.kind !== "live") return "a text was taken away, and none stands in its place";
  if (mine.retirements.length > 0 && after.retirements.length === 0) return "a retirement was taken away";
  if (mine.holds.length > 0 && view.kind === "live" && view.tier !== "quarantined") return "a hold was taken away";
  const written = mine.versions.filter((each) => each.dot.device === ME);
  const lost = written.find(({ hash }) => !after.versions.some((each) => each.hash === hash));
  return behind && lost !== undefined ? `own text ${lost.hash.slice(0, 8)} was taken away` : undefined;
}

/** So many exchanges each way, at most; from then on neither side changes. */
const ROUNDS = 2;

/** Two machines that count no act of each other, and give back whatever the other takes away, come to rest. */
function comesToRest({ admit }: Engine, mine: State, theirs: State): Wrong {
  const never = (): boolean => false;
  const local = { restored: never, removed: never, unretired: never };
  let [one, other, device] = [mine, theirs, ME];
  for (let round = 0; round < ROUNDS; round++) {
    const taken = admit(one, other, { ...local, device, fresh: FRESH });
    one = taken.state;
    if (taken.behind) device = FRESH;
    other = admit(other, one, { ...local, device: OTHER, fresh: OTHER_FRESH }).state;
  }
  const again = admit(one, other, { ...local, device, fresh: FRESH }).state;
  const isSame = JSON.stringify(again) === JSON.stringify(other);
  return isSame &&
    JSON.stringify(admit(other, again, { ...local, device: OTHER, fresh: OTHER_FRESH }).state) === JSON.stringify(other)
    ? undefined
    : "two machines answer each other for ever";
}
