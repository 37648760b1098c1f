import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { filmOf } from "../../../scripts/pictures/parts/film.ts";
import { linesOf } from "../../../scripts/pictures/parts/screen.ts";
import { trustMachine } from "../../../scripts/pictures/parts/trust-machine.ts";
import { TRANSITIONS } from "../../../src/trust/transitions.ts";

const PICTURES = new URL("../../../docs/pictures/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, PICTURES), "utf8");

describe("pictures of the documentation", () => {
  test("TRU-1: the trust machine in the documentation is the table (npm run proof pictures)", () => {
    expect(read("trust.svg")).toBe(trustMachine());
    for (const { id } of TRANSITIONS) expect(trustMachine()).toContain(`>${id} `);
  });

  test("a line that was drawn over shows what stood there last, in its colour", async () => {
    const [first, second, ...more] = await linesOf("\u001b[KFetching ...\u001b[KSent.\n\u001b[32mok\u001b[39m  done\n");
    expect(first).toEqual([{ column: 0, text: "Sent.", colour: undefined, bold: false, dim: false }]);
    expect(second?.map(({ text, colour }) => [text, colour])).toEqual([
      ["ok", 2],
      ["  done", undefined],
    ]);
    expect(more).toEqual([]);
  });

  test("the film escapes what was printed, and leaves out what scrolls past at once", async () => {
    const lines = await linesOf(Array.from({ length: 60 }, (_, at) => `<line ${at}>`).join("\n"));
    const film = filmOf([{ lines, seconds: 1 }], "a & b", "d");
    expect(film).toContain("&lt;line 59&gt;");
    expect(film).not.toContain("line 10&");
    expect(film).toContain('<title id="t">a &amp; b</title>');
  });

  test("SUR-0: the tour runs nothing, fetches nothing, and stands still for who wants so", () => {
    const tour = read("tour.svg");
    expect(tour).toContain("prefers-reduced-motion");
    expect(tour).not.toMatch(/<script|<image|href=|url\((?!#)|@import|on\w+=/i);
  });

  test("the logo is small, drawn for light and for dark, and fetches nothing", () => {
    const logo = read("logo.svg");
    expect(logo.length).toBeLessThan(1500);
    expect(logo).toContain("prefers-color-scheme:dark");
    expect(logo).not.toMatch(/<script|<image|href=|url\(|@import|on\w+=/i);
  });

  test("the tour takes at most 15 seconds, and what it is for comes in order: wrong, said once, right", () => {
    const tour = read("tour.svg");
    const lengths = [...tour.matchAll(/animation:\w+ ([\d.]+)s/g)].map(([, seconds]) => Number(seconds));
    expect(lengths.length).toBeGreaterThan(3);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(15);
    const order = ["Bash(npm install)", ">holdfast add", ">saved<", "Bash(pnpm install)"].map((text) =>
      tour.indexOf(text),
    );
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });
});
