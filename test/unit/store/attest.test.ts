// A confirmation is bound to exactly the words a person saw (STO-32, SYN-20). Each attack is written out.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import { setAuthorKey, setToolKeys } from "../../../src/memory/compose.ts";
import { parseDocument } from "../../../src/memory/document.ts";
import { statusOf } from "../../../src/memory/fields.ts";
import type { AuthorKey, ToolKey } from "../../../src/memory/keys.ts";
import { sessionStart } from "../../../src/recall/session-start.ts";
import { list } from "../../../src/review/list.ts";
import { add } from "../../../src/store/add.ts";
import { type Memory, readCatalogue } from "../../../src/store/catalogue.ts";
import { planEdit } from "../../../src/store/confirm.ts";
import type { Act, OpenStore, Plan } from "../../../src/store/context.ts";
import type { StoreWriter } from "../../../src/store/memory-store.ts";
import { planTierChange, type TierVerb } from "../../../src/store/plan-transition.ts";
import { planRetire } from "../../../src/store/retire.ts";
import { planUndo } from "../../../src/store/undo.ts";
import { suspectsBy } from "../../../src/store/withheld.ts";
import { write } from "../../../src/store/write.ts";
import { Fault, refuse } from "../../../src/text/errors.ts";
import { actOf, CHECKS, chance } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

let base: string;
let open: OpenStore;
let person: Act;
let clock = 0;

beforeEach(async () => {
  base = makeBox("memory");
  open = openBox(base);
  clock = Date.UTC(2026, 5, 1);
  person = actOf("terminal", new Date(clock), chance(1));
  const added = await add(open, { text: "Deploys run on Mondays", name: "Deploys", tags: ["ops"] }, person);
  expect(added.kind).toBe("added");
});
afterEach(() => removeBox(base));

const only = (): Memory => {
  const [memory] = readCatalogue(open.store).memories;
  if (memory === undefined) throw new Error("no memory");
  return memory;
};
const path = (memory: Memory = only()): string => `${rootOf(base)}/${memory.stored.place}/${memory.stored.file}`;
const attestations = (memory: Memory = only()): string => `${rootOf(base)}/attest/${memory.id}`;

async function apply(plan: Plan | { readonly kind: string }): Promise<void> {
  if (plan.kind !== "plan") throw new Error(JSON.stringify(plan));
  expect((await write(open, plan as Plan, person)).kind).toBe("written");
}
/** The same store but for the methods given. */
const inherit = (store: OpenStore["store"], over: Partial<OpenStore["store"]>): OpenStore["store"] =>
  new Proxy(store, {
    get: (target, name) => {
      const own = Reflect.get(over, name) ?? Reflect.get(target, name);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
const act = (verb: TierVerb): Promise<void> => apply(planTierChange(only(), { verb }, person));

describe("who vouches", () => {
  test("SYN-20: ssh-keygen accepts every statement, by the store's own allowed_signers", async () => {
    await act("reaffirm");
    const files = readdirSync(attestations());
    expect(files).toHaveLength(2);
    for (const file of files) {
      const { statement, signature } = JSON.parse(readFileSync(`${attestations()}/${file}`, "utf8")) as Record<
        string,
        string
      >;
      writeFileSync(`${base}/signature`, signature ?? "");
      const signer = file.split(".")[0] ?? "";
      const args = [
        "-Y",
        "verify",
        "-f",
        `${rootOf(base)}/allowed_signers`,
        "-I",
        signer,
        "-n",
        "holdfast",
        "-s",
        `${base}/signature`,
      ];
      expect(execFileSync("ssh-keygen", args, { input: statement, encoding: "utf8" })).toContain(
        'Good "holdfast" signature',
      );
      expect(() => execFileSync("ssh-keygen", args, { input: `${statement} `, stdio: "pipe" })).toThrow();
    }
  });

  test("STO-32: a person's memory is verified; an agent's is not, and signs nothing", async () => {
    expect(only().tier).toBe("verified");
    const agent = actOf("mcp", new Date(clock), chance(2));
    await add(open, { text: "The cache is cold on Sundays" }, agent);
    const theirs = readCatalogue(open.store).memories.find((memory) => memory.tier === "inferred");
    expect(theirs?.id !== undefined && readdirSync(`${rootOf(base)}/attest`).includes(theirs.id)).toBe(false);
  });

  test("STO-32: junk in the place of a word: near ones silence it until it speaks again, a number that no device comes to never", async () => {
    const folder = attestations();
    const [device = ""] = readdirSync(folder)[0]?.split(".") ?? [];
    const junk = (n: number): void => writeFileSync(`${folder}/${device}.${n}.json`, "{}", { mode: 0o600 });
    const unread = (): readonly string[] => open.store.unreadStatements(only().id as never);
    junk(999_999_999_999_999);
    expect([only().tier, unread()]).toEqual(["verified", [`${device}.999999999999999.json`]]);
    // Every number up to the bound, and the one after it, which the next word would have.
    for (const n of [2, 3, 1001, 1002]) junk(n);
    expect(only().tier).toBe("unattested");
    await apply(planTierChange(only(), { verb: "reaffirm", reason: "asked" }, person));
    expect([only().tier, readdirSync(folder).includes(`${device}.1002.json`)]).toEqual(["verified", true]);
    // What was withdrawn does not come back because its withdrawal was damaged.
    await apply(planTierChange(only(), { verb: "demote", reason: "asked" }, person));
    junk(1003);
    renameSync(path(), path().replace("quarantine", "memories"));
    writeFileSync(path(), readFileSync(path(), "utf8").replace("trust-level: quarantined", "trust-level: verified"));
    expect(only().tier).not.toBe("verified");
    // More than anybody looks through.
    for (let n = 0; n < 210; n++) junk(900_000_000_000_000 + n);
    expect(only().tier).not.toBe("verified");
  });

  test("STO-32: no statement, a damaged one, an unknown key, another memory's: unattested", () => {
    const folder = attestations();
    const [file = ""] = readdirSync(folder);
    const good = readFileSync(`${folder}/${file}`, "utf8");
    const signed = JSON.parse(good) as { statement: string; signature: string };
    const tries: Readonly<Record<string, () => void>> = {
      "none at all": () => rmSync(`${folder}/${file}`),
      damaged: () => writeFileSync(`${folder}/${file}`, good.slice(0, -20)),
      "a changed date": () =>
        writeFileSync(
          `${folder}/${file}`,
          JSON.stringify({ ...signed, statement: signed.statement.replace("2026-06-01", "2026-06-02") }),
        ),
      "an unknown device": () =>
        writeFileSync(`${folder}/${file}`, good.replaceAll(file.split(".")[0] ?? "", "f".repeat(16))),
      "under another number": () => renameSync(`${folder}/${file}`, `${folder}/${file.replace(".1.", ".7.")}`),
      "garbage with a higher number": () => writeFileSync(`${folder}/${file.replace(".1.", ".9.")}`, "{}"),
    };
    for (const [name, attempt] of Object.entries(tries)) {
      attempt();
      expect([name, only().tier]).toEqual([name, "unattested"]);
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      writeFileSync(`${folder}/${file}`, good, { mode: 0o600 });
      expect([name, only().tier]).toEqual([name, "verified"]);
    }
    const other = plant(base, "user_other", { tier: "verified", id: idOf(5), attested: false });
    cpSync(folder, `${rootOf(base)}/attest/${idOf(5)}`, { recursive: true });
    const found = readCatalogue(open.store).memories.find((memory) => memory.document.text === other);
    expect(found?.tier).toBe("unattested");
  });
});

describe("old words put back", () => {
  const acts: Readonly<Record<string, () => Promise<void>>> = {
    edit: async () => apply(planEdit(open, only(), only().document.text.replaceAll("Mondays", "Fridays"), person)),
    demote: () => act("demote"),
    retire: async () => apply(planRetire(only(), person)),
    // What forgetting does to the file and the statements.
    removal: async () => {
      const undo = planUndo(open, only().id, person);
      await apply(undo.kind === "undo-plan" ? undo.plan : undo);
    },
  };
  test.each(Object.keys(acts))(
    "STO-32: after %s the old bytes and the old statement vouch for nothing",
    async (name) => {
      const [file = ""] = readdirSync(attestations());
      const folder = attestations();
      const before = { bytes: readFileSync(path()), at: path(), statement: readFileSync(`${folder}/${file}`) };
      await acts[name]?.();
      for (const { stored } of readCatalogue(open.store).memories)
        rmSync(`${rootOf(base)}/${stored.place}/${stored.file}`);
      writeFileSync(before.at, before.bytes, { mode: 0o600 });
      writeFileSync(`${folder}/${file}`, before.statement, { mode: 0o600 });
      // What was said last holds, whatever the file says of itself (SYN-2): held, put away, or retired.
      const after = { edit: "unattested", demote: "quarantined", retire: "verified", removal: "quarantined" };
      expect(only().tier).toBe(after[name as keyof typeof after]);
      expect(statusOf(only().document)).toBe(name === "retire" ? "retired" : "active");
    },
  );

  test("STO-20: a change that does not come to be takes its statement with it, refused or failed", async () => {
    const statements = readdirSync(attestations());
    const edited = planEdit(open, only(), only().document.text.replaceAll("Mondays", "Fridays"), person);
    if (edited.kind !== "plan") throw new Error("no plan");
    const failing = (apply: StoreWriter["apply"]): OpenStore => ({
      ...open,
      store: inherit(open.store, {
        withLock: (act) =>
          open.store.withLock((writer) =>
            act({
              state: (said) => writer.state(said),
              takeBack: (said) => writer.takeBack(said),
              keepOnly: (said) => writer.keepOnly(said),
              createEach: (changes) => writer.createEach(changes),
              rewriteEach: (changes) => writer.rewriteEach(changes),
              apply,
            }),
          ),
      }),
    });
    await write(
      failing(() => refuse("exists", "There already.")),
      edited,
      person,
    );
    expect(readdirSync(attestations())).toEqual(statements);
    const broken = failing(() => {
      throw new Fault("io", "The disk is full.");
    });
    await expect(write(broken, edited, person)).rejects.toThrow("The disk is full.");
    expect([readdirSync(attestations()), only().tier]).toEqual([statements, "verified"]);
    const late = failing((change) => {
      writeFileSync(path(), "text" in change ? change.text : "", { mode: 0o600 });
      throw new Fault("io", "The directory can't be synced.");
    });
    await expect(write(late, edited, person)).rejects.toThrow("synced");
    expect([readdirSync(attestations()).length, only().tier]).toEqual([2, "verified"]);
    expect(only().document.body).toContain("Fridays");
  });

  test("TRU-9: undo brings back words that were vouched for, and no others", async () => {
    await apply(planEdit(open, only(), only().document.text.replaceAll("Mondays", "Fridays"), person));
    const undo = planUndo(open, only().id, person);
    await apply(undo.kind === "undo-plan" ? undo.plan : undo);
    expect(only().tier).toBe("verified");
    writeFileSync(path(), only().document.text.replaceAll("Mondays", "Sundays"), { mode: 0o600 });
    expect(only().tier).toBe("unattested");
    await apply(planEdit(open, only(), only().document.text.replaceAll("Sundays", "Tuesdays"), person));
    expect(only().tier).toBe("verified");
    const back = planUndo(open, only().id, person);
    await apply(back.kind === "undo-plan" ? back.plan : back);
    expect(only().document.body).toContain("Sundays");
    expect(only().tier).toBe("unattested");
  });

  test("TRU-22b: what a file says it replaces counts only when it was signed", async () => {
    plant(base, "user_target", { tier: "verified", id: idOf(7) });
    const mine = readCatalogue(open.store).memories.find((memory) => memory.id !== idOf(7));
    if (mine === undefined) throw new Error("no memory");
    writeFileSync(path(mine), setToolKeys(mine.document, { supersedes: [idOf(7)] }).text, { mode: 0o600 });
    const planted = readCatalogue(open.store).memories.find((memory) => memory.id === mine.id);
    expect([planted?.tier, planted?.supersedes]).toEqual(["verified", []]);
    if (planted === undefined) throw new Error("no memory");
    await apply(planTierChange(planted, { verb: "reaffirm" }, person));
    expect(readCatalogue(open.store).memories.find((memory) => memory.id === mine.id)?.supersedes).toEqual([]);
  });
});

describe("changed outside", () => {
  test("STO-32 TRU-24: any author key or body byte; nothing is moved, it is marked and stands first", async () => {
    const { document } = only();
    const at = path();
    const edits: Partial<Record<AuthorKey, string | readonly string[]>> = {
      name: "Deploys!",
      description: "Deploys run on Sundays",
      type: "user",
      kind: "decision",
      project: "example.org/a/b",
      tags: ["ops", "x"],
      asks: ["when?"],
      paths: ["src/**"],
      branch: "main",
      expires: "2099-01-01",
      confidence: "0.5",
    };
    const texts = Object.entries(edits).map(
      ([key, value]) => setAuthorKey(document, key as AuthorKey, value as string).text,
    );
    texts.push(
      document.text.replace("---\nname", "---\nx-own: 1\nname"),
      `${document.text} `,
      document.text.replaceAll("Mondays", "mondays"),
    );
    for (const text of texts) {
      writeFileSync(at, text, { mode: 0o600 });
      expect([text, only().tier]).toEqual([text, "unattested"]);
      expect(readFileSync(at, "utf8")).toBe(text);
    }
    plant(base, "user_a", { tier: "inferred", id: idOf(8), created: "2026-01-01T00:00:00Z" });
    const due = list([open], { due: true }, person).rows;
    expect(due[0]).toMatchObject({ tier: "unattested", due: ["unattested"] });
    const { config } = effectiveConfig(parseConfig(undefined, "user"));
    const { intent } = await sessionStart([{ store: open.store, index: undefined }], {
      session: "s",
      host: "claude",
      source: "startup",
      now: new Date(clock),
      config,
      judge: { name: "test", suspects: async () => suspectsBy(CHECKS) },
      notices: [],
    });
    expect(intent.kind === "context" && intent.text).toContain("\nunattested, changed");
  });

  test("STO-32: a managed key changes nothing; status alone is part of what was said", () => {
    const { document } = only();
    const keys: Partial<Record<ToolKey, string | readonly string[]>> = {
      "last-verified": "2020-01-01",
      "created-at": "2020-01-01T00:00:00Z",
      source: "agent",
      "source-machine": "elsewhere",
      evidence: "a quote",
      "superseded-by": [idOf(1)],
    };
    for (const [key, value] of Object.entries(keys)) {
      writeFileSync(path(), setToolKeys(document, { [key]: value }).text, { mode: 0o600 });
      expect([key, only().tier]).toEqual([key, "verified"]);
    }
    writeFileSync(path(), setToolKeys(document, { status: "retired" }).text, { mode: 0o600 });
    expect(only().tier).toBe("unattested");
  });

  test("TRU-24: confirming it again makes it verified", async () => {
    writeFileSync(path(), only().document.text.replaceAll("Mondays", "Fridays"), { mode: 0o600 });
    expect(only().tier).toBe("unattested");
    await act("reaffirm");
    expect(only().tier).toBe("verified");
    const parsed = parseDocument(readFileSync(path(), "utf8"));
    expect(parsed.kind === "document" && parsed.body).toContain("Fridays");
  });
});
