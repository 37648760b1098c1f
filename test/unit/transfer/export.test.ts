// A store out and back again, on real files.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { add } from "../../../src/store/add.ts";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import type { OpenStore } from "../../../src/store/context.ts";
import { readExport } from "../../../src/store/export-document.ts";
import { openStoreFiles } from "../../../src/store/io/whole.ts";
import { isRefusal } from "../../../src/text/errors.ts";
import { exportStore, planRestoreExport, type RestoredFile, restoreExport } from "../../../src/transfer/export.ts";
import { actOf, chance } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { fakeToken } from "../../support/secrets.ts";
import { dataOf, emptyBox, makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-11-15T10:00:00Z");
const person = actOf("terminal", NOW, chance(5));
const boxes: string[] = [];
let base: string;

beforeEach(() => {
  base = box();
});
afterEach(() => {
  for (const each of boxes.splice(0)) removeBox(each);
});

function box(): string {
  const made = makeBox("memory");
  boxes.push(made);
  return made;
}

const filesOf = (open: OpenStore) => openStoreFiles(open.store.info, open.kept);

function exported(from: string, act = person): string {
  const open = openBox(from);
  const made = exportStore(open, filesOf(open), act);
  if (isRefusal(made)) throw new Error(made.message);
  return made.text;
}

async function restored(to: string, text: string): Promise<readonly RestoredFile[]> {
  const open = openBox(to);
  const plan = planRestoreExport(open, filesOf(open), text, person);
  if (isRefusal(plan)) throw new Error(plan.message);
  const done = await restoreExport(open, filesOf(open), plan);
  if (isRefusal(done)) throw new Error(done.message);
  return done;
}

/** Every file of a store with its digest and mode. */
function whole(root: string, below = ""): readonly string[] {
  return readdirSync(join(root, below)).flatMap((name) => {
    const path = join(below, name);
    if (path === ".local") return [];
    const stats = statSync(join(root, path));
    if (stats.isDirectory()) return whole(root, path);
    const digest = createHash("sha256")
      .update(readFileSync(join(root, path)))
      .digest("hex");
    return [`${path} ${digest} ${(stats.mode & 0o777).toString(8)}`];
  });
}

function put(path: string, bytes: Uint8Array | string): void {
  mkdirSync(dirname(join(rootOf(base), path)), { recursive: true, mode: 0o700 });
  writeFileSync(join(rootOf(base), path), bytes, { mode: 0o600 });
}

describe("IMP-2: export and import are lossless", () => {
  test("1,000 memories, byte for byte, with ledger, statements and odd bytes", async () => {
    const open = openBox(base);
    for (let n = 0; n < 40; n++) await add(open, { text: `the pelican ${n} waits at gate ${n * 7}` }, person);
    for (let n = 0; n < 960; n++) {
      plant(base, `project_number_${n}`, {
        id: idOf(n),
        tier: n % 3 === 0 ? "inferred" : "quarantined",
        place: n % 3 === 0 ? "memories" : "quarantine",
        body: `Line ${n} \u00e4\u4e16\u{1f9ed} ${"\r\n".repeat(n % 4)}\ttab ${"x".repeat(n % 50)}`,
      });
    }
    put("memories/reference_not_text.md", Uint8Array.from([0xff, 0xfe, 0, 1, 2, 0x80]));
    put("memories/reference_marked.md", "\ufeff---\r\nname: Marked\r\n---\r\nWith a mark.\r\n");
    put("archive/2026-01/project_old.md", "---\nname: Old\n---\nOld words.\n");
    put("tombstones/00112233445566aa.jsonl", "torn {");
    const before = whole(rootOf(base));
    expect(before.length).toBeGreaterThan(1000);
    const text = exported(base);
    const target = box();
    const done = await restored(target, text);
    expect(whole(rootOf(target))).toEqual(before);
    expect(done.filter(({ outcome }) => outcome !== "added" && outcome !== "same")).toEqual([]);
    expect(exported(target)).toBe(text);
    expect((await restored(target, text)).every(({ outcome }) => outcome === "same")).toBe(true);
  });

  test("raw copies, locks and what is not a store's are no part of it", () => {
    put("memories/notes.txt", "a stranger");
    put(".local/secret", "local");
    put("elsewhere/x.md", "no");
    mkdirSync(join(base, "state/holdfast/raw"), { recursive: true });
    writeFileSync(join(base, "state/holdfast/raw/x.bin"), "raw secret");
    const text = exported(base);
    expect(text).not.toMatch(/stranger|local"|raw secret|elsewhere/);
    expect(exportStore(openBox(base), filesOf(openBox(base)), person)).toMatchObject({
      refused: [{ path: "memories/notes.txt", reason: "a store has no file of that name" }],
    });
    expect(JSON.parse(text).files.map(({ path }: { path: string }) => path)).toEqual([
      ".gitattributes",
      ".gitignore",
      "holdfast.json",
    ]);
  });

  test("what stands with another text is refused by itself, and stays", async () => {
    plant(base, "project_a", { id: idOf(1), tier: "inferred" });
    plant(base, "project_b", { id: idOf(2), tier: "inferred" });
    const text = exported(base);
    const changed = plant(base, "project_a", { id: idOf(1), tier: "inferred", body: "Another body by now." });
    rmSync(join(rootOf(base), "memories/project_b.md"));
    const outcomes = new Map((await restored(base, text)).map(({ path, outcome }) => [path, outcome]));
    expect(outcomes.get("memories/project_a.md")).toBe("differs");
    expect(outcomes.get("memories/project_b.md")).toBe("added");
    expect(readFileSync(join(rootOf(base), "memories/project_a.md"), "utf8")).toBe(changed);
    expect(existsSync(join(rootOf(base), "memories/project_b.md"))).toBe(true);
  });

  test("a filled store keeps its own marker, an empty one becomes the exported", async () => {
    writeFileSync(join(rootOf(base), "holdfast.json"), '{"format": 1, "store-id": "01JCQ0Z8M4X5T6V7W8Y9ZABCD0"}\n');
    plant(base, "project_a", { tier: "inferred" });
    const text = exported(base);
    const [empty, filled] = [box(), box()];
    plant(filled, "project_b", { tier: "inferred" });
    await restored(empty, text);
    await restored(filled, text);
    expect(openBox(empty).store.info.storeId).toBe("01JCQ0Z8M4X5T6V7W8Y9ZABCD0");
    expect(openBox(filled).store.info.storeId).not.toBe("01JCQ0Z8M4X5T6V7W8Y9ZABCD0");
  });
});

describe("IMP-2: an export is a text somebody else may have written", () => {
  interface Forged {
    sha256: string;
    files: { path: string; sha256: string; text?: string }[];
  }
  /** An attacker can count too: every digest is made to fit again where `fits` says so. */
  const changed = (change: (document: Forged) => void, fits: boolean): string => {
    plant(base, "project_a", { id: idOf(1), tier: "inferred" });
    const document = JSON.parse(exported(base)) as Forged;
    change(document);
    const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
    if (fits && Array.isArray(document.files)) {
      for (const file of document.files) file.sha256 = digest(file.text ?? "");
      document.sha256 = digest(document.files.map(({ path, sha256 }) => `${path} ${sha256}\n`).join(""));
    }
    return JSON.stringify(document);
  };
  const attacks: readonly (readonly [string, Parameters<typeof changed>[0], boolean])[] = [
    ["a changed text", ({ files }) => Object.assign(files.at(-1) ?? {}, { text: "other" }), false],
    ["a file less", ({ files }) => void files.pop(), false],
    ["a file twice", ({ files }) => void files.push(files.at(-1) as never), true],
    ...[
      "../x.md",
      "/etc/passwd",
      "memories/../../x.md",
      ".git/hooks/post-commit",
      "memories/x.MD",
      "attest/x/y.json",
      ".local/lock.db",
      "memories\\x.md",
    ].map(
      (path) =>
        [
          `the path ${path}`,
          ({ files }: { files: { path: string }[] }) => Object.assign(files.at(-1) ?? {}, { path }),
          true,
        ] as const,
    ),
    ...[
      "garbage",
      '{"format": 1, "store-id": "01JCQ0Z8M4X5T6V7W8Y9ZABCD0"}',
      '{"format": 9, "store-id": "01JCQ0Z8M4X5T6V7W8Y9ZABCDE"}',
    ].map(
      (text) =>
        [
          `the marker ${text}`,
          ({ files }: Forged) => Object.assign(files.find(({ path }) => path === "holdfast.json") ?? {}, { text }),
          true,
        ] as const,
    ),
    ["no files", (document) => Object.assign(document, { files: "x" }), true],
    ["another version", (document) => Object.assign(document, { "holdfast-export": 2 }), true],
  ];
  test.each(attacks)("%s is refused, and nothing is written", (_, change, fits) => {
    const text = changed(change, fits);
    expect(readExport(text).kind).toBe("not-export");
    const target = box();
    const before = whole(rootOf(target));
    expect(isRefusal(planRestoreExport(openBox(target), filesOf(openBox(target)), text, person))).toBe(true);
    expect(whole(rootOf(target))).toEqual(before);
  });

  test.each(["", "null", "[]", "{}", '"x"', "{"])("%j is no export", (text) => {
    expect(readExport(text).kind).toBe("not-export");
  });

  test("STO-32: on another device nothing is above unattested", async () => {
    await add(openBox(base), { text: "the pelican waits at gate seven" }, person);
    expect(readCatalogue(openBox(base).store).memories.map(({ tier }) => tier)).toEqual(["verified"]);
    const text = exported(base);
    const here = box();
    await restored(here, text);
    expect(readCatalogue(openBox(here).store).memories.map(({ tier }) => tier)).toEqual(["verified"]);
    const other = box();
    rmSync(join(dataOf(other), "device-key.pem"));
    await restored(other, text);
    expect(readCatalogue(openBox(other).store).memories.map(({ tier }) => tier)).toEqual(["unattested"]);
  });

  test.each(["cli", "mcp", "hook", "library", "observer", "import", "sync"] as const)(
    "no %s exports or brings back",
    (channel) => {
      const open = openBox(base);
      const text = exported(base);
      const act = actOf(channel, NOW, chance(1));
      expect(exportStore(open, filesOf(open), act)).toMatchObject({ code: "needs-person" });
      expect(planRestoreExport(open, filesOf(open), text, act)).toMatchObject({ code: "needs-person" });
    },
  );
});

test("CHK-13: a secret is named on its way out and on its way in", () => {
  plant(base, "project_a", { id: idOf(1), tier: "inferred", body: `The token is ${fakeToken()}.` });
  const open = openBox(base);
  const made = exportStore(open, filesOf(open), person);
  expect(made).toMatchObject({ secrets: ["memories/project_a.md"] });
  const text = exported(base);
  emptyBox(base);
  expect(planRestoreExport(open, filesOf(open), text, person)).toMatchObject({ secrets: ["memories/project_a.md"] });
});
