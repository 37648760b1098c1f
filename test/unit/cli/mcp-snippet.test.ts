// The lines for an agent without hooks (AGT-31), and what our own readers of instruction files make of them.
import { expect, test } from "vitest";
import { SNIPPET } from "../../../src/cli/commands/mcp.ts";
import { TOOL } from "../../../src/mcp/wording.ts";
import { rulesIn } from "../../../src/transfer/read/rules.ts";
import { blockOf, splice } from "../../../src/transfer/rules-block.ts";

const TEXT = SNIPPET.join("\n");

test("AGT-31: it is short, and names no tool that the server does not have", () => {
  expect(SNIPPET.length).toBeLessThan(15);
  const named = TEXT.match(/memory_[a-z_]+/g) ?? [];
  expect(named).toContain("memory_search");
  expect(named).toContain("memory_remember");
  expect(named.filter((name) => !Object.hasOwn(TOOL, name))).toEqual([]);
});

test("IMP-3: export takes it for the person's own words, and leaves it as it is", () => {
  const file = `# Shop\n\n${TEXT}\n`;
  const written = splice(file, blockOf([{ name: "Pnpm", description: "Use pnpm", body: "Use pnpm." }]));
  expect(written.kind === "spliced" && written.text.startsWith(file)).toBe(true);
});

test("AGT-11: import takes it for nobody's rules", () => {
  const text = `# Shop\n\n- Use pnpm, not npm.\n\n${TEXT}\n\n- Run the tests first.\n`;
  const found = rulesIn({ path: "AGENTS.md", text, mtimeMs: 0 }, { gesture: false });
  const texts = found.map((each) => (each.kind === "candidate" ? each.text : each.kind));
  expect(texts).toEqual(["Use pnpm, not npm.\n", "Run the tests first.\n"]);
});
