// TRU-26: what is shown before a yes, and which word is asked for.
import { expect, test } from "vitest";
import { keyShown, memoryShown, type Shown, unlessTyped } from "../../../src/cli/typed-yes.ts";
import type { Workbench } from "../../../src/compose/command-line.ts";
import { type MemoryDocument, parseDocument } from "../../../src/memory/document.ts";
import { wordsToType } from "../../../src/review/typed-word.ts";

const FILE = "feedback_a.md";

function documentOf(body: string): MemoryDocument {
  const parsed = parseDocument(`---\nname: Package manager\ndescription: Which one to use\n---\n${body}\n`);
  if (parsed.kind !== "document") throw new Error("no document");
  return parsed;
}

interface Asked {
  readonly screen: readonly string[];
  readonly ended: unknown;
  readonly words: readonly string[];
  readonly keys: number;
}

/** `typed` is what the person answers; without it, the word that was asked for. */
async function asked(all: readonly Shown[], typed?: string): Promise<Asked> {
  const screen: string[] = [];
  const words: string[] = [];
  let keys = 0;
  const bench = {
    screen: () => SIZE,
    show: (line: string) => void screen.push(line),
    act: { random: (count: number) => new Uint8Array(count) },
    keys: {
      press: async () => {
        keys++;
        return "n";
      },
      type: async (question: string) => {
        const word = /Type "(.+)" to confirm:/.exec(question)?.[1] ?? "";
        words.push(word);
        return typed ?? word.toUpperCase();
      },
    },
  } as unknown as Workbench;
  return { ended: await unlessTyped({ bench }, all), screen, words, keys };
}

const SIZE = { rows: 24, columns: 80 };

test("TRU-26: the text is shown as an agent will be given it, and another word changes nothing", async () => {
  const document = documentOf(`Use pnpm.${"\n".repeat(400)}Never <b>npm</b>.`);
  const shown = await memoryShown({
    file: FILE,
    document,
    since: { before: documentOf("Use npm."), after: document, by: [] },
  });
  const { screen, ended, words } = await asked([shown]);
  expect(ended).toBeUndefined();
  expect(words).toHaveLength(1);
  expect(screen).toContain("  |   Use pnpm.");
  expect(screen).toContain("  |   Never &lt;b&gt;npm&lt;/b&gt;.");
  expect(screen.join("\n")).toMatch(/Against what was confirmed before:[\s\S]*- +Use npm\.[\s\S]*\+ +Use pnpm\./);
  expect(screen.length).toBeLessThan(SIZE.rows);
  for (const typed of ["", "y", "yes"]) expect((await asked([shown], typed)).ended).toBe(1);
});

test("TRU-26: where the screen is not the terminal that is typed into, it is refused", async () => {
  const document = documentOf("Use pnpm.");
  const shown = await memoryShown({ file: FILE, document, since: { before: undefined, after: document, by: [] } });
  expect(shown.lines).toContain("Other words were confirmed before; they are not found here. Read all of these.");
  const bench = { screen: () => undefined } as unknown as Workbench;
  expect(await unlessTyped({ bench }, [shown])).toMatchObject({ kind: "refusal", code: "needs-person" });
});

test("TRU-26: a long text comes screen by screen; a batch asks once per screen", async () => {
  const long = documentOf(Array.from({ length: 50 }, (_, at) => `Line ${at} of it.`).join("\n"));
  expect((await asked([await memoryShown({ file: FILE, document: long })])).keys).toBe(2);
  const one = await memoryShown({ file: FILE, document: documentOf("Use pnpm.") });
  const batch = await asked(Array.from({ length: 12 }, () => one));
  expect([batch.words.length, batch.keys]).toEqual([3, 0]);
});

test("TRU-26: a word that any keyboard has, else one of the script, else a few characters; of a key its end", () => {
  expect(wordsToType("Nimm pnpm, für a b cd")).toEqual(["Nimm", "pnpm"]);
  expect(wordsToType("Используй это")).toEqual(["Используй", "это"]);
  expect(wordsToType("用户")).toEqual(["用户"]);
  expect(wordsToType("")).toEqual(["yes"]);
  expect(keyShown("it", "SHA256:abcdefgh+/12").words).toEqual(["+/12"]);
});

test("RUL-1: the rule that the yes covers is shown with the words, and what of it is new", async () => {
  const ruled = (rule: string): MemoryDocument => {
    const parsed = parseDocument(`---\nname: Package manager\nrule:\n  - ${rule}\n---\nUse pnpm.\n`);
    if (parsed.kind !== "document") throw new Error("no document");
    return parsed;
  };
  const document = ruled("deny command npm");
  const { screen } = await asked([
    await memoryShown({
      file: FILE,
      document,
      since: { before: ruled("remind command npm"), after: document, by: [] },
    }),
  ]);
  expect(screen).toContain("  | deny command npm");
  expect(screen.join("\n")).toMatch(/- *remind command npm[\s\S]*\+ *deny command npm/);
});
