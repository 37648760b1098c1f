// Silence, asked for by a person (SUR-9): everywhere or in one project, until a moment or until told otherwise.

export interface Pause {
  /** Absent: everywhere. */
  readonly project?: string;
  /** Absent: until resumed. */
  readonly until?: string;
}

/** The pause that silences this project now, if any. */
export function activePause(pauses: readonly Pause[], project: string | undefined, now: Date): Pause | undefined {
  return pauses.find((pause) => {
    const here = pause.project === undefined || pause.project === project;
    return here && (pause.until === undefined || Date.parse(pause.until) > now.getTime());
  });
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30m`, `2h`, `3d`; undefined for anything else. */
export function parseSpan(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const factor = UNITS[unit ?? ""];
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
}
