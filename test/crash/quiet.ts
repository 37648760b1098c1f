// What must be so while a writer stands still after its first write: nothing twice, nothing left over, and a ledger
// whose chain is whole, with every acknowledged step in it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isTempName } from "../../src/disk/temp-name.ts";
import { readCatalogue } from "../../src/store/catalogue.ts";
import type { OpenStore } from "../../src/store/context.ts";
import { GENESIS, hashOf, type LedgerLine } from "../../src/store/ledger.ts";
import type { Promised } from "./protocol.ts";
import type { Fault } from "./truth.ts";

export function doubles(open: OpenStore): readonly Fault[] {
  const { memories, shadowed, listing } = readCatalogue(open.store);
  const ids = new Set<unknown>();
  const twice = memories.filter(({ id }) => ids.size === ids.add(id).size);
  const left = readdirSync(open.store.info.root, { recursive: true, encoding: "utf8" }).filter((path) =>
    isTempName(path.slice(path.lastIndexOf("/") + 1)),
  );
  return [
    ...twice.map(({ stored, id }) => `${id} stands twice, once as ${stored.file}`),
    ...shadowed.map(({ stored }) => `${stored.file} stands in both directories`),
    ...left.map((path) => `${path} is left over`),
    ...listing.strangers.map(({ file }) => `${file} is a stranger`),
  ].map((what) => ({ kind: "doubled", what }));
}

/** Follows one ledger; `check` reads what is new since the last time. */
export class Chain {
  readonly #path: string;
  #read = 0;
  #seq = 0;
  #prev = GENESIS;
  tornLines = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** `steps`: what was acknowledged since the last check; each must have its line, in this order. */
  check(steps: readonly Promised[]): readonly Fault[] {
    const text = existsSync(this.#path) ? readFileSync(this.#path, "utf8") : "";
    const lines = text.slice(this.#read).split("\n");
    this.#read = text.length;
    const faults: Fault[] = [];
    if (lines.pop() !== "")
      faults.push({ kind: "torn", what: "the ledger does not end with a line end after a write" });
    const told: LedgerLine[] = [];
    for (const line of lines) {
      const read = this.#follow(line);
      if (typeof read === "string") faults.push({ kind: "torn", what: `ledger line ${this.#seq + 1}: ${read}` });
      else if (read !== undefined) told.push(read);
    }
    return [...faults, ...untold(steps, told)];
  }

  /** The line; what is wrong with it; or undefined for one torn by a kill, which stands by itself and is skipped. */
  #follow(text: string): LedgerLine | string | undefined {
    const line = parsed(text);
    if (line === undefined) {
      const start = `{"seq":${this.#seq + 1},"ts":"`;
      if (!start.startsWith(text.slice(0, start.length))) return `not the beginning of a line: ${text.slice(0, 60)}`;
      this.tornLines++;
      return undefined;
    }
    const { hash, ...rest } = line;
    if (line.seq !== this.#seq + 1) return `expected seq ${this.#seq + 1}, found ${line.seq}`;
    if (line.prev !== this.#prev) return `its prev is not the hash of the line before`;
    if (hashOf(rest) !== hash) return `its hash is not that of its content`;
    this.#seq = line.seq;
    this.#prev = hash;
    return line;
  }
}

function untold(steps: readonly Promised[], told: readonly LedgerLine[]): readonly Fault[] {
  let at = 0;
  return steps.flatMap(({ id, action }): readonly Fault[] => {
    const found = told.findIndex((line, index) => index >= at && line.id === id && line.action === action);
    if (found < 0) return [{ kind: "lost", what: `the ledger does not tell ${action} of ${id}` }];
    at = found + 1;
    return [];
  });
}

function parsed(text: string): LedgerLine | undefined {
  try {
    return JSON.parse(text) as LedgerLine;
  } catch {
    // Torn; the caller decides whether it may be.
    return undefined;
  }
}
