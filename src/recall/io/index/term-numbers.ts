// Numbers for the terms of one update, found by their letters where they stand in a text: an update meets each term of a
// store thousands of times, and neither cuts it out nor hashes it as a string again.

const FIRST = 1 << 14;
const EMPTY = -1;

export class TermNumbers {
  /** By number, in the order they were first met. */
  readonly names: string[] = [];
  readonly #hashes: number[] = [];
  #slots = new Int32Array(FIRST).fill(EMPTY);

  /** Of text[from, end). */
  of(text: string, from: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let at = from; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] as number;
      if (number === EMPTY) return this.#put(slot, hash, text.slice(from, end));
      if (this.#hashes[number] !== hash) continue;
      const name = this.names[number] as string;
      if (name.length === end - from && text.startsWith(name, from)) return number;
    }
  }

  /** All numbers, by name. */
  inOrder(): Int32Array {
    const { names } = this;
    return Int32Array.from(names.keys()).sort((a, b) => ((names[a] as string) < (names[b] as string) ? -1 : 1));
  }

  #put(slot: number, hash: number, name: string): number {
    const number = this.names.length;
    this.names.push(name);
    this.#hashes.push(hash);
    this.#slots[slot] = number;
    if (2 * number > this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    const slots = new Int32Array(2 * this.#slots.length).fill(EMPTY);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#hashes.length; number++) {
      let slot = (this.#hashes[number] as number) & mask;
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}
