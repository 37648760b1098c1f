// What a user marked as private never leaves (OBS-7).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newestOf, saidIn, withoutPrivate } from "../../../../src/observer/said/said.ts";

const SECRET = "the-hidden-word";

describe("private spans", () => {
  test.each([
    ["plain", `a <private>${SECRET}</private> b`, "a  b"],
    ["upper case", `a <PRIVATE>${SECRET}</Private> b`, "a  b"],
    ["nested", `a <private>x <private>${SECRET}</private> ${SECRET}</private> b`, "a  b"],
    ["not closed", `a <private>${SECRET} and more`, "a "],
    ["nested, closed once", `a <private><private>${SECRET}</private>${SECRET}`, "a "],
    ["blanks and attributes", `a < private why="x" >${SECRET}< / private > b`, "a  b"],
    ["a torn tag", `a <private`, "a "],
    ["an end alone", `${SECRET}</private> b`, " b"],
    ["escaped", `a &lt;private&gt;${SECRET}&lt;/private&gt; b`, "a  b"],
    ["wide brackets", `a ＜private＞${SECRET}＜／private＞ b`, "a  b"],
    ["over lines", `a <private\n>${SECRET}\n</private\n> b`, "a  b"],
    ["two of them", `a <private>${SECRET}</private> b <private>${SECRET}</private> c`, "a  b  c"],
  ])("OBS-7: %s", (_, text, wanted) => {
    expect(withoutPrivate(text).text).toBe(wanted);
  });

  test("another word that begins so is none", () => {
    const text = "a <privateer>x</privateer> and `private readonly` b";
    expect(withoutPrivate(text)).toEqual({ text, open: 0 });
  });

  test("OBS-7: an open span goes on through the next turns until it is closed", () => {
    const said = saidIn(
      [
        { speaker: "user", text: "Begin. <private> first" },
        { speaker: "assistant", text: SECRET },
        { speaker: "user", text: `${SECRET} </private> and then the rest` },
      ],
      (text) => text,
    );
    expect(said.map(({ turn, text }) => [turn, text])).toEqual([
      [1, "Begin."],
      [3, "and then the rest"],
    ]);
  });

  test("OBS-7: however tags are put together, nothing inside a well-formed span is left", () => {
    const tag = fc.constantFrom("<private>", "<PRIVATE >", "< private a=b>", "&lt;private&gt;");
    const end = fc.constantFrom("</private>", "</ Private>", "</PRIVATE\n>");
    const span: fc.Arbitrary<string> = fc.letrec<{ span: string; inside: string }>((tie) => ({
      span: fc
        .tuple(tag, fc.array(tie("inside"), { maxLength: 3 }), end)
        .map(([open, parts, close]) => open + parts.join("") + close),
      inside: fc.oneof({ maxDepth: 4 }, fc.constant(SECRET), tie("span")),
    })).span;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("open text ", "more "), span), { minLength: 1, maxLength: 5 }),
        (parts) => {
          const { text, open } = withoutPrivate(parts.flat().join(""));
          expect(text).not.toContain(SECRET);
          expect(text).toBe(parts.map(([before]) => before).join(""));
          expect(open).toBe(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("what may be shown", () => {
  test("OBS-7 AGT-11: our own block, the host's wrappings and commands are left out; secrets are masked or the turn goes", () => {
    const said = saidIn(
      [
        { speaker: "user", text: '<memory-context source="holdfast">x</memory-context> Use tabs.' },
        { speaker: "user", text: "/compact now" },
        { speaker: "user", text: "<command-name>/clear</command-name>" },
        { speaker: "assistant", text: "The key is KEY." },
        { speaker: "assistant", text: "broken" },
        { speaker: "user", text: "in\u200bvisible" },
      ],
      (text) => (text === "broken" ? undefined : text.replace("KEY", "[masked]")),
    );
    expect(said.map(({ text }) => text)).toEqual(["Use tabs.", "The key is [masked].", "invisible"]);
  });

  test("OBS-7: the newest that fits, whole turns", () => {
    const said = [1, 2, 3].map((turn) => ({ turn, speaker: "user" as const, text: "x".repeat(100) }));
    expect(newestOf(said, 400).map(({ turn }) => turn)).toEqual([2, 3]);
    expect(newestOf(said, 10_000)).toHaveLength(3);
    expect(newestOf(said, 10)).toEqual([]);
  });
});
