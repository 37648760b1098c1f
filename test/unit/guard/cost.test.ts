// What a line made to cost time may cost: a host lets the call through when its guard takes too long (AGT-4, AGT-21).
import { afterAll, describe, expect, test } from "vitest";
import { decide } from "../../../src/guard/decide.ts";
import { cpuMs } from "../../support/cpu.ts";
import { guardBox } from "../../support/guard-world.ts";
import { HOSTILE } from "../../support/hostile-lines.ts";

const box = guardBox();
afterAll(box.remove);

/** A host waits five seconds; an ordinary machine needs a third of this. */
const MOST_MS = 400;
const LONGEST_READ = 64_000;
const MEGABYTE = 1_000_000;
const ROUNDS = 4;
/** What follows these is the text of a here-document, and not run. */
const OPEN_TEXT: ReadonlySet<string> = new Set(["here-documents of one command", "here-documents without an end"]);

function decided(line: string): string {
  return decide({ tool: "Bash", input: { command: line }, cwd: box.project }, box.world).kind;
}

/** Once where that is quick enough; a busy machine gets more rounds. */
function leastMs(line: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= MOST_MS; round++)
    least = Math.min(
      least,
      cpuMs(() => decided(line), 1),
    );
  return least;
}

describe("AGT-4: a line made to cost time", () => {
  test("there are many shapes, and each is as long as asked", () => {
    const shapes = Object.values(HOSTILE);
    expect(shapes.length).toBeGreaterThan(90);
    for (const shape of shapes) expect(shape(LONGEST_READ).length).toBeGreaterThan(LONGEST_READ * 0.7);
  });

  test.each(Object.entries(HOSTILE))("is judged soon, and hides no write after it: %s", (name, shape) => {
    for (const size of [500, LONGEST_READ, MEGABYTE]) {
      const line = `${shape(size)}\necho planted > ${box.store}/memories/x.md`;
      if (size !== 500) expect(leastMs(line), String(size)).toBeLessThan(MOST_MS);
      if (!OPEN_TEXT.has(name)) expect(decided(line), String(size)).toBe("deny");
    }
  });

  test("the whole of an ordinary long line is read", () => {
    const written = `cat > docs/x.md <<'EOF'\n${'Never run `rm -rf ~/.holdfast` {"a": [1, {"b": 2}]}.\n'.repeat(900)}EOF\n`;
    expect(decided(written)).toBe("none");
    expect(decided(`${"npm run build && cat ~/.holdfast/memories/feedback_a.md\n".repeat(100)}`)).toBe("none");
  });
});
