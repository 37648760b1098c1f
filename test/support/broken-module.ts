// One place of one source file, broken while it is loaded: whether a program that looks for faults can find one.
import { registerHooks } from "node:module";

export interface BrokenPlace {
  /** The end of its path. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly from: string;
  readonly to: string;
}

export function breakWhileLoading(place: BrokenPlace): void {
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      return url.endsWith(place.file) ? { ...loaded, source: brokenSource(String(loaded.source), place) } : loaded;
    },
  });
}

function brokenSource(source: string, { file, from, to }: BrokenPlace): string {
  if (source.split(from).length !== 2) throw new Error(`${file} has not exactly one: ${from}`);
  return source.replace(from, () => to);
}
