// Sets that are kept as one JSON object a line. A line that does not fit is an error with its number, never skipped: a set
// that shrinks in silence gives figures nobody can compare.

/** One line, read key by key, so that each fault names its line and its key. */
export class Fields {
  readonly #given: Map<string, unknown>;
  readonly #where: string;

  constructor(line: string, where: string) {
    this.#where = where;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw this.fault("no JSON");
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw this.fault("no object");
    this.#given = new Map(Object.entries(value));
  }

  fault(message: string): Error {
    return new Error(`${this.#where}: ${message}`);
  }

  #take(key: string): unknown {
    const value = this.#given.get(key);
    this.#given.delete(key);
    return value;
  }

  text(key: string): string {
    const value = this.#take(key);
    if (typeof value !== "string" || value.trim() === "") throw this.fault(`"${key}" is no text`);
    return value;
  }

  oneOf<T extends string>(key: string, allowed: readonly T[]): T {
    const value = this.text(key);
    const found = allowed.find((each) => each === value);
    if (found === undefined) throw this.fault(`"${key}" is "${value}", none of ${allowed.join(", ")}`);
    return found;
  }

  list(key: string): readonly string[] {
    const value = this.#take(key);
    if (!Array.isArray(value)) throw this.fault(`"${key}" is no list`);
    return value.map((each: unknown) => {
      if (typeof each !== "string" || each.trim() === "") throw this.fault(`"${key}" holds something other than text`);
      return each;
    });
  }

  optionalList(key: string): readonly string[] {
    return this.#given.has(key) ? this.list(key) : [];
  }

  end(): void {
    if (this.#given.size > 0) throw this.fault(`unknown key ${[...this.#given.keys()].join(", ")}`);
  }
}

export function eachLine<T>(jsonl: string, read: (fields: Fields) => T): readonly T[] {
  const lines = jsonl.endsWith("\n") ? jsonl.slice(0, -1).split("\n") : jsonl.split("\n");
  return lines.map((line, index) => {
    const fields = new Fields(line, `line ${index + 1}`);
    const value = read(fields);
    fields.end();
    return value;
  });
}
