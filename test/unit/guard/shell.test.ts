// Shell lines, refused and not (AGT-21).
import { afterAll, describe, expect, test } from "vitest";
import { decide } from "../../../src/guard/decide.ts";
import { judgeFully, mayConcern } from "../../../src/guard/lines/line.ts";
import { guardBox } from "../../support/guard-world.ts";
import { DISGUISED, NO_OPINION, REFUSED, type Row } from "./shell-lines.ts";

const box = guardBox();
afterAll(box.remove);

function placed(text: string): string {
  return text
    .replaceAll("STORE", box.store)
    .replaceAll("OTHER", box.other)
    .replaceAll("TEAM", box.team)
    .replaceAll("PROJECT", box.project)
    .replace(/(?<!\$|\{)\bHOME\b(?!\/|\})/g, box.home);
}

function asked({ line, cwd = "PROJECT" }: Row): { readonly line: string; readonly cwd: string } {
  return { line: placed(line), cwd: placed(cwd) };
}

function decided(row: Row): string {
  const { line, cwd } = asked(row);
  return decide({ tool: "Bash", input: { command: line }, cwd }, box.world).kind;
}

describe("AGT-21: shell lines", () => {
  test("there are many of both", () => {
    expect(REFUSED.length).toBeGreaterThan(420);
    expect(NO_OPINION.length).toBeGreaterThan(220);
  });

  test.each(REFUSED)("refused: $line", (row) => {
    expect(decided(row)).toBe("deny");
  });

  test.each(NO_OPINION)("AGT-22: no opinion: $line", (row) => {
    const { line, cwd } = asked(row);
    expect(decide({ tool: "Bash", input: { command: line }, cwd }, box.world)).toEqual({ kind: "none" });
  });

  test.each(DISGUISED)("under another name it passes, and what it changed is noticed instead: $line", (row) => {
    expect(decided(row)).toBe("none");
  });

  test("the first look never says no where the full reading refuses", () => {
    for (const row of [...REFUSED, ...DISGUISED, ...NO_OPINION]) {
      const { line, cwd } = asked(row);
      const refused = judgeFully(line, cwd, box.world) !== undefined;
      if (refused) expect(mayConcern(line, cwd, box.world), line).toBe(true);
    }
  });

  test("an ordinary line is not taken apart", () => {
    const before = box.readings();
    for (const line of ["npm test", "npm run build && npm test", "ls -la src", 'eslint "src"', "tsc --noEmit"]) {
      decided({ line });
    }
    expect(box.readings()).toBe(before);
    decided({ line: "cat ~/.bashrc" });
    expect(box.readings()).toBe(before + 1);
  });
});
