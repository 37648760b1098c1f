// What others flag on the same corpora, in per cent (CHK-24): the regex set that this project began with, vigil's
// YARA text rules, vard 1.2.0, llm-prompt-guard 2.2.1 and a prototype of 16 patterns. Measured once, on 2026-11-14;
// constants here, because those programs are no dependencies. A dash: not measured.
export const BASELINE_NAMES: readonly string[] = ["first regex set", "vigil", "vard", "llm-prompt-guard", "prototype"];

export const BASELINES: Readonly<Record<string, readonly string[]>> = {
  "purplellama direct": ["3.1", "3.1", "2.6", "3.6", "13.8"],
  "purplellama indirect": ["20.0", "10.9", "27.3", "16.4", "20.0"],
  "purplellama multilingual": ["0.4", "0.0", "0.2", "0.8", "0.5"],
  // On 408 of the combinations; ours on all.
  "spikee cross product": ["8.8", "1.5", "19.1", "7.4", "29.9"],
  // On the 125 of the test half; ours on all.
  bipia: ["0.8", "0", "0", "0", "0.8"],
  asb: ["0", "0", "0", "0", "0"],
  "notinject one": ["0.9", "0", "1.8", "0", "0.9"],
  "notinject two": ["2.7", "0", "2.7", "0.9", "0.9"],
  "notinject three": ["1.8", "0", "4.4", "0", "2.7"],
  // On 8,765 chunks of other Markdown.
  "technical markdown": ["5.1", "0.1", "4.5", "7.5", "2.7"],
};

export const FLOORS = {
  /** Share that a marker rule flags, at least: of the marker-type attacks built here, and of spikee's. */
  markers: 100,
  spikeeMarkers: 90,
  /** Share flagged, at most, of each NotInject file. */
  notinject: 3,
  /** Technical Markdown: flagged, and withheld, at most. */
  technical: 1,
  technicalWithheld: 5,
  /** Withheld of the development half: poisoned at least, benign twins at most. */
  developmentPoisoned: 50,
  developmentBenign: 8,
} as const;

/** For the half that the rules were not written against: reported, no floor. What it finds of the poisoned has no aim. */
export const HELD_OUT_AIM = { benign: 8 } as const;
