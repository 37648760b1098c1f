// AUD-1 over a real store: each section finds what was planted for it, and leaves its near miss alone.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Audited, type AuditRequest, audit } from "../../../src/health/audit/index.ts";
import { pageOf } from "../../../src/health/audit/page.ts";
import type { ReportRow, SectionId } from "../../../src/health/audit/report.ts";
import { openReports } from "../../../src/health/io/reports.ts";
import { type MemoryId, makeId } from "../../../src/memory/ids.ts";
import { projectFiles } from "../../../src/recall/io/project-files.ts";
import { outdatedIn } from "../../../src/recall/outdated.ts";
import type { Receipt } from "../../../src/recall/receipts.ts";
import type { Refusal } from "../../../src/text/errors.ts";
import { type Channel, sourceOf } from "../../../src/trust/channels.ts";
import { actOf, chance } from "../../support/acts.ts";
import { idOf, type Planted, plant } from "../../support/memories.ts";
import { receiptOf } from "../../support/receipts.ts";
import { fakeToken } from "../../support/secrets.ts";
import { ledgerOf, makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const HERE = "example.org/team/shop";
const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(NOW.getTime() - days * DAY).toISOString().slice(0, 10);

let base: string;
beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

function run(more: Partial<AuditRequest> & { readonly channel?: Channel } = {}): Promise<Audited | Refusal> {
  const { channel = "terminal", ...rest } = more;
  return audit({
    stores: [openBox(base)],
    act: actOf(channel, NOW, chance(1)),
    reports: openReports(rootOf(base)),
    receipts: [],
    isOutdated: undefined,
    project: undefined,
    dryRun: false,
    json: false,
    step: async () => true,
    agree: async () => true,
    ...rest,
  });
}

async function audited(more: Parameters<typeof run>[0] = {}): Promise<Audited> {
  const done = await run(more);
  if (done.kind === "refusal") throw new Error(done.message);
  return done;
}

const rowsOf = ({ report }: Audited, id: SectionId): readonly ReportRow[] =>
  report.sections.find((section) => section.id === id)?.rows ?? [];
const namesOf = (done: Audited, id: SectionId): readonly string[] =>
  rowsOf(done, id).map(({ quoted }) => quoted.join(" / "));
const markdown = (day = "2026-06-01"): string => readFileSync(`${rootOf(base)}/audit/${day}.md`, "utf8");

let n = 0;
/** A memory whose words no other planted one has. */
function distinct(stem: string, about: Planted = {}): void {
  n++;
  const words = (from: number): string => Array.from({ length: 6 }, (_, at) => `word${n}x${from + at}`).join(" ");
  const sections = `## Why\n\n${words(6)}.\n\n## How to apply\n\n${words(12)}.`;
  const body = about.body === "" ? "" : `${about.body ?? `${words(0)}.`}\n\n${sections}`;
  const more = ["source-machine: box", ...(about.more ?? [])];
  const known = { id: idOf(n), tier: "verified", created: "2026-01-01T10:00:00Z", verified: daysAgo(1) };
  plant(base, stem, { ...known, ...about, body, more });
}

const shown = (at: string, ids: readonly string[]): Receipt => receiptOf(at, ids, "s", 9);

test("AUD-1: what is put away or replaced is counted in no tier", async () => {
  distinct("project_used");
  distinct("project_old");
  const replaced = idOf(n);
  distinct("project_new", { more: [`supersedes: [${replaced}]`] });
  distinct("project_away", { more: ["status: retired"] });
  distinct("project_held", { place: "quarantine", tier: "quarantined", more: [`quarantined-at: ${daysAgo(1)}`] });
  const { report } = await audited();
  expect(report.counts).toEqual({ verified: 2, inferred: 0, quarantined: 1, unattested: 0 });
});

describe("AUD-1: the sections", () => {
  test("stale: confirmed 91 days ago or never, and not 90", async () => {
    distinct("project_fresh", { verified: daysAgo(90) });
    distinct("project_old", { verified: daysAgo(91) });
    distinct("project_retired", { verified: daysAgo(200), more: ["status: retired"] });
    const done = await audited();
    expect(namesOf(done, "stale")).toEqual(["project old"]);
    expect(rowsOf(done, "stale")[0]?.detail).toBe("confirmed 91 days ago");
  });

  test("SYN-16: stale: confirmed on a day that has not come yet", async () => {
    distinct("project_tomorrow", { verified: daysAgo(-1) });
    distinct("project_ahead", { verified: daysAgo(-365) });
    const done = await audited();
    expect(namesOf(done, "stale")).toEqual(["project ahead"]);
    expect(rowsOf(done, "stale")[0]?.detail).toContain("clock is ahead");
  });

  test("duplicates and contradictions", async () => {
    distinct("project_port", { body: "The exporter of the shop listens on port 9100 behind the proxy." });
    distinct("project_port_too", { body: "The exporter of the shop listens on port 9200 behind the proxy." });
    distinct("project_twin", { body: "Invoices of the bank are read by the importer at night after the backup." });
    distinct("project_twin_again", { body: "The importer reads invoices of the bank at night, after the backup." });
    const done = await audited();
    expect(namesOf(done, "contradictions")).toEqual(["project port / project port too"]);
    expect(namesOf(done, "duplicates")).toEqual(["project twin / project twin again"]);
  });

  test("broken references: in this project only; without one nothing is claimed", async () => {
    mkdirSync(`${base}/shop/src`, { recursive: true });
    writeFileSync(`${base}/shop/src/main.ts`, "export {};\n");
    distinct("project_gone", { more: [`project: ${HERE}`, 'paths: ["src/pelican/**"]'] });
    distinct("project_there", { more: [`project: ${HERE}`, 'paths: ["src/*.ts"]'] });
    distinct("project_elsewhere", { more: ["project: example.org/team/blog", 'paths: ["src/pelican/**"]'] });
    const isOutdated = outdatedIn(HERE, projectFiles(`${base}/shop`));
    const done = await audited({ isOutdated, project: HERE });
    expect(namesOf(done, "references")).toEqual(["project gone"]);
    const section = done.report.sections.find(({ id }) => id === "references");
    expect(section?.sentence).toContain("1 memory about files of other projects");
    const outside = await audited();
    expect(outside.report.sections.find(({ id }) => id === "references")?.state).toBe("not-looked-at");
  });

  test("broken references: files that the words name count too, where they are said to be there", async () => {
    mkdirSync(`${base}/shop/src/pay`, { recursive: true });
    writeFileSync(`${base}/shop/src/pay/card.ts`, "export {};\n");
    const here = { more: [`project: ${HERE}`] };
    distinct("project_there", { ...here, body: "Cards are charged in src/pay/card.ts." });
    distinct("project_gone", { ...here, body: "Refunds go through `src/pay/refund.ts`, and src/pay/card.ts." });
    distinct("project_absent", { ...here, body: "src/pay/old.ts was removed." });
    distinct("project_address", { ...here, body: "The rules are at https://example.org/rules/list.html." });
    distinct("project_elsewhere", { more: ["project: example.org/team/blog"], body: "See src/pay/none.ts." });
    const files = projectFiles(`${base}/shop`);
    const done = await audited({ isOutdated: outdatedIn(HERE, files), files, project: HERE });
    expect(namesOf(done, "references")).toEqual(["project gone"]);
    expect(rowsOf(done, "references")[0]?.saying).toBe("src/pay/refund.ts");
  });

  test("SUR-00: advice on form is one number, and makes nothing to look at", async () => {
    plant(base, "project_sentence", { body: "Pumps run at night.", verified: daysAgo(1), tier: "verified" });
    const done = await audited();
    const section = done.report.sections.find(({ id }) => id === "checks");
    expect(section).toMatchObject({ state: "clear", rows: [] });
    expect(section?.sentence).toMatch(/no finding\. \d+ notes? on form: holdfast audit --check\.$/);
  });

  test("unused: 90 days in the store and never shown; younger, and shown once, are not", async () => {
    const id = (days: number, byte: number): string =>
      makeId(NOW.getTime() - days * DAY, new Uint8Array(10).fill(byte));
    distinct("project_unused", { id: id(90, 1) });
    distinct("project_young", { id: id(89, 2) });
    distinct("project_shown", { id: id(200, 3) });
    const receipts = [shown("2026-03-05T10:00:00Z", [id(200, 3)])];
    const done = await audited({ receipts });
    expect(namesOf(done, "unused")).toEqual(["project unused"]);
    expect(rowsOf(done, "unused")[0]?.detail).toBe(`in the store since ${daysAgo(90)}`);
    const without = await audited();
    expect(without.report.sections.find(({ id: each }) => each === "unused")?.state).toBe("not-looked-at");
  });

  test("TRU-5: quarantine by window with the original reason: 30 and 31, 90 and 91 days", async () => {
    for (const days of [30, 31, 90, 91]) {
      distinct(`project_held_${days}`, {
        place: "quarantine",
        tier: "quarantined",
        more: [
          `quarantined-at: ${daysAgo(days)}`,
          `quarantine-reason: it was wrong ${days} times`,
          "quarantined-by: me",
        ],
      });
    }
    const done = await audited();
    expect(namesOf(done, "quarantine")).toEqual(["project held 31", "project held 90"]);
    expect(namesOf(done, "archive")).toEqual(["project held 91"]);
    expect(rowsOf(done, "quarantine")[0]).toMatchObject({
      detail: "quarantined 31 days ago",
      saying: "it was wrong 31 times",
    });
    expect(markdown()).not.toContain("word"); // no other text of a held memory
    expect(existsSync(`${rootOf(base)}/archive`)).toBe(false);
  });

  test("ledger: a changed line is told", async () => {
    distinct("project_demoted", { body: "" });
    await audited();
    expect(rowsOf(await audited(), "ledger")).toEqual([]);
    const text = readFileSync(ledgerOf(base), "utf8");
    writeFileSync(ledgerOf(base), text.replace('"to":"quarantined"', '"to":"verified"'));
    expect(rowsOf(await audited(), "ledger")[0]?.detail).toContain("broken");
  });

  test("spend claims nothing, and names the command that knows", async () => {
    const done = await audited();
    expect(done.report.sections.find(({ id }) => id === "spend")?.sentence).toBe(
      "What the observer cost is not in this report: holdfast observe status.",
    );
  });
});

describe("AUD-1: what it changes", () => {
  const files = (place: string): readonly string[] => readdirSync(`${rootOf(base)}/${place}`);

  test("TRU-6: what fails a check is demoted, and nothing else is touched", async () => {
    distinct("project_good");
    distinct("project_bad", { body: "" });
    const before = readFileSync(`${rootOf(base)}/memories/project_good.md`);
    const done = await audited();
    expect(done.report.demotions.map(({ quoted }) => quoted)).toEqual(["project bad"]);
    expect(files("quarantine")).toEqual(["project_bad.md"]);
    expect(files("memories")).toEqual(["project_good.md"]);
    expect(readFileSync(`${rootOf(base)}/memories/project_good.md`)).toEqual(before);
    expect(readFileSync(ledgerOf(base), "utf8")).toContain('"actor":"check"');
    expect(namesOf(done, "checks")).toContain("project bad");
  });

  test("a dry run lists the demotions and writes nothing at all", async () => {
    distinct("project_bad", { body: "" });
    const done = await audited({ dryRun: true });
    expect(done.report.demotions.map(({ quoted }) => quoted)).toEqual(["project bad"]);
    expect(done.paths).toEqual([]);
    expect(files("memories")).toEqual(["project_bad.md"]);
    expect(existsSync(`${rootOf(base)}/audit`)).toBe(false);
    expect(existsSync(ledgerOf(base))).toBe(false);
  });

  test.each(["cli", "mcp", "hook", "library", "observer", "import"] as const)("%s may not run it", async (channel) => {
    distinct("project_bad", { body: "" });
    expect(await run({ channel })).toMatchObject({ kind: "refusal" });
    expect(files("memories")).toEqual(["project_bad.md"]);
    expect(existsSync(`${rootOf(base)}/audit`)).toBe(false);
  });

  test("stopped midway, nothing was written or demoted", async () => {
    for (let at = 0; at < 30; at++) distinct(`project_bad_${at}`, { body: "" });
    expect(await run({ step: async () => false })).toMatchObject({
      kind: "refusal",
      message: "Stopped; nothing was written.",
    });
    expect(files("quarantine")).toEqual([]);
  });

  test("the report is the owner's alone, not git's, and a second run replaces it", async () => {
    distinct("project_old", { verified: daysAgo(91) });
    const { paths } = await audited({ json: true, page: (report) => pageOf(report, { draw: () => "<svg></svg>" }) });
    expect(paths.map((path) => path.slice(rootOf(base).length))).toEqual([
      "/audit/2026-06-01.md",
      "/audit/2026-06-01.html",
      "/audit/2026-06-01.json",
    ]);
    for (const path of paths) expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(`${rootOf(base)}/audit`).mode & 0o777).toBe(0o700);
    expect(readFileSync(`${rootOf(base)}/audit/.gitignore`, "utf8")).toBe("*\n");
    expect(markdown()).toContain("project old");
    distinct("project_old", { verified: daysAgo(1) });
    await audited();
    expect(markdown()).not.toContain("project old");
    expect(files("audit")).toHaveLength(4);
  });
});

describe("AUD-1: the difference since the last report", () => {
  const on = (day: string): Parameters<typeof run>[0] => ({
    act: actOf("terminal", new Date(`${day}T10:00:00Z`), chance(1)),
  });

  test("is told by keys, against the last report of an earlier day", async () => {
    distinct("project_first", { verified: "2026-01-01" });
    const first = await audited(on("2026-06-01"));
    expect(first.report.since).toEqual({ date: null, appeared: [], gone: [] });
    const firstKey = rowsOf(first, "stale")[0]?.key;
    expect((await audited(on("2026-06-02"))).report.since).toEqual({ date: "2026-06-01", appeared: [], gone: [] });
    distinct("project_first", { verified: "2026-06-02" });
    distinct("project_second", { verified: "2026-01-02" });
    const { report } = await audited(on("2026-06-03"));
    const key = report.sections.find(({ id }) => id === "stale")?.rows[0]?.key;
    expect(report.since).toEqual({ date: "2026-06-02", appeared: [key], gone: [{ key: firstKey, quoted: [] }] });
    expect(markdown("2026-06-03")).toContain("**new** confirmed 152 days ago");
    expect(report.trends.queue).toEqual([
      { day: "2026-06-01", values: [1] },
      { day: "2026-06-02", values: [1] },
      { day: "2026-06-03", values: [1] },
    ]);
  });

  test("a second run on the same day is still compared with the day before", async () => {
    distinct("project_first", { verified: "2026-01-01" });
    await audited(on("2026-06-01"));
    distinct("project_second", { verified: "2026-01-02" });
    await audited(on("2026-06-02"));
    const { report } = await audited(on("2026-06-02"));
    expect(report.since.date).toBe("2026-06-01");
    expect(report.since.appeared).toHaveLength(1);
    expect(report.trends.queue.map(({ day }) => day)).toEqual(["2026-06-01", "2026-06-02"]);
  });

  test("a report that somebody changed is data, and never trusted further", async () => {
    mkdirSync(`${rootOf(base)}/audit`, { mode: 0o700 });
    const put = (day: string, text: string): void =>
      writeFileSync(`${rootOf(base)}/audit/${day}.md`, text, { mode: 0o600 });
    put("2026-05-29", "<!-- holdfast-audit {broken -->");
    put("2026-05-30", '<!-- holdfast-audit {"queue":"many","keys":[]} -->');
    put("2026-05-31", '<!-- holdfast-audit {"queue":3,"keys":["stale <script>alert(1)</script>","stale X"]} -->');
    const { report } = await audited();
    expect(report.since).toEqual({ date: "2026-05-31", appeared: [], gone: [{ key: "stale X", quoted: [] }] });
    expect(markdown()).not.toContain("script");
  });
});

describe("AUD-2: the numbers behind the charts", () => {
  test("tiers by the ledger: a memory that moved is counted once, on the day it moved", async () => {
    const { ledger } = openBox(base);
    const event = { actor: sourceOf("terminal"), channel: "terminal", reason: "asked" } as const;
    const at = (day: string): Date => new Date(`${day}T10:00:00Z`);
    const [one, two] = [idOf(1) as MemoryId, idOf(2) as MemoryId];
    ledger.append({ ...event, action: "create", id: one, from: "none", to: "verified" }, at("2026-05-01"));
    ledger.append({ ...event, action: "create", id: two, from: "none", to: "inferred" }, at("2026-05-01"));
    ledger.append({ ...event, action: "intent", id: one, from: "verified", to: "quarantined" }, at("2026-05-02"));
    ledger.append({ ...event, action: "demote", id: one, from: "verified", to: "quarantined" }, at("2026-05-03"));
    ledger.append({ ...event, action: "archive", id: one, from: "quarantined", to: "archived" }, at("2026-05-04"));
    expect((await audited()).report.trends.tiers).toEqual([
      { day: "2026-05-01", values: [1, 1, 0] },
      { day: "2026-05-03", values: [0, 1, 1] },
      { day: "2026-05-04", values: [0, 1, 0] },
    ]);
  });

  test("ages: 30, 31, 60, 90, 180 and 181 days, and an unknown one", async () => {
    for (const days of [0, 30, 31, 60, 90, 180, 181]) distinct(`project_age_${days}`, { verified: daysAgo(days) });
    expect((await audited()).report.trends.ages).toEqual([2, 2, 1, 1, 1, 0]);
  });

  test("injections: every one of the last 30 days, the empty ones too", async () => {
    openBox(base).feedback.append({ at: "2026-05-31T10:00:00Z", memory: idOf(1), sha256: "x", verdict: "used" });
    const receipts = [
      shown("2026-05-31T10:00:00Z", [idOf(1), idOf(2)]),
      shown("2026-05-31T11:00:00Z", [idOf(1)]),
      shown("2026-05-03T11:00:00Z", [idOf(1)]),
      shown("2026-05-02T11:00:00Z", [idOf(1)]),
    ];
    const { injections } = (await audited({ receipts })).report.trends;
    expect(injections).toHaveLength(30);
    expect(injections.filter(({ values }) => values.some((n) => n > 0))).toEqual([
      { day: "2026-05-03", values: [1, 0, 0] },
      { day: "2026-05-31", values: [3, 1, 0] },
    ]);
    expect((await audited()).report.trends.spend).toEqual([]);
  });
});

describe("AUD-1: what a report may not hold", () => {
  const SECRET = fakeToken();
  const svg = { draw: () => "<svg></svg>" };

  test("a secret in a name or a reason is masked in every form", async () => {
    distinct("project_leaks", { more: [`tags: ["a"]`], verified: daysAgo(100) });
    const path = `${rootOf(base)}/memories/project_leaks.md`;
    const text = readFileSync(path, "utf8").replace("name: project leaks", `name: token ${SECRET} here`);
    writeFileSync(path, text);
    distinct("project_held", {
      place: "quarantine",
      tier: "quarantined",
      more: [`quarantined-at: ${daysAgo(40)}`, `quarantine-reason: it said ${SECRET}`, "quarantined-by: me"],
    });
    for (const dryRun of [true, false]) {
      const done = await audited({ json: true, dryRun, page: (report) => pageOf(report, svg) });
      expect(JSON.stringify(done.report)).not.toContain(SECRET);
      for (const file of done.paths) expect(readFileSync(file, "utf8")).not.toContain(SECRET);
    }
  });

  test("markup in a name is plain text in Markdown and on the page", async () => {
    const name = "<img src=x onerror=alert(1)> [x](javascript:alert(1)) | ![y](http://example.org/z) **b** `c`";
    distinct("project_hostile", { verified: daysAgo(100), attested: false, tier: "inferred" });
    const path = `${rootOf(base)}/memories/project_hostile.md`;
    const text = readFileSync(path, "utf8").replace("name: project hostile", `name: ${JSON.stringify(name)}`);
    writeFileSync(path, text.replace("source-machine: box", "colour: blue"));
    const done = await audited({ dryRun: false, page: (report) => pageOf(report, svg) });
    const page = readFileSync(`${rootOf(base)}/audit/2026-06-01.html`, "utf8");
    expect(done.report.sections.length).toBe(11);
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(page).not.toMatch(/<img|<script|href="(?!#)/);
    expect(markdown()).toContain(
      "\\<img src=x onerror=alert(1)\\> \\[x\\](javascript\\:alert(1)) \\| \\!\\[y\\](http\\://example.org/z)",
    );
    expect(markdown()).not.toMatch(/(?<!\\)<(?!!--|br>)/);
  });
});
