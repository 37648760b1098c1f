// Charts as SVG (AUD-2): drawn without a browser. Colours are names of the page's own variables, so that one drawing
// serves light and dark.

export interface Series {
  readonly name: string;
  /** A custom property of the page, such as "--verified". */
  readonly color: string;
  readonly values: readonly number[];
}

export interface Chart {
  readonly kind: "area" | "bar" | "line";
  /** What a value counts: "memories". */
  readonly unit: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly stacked: boolean;
}

export interface Charts {
  /** An <svg> without scripts, style elements and style attributes; what it shows is told beside it. */
  draw(chart: Chart, words: { readonly id: string; readonly title: string; readonly description: string }): string;
}
