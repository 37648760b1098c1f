// What a measuring program hands to `npm run proof bench`: its figures by name, each with the aim that the program holds it
// to. The program is the owner of both; the page only shows them.
import { writeFileSync } from "node:fs";

export interface Figure {
  readonly value: number;
  /** The aim: at most so much. */
  readonly most?: number;
  /** The aim: at least so much. */
  readonly least?: number;
}

export type Figures = Readonly<Record<string, Figure>>;
export type Aim = Omit<Figure, "value">;

export interface Notebook {
  note(name: string, value: number, aim?: Aim): void;
  /** As `--json FILE` asked; without a file nothing is written. */
  save(file: string | undefined): void;
}

export function notebook(): Notebook {
  const figures = new Map<string, Figure>();
  return {
    note: (name, value, aim = {}) => {
      if (!Number.isFinite(value)) throw new Error(`${name} is no number`);
      if (figures.has(name)) throw new Error(`${name} was noted twice`);
      // Counts stay whole; of a measure four digits are more than any run repeats.
      figures.set(name, { value: Number.isInteger(value) ? value : Number(value.toPrecision(4)), ...aim });
    },
    save: (file) => {
      if (file !== undefined) writeFileSync(file, `${JSON.stringify(Object.fromEntries(figures), undefined, 2)}\n`);
    },
  };
}

export function misses({ value, most, least }: Figure): boolean {
  return (most !== undefined && value > most) || (least !== undefined && value < least);
}
