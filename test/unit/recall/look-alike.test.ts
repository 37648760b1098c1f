// AUD-1: what says the same and what says the opposite, and what only looks like it.
import { expect, test } from "vitest";
import { likenessIn, type Spoken } from "../../../src/recall/look-alike.ts";

const spoken = (description: string, more: Partial<Spoken> = {}): Spoken => ({
  group: "shop",
  name: "",
  description,
  body: "",
  paths: [],
  isRecord: false,
  ...more,
});

/** "duplicate", "contradiction", or nothing. */
function verdict(one: string, other: string, more: Partial<Spoken> = {}): string | undefined {
  return likenessIn([spoken(one, more), spoken(other, more)])[0]?.kind;
}

const DUPLICATES: readonly (readonly [string, string])[] = [
  ["Use pnpm to install packages in the shop", "We always use pnpm to install packages in the shop"],
  ["Releases of the billing service go out on Tuesday", "The billing service releases go out on Tuesdays"],
  ["Use pnpm here, not npm", "Never use npm here; use pnpm"],
  ["Never use npm in the shop; always use pnpm", "Don't use npm in the shop, use pnpm"],
  ["Never commit generated files under dist", "Do not commit generated files under dist"],
  ["Das Backend spricht mit Postgres über den Pool", "Das Backend spricht über den Pool mit Postgres"],
  ["배포는 화요일 오전에만 진행한다", "배포는 화요일 오전에만 진행합니다"],
  ["提交之前必须运行类型检查", "提交之前要运行类型检查"],
  ["ステージングのデータベースは読み取り専用です", "ステージングのデータベースは読み取り専用"],
];

const CONTRADICTIONS: readonly (readonly [string, string])[] = [
  ["Always use tabs for indentation", "Never use tabs for indentation"],
  ["Push directly to main", "Do not push directly to main"],
  ["Use pnpm, not npm, for packages", "Use npm, not pnpm, for packages"],
  ["Use tabs for indentation, not spaces", "Use spaces for indentation, not tabs"],
  ["Use pnpm instead of npm for packages", "Use npm instead of pnpm for packages"],
  ["Use pnpm, not npm, for packages", "Use npm for packages"],
  ["Use pnpm here, not npm", "Never use pnpm here; use npm"],
  ["Use pnpm for packages, not npm", "Do not use pnpm for packages, but use npm instead."],
  ["Don't use yarn in the shop, use pnpm", "Don't use pnpm in the shop, use yarn"],
  ["Use pnpm in the shop", "Never use pnpm in the shop; use npm"],
  ["Stop using the legacy queue for mail", "Use the legacy queue for mail"],
  ["The API listens on port 8080", "The API listens on port 3000"],
  ["The shop runs on Node 22", "The shop runs on Node 24.1"],
  ["Requests to the ledger time out after 30 seconds", "Requests to the ledger time out after 45 seconds"],
  ["Commits werden immer signiert", "Commits werden nicht signiert"],
  ["커밋 전에 테스트를 실행하세요", "커밋 전에 테스트를 실행하지 마세요"],
  ["提交之前要运行类型检查", "提交之前不要运行类型检查"],
  ["コミット前にテストを実行する", "コミット前にテストを実行しない"],
];

/** Of the pairs below: they do say the same, and must only not be taken for opposites. */
const SAME = /^(?:Always run|Don't forget)/;

const NEITHER: readonly (readonly [string, string])[] = [
  ["Always run the tests before committing", "Never commit without running the tests before"],
  ["Never use npm in the shop; use pnpm", "Use pnpm in the shop"],
  ["Never mock the ledger in tests; use the container", "Mock the mailer in tests"],
  ["Never deploy the shop on Friday; deploy the shop on Monday", "Deploy the shop on Monday"],
  ["Use vitest for unit tests", "Use playwright for browser tests"],
  ["Deploy the shop on Monday", "Never deploy the shop on Friday"],
  ["On HTTP 404 the client returns null", "On HTTP 500 the client returns null"],
  ["Step 1 of the release builds the image", "Step 2 of the release builds the image"],
  ["For Node 20 use the old loader hook", "For Node 22 use the old loader hook"],
  ["PR 12 broke the importer of invoices", "PR 31 broke the importer of invoices"],
  ["Notes of the meeting on 2026-05-01 about search", "Notes of the meeting on 2026-05-02 about search"],
  ["Store timestamps in UTC", "Store amounts in cents"],
  ["Orders live in Postgres", "Users live in Postgres"],
  ["The cache of the catalogue is never invalidated by hand", "The cache of sessions is never invalidated by hand"],
  ["The importer reads utf-8 files", "The importer reads utf-16 files"],
  ["部署只在周二进行", "测试需要 redis 服务"],
  ["Services of type A retry once", "Services of type B retry once"],
  [
    "Services of type A retry once and then give the order back",
    "Services of type B retry once and then give the order back",
  ],
  [
    "Orders of the shop live in Postgres with two replicas, hot backups and a pool",
    "Users of the shop live in Postgres with two replicas, hot backups and a pool",
  ],
  ["Don't forget to run the migrations before a deploy", "Run the migrations before the deploy of a branch"],
  ["Remove old folders without files", "Remove old folders or files"],
  ["Deploy the mail worker of the shop on Friday", "Deploy the mail worker of the shop only on Friday"],
  ["Stop all running services of the shop", "All running services of the shop are listed"],
  ["The list of ports is 80, 443, 8080 and 9100", "The list of ports is 81, 444, 8081 and 9101"],
];

test.each(DUPLICATES)("AUD-1: duplicate: %s / %s", (one, other) => {
  expect(verdict(one, other)).toBe("duplicate");
});

test.each(CONTRADICTIONS)("AUD-1: contradiction: %s / %s", (one, other) => {
  expect(verdict(one, other)).toBe("contradiction");
  expect(verdict(other, one)).toBe("contradiction");
});

test.each(NEITHER)("AUD-1: neither: %s / %s", (one, other) => {
  expect(verdict(one, other)).not.toBe("contradiction");
  if (!SAME.test(one)) expect(verdict(one, other)).toBeUndefined();
});

test("AUD-1: other projects and other files don't meet", () => {
  const [one, other] = ["Always use tabs for indentation", "Never use tabs for indentation"] as const;
  expect(likenessIn([spoken(one), spoken(other, { group: "blog" })])).toEqual([]);
  const paths = (path: string): Partial<Spoken> => ({ paths: [path] });
  expect(likenessIn([spoken(one, paths("src/a/**")), spoken(other, paths("src/b/**"))])).toEqual([]);
  expect(likenessIn([spoken(one, paths("src/a/**")), spoken(other)])).toHaveLength(1);
});

test("AUD-1: records of a session contradict nobody", () => {
  expect(verdict("The API listens on port 8080", "The API listens on port 3000", { isRecord: true })).toBeUndefined();
});

test("AUD-1: a sentence far down counts only where both are about the same", () => {
  const body = (last: string): string => `The importer reads invoices nightly. It needs redis to run. ${last}`;
  const one = { name: "Invoice importer", body: body("It waits 30 seconds for the lock file.") };
  const two = { name: "Invoice importer", body: body("It waits 60 seconds for the lock file.") };
  expect(likenessIn([spoken("", one), spoken("", two)])[0]?.kind).toBe("contradiction");
  const far = {
    name: "Mail sender",
    body: "Mail goes out hourly. Bounces are counted. It waits 60 seconds for the lock file.",
  };
  expect(likenessIn([spoken("", one), spoken("", far)])).toEqual([]);
});

test("AUD-1: headings of a kind's sections make nothing alike", () => {
  const body = "## Trigger\n\n## Steps\n\n## Verification\n";
  expect(likenessIn([spoken("Rotate the mail key", { body }), spoken("Restart the queue worker", { body })])).toEqual(
    [],
  );
});

test("AUD-1: the planted pairs are found among 10,000 memories", () => {
  const words = "alpha bravo cargo delta ember fjord gamma hotel index joker karma lemon mango noble ocean".split(" ");
  const text = (n: number): string =>
    `Service ${words[n % 15]}${n % 97} keeps its ${words[(n * 7) % 15]} in ${words[(n * 11) % 13]}${n % 389} since the ${words[(n * 3) % 14]} of unit${n}`;
  const many = Array.from({ length: 10_000 }, (_, n) => spoken(text(n), { body: `${text(n + 1)}. ${text(n * 3)}.` }));
  many[500] = spoken("The walrus exporter listens on port 9100");
  many[9500] = spoken("The walrus exporter listens on port 9200");
  many[700] = spoken("Write the quokka summary in British English");
  many[8700] = spoken("The quokka summary is to be written in British English");
  const found = likenessIn(many);
  expect(found).toContainEqual(expect.objectContaining({ kind: "contradiction", a: 500, b: 9500 }));
  expect(found).toContainEqual(expect.objectContaining({ kind: "duplicate", a: 700, b: 8700 }));
}, 60_000);
