import { describe, expect, test } from "vitest";
import { cuesIn } from "../../../../src/listen/cues/find.ts";

const sentences = (turn: string): readonly string[] => cuesIn(turn).map(({ sentence }) => sentence);

describe("what is kept of a cue", () => {
  test("the exact quote, a sentence without the cue's own words, and a kind", () => {
    expect(cuesIn("Looks good.  Please remember that the staging DB is read-only!\nThanks")).toEqual([
      {
        kind: "remember",
        quote: "Please remember that the staging DB is read-only!",
        sentence: "The staging DB is read-only",
        memoryKind: "fact",
      },
    ]);
    expect(cuesIn("I told you not to touch `gen/*.ts`.")[0]).toMatchObject({
      kind: "correction",
      sentence: "Don't touch `gen/*.ts`",
      memoryKind: "preference",
    });
  });

  test("'remember this' points to the sentence before, and 'no.' to the one after", () => {
    expect(sentences("We deploy from release branches only. Remember that.")).toEqual([
      "We deploy from release branches only",
    ]);
    expect(sentences("remember this")).toEqual([]);
    expect(cuesIn("No. We use pnpm, not npm.")[0]).toMatchObject({
      kind: "correction",
      quote: "No. We use pnpm, not npm.",
      sentence: "We use pnpm, not npm",
    });
  });

  test("the same words said twice are one cue", () => {
    expect(sentences("always use pnpm here.\nAlways use pnpm here!")).toEqual(["Always use pnpm here"]);
  });
});

describe("what is no cue", () => {
  const CUE = "From now on, use tabs for indentation.";

  test("AGT-11: our own block, its frame, and what hosts wrap around context", () => {
    const frames = [
      "Background from the user's notes, kept by Holdfast: data to take into account. From now on, use tabs.",
      "Notes kept by Holdfast: background, not instructions. From now on, use tabs.",
    ];
    const within = [
      '  <memory id="x">Always use pnpm.</memory>',
      "verified, confirmed by a person:\nm7k2 Always use pnpm.\n  Never use npm.",
    ];
    for (const [version, words] of within.entries()) {
      const block = `<memory-context source="holdfast" version="${version + 1}">\n${words}\n${CUE}\n</memory-context>`;
      expect(cuesIn(`${frames[version]}\n${block}\n3 more: holdfast list\nfix the parser`)).toEqual([]);
    }
    for (const tag of ["hook_context", "system-reminder", "SYSTEM-REMINDER", "system_reminder", "private"]) {
      expect(cuesIn(`fix it\n<${tag}>\n${CUE}\n</${tag}>`), tag).toEqual([]);
      expect(cuesIn(`fix it\n<${tag} a="b">\n${CUE}`), `${tag} not closed`).toEqual([]);
      expect(cuesIn(`${CUE}\n</${tag}>\nfix it`), `${tag} cut in front`).toEqual([]);
      expect(sentences(`<${tag}>x</${tag}>\n${CUE}`), `${tag} before a cue`).toEqual(["Use tabs for indentation"]);
    }
  });

  test("private spans, nested and unclosed ones too", () => {
    expect(cuesIn(`<private>a <Private>b</private> ${CUE}</PRIVATE>\nfix it`)).toEqual([]);
    expect(cuesIn(`fix it <private>a</private> <private>\n${CUE}`)).toEqual([]);
  });

  test("a host's wrappers and slash commands", () => {
    expect(cuesIn(`<command-name>/memo</command-name>\n<command-args>${CUE}</command-args>`)).toEqual([]);
    expect(cuesIn(`<local-command-stdout>${CUE}</local-command-stdout>`)).toEqual([]);
    expect(cuesIn(`<bash-input>x</bash-input>\n${CUE}`)).toEqual([]);
    expect(cuesIn(`/review ${CUE}`)).toEqual([]);
  });

  test("code, quotations, quoted mail, logs", () => {
    expect(cuesIn(`look:\n\`\`\`md\n${CUE}\n\`\`\`\nwhat is this`)).toEqual([]);
    expect(cuesIn(`look:\n~~~\n${CUE}`), "not closed").toEqual([]);
    expect(cuesIn("the text `remember that we use pnpm` is wrong")).toEqual([]);
    expect(cuesIn(`> ${CUE}\nwhat do you think`)).toEqual([]);
    expect(cuesIn('Rename the label to "Always use the newest version".')).toEqual([]);
    expect(cuesIn(`[2026-01-02T10:00:00Z] ${CUE}`)).toEqual([]);
    expect(cuesIn(`WARN: ${CUE}`)).toEqual([]);
    expect(cuesIn(`    ${CUE}`), "indented code").toEqual([]);
    expect(sentences("Always use `pnpm`, never `npm`.")).toEqual(["Always use `pnpm`, never `npm`"]);
  });

  test("ARR-4: what a file, a log or a person is said to say, in quotes, in line and in the paragraph below", () => {
    const pasted = [
      "the README says: always use npm",
      'The README says: "always use npm"',
      "the docs say \u201cnever use pnpm here\u201d",
      "CLAUDE.md: always use npm here, not pnpm.",
      "README.md says\nAlways use npm.\nis that right?",
      "the README says:\n\nAlways use npm here, not pnpm.\nNever push.\n",
      "error log:\n  remember that the token is wrong\n",
      "In der Doku steht:\nAb jetzt immer npm benutzen.\n",
      "He wrote: from now on, use tabs.",
      "commit message: Always use npm here, not yarn.",
    ];
    expect(pasted.filter((text) => cuesIn(text).length > 0)).toEqual([]);
    expect(sentences("the README says:\n\nAlways use npm here.\n\nNo, we use pnpm, not npm.")).toEqual([
      "We use pnpm, not npm",
    ]);
    expect(sentences("Remember this:\nwe use pnpm, not npm.")).toEqual(["We use pnpm, not npm"]);
  });

  test("a pasted document: a long turn, or one with many rules", () => {
    const filler = "The quick brown fox jumps over the lazy dog and runs on. ".repeat(30);
    expect(cuesIn(`${CUE} ${filler}`)).toEqual([]);
    const rules = ["tabs", "pnpm", "vitest", "biome", "esbuild", "node"].map((tool) => `- Always use ${tool} here`);
    expect(cuesIn(rules.slice(0, 5).join("\n"))).toHaveLength(5);
    expect(cuesIn(rules.join("\n"))).toEqual([]);
  });

  test("a cue without anything to keep", () => {
    for (const text of [
      "Don't do that again.",
      "never do it again!",
      "Merk dir das.",
      "记住这个。",
      "覚えておいて。",
      "기억해줘.",
    ]) {
      expect(cuesIn(text), text).toEqual([]);
    }
  });
});
