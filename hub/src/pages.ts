// A table that is longer than the memory of who asks for it: a page after the other, from where the last one ended.

/** `ask`: the rows after that place; none is the end. */
export async function* inPages<Row, Place>(
  first: Place,
  ask: (after: Place) => Promise<readonly Row[]>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<Row> {
  for (let after = first; ; ) {
    const page = await ask(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = placeOf(last);
  }
}
