// The index on real files: what it finds, counts and keeps up with.
import { readFileSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDirectory, within } from "../../../../src/disk/directory.ts";
import { stampFiles, stampPlaces } from "../../../../src/store/io/stamps.ts";
import { matchText } from "../../../../src/text/terms.ts";
import { idOf } from "../../../support/memories.ts";
import { rootOf } from "../../../support/store-box.ts";
import { HERE, SearchBox, stems } from "./box.ts";

let box: SearchBox;
beforeEach(() => {
  box = new SearchBox();
});
afterEach(() => box.close());

describe("finding", () => {
  test("SEA-1, SEA-2: a memory is proposed with its streams, by any of its five fields", () => {
    box.write("user_alpha", { name: "quartz", head: ["tags: [basalt]", "asks: [which granite]"], body: "marble" });
    box.write("user_beta", { name: "other", body: "unrelated" });
    const index = box.open();
    expect(index.refresh()).toBe("current");
    for (const term of ["quartz", "basalt", "granit", "someth", "marbl"]) {
      const found = index.candidates([term], HERE, 10);
      expect(stems(found), term).toContain("user_alpha");
    }
    const [found] = index.candidates(["quartz"], HERE, 10);
    expect(found).toMatchObject({ place: "memories", file: "user_alpha.md", id: "", kind: "" });
    expect(matchText(found?.streams.tags ?? "")).toBe("basalt");
  });

  test("SEA-7: facts count memories, lengths and each term once per memory", () => {
    box.write("user_a", { name: "amber", body: "amber amber quartz" });
    box.write("user_b", { name: "jade", body: "amber" });
    const index = box.open();
    index.refresh();
    const facts = index.facts(["amber", "jade", "absent"], HERE);
    expect(facts.documents).toBe(2);
    expect([...facts.frequency].sort()).toEqual([
      ["amber", 2],
      ["jade", 1],
    ]);
    expect(facts.averageLength).toEqual({ name: 1, tags: 0, asks: 0, description: 1, body: 2 });
  });

  test("SEA-2: what was analysed stands in the full-text table token by token", () => {
    const odd =
      "getHTTPResponse user_id auth-service .env C++ Größe naïve 日本語テスト 한국어 ภาษาไทย हिन्दी ΣΑΣ don't 2026";
    box.write("user_odd", { name: "odd", body: odd });
    const index = box.open();
    index.refresh();
    const [found] = index.candidates(["odd"], HERE, 1);
    const tokens = Object.values(found?.streams ?? {}).flatMap((stream) => matchText(stream).split(" "));
    const database = new DatabaseSync(box.file);
    database.exec("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab('main', 'words', 'row')");
    const stored = database
      .prepare("SELECT term FROM temp.vocabulary")
      .all()
      .map(({ term }) => String(term));
    const counted = database
      .prepare("SELECT DISTINCT term FROM postings")
      .all()
      .map(({ term }) => String(term));
    database.close();
    expect(stored.sort()).toEqual([...new Set(tokens.filter((token) => token !== ""))].sort());
    expect(counted.sort()).toEqual(stored);
    expect(stored.length).toBeGreaterThan(25);
  });

  test("SEA-4: operators, quotes and syntax are literals", () => {
    box.write("user_a", { name: "near", body: "and or not apple pear" });
    const index = box.open();
    index.refresh();
    const hostile = [
      '"',
      "*",
      "apple*",
      "NEAR(",
      "name:",
      "^apple",
      "(",
      "a\0b",
      'x" OR "apple',
      "apple NOT pear",
      "-",
      "{a b}:",
    ];
    for (const term of hostile) {
      expect(() => index.candidates([term], HERE, 5), term).not.toThrow();
      expect(index.facts([term], HERE).frequency.size, term).toBe(0);
      expect(index.candidates([term], HERE, 5), term).toEqual([]);
    }
    expect(stems(index.candidates([...hostile, "appl"], HERE, 5))).toEqual(["user_a"]);
  });

  test("SEA-4: completions begin so, most frequent first, under the same filter", () => {
    box.write("user_a", { name: "depth", body: "depart" });
    box.write("user_b", { name: "depend", body: "depth" });
    box.write("user_c", { name: "depot", head: ["project: other"] });
    const index = box.open();
    index.refresh();
    expect(index.completions("dep", HERE, 5)[0]).toBe("depth");
    expect(index.completions("depo", HERE, 5)).toEqual([]);
    expect(index.completions("depo", { ...HERE, project: "other" }, 5)).toEqual(["depot"]);
    expect(index.completions("", HERE, 5)).toEqual([]);
  });

  test("CTX-3: the background is looked up term by term, and filled again for another version", () => {
    box.write("user_a");
    const load = (size: number) => ({
      version: `v${size}`,
      load: () => ({ size, counts: [["amber", size / 10]] as const }),
    });
    const first = box.open({ background: load(100) });
    first.refresh();
    expect(first.facts(["amber", "jade"], HERE).background).toEqual(new Map([["amber", 10]]));
    expect(first.facts([], HERE).backgroundSize).toBe(100);
    const second = box.open({ background: load(500) });
    second.refresh();
    expect(second.facts(["amber"], HERE)).toMatchObject({ backgroundSize: 500, background: new Map([["amber", 50]]) });
    let loads = 0;
    const third = box.open({
      background: {
        version: "v500",
        load: () => {
          loads++;
          return { size: 1, counts: [] };
        },
      },
    });
    expect([third.refresh(), loads]).toEqual(["current", 0]);
  });
});

describe("keeping up", () => {
  test("SEA-1: an unchanged store is recognised without reading a file", async () => {
    for (let n = 0; n < 30; n++) box.write(`user_m${n}`);
    await box.settle();
    const index = box.open();
    index.refresh();
    expect(box.reads.length).toBe(30);
    index.refresh();
    index.refresh({ depth: "places" });
    box.open().refresh();
    expect(box.reads.length).toBe(30);
  });

  test("SEA-1: only what changed is read; what went is gone; what is new is found", async () => {
    for (let n = 0; n < 20; n++) box.write(`user_m${n}`, { body: "stone" });
    await box.settle();
    const index = box.open();
    index.refresh();
    box.reads.length = 0;
    box.write("user_m3", { body: "changed" });
    box.write("user_new", { body: "stone" });
    box.remove("user_m7");
    await box.settle();
    expect(index.refresh({ depth: "places" })).toBe("current");
    expect(box.reads.sort()).toEqual(["user_m3.md", "user_new.md"]);
    const found = stems(index.candidates(["stone"], HERE, 50));
    expect(found.length).toBe(19);
    expect(found).not.toContain("user_m7");
    expect(stems(index.candidates(["chang"], HERE, 5))).toEqual(["user_m3"]);
    expect(index.facts(["stone"], HERE)).toMatchObject({ documents: 20, frequency: new Map([["stone", 19]]) });
  });

  test("SEA-1: a file changed in place with size and time put back is caught by its change time", async () => {
    box.write("user_sly", { body: "before" });
    box.touch("user_sly", 1_700_000_000);
    await box.settle();
    const index = box.open();
    index.refresh();
    const path = box.pathOf("user_sly");
    const { size, mtimeMs } = statSync(path);
    writeFileSync(path, readFileSync(path, "utf8").replace("before", "behind"));
    utimesSync(path, mtimeMs / 1000, mtimeMs / 1000);
    expect([statSync(path).size, statSync(path).mtimeMs]).toEqual([size, mtimeMs]);
    await box.settle();
    index.refresh();
    expect(stems(index.candidates(["behind"], HERE, 5))).toEqual(["user_sly"]);
  });

  test("SEA-1: a file changed in the same instant as the scan is not missed", () => {
    const index = box.open();
    for (let n = 0; n < 25; n++) {
      box.write("user_fast", { body: `stone${n}` });
      index.refresh();
      expect(stems(index.candidates([`stone${n}`], HERE, 5)), `round ${n}`).toEqual(["user_fast"]);
    }
  });

  test("SEA-1: a file that comes in the same instant as a look at the directories is not missed", () => {
    const index = box.open();
    for (let n = 0; n < 25; n++) {
      box.write(`user_fast${n}`, { body: "stone" });
      index.refresh({ depth: "places" });
      expect(index.facts(["stone"], HERE).frequency.get("stone"), `round ${n}`).toBe(n + 1);
    }
  });

  test("SEA-1: a stamp within a clock tick of the last change proves nothing", () => {
    box.write("user_a");
    const { ctimeMs } = statSync(box.pathOf("user_a"));
    const root = openDirectory(rootOf(box.base));
    if (root === undefined) throw new Error("no store");
    within(root, (opened) => {
      const stampAt = (now: number): string | undefined => stampFiles(opened, now)[0]?.stamp;
      expect([stampAt(ctimeMs), stampAt(ctimeMs + 40)]).toEqual(["", ""]);
      expect(stampAt(ctimeMs + 5000)).toContain(String(ctimeMs));
      expect(stampPlaces(opened, ctimeMs + 10)).toBe("");
      expect(stampPlaces(opened, ctimeMs + 5000)).not.toBe("");
    });
  });

  test("SEA-1: a look that is older than what another process wrote since is taken again", async () => {
    box.write("user_a", { body: "stone" });
    await box.settle();
    box.open().refresh();
    box.write("user_b", { body: "stone" });
    await box.settle();
    const { store } = box;
    let late = false;
    const slow = {
      info: store.info,
      statements: store.statements.bind(store),
      latestStatements: store.latestStatements.bind(store),
      pastStatements: store.pastStatements.bind(store),
      standingStatements: store.standingStatements.bind(store),
      unreadStatements: store.unreadStatements.bind(store),
      raws: store.raws.bind(store),
      list: store.list.bind(store),
      archived: store.archived.bind(store),
      read: store.read.bind(store),
      readEach: store.readEach.bind(store),
      withLock: store.withLock.bind(store),
      stamps: (depth: "files" | "places") => {
        const seen = store.stamps(depth);
        if (late || depth === "places") return seen;
        late = true;
        box.write("user_c", { body: "stone" });
        box.open().refresh();
        return seen;
      },
    };
    const index = box.open({ store: slow });
    index.refresh();
    expect(late).toBe(true);
    expect(index.facts(["stone"], HERE).frequency.get("stone")).toBe(3);
  });

  test("SEA-1: a renamed file and one swapped for another of the same size", async () => {
    box.write("user_a", { body: "first" });
    box.write("user_b", { body: "other" });
    await box.settle();
    const index = box.open();
    index.refresh();
    renameSync(box.pathOf("user_b"), box.pathOf("user_a"));
    await box.settle();
    index.refresh({ depth: "places" });
    expect(index.candidates(["first"], HERE, 5)).toEqual([]);
    expect(stems(index.candidates(["other"], HERE, 5))).toEqual(["user_a"]);
  });

  test("SEA-1: of a large store only the directories are compared, until somebody has to look at the files again", async () => {
    for (let n = 0; n < 3; n++) box.write(`user_m${n}`, { body: "stone" });
    await box.settle();
    const index = box.open();
    index.refresh();
    const soon = new Date();
    const later = new Date(soon.getTime() + 11 * 60_000);
    expect([index.isDue(soon), index.isDue(later)]).toEqual([false, true]);
    // Edited where it stands: the directory does not change.
    box.write("user_m1", { body: "amber" });
    await box.settle();
    expect(index.refresh({ depth: "files", filesUpTo: 2 })).toBe("current");
    expect(index.facts(["amber"], HERE).frequency.has("amber")).toBe(false);
    expect(index.refresh({ depth: "files", filesUpTo: 3 })).toBe("current");
    expect(index.facts(["amber"], HERE).frequency.get("amber")).toBe(1);
    box.write("user_new", { body: "coral" });
    await box.settle();
    expect(index.refresh({ depth: "files", filesUpTo: 2 })).toBe("current");
    expect(index.facts(["coral"], HERE).frequency.get("coral")).toBe(1);
  });

  test("SEA-1: more changes than a prompt waits for leave the index as it is, and say so", async () => {
    for (let n = 0; n < 5; n++) box.write(`user_m${n}`, { body: "stone" });
    const index = box.open();
    expect(index.refresh({ depth: "places", most: 4 })).toBe("empty");
    expect(box.reads).toEqual([]);
    expect(index.refresh({ depth: "places", most: 5 })).toBe("current");
    for (let n = 0; n < 5; n++) box.write(`user_n${n}`, { body: "stone" });
    await box.settle();
    expect(index.refresh({ depth: "places", most: 4 })).toBe("behind");
    expect(index.facts(["stone"], HERE).documents).toBe(5);
  });

  test("SEA-1: a file that is no memory is not read again until it changes", async () => {
    writeFileSync(box.pathOf("user_bad"), "no frontmatter", { mode: 0o600 });
    await box.settle();
    const index = box.open();
    index.refresh();
    index.refresh();
    expect(box.reads).toEqual(["user_bad.md"]);
    expect(index.facts([], HERE).documents).toBe(0);
    box.write("user_bad", { body: "mended" });
    await box.settle();
    index.refresh();
    expect(stems(index.candidates(["mend"], HERE, 5))).toEqual(["user_bad"]);
  });

  test("TRU-22b: who claims to replace an id is told, and the claims go with their file", async () => {
    const verified = ["trust-level: verified", `supersedes: [${idOf(1)}]`];
    box.write("user_old", { head: [`id: ${idOf(1)}`], body: "stone" });
    box.write("user_new", { head: [`id: ${idOf(2)}`, ...verified], body: "stone" });
    box.write("user_loud", { head: [`id: ${idOf(3)}`, "trust-level: inferred", `supersedes: [${idOf(1)}]`] });
    await box.settle();
    const index = box.open();
    index.refresh();
    const spot = { place: "memories", file: "user_new.md" };
    expect(index.claimants([idOf(1), idOf(2)])).toEqual(new Map([[idOf(1), [spot]]]));
    expect(stems(index.candidates(["stone"], HERE, 1)).toSorted()).toEqual(["user_new", "user_old"]);
    box.remove("user_new");
    index.refresh();
    expect(index.claimants([idOf(1)]).size).toBe(0);
    expect(stems(index.candidates(["stone"], HERE, 1))).toEqual(["user_old"]);
  });
});
