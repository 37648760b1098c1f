// The guard on anything (AGT-4, AGT-21, AGT-22): it never throws, never allows, ends in time; and the first look at a line
// never says no where the full reading would refuse.
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { decide } from "../../src/guard/decide.ts";
import { judgeFully, mayConcern } from "../../src/guard/lines/line.ts";
import { readShell } from "../../src/guard/shell/read.ts";
import { guardBox } from "../support/guard-world.ts";

const RUNS = Number(process.env.HOLDFAST_RUNS ?? 10_000);
const box = guardBox();
afterAll(box.remove);

const PATHS = [
  "~/.holdfast/memories/feedback_a.md",
  ".holdfast/memories",
  "notes/b.md",
  "a.md",
  "notes",
  "dangling.md",
  "../../.holdfast",
  "..",
  ".",
  "src",
  "$HOME/.holdfast",
  "~/.h*",
  "*.md",
  "$X/.holdfast",
  "{a,.holdfast}/b",
  box.store,
  `${box.home}/.config/holdfast/x`,
  "/tmp/x",
  "holdfast",
  "src/holdfast/dist/cli.mjs",
];
const PROGRAMS = [
  ..."rm,rm -rf,cp,mv,tee,touch,ln -s,cat,ls,grep -r x,sed -i s/a/b/,sed -n p,dd,chmod -R 7,find,xargs,git,git -C".split(
    ",",
  ),
  ..."holdfast,npx holdfast,node,python3 -c,bash -c,eval,env,sudo,cd,cd notes &&,echo,unknown-tool,awk,install,rsync".split(
    ",",
  ),
  ..."tar xf,unzip,patch,timeout 3,script -qc,tmux,find . -exec,read,for x in,while,if,trap,alias r=rm;,sort -o".split(
    ",",
  ),
];
const WORDS = [
  "confirm",
  "list",
  "add",
  "-o",
  "-delete",
  "-name",
  "x",
  "-C",
  "--",
  "init",
  "--fix",
  "commit",
  "log",
  "{}",
  "+",
];
const GLUE = [
  " ",
  " ",
  " ",
  " ",
  " && ",
  "; ",
  " | ",
  " || ",
  " > ",
  " >> ",
  "\n",
  "'",
  '"',
  "$(",
  ")",
  "`",
  "<<E\n",
  "\nE\n",
  "{ ",
  "; }",
  "\\",
  "#",
  "&",
  "<(",
  "((",
  "=",
  ",",
];

const fragment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PATHS) },
  { weight: 4, arbitrary: fc.constantFrom(...PROGRAMS) },
  { weight: 2, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: "binary" }) },
);
const line = fc
  .array(fc.tuple(fragment, fc.constantFrom(...GLUE)), { maxLength: 10 })
  .map((pairs) => pairs.flat().join(""));
/** Without what the first look gives up on, so that it has to decide by the words. */
const plain = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        "rm",
        "tee",
        "touch",
        "unknown-tool",
        "bash -c",
        "sort -o",
        "x",
        "echo",
        "chmod -R 7",
        "rm -rf",
        "sed -i p",
        "sh",
      ),
      fc.constantFrom(" ", "  ", " '", ' "', " > ", " >", ">>", " && "),
      fc.constantFrom(
        "notes/b.md",
        "a.md",
        "notes",
        "src",
        "src/x",
        ".",
        "build",
        "dangling.md",
        "x=notes/b",
        "notes:x",
        "/tmp",
      ),
      fc.constantFrom(" ", "' ", '" ', "; ", " && ", "", "|"),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.flat().join(""));
const cwd = fc.constantFrom(box.project, box.store, box.home, box.other, `${box.project}/src`, "/");

describe("AGT-21 AGT-22: the guard on anything", () => {
  test("shell lines: no fault, never an allow", () => {
    fc.assert(
      fc.property(line, cwd, (command, at) => {
        // Not decide(): it would turn a fault into an answer.
        const reason = judgeFully(command, at, box.world);
        expect(reason === undefined || reason.length > 0).toBe(true);
        expect(["none", "deny"]).toContain(decide({ tool: "Bash", input: { command }, cwd: at }, box.world).kind);
      }),
      { numRuns: RUNS },
    );
  });

  test("AGT-4: a reading costs so many steps for each character, however the pieces are put together", () => {
    const repeated = fc.tuple(line, fc.integer({ min: 1, max: 400 })).map(([piece, times]) => piece.repeat(times));
    fc.assert(
      fc.property(repeated, (text) => {
        const { steps } = readShell(text, { HOME: box.home, PWD: box.project });
        expect(steps).toBeLessThanOrEqual(8000 + text.length / 2);
      }),
      { numRuns: RUNS / 10 },
    );
  });

  test("the first look never says no where the full reading refuses", () => {
    let refused = 0;
    let passedBy = 0;
    fc.assert(
      fc.property(fc.oneof(plain, line), cwd, (command, at) => {
        const concerns = mayConcern(command, at, box.world);
        const denied = judgeFully(command, at, box.world) !== undefined;
        if (denied) refused++;
        if (!concerns) passedBy++;
        return concerns || !denied;
      }),
      { numRuns: RUNS },
    );
    // A generator of harmless or of only suspicious lines would prove nothing.
    expect(refused).toBeGreaterThan(RUNS / 20);
    expect(passedBy).toBeGreaterThan(RUNS / 50);
  });

  test("tool calls of any shape: no fault, never an allow", () => {
    const key = fc.constantFrom(
      "command",
      "cmd",
      "file_path",
      "path",
      "input",
      "patch",
      "edits",
      "uri",
      "files",
      "workdir",
      "x",
    );
    const value = fc.oneof(line, fc.constantFrom(...PATHS), fc.anything({ maxDepth: 3 }));
    const tool = fc.oneof(fc.constantFrom("Bash", "Write", "Edit", "apply_patch", "Read", "PowerShell"), fc.string());
    fc.assert(
      fc.property(tool, fc.dictionary(key, value, { maxKeys: 4 }), cwd, (name, input, at) => {
        expect(["none", "deny"]).toContain(decide({ tool: name, input, cwd: at }, box.world).kind);
      }),
      { numRuns: RUNS },
    );
  });
});
