// What should be, kept apart from the code on trial: who knew what when each act was done. Nothing here joins states; a
// version stands unless somebody who had seen it replaced it, a hold unless a restore had seen it.

export interface GhostEvent {
  readonly what: string;
  readonly device: string;
  readonly n: number;
  readonly writes?: { readonly hash: string; readonly attested: boolean; readonly ancestors: ReadonlySet<string> };
  readonly holds?: true;
  readonly retires?: true;
  readonly forgets?: true;
  /** Dots of versions, holds and retirements that this act took away. */
  readonly versionsSeen: ReadonlySet<string>;
  readonly holdsSeen: ReadonlySet<string>;
  readonly retirementsSeen: ReadonlySet<string>;
}

/** All that one machine knows about one memory. */
export type Known = Set<GhostEvent>;

export function dotOf({ device, n }: GhostEvent): string {
  return `${device}.${n}`;
}

export function countOf(known: Known, device: string): number {
  return Math.max(0, ...[...known].filter((event) => event.device === device).map(({ n }) => n));
}

export function liveWrites(known: Known): readonly GhostEvent[] {
  return standing(known, "versionsSeen", ({ writes }) => writes !== undefined);
}

export function liveHolds(known: Known): readonly GhostEvent[] {
  return standing(known, "holdsSeen", ({ holds }) => holds === true);
}

export function liveRetirements(known: Known): readonly GhostEvent[] {
  return standing(known, "retirementsSeen", ({ retires }) => retires === true);
}

export function isForgotten(known: Known): boolean {
  return [...known].some(({ forgets }) => forgets === true);
}

export function allDots(known: Known, of: (event: GhostEvent) => boolean): ReadonlySet<string> {
  return new Set([...known].filter(of).map(dotOf));
}

function standing(
  known: Known,
  seen: "versionsSeen" | "holdsSeen" | "retirementsSeen",
  of: (event: GhostEvent) => boolean,
): readonly GhostEvent[] {
  const gone = new Set<string>();
  for (const event of known) for (const dot of event[seen]) gone.add(dot);
  return [...known].filter((event) => of(event) && !gone.has(dotOf(event)));
}
