// The half that is held out is only ever a figure: nobody looks at it while patterns are written.
import { type Halves, halved } from "../../eval/halves.ts";
import type { Form, Labelled, Sentences } from "./set.ts";
import { CHINESE } from "./sets/chinese.ts";
import { ENGLISH } from "./sets/english.ts";
import { GERMAN } from "./sets/german.ts";
import { JAPANESE } from "./sets/japanese.ts";
import { KOREAN } from "./sets/korean.ts";

function labelled({ lang, rules, none }: Sentences): readonly Labelled[] {
  const meant = Object.entries(rules).flatMap(([form, all]) =>
    all.map(([text, lines]) => ({ lang, form: form as Form, text, lines: lines.split("; ") })),
  );
  return [...meant, ...none.map((text) => ({ lang, form: "none" as const, text, lines: [] }))];
}

export function sentences(): Halves<Labelled> {
  const all = [ENGLISH, GERMAN, JAPANESE, KOREAN, CHINESE].flatMap(labelled);
  return halved(all, ({ lang, form, text }) => ({ kind: `${lang} ${form}`, text }));
}
