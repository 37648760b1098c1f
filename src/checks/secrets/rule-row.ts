// The shape of rule data. Rows are plain values, so that a table of two hundred loads in a millisecond; an expression
// is compiled when a text first holds one of its keywords.

export interface RuleRow {
  readonly id: string;
  /** Lower case, parted by blanks; none = always. */
  readonly keywords: string;
  readonly entropy: number;
  readonly flags: string;
  /** So many characters before a match belong to it. */
  readonly lead: number;
  readonly pattern: string;
}
