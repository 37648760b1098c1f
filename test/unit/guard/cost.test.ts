// What a line made to cost time may cost: a host lets the call through when its guard takes too long (AGT-4, AGT-21). Work is
// counted; read.test.ts counts the steps of the reading.
import { afterAll, describe, expect, test } from "vitest";
import { decide } from "../../../src/guard/decide.ts";
import { guardBox } from "../../support/guard-world.ts";
import { HOSTILE } from "../../support/hostile-lines.ts";

const box = guardBox();
afterAll(box.remove);

const LONGEST_READ = 64_000;
const MEGABYTE = 1_000_000;
/** System calls for one line, each a component of a path. */
const MOST_LOOKS = 11_000;
/** What follows these is the text of a here-document, and not run. */
const OPEN_TEXT: ReadonlySet<string> = new Set(["here-documents of one command", "here-documents without an end"]);

function decided(line: string): string {
  return asked(line).kind;
}

function asked(line: string): { readonly kind: string; readonly looks: number } {
  let looks = 0;
  const resolve = (path: string, cwd: string): string => {
    looks += path.split("/").length;
    return box.world.resolve(path, cwd);
  };
  const { kind } = decide({ tool: "Bash", input: { command: line }, cwd: box.project }, { ...box.world, resolve });
  return { kind, looks };
}

describe("AGT-4: a line made to cost time", () => {
  test("there are many shapes, and each is as long as asked", () => {
    const shapes = Object.values(HOSTILE);
    expect(shapes.length).toBeGreaterThan(90);
    for (const shape of shapes) expect(shape(LONGEST_READ).length).toBeGreaterThan(LONGEST_READ * 0.7);
  });

  test.each(Object.entries(HOSTILE))("looks at few paths, and hides no write after it: %s", (name, shape) => {
    for (const size of [500, LONGEST_READ, MEGABYTE]) {
      const line = `${shape(size)}\necho planted > ${box.store}/memories/x.md`;
      const { kind, looks } = asked(line);
      expect(looks, String(size)).toBeLessThan(MOST_LOOKS);
      if (!OPEN_TEXT.has(name)) expect(kind, String(size)).toBe("deny");
    }
  });

  test("the whole of an ordinary long line is read", () => {
    const written = `cat > docs/x.md <<'EOF'\n${'Never run `rm -rf ~/.holdfast` {"a": [1, {"b": 2}]}.\n'.repeat(900)}EOF\n`;
    expect(decided(written)).toBe("none");
    expect(decided(`${"npm run build && cat ~/.holdfast/memories/feedback_a.md\n".repeat(100)}`)).toBe("none");
  });
});
