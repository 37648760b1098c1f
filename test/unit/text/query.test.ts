// SEA-2, SEA-4: what a prompt asks.
import { describe, expect, test } from "vitest";
import { queryOf, TERMS_MAX } from "../../../src/text/query.ts";
import { analyse, matchText } from "../../../src/text/terms.ts";

const termsOf = (prompt: string, interactive = false): readonly string[] =>
  queryOf(prompt, { interactive }).terms.map(({ term }) => term);

const OUTPUT = [
  "2025-03-01 10:22:01 INFO worker started job 17",
  "  at handler (src/handler.ts:10:4)",
  "Installing dependencies for lodash, this may take some time",
  "src/cache.ts:4:2: warning: unused variable",
  "added 20 packages and audited 40 packages in 3s",
];

describe("SEA-2: the words that tell something", () => {
  test("stop words go, the rest stays in order, each once", () => {
    expect(termsOf("How do we deploy the billing service? Deploy it!")).toEqual(["deploi", "bill", "servic"]);
    expect(termsOf("Wie ist die Konfiguration der Datenbank?")).toEqual(["konfigur", "datenbank"]);
  });

  test("forms and positions are those of the prompt", () => {
    expect(queryOf("caching and caches").terms).toEqual([{ term: "cach", forms: ["caching", "caches"], position: 0 }]);
    expect(queryOf("rotate user_id").terms).toEqual([
      { term: "rotat", forms: ["rotate"], position: 0 },
      { term: "user", forms: ["user"], position: 1 },
      { term: "userid", forms: ["userid"], position: 1, whole: 2 },
      { term: "id", forms: ["id"], position: 2 },
    ]);
  });

  test("of two spellings the one is asked that memories keep for both", () => {
    for (const asked of ["für Größe", "fuer Groesse"]) {
      const [term] = termsOf(asked);
      for (const written of ["Größe", "Groesse"]) expect(matchText(analyse(written)).split(" ")).toContain(term);
    }
  });

  test("two characters and one character are asked", () => {
    expect(termsOf("部署")).toEqual(["部署"]);
    expect(termsOf("鍵")).toEqual(["鍵"]);
    expect(termsOf("데이")).toEqual(["데이"]);
    expect(termsOf("数据库在哪里")).toEqual(["数据", "据库", "库在", "在哪"]);
  });

  test("grammar alone asks nothing, unless somebody searches for it", () => {
    for (const prompt of ["", "   ", "what is it?", "ok", "です", "?!*"]) expect(termsOf(prompt)).toEqual([]);
    expect(termsOf("it", true)).toEqual(["it"]);
  });
});

describe("SEA-4: no text becomes query syntax", () => {
  test.each(['"x" OR y*', "a NEAR(b, 3)", "name:foo ^bar", "foo) AND (bar", "x'; DROP TABLE words; --", "{a b}: -c"])(
    "%s",
    (prompt) => {
      for (const { term, forms } of queryOf(prompt, { interactive: true }).terms)
        for (const text of [term, ...forms]) expect(text).toMatch(/^[\p{L}\p{N}\p{Co}]+$/u);
    },
  );

  test("only the unfinished last word of an interactive search is a prefix, and no identifier", () => {
    const prefixed = (prompt: string, interactive = true): readonly string[] =>
      queryOf(prompt, { interactive }).terms.flatMap(({ term, prefix }) => (prefix === true ? [term] : []));
    expect(prefixed("token migr")).toEqual(["migr"]);
    for (const prompt of ["token migr ", "token migr.", "token user_mig", "token mi"])
      expect(prefixed(prompt)).toEqual([]);
    expect(prefixed("token migr", false)).toEqual([]);
  });
});

describe("what was pasted", () => {
  const question = "why does the invoice rounding differ?";
  const bare = termsOf(question);

  test.each([
    ["fenced", `\`\`\`\n${OUTPUT.join("\n")}\n\`\`\`\n${question}`],
    ["fenced and open", `${question}\n~~~sh\nmake all`],
    ["a block of output", `${question}\n\n${OUTPUT.join("\n")}`],
    ["a question that closes the block", `${OUTPUT.join("\n")}\n${question}`],
    ["a stack trace", `${question}\n    at run (/srv/app/main.js:10:2)`],
    ["a diff", `${question}\n@@ -1,4 +1,4 @@\n+const total = sum(lines);`],
  ])("%s is not asked", (_name, prompt) => {
    expect(termsOf(prompt)).toEqual(bare);
  });

  test("a prompt that is nothing else is asked with it", () => {
    expect(termsOf("```\nECONNREFUSED redis\n```")).toEqual(["econnrefus", "redi"]);
  });

  const told = Array.from(
    { length: 12 },
    (_, at) =>
      `npm warn deprecated pkg${at} this version is no longer supported Step ${at} running command in part${at}`,
  ).join(" ");

  test.each([
    ["before", `${question} ${told}`],
    ["behind", `${told} ${question}`],
    ["within", `${told} ${question} ${told}`],
  ])("output without its lines is not asked, with the question %s it", (_name, prompt) => {
    const terms = termsOf(prompt);
    for (const term of bare) expect(terms).toContain(term);
    for (const term of ["deprec", "support", "pkg7", "command"]) expect(terms).not.toContain(term);
  });

  test("a person may repeat a phrase in a long line, and grammar all over it", () => {
    const words = Array.from({ length: 20 }, (_, at) => `reason${at} for subject${at} and`).join(" ");
    const phrase = `the invoice rounding rules changed, ${words}, so the invoice rounding rules are wrong`;
    for (const term of ["invoic", "round", "rule"]) expect(termsOf(phrase)).toContain(term);
    const subjects = Array.from({ length: 20 }, (_, at) => `subject${"abcdfghijklmnopqrtuv"[at]}`);
    const grammar = subjects.map((each) => `and it should also be in the ${each}`).join(" ");
    expect(termsOf(`invoices, vouchers ${grammar}`)).toHaveLength(3 + subjects.length);
  });

  test.each([
    "TypeError: Cannot read properties of undefined",
    "java.lang.NullPointerException",
    'Exception in thread "main" java.io.IOException: disk',
    "error[E0382]: borrow of moved value",
    "error TS2304: Cannot find name",
    "panic: runtime error",
    "Segmentation fault (core dumped)",
  ])("CTX-3: %s is asked, as a program's words", (line) => {
    const { terms } = queryOf(`the invoice upload breaks\n${line}\nsince yesterday`);
    const printed = terms.flatMap((each) => (each.printed === true ? [each.term] : []));
    const typed = ["invoic", "upload", "break", "sinc", "yesterdai"];
    expect(terms.map(({ term }) => term)).toEqual(expect.arrayContaining(typed));
    expect(printed.length).toBeGreaterThan(0);
    expect(printed).toEqual(termsOf(line).filter((term) => !typed.includes(term)));
  });

  test("CTX-3: what was typed too is typed, and so is an error within a sentence", () => {
    const printedIn = (prompt: string): readonly string[] =>
      queryOf(prompt).terms.flatMap(({ term, printed }) => (printed === true ? [term] : []));
    expect(printedIn("is undefined allowed for invoices?\nTypeError: invoice is undefined")).not.toContain("undefin");
    expect(printedIn("why do we get TypeError: invoice is undefined?")).toEqual([]);
    expect(printedIn("fix\n```\nECONNREFUSED redis\n```")).toEqual(["econnrefus", "redi"]);
  });

  test("prose in several lines stays", () => {
    const prose = "We moved the invoices.\nThen rounding changed.\nPlease look at taxes.\nAnd at vouchers.";
    expect(termsOf(prose)).toContain("voucher");
    expect(termsOf(prose)).toContain("invoic");
  });
});

describe("bounded work", () => {
  test("a long prompt is read at its beginning and its end, and has a most of terms", () => {
    const filler = Array.from({ length: 200_000 }, (_, at) => `word${at}`).join(" ");
    const terms = termsOf(`invoice ${filler} voucher`);
    expect(terms[0]).toBe("invoic");
    expect(terms.length).toBeLessThanOrEqual(TERMS_MAX);
  });
});
