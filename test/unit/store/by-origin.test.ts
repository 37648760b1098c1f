// Everything of one origin, found by what its memories say of themselves (FOR-3).
import { afterEach, beforeEach, expect, test } from "vitest";
import { importEvidence, saidEvidence } from "../../../src/memory/origin.ts";
import { writtenBy } from "../../../src/store/by-origin.ts";
import { actOf, chance } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, removeBox } from "../../support/store-box.ts";

const IMPORT = "01K9ZQ3V5N8XW2YB7C4D6E0FGH";
const person = actOf("terminal", new Date("2026-06-01T10:00:00Z"), chance(7));
let base: string;

beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

function found(asked: string): unknown {
  const written = writtenBy([openBox(base)], asked, person);
  return written.kind === "refusal" ? written.code : written.found.map(({ memory }) => memory.stored.file).sort();
}

const evidence = (text: string): { readonly more: readonly string[] } => ({ more: [`evidence: "${text}"`] });
const said = (session: string): string =>
  saidEvidence({ host: "claude", session, at: "2026-05-01T10:00:00Z", quote: "use pnpm" });

test("FOR-3: a session that calls itself like an import hides nothing of the import", () => {
  plant(base, "project_a", {
    id: idOf(1),
    ...evidence(importEvidence({ id: IMPORT, source: "claude", from: "x.md" })),
  });
  plant(base, "project_b", { id: idOf(2), ...evidence(said(IMPORT)) });
  plant(base, "project_c", { id: idOf(3), ...evidence(said(`${IMPORT}-2`)) });
  expect(found(IMPORT)).toEqual(["project_a.md", "project_b.md"]);
  expect(found(IMPORT.slice(0, 10))).toBe("ambiguous");
  expect(found(`${IMPORT}-`)).toEqual(["project_c.md"]);
});
