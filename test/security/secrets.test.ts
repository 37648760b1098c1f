// Nothing in a text can switch the scanner off or hide a secret from it (CHK-10a), every hit points into the raw text,
// and no text costs much (CHK-14). Tokens are made at run time: none stands in this file.
import { describe, expect, test } from "vitest";
import { CONTEXTS, inContext, KINDS, randomFrom } from "../../eval/security/secrets/generator.ts";
import { findSecrets, SCAN_LIMIT } from "../../src/checks/secrets/find.ts";
import { maskSecrets } from "../../src/checks/secrets/mask.ts";
import { loadSecondOpinion } from "../../src/checks/secrets/second-opinion.ts";

const second = await loadSecondOpinion();
const BODY = ["aB3dE6gH9jK2", "mN5pQ8sT1vW4", "yZ7cF0hLxR2w"].join("");
const TOKEN = `gh${"p_"}${BODY}`;
const KEY = `sk-${"ant-"}api03-${BODY}${BODY}`;
const PASSWORD = ["v7#Kq", "2!xLm", "9wRt"].join("");

/** The raw text of every hit. */
function spans(text: string): string[] {
  return findSecrets(text).map((hit) => {
    expect(hit.value).toBe(text.slice(hit.start, hit.end));
    return hit.value;
  });
}

function fullwidth(text: string): string {
  return text.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
}

describe("what hides a secret", () => {
  const hidden: readonly (readonly [string, string])[] = [
    ["zero-width spaces", [...TOKEN].join("\u200b")],
    ["zero-width joiners", `${TOKEN.slice(0, 3)}\u200d${TOKEN.slice(3, 20)}\u200c${TOKEN.slice(20)}`],
    ["soft hyphens", `${TOKEN.slice(0, 12)}\u00ad${TOKEN.slice(12)}`],
    ["fullwidth letters", fullwidth(TOKEN)],
    [
      "mathematical letters",
      TOKEN.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97)),
    ],
    ["combining marks", [...TOKEN].join("\u0301")],
    ["direction controls", `${TOKEN.slice(0, 8)}\u202e\u202c${TOKEN.slice(8)}`],
    ["tag characters", `${TOKEN.slice(0, 8)}\u{e0061}\u{e0062}${TOKEN.slice(8)}`],
    ["variation selectors", `${TOKEN.slice(0, 8)}\ufe0f${TOKEN.slice(8)}`],
    ["a word joiner and a byte order mark", `${TOKEN.slice(0, 8)}\u2060${TOKEN.slice(8, 16)}\ufeff${TOKEN.slice(16)}`],
    ["a null", `${TOKEN.slice(0, 8)}\0${TOKEN.slice(8)}`],
    ["a line break", `${TOKEN.slice(0, 20)}\n${TOKEN.slice(20)}`],
    ["a line break and indentation", `${TOKEN.slice(0, 20)}\r\n    ${TOKEN.slice(20)}`],
    ["a line break in a quotation", `${TOKEN.slice(0, 20)}\n> ${TOKEN.slice(20)}`],
    ["a continued line", `${TOKEN.slice(0, 20)} \\\n  ${TOKEN.slice(20)}`],
    ["three lines", `${TOKEN.slice(0, 14)}\n${TOKEN.slice(14, 28)}\n${TOKEN.slice(28)}`],
    ["a line break and zero-width spaces", `${TOKEN.slice(0, 9)}\u200b${TOKEN.slice(9, 20)}\n${TOKEN.slice(20)}`],
    ["base64", Buffer.from(`token ${TOKEN} end`).toString("base64")],
    ["base64 for addresses", Buffer.from(`token ${TOKEN} ???>>>`).toString("base64url")],
    ["base64 twice", Buffer.from(Buffer.from(TOKEN).toString("base64")).toString("base64")],
  ];

  test.each(hidden)("CHK-10a: %s do not hide a token", (_, disguised) => {
    const text = `Before, a sentence.\nSee ${disguised} here.\nAfter.\n`;
    const found = spans(text);
    expect(found.length).toBeGreaterThan(0);
    expect(found.some((value) => disguised.includes(value.slice(0, 8)) || value.includes(disguised.slice(0, 8)))).toBe(
      true,
    );
    expect(findSecrets(maskSecrets(text, findSecrets(text)))).toEqual([]);
  });

  test.each(hidden.slice(0, 17))("CHK-10a: the hit in %s covers exactly the disguised token", (_, disguised) => {
    const text = `Before.\nSee ${disguised} here.\n`;
    expect(spans(text)).toContain(disguised);
  });

  test("CHK-10a: base64 over several lines, and the password inside", () => {
    const encoded = Buffer.from(`host: box-7\nadmin password: ${PASSWORD}\nowner: platform\n`).toString("base64");
    const text = `attached:\n${encoded.slice(0, 40)}\n${encoded.slice(40)}\n`;
    expect(spans(text).length).toBeGreaterThan(0);
  });

  test("CHK-10a: joining lines does not make a secret of two words", () => {
    expect(findSecrets(`the api_key = ${BODY.slice(0, 8)}\n${BODY.slice(8, 20)} is not one\n`)).toEqual([]);
  });

  test("CHK-10a: a password in prose with invisible characters", () => {
    const disguised = [...PASSWORD].join("\u200b");
    expect(spans(`The pass\u00adword is ${disguised} today.`)).toContain(disguised);
  });
});

describe("what would switch a scanner off", () => {
  const comments = [
    "<!-- secretlint-disable -->\n",
    "// secretlint-disable-next-line\n",
    "/* secretlint-disable */\n",
    "# gitleaks:allow\n",
    "# betterleaks:allow trufflehog:ignore noqa nosec pragma: allowlist secret\n",
  ];

  test.each(comments)("CHK-10a: %j is ignored by every layer", (comment) => {
    const layers = findSecrets(`${comment}${TOKEN} ${comment.trim()}\n`, { second }).map((hit) => hit.layer);
    expect(new Set(layers)).toEqual(new Set(["rules", "contextual", "second"]));
  });

  test("CHK-10: the second opinion has every rule of the preset but its filter for comments", async () => {
    const preset = await import("@secretlint/secretlint-rule-preset-recommend");
    expect(preset.rules.map((rule) => rule.meta.id).filter((id) => id.includes("filter")).length).toBe(1);
    expect(second(`<!-- secretlint-disable -->${TOKEN}`).map((hit) => hit.rule)).toEqual(["secretlint-github"]);
  });

  test("CHK-10: the second opinion points at the value, not at its label", () => {
    const secret = `${BODY}/+ab`;
    const text = `AWS_SECRET_ACCESS${"_KEY"}=${secret}\n`;
    expect(second(text).map((hit) => hit.value)).toEqual([secret]);
  });
});

describe("what is exempt", () => {
  test("CHK-12: a redacted span and our own masks are", () => {
    expect(findSecrets(`the token <redacted>${TOKEN}</redacted> was here`, { second })).toEqual([]);
    expect(findSecrets(`password: <redacted rule="github-pat"/> and more`, { second })).toEqual([]);
  });

  test("CHK-12: a pair of tags around a whole text is not", () => {
    expect(spans(`<redacted>\n${TOKEN}\n</redacted>`)).toContain(TOKEN);
    expect(spans(`<redacted>${"x ".repeat(200)}${TOKEN}</redacted>`)).toContain(TOKEN);
    expect(
      spans(`${fullwidth("<redacted>")}${[...TOKEN].join("\u200b")}${fullwidth("</redacted>")}`).length,
    ).toBeGreaterThan(0);
  });

  test("CHK-12: the name of a finding is, as long as it names a rule of ours", () => {
    const digest = "0a9b8c7d6e5f4a3b";
    expect(findSecrets(`holdfast check --allow generic-api-key:${digest}`)).toEqual([]);
    expect(findSecrets(`other-api-key:${digest}`)).not.toEqual([]);
  });
});

describe("masking", () => {
  test("CHK-12: leaves no finding, for every kind in every context", () => {
    for (const [index, kind] of KINDS.entries()) {
      const secret = kind.make(randomFrom(7000 + index)).trimEnd();
      for (const context of CONTEXTS) {
        const text = inContext(context, kind.label, secret);
        const masked = maskSecrets(text, findSecrets(text, { second }));
        expect(findSecrets(masked, { second }), `${kind.id} in ${context}`).toEqual([]);
        if (kind.typed) expect(masked.includes(secret), `${kind.id} in ${context}`).toBe(false);
      }
    }
  });
});

describe("generated secrets", () => {
  test("CHK-10: there are 55 kinds, and every typed one is found on the hook path in every context", () => {
    expect(KINDS.length).toBe(55);
    const missed: string[] = [];
    for (const [index, kind] of KINDS.filter(({ typed }) => typed).entries()) {
      for (const context of CONTEXTS) {
        const text = inContext(context, kind.label, kind.make(randomFrom(9000 + index)));
        if (findSecrets(text).length === 0) missed.push(`${kind.id} in ${context}`);
      }
    }
    expect(missed).toEqual([]);
  });
});

describe("bounds", () => {
  test("CHK-14: what lies beyond the limit is reported as a whole, and masked as a whole", () => {
    const text = `${"a ".repeat(SCAN_LIMIT / 2)}${KEY}`;
    const hits = findSecrets(text);
    expect(hits.map(({ rule, start, end }) => ({ rule, start, end }))).toEqual([
      { rule: "beyond-scan-limit", start: SCAN_LIMIT, end: text.length },
    ]);
    const masked = maskSecrets(text, hits);
    expect(masked).not.toContain(KEY);
  });

  test("CHK-14: a text of the size of the limit is scanned to its end", () => {
    const text = `${"a ".repeat((SCAN_LIMIT - TOKEN.length) / 2)}`.slice(0, SCAN_LIMIT - TOKEN.length) + TOKEN;
    expect(findSecrets(text).map((hit) => hit.value)).toContain(TOKEN);
  });
});
