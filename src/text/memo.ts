// Remembers what was worked out for short pieces of text. A fixed number of slots, chosen by a hash of the piece: a later
// piece takes the slot of an earlier one, so that no text, however long or odd, makes it grow. Looking something up cuts
// nothing out of the text. A process that reads one prompt fills a few slots and should not make room for thousands.

const FEW = 2 ** 9;
const MANY = 2 ** 15;
/** A longer slice may keep the whole text it was cut from. */
const LONGEST = 12;

export class Memo<T> {
  #pieces: string[] = new Array(FEW).fill("");
  #values: (T | undefined)[] = new Array(FEW).fill(undefined);
  /** How many were worked out; after this many the rest of the room is made. */
  #left = FEW;

  /** What `make` says of text[from, end), which may depend on nothing else. The piece is not empty. */
  of(text: string, from: number, end: number, make: (piece: string) => T): T {
    if (end - from > LONGEST) return make(text.slice(from, end));
    let hash = 0x811c9dc5;
    for (let at = from; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    const slot = (hash ^ (hash >>> 15)) & (this.#pieces.length - 1);
    const known = this.#pieces[slot] as string;
    if (known.length === end - from && text.startsWith(known, from)) return this.#values[slot] as T;
    const piece = text.slice(from, end);
    const value = make(piece);
    this.#pieces[slot] = piece;
    this.#values[slot] = value;
    this.#left -= 1;
    if (this.#left === 0) this.#makeRoom();
    return value;
  }

  #makeRoom(): void {
    this.#pieces = new Array(MANY).fill("");
    this.#values = new Array(MANY).fill(undefined);
  }
}
