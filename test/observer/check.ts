/** What a part of the program found; main.ts prints it. */
export interface Report {
  check(title: string, good: boolean, found?: unknown): void;
  /** Figures. */
  say(text: string): void;
}
