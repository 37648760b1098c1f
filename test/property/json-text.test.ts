// Settings of another program, edited as text: what was put in is cut out again, and not a byte is left of it (AGT-30).
import fc from "fast-check";
import { type Node, parseTree } from "jsonc-parser";
import { expect, test } from "vitest";
import type { Json } from "../../src/hosts/edits.ts";
import { insertMember, removeMember } from "../../src/install/io/json-text.ts";

const RUNS = Number(process.env.HOLDFAST_RUNS ?? 2000);

/** `{ "a": [ 1 ] }`, as some formatters write, with blanks in what is empty too. */
function spaced(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const members = Array.isArray(value)
    ? value.map(spaced)
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)} : ${spaced(each)}`);
  return `${open} ${members.join(" , ")} ${close}`;
}

const FORMS: Readonly<Record<string, (value: Json) => string>> = {
  compact: (value) => JSON.stringify(value),
  spaced,
  "two blanks": (value) => `${JSON.stringify(value, null, 2)}\n`,
  tabs: (value) => JSON.stringify(value, null, "\t"),
  crlf: (value) => JSON.stringify(value, null, 4).replaceAll("\n", "\r\n"),
  "one line of many": (value) => `{\n  "first": 1,\n  "rest": ${JSON.stringify(value)}\n}\n`,
  commented: (value) => `// mine\n${JSON.stringify(value).replace(/\}$/, "/* end */}")}`,
};

function rootOf(text: string): Node {
  const root = parseTree(text);
  if (root === undefined) throw new Error(`not JSON: ${text}`);
  return root;
}

/** Every array and object, in the order they stand, so that a place is found again in the text that was edited. */
function containers(node: Node): readonly Node[] {
  const inner = (node.children ?? []).flatMap(containers);
  return node.type === "object" || node.type === "array" ? [node, ...inner] : inner;
}

const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const object = fc.dictionary(fc.string({ maxLength: 4 }), value, { maxKeys: 4, noNullPrototype: true });

test.each(Object.entries(FORMS))("AGT-30: put in and cut out again, the text is as before: %s", (_, form) => {
  fc.assert(
    fc.property(object, fc.nat(), fc.array(value, { minLength: 1, maxLength: 3 }), (before, chosen, added) => {
      const text = form(before as Json);
      const at = chosen % containers(rootOf(text)).length;
      const container = (now: string): Node => containers(rootOf(now))[at] as Node;
      const key = container(text).type === "object" ? "holdfast" : undefined;
      const grown = added.reduce(
        (now: string, each, n) => insertMember(now, container(now), each, key && key + n),
        text,
      );
      expect(container(grown).children?.length).toBe((container(text).children?.length ?? 0) + added.length);
      const back = added.reduce(
        (now: string) => removeMember(now, container(now), (container(now).children?.length ?? 0) - 1),
        grown,
      );
      expect(back).toBe(text);
    }),
    { numRuns: RUNS },
  );
});
