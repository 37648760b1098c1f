// SEA-2 and SEA-4: what a text is searched by, for memories and questions alike.
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { stem } from "../../../src/text/stem.ts";
import { analyse, lengthOf, matchText, tokensOf } from "../../../src/text/terms.ts";

const termsOf = (text: string): readonly string[] => {
  const tokens = matchText(analyse(text));
  return tokens === "" ? [] : tokens.split(" ");
};

describe("SEA-2: identifiers are searched whole and in parts", () => {
  test.each([
    ["user_id", ["user", "userid", "id"]],
    ["React.FC", ["react", "reactfc", "fc"]],
    ["getHTTPResponse", ["get", "gethttprespons", "http", "respons"]],
    ["auth-service.", ["auth", "authservic", "servic"]],
    [".env", ["env"]],
    ["__init__.py", ["init", "py"]],
    ["src/core/a.ts", ["src", "core", "a", "ats", "ts"]],
    ["GitHub", ["git", "github", "hub"]],
    ["URLs", ["url"]],
    ["python3", ["python", "python3", "3"]],
    ["k8s s3 v2", ["k8s", "s3", "v2"]],
    ["1.23", ["1", "1\ue00023", "23"]],
    ["C++ and C#", ["cplusplus", "and", "csharp"]],
    ["foo__bar", ["foo", "foobar", "bar"]],
    ["Straße", ["strass"]],
  ])("%s", (text, expected) => {
    expect(termsOf(text)).toEqual(expected);
  });

  test("user_id, userId, user-id and UserID share their whole", () => {
    for (const name of ["user_id", "userId", "user-id", "UserID", "USER_ID"]) expect(termsOf(name)).toContain("userid");
  });
});

describe("SEA-2: words", () => {
  test("case, width, accents and ligatures go", () => {
    expect(termsOf("ＦＯＯ Café ﬁle Ålesund Ёлка")).toEqual(["foo", "cafe", "file", "alesund", "елка"]);
  });

  test("a word with an umlaut is found by either spelling", () => {
    expect(termsOf("Müller")).toEqual(["muller", "mueller"]);
    expect(termsOf("Mueller")).toEqual(["mueller"]);
  });

  test("possessives and contractions are no words", () => {
    expect(termsOf("Ann's we'll don't O'Brien")).toEqual(["ann", "we", "dont", "o", "obrien", "brien"]);
  });

  test.each([
    ["running", "run"],
    ["deployments", "deploy"],
    ["caching", "cach"],
    ["cache", "cach"],
    ["policies", "polici"],
    ["policy", "polici"],
    ["hopping", "hop"],
    ["hoping", "hope"],
    ["written", "write"],
    ["status", "status"],
    ["is", "is"],
    ["x86", "x86"],
  ])("the stem of %s is %s", (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  test("the exact form stays beside the stem", () => {
    expect(tokensOf("Deployments")).toEqual([{ term: "deploy", form: "deployments", kind: "word", same: false }]);
    expect(analyse("Deployments run")).toBe("2 deploy/deployments run");
  });
});

describe("SEA-2: scripts without blanks", () => {
  test("pairs of neighbours, and each ideograph", () => {
    expect(termsOf("東京都")).toEqual(["東京", "東", "京都", "京", "都"]);
    expect(termsOf("データ")).toEqual(["デー", "ータ"]);
    expect(termsOf("테스트를")).toEqual(["테스", "스트", "트를"]);
    expect(termsOf("京")).toEqual(["京"]);
  });

  test("a pair is found wherever it stands in a run", () => {
    for (const text of ["配置数据库连接", "数据库的配置", "这是数据"]) expect(termsOf(text)).toContain("数据");
  });

  test("Latin words in it are words", () => {
    expect(termsOf("Redisの設定")).toEqual(["redi", "の設", "設定", "設", "定"]);
  });

  test("Thai pairs keep their marks with their letters", () => {
    expect(termsOf("สวัสดี")).toHaveLength(3);
  });
});

describe("streams", () => {
  test("length counts words, not what stands beside them", () => {
    expect(lengthOf(analyse("user_id 東京"))).toBe(3);
    expect([analyse(""), lengthOf(""), matchText("")]).toEqual(["", 0, ""]);
    expect(analyse(" ... !? ")).toBe("");
  });
});

describe("SEA-4: a plain tokenizer keeps every term whole and unchanged", () => {
  test("every code point there is", { timeout: 60_000 }, () => {
    const database = new DatabaseSync(":memory:");
    database.exec(`CREATE VIRTUAL TABLE words USING fts5(text, tokenize="unicode61 remove_diacritics 0");
      CREATE VIRTUAL TABLE seen USING fts5vocab(words, 'row')`);
    const insert = database.prepare("INSERT INTO words VALUES (?)");
    const terms = new Set<string>();
    const digest = createHash("sha256");
    database.exec("BEGIN");
    for (let from = 0; from < 0x110000; from += 64) {
      let text = "";
      for (let point = from; point < from + 64; point++) text += `x${String.fromCodePoint(point)}y `;
      const stream = analyse(text);
      digest.update(stream);
      const match = matchText(stream);
      for (const term of match.split(" ")) if (term !== "") terms.add(term);
      insert.run(match);
    }
    database.exec("COMMIT");
    const seen = database
      .prepare("SELECT term FROM seen")
      .all()
      .map(({ term }) => String(term));
    expect(new Set(seen)).toEqual(terms);
    expect(terms.size).toBeGreaterThan(40_000);
    for (const term of terms) expect(term).toMatch(/^[\p{L}\p{N}\p{Co}]+$/u);
    // The same on Node 22, 24 and 26: no engine's dictionary and no newer Unicode has a say.
    expect(digest.digest("hex")).toBe(EVERY_POINT);
  });
});

const EVERY_POINT = "2b006761dec7d0af7c5bffe7cb020d96fccadda4daa0cb8b2f95afa9451e9299";

describe("SEA-2: what is remembered", () => {
  const word = (at: number): string =>
    ["run", "Ünit", "user_id", "v2.", "C++ ", "데이", "x-"][at % 7] + at.toString(36);

  test("a word is cut the same after sixty thousand others, and with other signs behind it", () => {
    const first = Array.from({ length: 2000 }, (_, at) => analyse(word(at)));
    for (let at = 0; at < 60_000; at++) analyse(word(at));
    expect(Array.from({ length: 2000 }, (_, at) => analyse(word(at)))).toEqual(first);
    expect(["C", "C++", "C#", "C"].map(termsOf)).toEqual([["c"], ["cplusplus"], ["csharp"], ["c"]]);
  });
});
