// Characters that no reader sees, and letters that look like others (CHK-20). checks/hidden-text.ts refuses most of
// them on write; files also arrive by git and editors, and there they count as findings of this check.
import type { InjectionRule } from "../rule.ts";

const LOOKALIKE =
  "\\u0391\\u0392\\u0395-\\u0397\\u0399\\u039a\\u039c\\u039d\\u039f\\u03a1\\u03a4\\u03a5\\u03a7\\u03bf\\u03c1\\u03bd\\u0405\\u0406\\u0408\\u0410\\u0412\\u0415\\u041a\\u041c-\\u041e\\u0420-\\u0422\\u0425\\u0430\\u0435\\u043e\\u0440\\u0441\\u0443\\u0445\\u0455\\u0456\\u0458\\u04ae\\u04bb\\u0501\\u051b\\u051d\\u0578\\u057d\\u0585";
const LATIN = "A-Za-z\\u00c0-\\u024f";

export const HIDDEN: readonly InjectionRule[] = [
  {
    id: "hidden.bidi",
    about: "turns the direction of text around",
    kind: "marker",
    on: "raw",
    find: /[\u202a-\u202e\u2066-\u2069]+/gu,
    yes: ["safe\u202etxt", "a\u2066b\u2069"],
    no: ["\u05e9\u05dc\u05d5\u05dd", "a \u200fb"],
  },
  {
    id: "hidden.tags",
    about: "holds tag characters outside of a flag",
    kind: "marker",
    on: "raw",
    find: /(?<!\u{1f3f4}[\u{e0000}-\u{e007f}]{0,7})[\u{e0000}-\u{e007f}]+/gu,
    yes: ["a\u{e0069}\u{e0067}b", "\u{e0001}"],
    no: ["\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}", "tag"],
  },
  {
    id: "hidden.variation-run",
    about: "holds a run of variation selectors",
    kind: "marker",
    on: "raw",
    find: /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}|[\u{e0100}-\u{e01ef}]/gu,
    yes: ["x\ufe01\ufe02\ufe03", "a\u{e0141}"],
    no: ["\u26a0\ufe0f", "\u2764\ufe0f \u2764\ufe0f"],
  },
  {
    id: "hidden.zero-width",
    about: "holds zero-width characters inside words",
    kind: "instruction",
    on: "raw",
    find: new RegExp(
      `(?<=[${LATIN}0-9\\uac00-\\ud7a3\\u3041-\\u30ff\\u4e00-\\u9fff])[\\u00ad\\u034f\\u115f\\u1160\\u180e\\u200b-\\u200d\\u2060-\\u2064\\u3164\\ufeff\\uffa0]+(?=[${LATIN}0-9\\uac00-\\ud7a3\\u3041-\\u30ff\\u4e00-\\u9fff])|[\\u200b-\\u200d\\u2060-\\u2064\\ufeff]{3,}`,
      "gu",
    ),
    yes: ["ig\u200bnore", "a\u200b\u200c\u200d b", "pass\u00adword", "비\u200b밀"],
    no: ["\u{1f468}\u200d\u{1f469}", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "plain"],
  },
  {
    id: "hidden.confusable",
    about: "mixes look-alike letters into Latin words",
    kind: "marker",
    on: "copy",
    // A lookalike before a Latin letter, in a word of Latin letters and lookalikes only.
    find: new RegExp(
      `(?<![\\p{L}\\p{M}\\d_])(?=[${LATIN}${LOOKALIKE}]{3,40}(?![\\p{L}\\p{M}]))(?=[${LOOKALIKE}]*[${LATIN}])[${LATIN}]{0,40}[${LOOKALIKE}]{1,10}[${LATIN}][${LATIN}${LOOKALIKE}]{0,40}`,
      "gu",
    ),
    yes: ["ign\u043ere", "\u0440assword", "syst\u0435m pr\u043empt"],
    no: ["\u043f\u0430\u0440\u043e\u043b\u044c", "10 \u03bcm wide", "PDF\u0430", "na\u00efve"],
  },
];
