// Can the fuzz fail? The sanitiser or the renderer is broken in one place at a time, and the same cases must see it, each by the count
// that it belongs to.
import type { Fault } from "./judge.ts";

export interface Break {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly seenAs: Fault;
}

const SANITISE = "/src/text/sanitise.ts";
const RENDER = "/src/recall/render.ts";
const HANDLE = "/src/store/short-handle.ts";

export const BREAKS: readonly Break[] = [
  {
    what: "an opening bracket is not escaped",
    file: SANITISE,
    from: "    case 0x3c:\n",
    to: "    case -1:\n",
    seenAs: "breakouts",
  },
  {
    what: "a newline stays in a field",
    file: SANITISE,
    from: "  return stripLine(flat)",
    to: "  return stripBody(readable(text))",
    seenAs: "breakouts",
  },
  {
    what: "variation selectors stay",
    file: SANITISE,
    from: "return stripped(point);",
    to: "return stripped(point) && !(point >= 0xe0100 && point <= 0xe01ef);",
    seenAs: "strippable",
  },
  {
    what: "ZWJ and VS16 stay in bodies wherever they stand",
    file: SANITISE,
    from: "if (isStripped(point)) {",
    to: "if (isStripped(point) && !(keepLayout && (point === 0x200d || point === 0xfe0f))) {",
    seenAs: "strippable",
  },
  {
    what: "text is cut after it is escaped",
    file: SANITISE,
    from: "return escapeText(cut(oneLine(text), limit.max));",
    to: "return cut(escapeText(oneLine(text)), limit.max);",
    seenAs: "broken",
  },
  {
    what: "a further line of a body begins at the start of a line",
    file: RENDER,
    from: 'const INDENT = "  ";',
    to: 'const INDENT = "";',
    seenAs: "breakouts",
  },
  {
    what: "a body as a value begins where a line of ours would",
    file: RENDER,
    from: '.split("\\n").map(further)',
    to: "",
    seenAs: "breakouts",
  },
  {
    what: "an empty line of a body stays",
    file: RENDER,
    from: '    .filter((line) => line !== "")',
    to: "",
    seenAs: "breakouts",
  },
  {
    what: "a memory stands in the group of another",
    file: RENDER,
    from: "groupHead({ tier, scope, outdated, mayApply })",
    to: 'groupHead({ tier: "verified", scope, outdated, mayApply })',
    seenAs: "breakouts",
  },
  {
    what: "what may apply stands among what matches",
    file: RENDER,
    from: "groupHead({ tier, scope, outdated, mayApply })",
    to: "groupHead({ tier, scope, outdated, mayApply: false })",
    seenAs: "breakouts",
  },
  {
    what: "handles that are alike do not grow",
    file: HANDLE,
    from: "const LONGEST = 6;",
    to: "const LONGEST = 3;",
    seenAs: "breakouts",
  },
];
