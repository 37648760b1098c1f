// The same rule in two files, or below two headings, is one memory (IMP-4), on a real store.
import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MemoryId } from "../../../src/memory/ids.ts";
import type { Act, OpenStore } from "../../../src/store/context.ts";
import { applyImport, type Imported, type ImportRequest, planImport } from "../../../src/transfer/import.ts";
import type { Sourced } from "../../../src/transfer/read/candidate.ts";
import { actOf, chance } from "../../support/acts.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-11-15T10:00:00Z");
const IMPORT = "01K9ZQ3V5N8XW2YB7C4D6E0FGH" as MemoryId;
const SECOND = "01K9ZQ3V5N8XW2YB7C4D6E0FGJ" as MemoryId;

let base: string;
let open: OpenStore;
let act: Act;

beforeEach(() => {
  base = makeBox("memory");
  open = openBox(base);
  act = actOf("import", NOW, chance(7));
});
afterEach(() => removeBox(base));

const on = async (): Promise<boolean> => true;

function candidate(text: string, more: Partial<Sourced> = {}): Sourced {
  const found = { kind: "candidate", source: "claude", stated: true, gesture: false } as const;
  return { ...found, text, from: "~/notes.md", atMs: NOW.getTime(), type: "feedback", ...more };
}

async function run(candidates: readonly Sourced[], more: Partial<ImportRequest> = {}): Promise<readonly Imported[]> {
  const request: ImportRequest = { id: IMPORT, candidates, by: "terminal", ...more };
  return applyImport(open, await planImport(open, request, act, on), act, on);
}

const kinds = (results: readonly Imported[]): readonly string[] => results.map(({ result }) => result.kind);
const files = (): readonly string[] => readdirSync(`${rootOf(base)}/memories`).sort();

describe("IMP-4: no rule twice", () => {
  const rule = (text: string, more: Partial<Sourced> = {}): Sourced => candidate(text, { stated: false, ...more });

  test("the same words below another heading, in another file or of another guessed type are one memory", async () => {
    const results = await run([
      rule("Use pnpm here, not npm\n", {
        name: "Use pnpm here, not npm",
        description: "Tools: Use pnpm here, not npm",
      }),
      rule("use pnpm here, not npm.\n", { name: "Tools: pnpm", description: "api: use pnpm", type: "reference" }),
    ]);
    expect(kinds(results)).toEqual(["created", "known"]);
    expect(files()).toEqual(["feedback_use_pnpm_here_not_npm.md"]);
    expect(kinds(await run([rule("Use pnpm here, not npm\n", { name: "Other" })], { id: SECOND }))).toEqual(["known"]);
  });

  test("what holds everywhere counts for a project, not the other way round; files it is for tell rules apart", async () => {
    const everywhere = rule("Answer in plain words\n");
    const here = { ...everywhere, project: "example.org/a/b" };
    expect(kinds(await run([here, everywhere]))).toEqual(["created", "known"]);
    const narrow = rule("Indent with tabs always\n", { project: "example.org/a/b" });
    expect(kinds(await run([narrow, { ...narrow, project: "example.org/c/d" }]))).toEqual(["created", "created"]);
    expect(kinds(await run([rule("Validate with zod first\n", { paths: ["src/api/**"] })]))).toEqual(["created"]);
    expect(kinds(await run([rule("Validate with zod first\n")]))).toEqual(["created"]);
  });

  test("files with names of their own stay two, and so does what says too little", async () => {
    const file = (name: string): Sourced =>
      candidate(`---\nname: ${name}\ndescription: D\ntype: feedback\n---\nThe very same words.\n`);
    expect(kinds(await run([file("One"), file("Two")]))).toEqual(["created", "created"]);
    expect(kinds(await run([rule("Yes.\n", { name: "A b" }), rule("Yes.\n", { name: "C d" })]))).toEqual([
      "created",
      "created",
    ]);
  });
});
