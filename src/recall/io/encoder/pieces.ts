// The tokenizer of the weights (BERT, uncased): words and signs, each cut into the longest pieces that the vocabulary knows.
// scripts/meaning/ takes it for the teacher of the table, which are the same weights.

const LONGEST_WORD = 100;
const SIGN = /[\p{P}\p{S}]/u;

export class WordPiece {
  readonly #ids: ReadonlyMap<string, number>;

  /** Of the tokenizer.json beside the weights. */
  constructor(json: string) {
    const { model } = JSON.parse(json) as { model: { vocab: Record<string, number> } };
    this.#ids = new Map(Object.entries(model.vocab));
  }

  /** Numbers of the pieces between the marks of beginning and end, at most `most` of them. */
  encode(text: string, most: number): readonly number[] {
    const pieces = wordsOf(text).flatMap((word) => this.#piecesOf(word));
    return [this.#id("[CLS]"), ...pieces.slice(0, most - 2), this.#id("[SEP]")];
  }

  #piecesOf(word: string): readonly number[] {
    const pieces: number[] = [];
    for (let from = 0; from < word.length; ) {
      const end = this.#longest(word, from);
      if (end === from || word.length > LONGEST_WORD) return [this.#id("[UNK]")];
      pieces.push(this.#id(pieceOf(word, from, end)));
      from = end;
    }
    return pieces;
  }

  #longest(word: string, from: number): number {
    let end = word.length;
    while (end > from && !this.#ids.has(pieceOf(word, from, end))) end--;
    return end;
  }

  #id(piece: string): number {
    const id = this.#ids.get(piece);
    if (id === undefined) throw new Error(`The vocabulary has no ${piece}`);
    return id;
  }
}

function pieceOf(word: string, from: number, end: number): string {
  return `${from === 0 ? "" : "##"}${word.slice(from, end)}`;
}

function wordsOf(text: string): readonly string[] {
  const plain = text
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase();
  const spaced = [...plain].map((sign) => (SIGN.test(sign) ? ` ${sign} ` : sign)).join("");
  return spaced.split(/\s+/u).filter((word) => word !== "");
}
