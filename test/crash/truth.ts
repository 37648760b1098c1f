// What must stand in the store: every acknowledged result, and of the one plan in flight at a kill some of its
// first steps or none. Reads the store with the product's reader, so quarantine/ counts where a move was cut.
import { closeSync, openSync, readSync } from "node:fs";
import { type Memory, readCatalogue } from "../../src/store/catalogue.ts";
import { checkAll } from "../../src/store/check.ts";
import type { OpenStore } from "../../src/store/context.ts";
import { CHECKS } from "../support/acts.ts";
import type { CrashVerb, LogLine, Promised, Standing } from "./protocol.ts";

export interface Fault {
  readonly kind: "torn" | "lost" | "stuck" | "doubled";
  readonly what: string;
}

export interface Acked {
  readonly verb: CrashVerb;
  readonly steps: readonly Promised[];
}

export class Truth {
  readonly #standing = new Map<string, Standing>();
  readonly #clean = new Set<string>();
  readonly #log: string;
  #read = 0;
  #inFlight: readonly Promised[] = [];

  constructor(log: string) {
    this.#log = log;
  }

  /** What was acknowledged since the last call. */
  readLog(): readonly Acked[] {
    const acked: Acked[] = [];
    let begun: Extract<LogLine, { kind: "begin" }> | undefined;
    for (const line of this.#newLines()) {
      if (line.kind === "begin") begun = line;
      else if (begun !== undefined) {
        for (const step of begun.steps) this.#take(step);
        acked.push(begun);
        begun = undefined;
      }
    }
    this.#inFlight = begun?.steps ?? [];
    return acked;
  }

  /** Compares the store with what must stand there, and settles what became of the plan in flight. */
  compare(open: OpenStore): readonly Fault[] {
    const { memories, broken, shadowed } = readCatalogue(open.store);
    const unreadable = broken.map(
      ({ spot, reason }): Fault => ({ kind: "torn", what: `${spot.place}/${spot.file}: ${reason}` }),
    );
    const failing = [...memories, ...shadowed].flatMap((memory) => this.#failing(memory));
    const found = new Map(memories.map((memory) => [memory.id as string, standingOf(memory)]));
    this.#settle(found);
    return [...unreadable, ...failing, ...this.#differences(found)];
  }

  #differences(found: ReadonlyMap<string, Standing>): readonly Fault[] {
    const faults: Fault[] = [];
    const touched = new Set(this.#inFlight.map(({ id }) => id));
    for (const [id, expected] of this.#standing) {
      const seen = found.get(id);
      if (same(seen, expected)) continue;
      // A text that is neither the old nor the new one is a mixture; any other difference is a loss.
      const kind = touched.has(id) && seen !== undefined ? "torn" : "lost";
      faults.push({ kind, what: `${id}: expected ${shown(expected)}, found ${shown(seen)}` });
    }
    for (const [id, seen] of found) {
      if (this.#standing.has(id)) continue;
      faults.push({ kind: touched.has(id) ? "torn" : "lost", what: `${id}: expected nothing, found ${shown(seen)}` });
    }
    this.#standing.clear();
    for (const [id, seen] of found) this.#standing.set(id, seen);
    this.#inFlight = [];
    return faults;
  }

  /** Steps are done in order: the first one that is not done ends the search. */
  #settle(found: ReadonlyMap<string, Standing>): void {
    for (const step of this.#inFlight) {
      if (!same(found.get(step.id), step.after ?? undefined)) return;
      this.#take(step);
    }
  }

  #take({ id, after }: Promised): void {
    if (after === null) this.#standing.delete(id);
    else this.#standing.set(id, after);
  }

  #failing({ stored }: Memory): readonly Fault[] {
    const key = `${stored.place}/${stored.file}/${stored.sha256}`;
    if (this.#clean.has(key)) return [];
    const report = checkAll([{ label: key, place: stored.place, file: stored.file, bytes: stored.bytes }], CHECKS);
    if (report.fail > 0) return [{ kind: "torn", what: `${key}: ${JSON.stringify(report.files[0]?.findings[0])}` }];
    this.#clean.add(key);
    return [];
  }

  #newLines(): readonly LogLine[] {
    const fd = openSync(this.#log, "r");
    const chunks: Buffer[] = [];
    for (let at = this.#read; ; ) {
      const chunk = Buffer.alloc(64 * 1024);
      const got = readSync(fd, chunk, 0, chunk.length, at);
      if (got === 0) break;
      chunks.push(chunk.subarray(0, got));
      at += got;
    }
    closeSync(fd);
    const text = Buffer.concat(chunks).toString("utf8");
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    this.#read += Buffer.byteLength(whole);
    return whole.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as LogLine]));
  }
}

function standingOf({ stored }: Memory): Standing {
  return { place: stored.place, file: stored.file, sha256: stored.sha256 };
}

function same(a: Standing | undefined, b: Standing | undefined): boolean {
  return a?.place === b?.place && a?.file === b?.file && a?.sha256 === b?.sha256;
}

function shown(standing: Standing | undefined): string {
  return standing === undefined ? "nothing" : `${standing.place}/${standing.file} ${standing.sha256.slice(0, 8)}`;
}
