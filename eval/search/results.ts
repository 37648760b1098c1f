// What one run measured, for the page and for --json.
import type { Check } from "./floors.ts";
import type { MeaningFigures } from "./meaning.ts";
import type { OwnFigures } from "./own.ts";
import type { Shares } from "./poison.ts";
import type { Padding, Ranking, Sessions } from "./ranking.ts";
import type { SilenceFigures } from "./silence-figures.ts";

export interface Results {
  readonly rankings: readonly Ranking[];
  readonly own: { readonly figures: OwnFigures; readonly ranking: Ranking } | undefined;
  readonly sessions: readonly Sessions[];
  readonly paddings: readonly Padding[];
  readonly silence: SilenceFigures | undefined;
  readonly poison: readonly Shares[];
  readonly meaning: MeaningFigures | undefined;
  readonly checks: readonly Check[];
}
