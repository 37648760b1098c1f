// The output of `git cat-file --batch`, object by object: a header line, the bytes, a newline. An object is handed on
// whole; one that is larger than the limit is passed by.

export interface GitObject {
  readonly id: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const LARGEST = 256 * 1024 * 1024;

export class ObjectReader {
  readonly #take: (object: GitObject) => void;
  #pieces: Buffer[] = [];
  #held = 0;
  #header: { readonly id: string; readonly type: string; readonly size: number } | undefined;
  /** Objects that were not looked at. */
  passedBy = 0;
  #answered = 0;
  #skip = 0;

  constructor(take: (object: GitObject) => void) {
    this.#take = take;
  }

  /** Questions that were answered whole, be it that there is no such object. */
  get answered(): number {
    return this.#skip > 0 ? this.#answered - 1 : this.#answered;
  }

  push(piece: Buffer): void {
    let rest = piece;
    if (this.#skip > 0) {
      const cut = Math.min(this.#skip, rest.length);
      this.#skip -= cut;
      rest = rest.subarray(cut);
    }
    if (rest.length === 0) return;
    this.#pieces.push(rest);
    this.#held += rest.length;
    while (this.#next());
  }

  #next(): boolean {
    if (this.#header === undefined) return this.#readHeader();
    const { id, type, size } = this.#header;
    if (this.#held < size + 1) return false;
    const all = this.#joined();
    this.#answered += 1;
    this.#take({ id, type, bytes: all.subarray(0, size) });
    this.#keep(all.subarray(size + 1));
    this.#header = undefined;
    return this.#held > 0;
  }

  #readHeader(): boolean {
    const all = this.#joined();
    const end = all.indexOf(0x0a);
    if (end < 0) return false;
    const [id = "", type = "", size = ""] = all.toString("latin1", 0, end).split(" ");
    this.#keep(all.subarray(end + 1));
    // "<id> missing": there are no bytes.
    if (!/^\d+$/.test(size)) {
      this.#answered += 1;
      return this.#held > 0;
    }
    if (Number(size) <= LARGEST) {
      this.#header = { id, type, size: Number(size) };
      return true;
    }
    this.passedBy += 1;
    this.#answered += 1;
    const rest = this.#joined();
    const skipped = Math.min(Number(size) + 1, rest.length);
    this.#skip = Number(size) + 1 - skipped;
    this.#keep(rest.subarray(skipped));
    return this.#held > 0;
  }

  #joined(): Buffer {
    const [only] = this.#pieces;
    if (this.#pieces.length === 1 && only !== undefined) return only;
    const all = Buffer.concat(this.#pieces);
    this.#pieces = [all];
    return all;
  }

  #keep(rest: Buffer): void {
    this.#pieces = rest.length === 0 ? [] : [rest];
    this.#held = rest.length;
  }
}
