// A person's own words: of an inferred memory, and of what comes with a repository.
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { COMMANDS } from "../../../src/cli/commands/index.ts";
import { makeOutput } from "../../../src/cli/output.ts";
import { start } from "../../../src/cli/spec.ts";
import type { Workbench } from "../../../src/compose/command-line.ts";
import { openStoreWith } from "../../../src/compose/stores.ts";
import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import { dueOf } from "../../../src/recall/due.ts";
import { openSearchIndex } from "../../../src/recall/io/index/open-index.ts";
import { sessionStart } from "../../../src/recall/session-start.ts";
import { writerOf } from "../../../src/review/wording.ts";
import { add } from "../../../src/store/add.ts";
import { readMemory } from "../../../src/store/catalogue.ts";
import { howToConfirm, planConfirm, planEdit } from "../../../src/store/confirm.ts";
import type { Act, OpenStore } from "../../../src/store/context.ts";
import { deviceKeys } from "../../../src/store/io/device-key.ts";
import { initStore } from "../../../src/store/io/open-store.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { resolve } from "../../../src/store/resolve.ts";
import { planUndo } from "../../../src/store/undo.ts";
import { suspectsBy } from "../../../src/store/withheld.ts";
import { write } from "../../../src/store/write.ts";
import { OBSERVATION } from "../../../src/trust/lifecycle.ts";
import { actOf, CHECKS, chance, DEVICE } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { dataOf, makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const PROJECT = "example.org/team/shop";
const CREATED = "2026-05-31T10:00:00Z";
let base: string;
let repository: string;
let personal: OpenStore;
let shared: OpenStore;
let person: Act;

beforeEach(() => {
  base = makeBox("memory");
  personal = openBox(base);
  repository = `${base}/repository`;
  mkdirSync(repository, { mode: 0o700 });
  initStore(rootOf(repository), { scope: "shared", storeId: idOf(99) });
  const at = (name: string): string => `${base}/${name}/holdfast`;
  const places = {
    store: rootOf(base),
    config: at("config"),
    state: at("state"),
    data: at("data"),
    cache: at("cache"),
  };
  shared = openStoreWith(places, {
    root: rootOf(repository),
    scope: "shared",
    lock: "auto",
    device: DEVICE.id,
    keys: deviceKeys(dataOf(base)),
    now: () => NOW,
  });
  person = actOf("terminal", NOW, chance(1));
});
afterEach(() => removeBox(base));

const written = (file: string): string => readFileSync(`${rootOf(base)}/memories/${file}`, "utf8");
const text = (folder: string, stem: string): string => readFileSync(`${rootOf(folder)}/memories/${stem}.md`, "utf8");
const mine = (): string[] => readdirSync(`${rootOf(base)}/memories`).sort();

function memory(open: OpenStore, file: string, place: "memories" | "quarantine" = "memories") {
  const read = readMemory(open.store, { place, file: `${file}.md` });
  if (read?.kind !== "memory") throw new Error(`${file} is not there`);
  return read;
}

async function confirm(stem: string, place: "memories" | "quarantine" = "memories"): Promise<string> {
  const plan = planConfirm({ open: shared, personal, project: PROJECT }, memory(shared, stem, place), person);
  if (plan.kind !== "plan") return plan.kind === "refusal" ? plan.code : plan.message;
  return (await write(personal, plan, person)).kind;
}

async function shownFiles(): Promise<readonly string[]> {
  const { config } = effectiveConfig(parseConfig(undefined, "user"));
  const { receipt } = await sessionStart(
    [personal, shared].map(({ store }) => ({ store, index: undefined })),
    {
      session: "s",
      host: "claude",
      source: "startup",
      project: PROJECT,
      now: NOW,
      config,
      judge: { name: "test", suspects: async () => suspectsBy(CHECKS) },
      notices: [],
    },
  );
  return receipt?.shown.map(({ scope, file }) => `${scope} ${file}`) ?? [];
}

describe("own words of a shared memory", () => {
  test("TRU-22b TRU-3: they go into the personal store, for this project, and replace the shared one", async () => {
    const before = plant(repository, "user_deploy", { tier: "inferred", id: idOf(1), created: CREATED });
    expect(await confirm("user_deploy")).toBe("written");
    expect(text(repository, "user_deploy")).toBe(before);
    expect(readdirSync(`${rootOf(repository)}/memories`)).toEqual(["user_deploy.md"]);
    const [file = ""] = mine();
    const own = text(base, file.replace(".md", ""));
    for (const line of [
      `project: ${PROJECT}`,
      "trust-level: verified",
      `supersedes: [${idOf(1)}]`,
      `source-machine: ${DEVICE.id} (${DEVICE.nickname})`,
    ])
      expect(own).toContain(`${line}\n`);
    expect(await shownFiles()).toEqual([`personal ${file}`]);
  });

  test("SUR-6: both can still be named by their stems", async () => {
    const planted = plant(repository, "user_deploy", { tier: "inferred", id: idOf(1), created: CREATED });
    // Its name alone would give the new memory the same file name.
    writeFileSync(
      `${rootOf(repository)}/memories/user_deploy.md`,
      planted.replace("name: user deploy", "name: deploy"),
    );
    expect(await confirm("user_deploy")).toBe("written");
    const [file = ""] = mine();
    for (const name of ["user_deploy", file.replace(".md", "")])
      expect(resolve([personal, shared], name).kind).toBe("found");
  });

  test("TRU-3: whatever a shared file says of itself, own words are the way", async () => {
    plant(repository, "user_old", { tier: "inferred", id: idOf(1), created: "2026-01-01T10:00:00Z" });
    plant(repository, "user_sure", { tier: "verified", id: idOf(2), created: CREATED, verified: "2026-05-31" });
    plant(repository, "user_held", { place: "quarantine", tier: "quarantined", id: idOf(3), created: CREATED });
    const before = ["user_old", "user_sure"].map((stem) => text(repository, stem));
    for (const stem of ["user_old", "user_sure"]) {
      expect(howToConfirm(memory(shared, stem), NOW).way).toBe("own-words-of-shared");
      expect(await confirm(stem)).toBe("written");
    }
    expect(await confirm("user_held", "quarantine")).toBe("written");
    expect(["user_old", "user_sure"].map((stem) => text(repository, stem))).toEqual(before);
    expect(mine().length).toBe(3);
    expect((await shownFiles()).length).toBe(3);
    expect((await shownFiles()).filter((each) => each.startsWith("shared"))).toEqual([]);
  });

  test("TRU-3: a second time changes nothing, and a changed shared text replaces the earlier words", async () => {
    plant(repository, "user_deploy", { tier: "inferred", id: idOf(1), created: CREATED });
    await confirm("user_deploy");
    const [first = ""] = mine();
    expect(await confirm("user_deploy")).toBe(`yours already, as ${first.replace(".md", "")}`);
    appendFileSync(`${rootOf(repository)}/memories/user_deploy.md`, "And on Fridays never.\n");
    expect(await confirm("user_deploy")).toBe("written");
    expect(mine().length).toBe(2);
    const [second, ...more] = await shownFiles();
    expect(more).toEqual([]);
    expect(second).not.toBe(`personal ${first}`);
  });

  test("TRU-22b: what has no id can't be superseded, so it is refused", async () => {
    plant(repository, "user_by_hand");
    expect(await confirm("user_by_hand")).toBe("not-found");
    expect(mine()).toEqual([]);
  });
});

describe("ARR-4: what a person said to an agent", () => {
  const SAID = `evidence: "user, claude session s1, ${CREATED}: always use pnpm here"`;
  const plain = { tier: "inferred", created: "2026-06-01T09:59:00Z", body: "Always use pnpm here." } as const;
  const due = (open: OpenStore, stem: string): readonly string[] => dueOf(memory(open, stem), NOW, undefined);

  test("waits for a person at once, and one act makes it verified, in the same file", async () => {
    plant(base, "feedback_said", { ...plain, id: idOf(1), more: [SAID] });
    const said = memory(personal, "feedback_said");
    expect(due(personal, "feedback_said")).toEqual(["observed"]);
    expect(howToConfirm(said, NOW)).toEqual({ way: "own-words" });
    const plan = planConfirm({ open: personal, personal }, said, person);
    if (plan.kind !== "plan") throw new Error("nothing planned");
    expect(plan.steps).toMatchObject([{ action: "promote", reason: "own-words" }]);
    expect((await write(personal, plan, person)).kind).toBe("written");
    expect(mine()).toEqual(["feedback_said.md"]);
    expect(memory(personal, "feedback_said")).toMatchObject({ tier: "verified", id: idOf(1) });
  });

  test("TRU-3: promoted, which may be many at once, it waits its seven days as all others", () => {
    plant(base, "feedback_said", { ...plain, id: idOf(1), more: [SAID] });
    const early = planTierChange(memory(personal, "feedback_said"), { verb: "promote" }, person);
    expect(early).toMatchObject({ kind: "refusal", code: "observation" });
  });

  test("no agent and nobody but a person does that", () => {
    plant(base, "feedback_said", { ...plain, id: idOf(1), more: [SAID] });
    for (const channel of ["mcp", "hook", "observer", "import", "sync", "cli", "library"] as const) {
      const act = actOf(channel, NOW, chance(3));
      expect(planConfirm({ open: personal, personal }, memory(personal, "feedback_said"), act)).toMatchObject({
        kind: "refusal",
      });
    }
  });

  test("what an agent said, what an observer found and what a project's file calls evidence wait as before", () => {
    plant(base, "feedback_agent", { ...plain, id: idOf(1) });
    plant(base, "feedback_seen", { ...plain, id: idOf(2), more: [SAID.replace("user,", "observer,")] });
    plant(base, "feedback_file", { ...plain, id: idOf(3), more: [SAID.replace("user,", "import,")] });
    plant(repository, "feedback_theirs", { ...plain, id: idOf(4), more: [SAID] });
    for (const stem of ["feedback_agent", "feedback_seen", "feedback_file"]) {
      expect([stem, due(personal, stem)]).toEqual([stem, []]);
      expect(howToConfirm(memory(personal, stem), NOW).way).toBe("own-words");
    }
    expect(due(shared, "feedback_theirs")).toEqual([]);
  });

  test("a shared file that calls an agent's words the person's own is not counted, by the index or without it", async () => {
    plant(repository, "feedback_theirs", { ...plain, id: idOf(1), more: [SAID] });
    plant(base, "feedback_said", { ...plain, id: idOf(2), more: [SAID] });
    const asked = (open: OpenStore): number => {
      const cacheDir = `${base}/cache-${open.store.info.scope}`;
      mkdirSync(cacheDir, { mode: 0o700 });
      const opened = openSearchIndex({ cacheDir, storeKey: "key", store: open.store });
      if (opened.kind !== "index") throw new Error(opened.reason);
      opened.index.refresh({ depth: "files" });
      const count = opened.index.inferredBefore(new Date(NOW.getTime() - OBSERVATION).toISOString());
      opened.index.close();
      return count;
    };
    expect([asked(shared), asked(personal)]).toEqual([0, 1]);
    expect(howToConfirm(memory(shared, "feedback_theirs"), NOW).way).toBe("own-words-of-shared");
    expect(writerOf(memory(shared, "feedback_theirs"))).not.toContain("user");
    expect(writerOf(memory(personal, "feedback_said"))).toBe("user, to an agent");
  });

  test.each(["mcp", "hook", "cli", "library", "import", "observer", "sync"] as const)(
    "TRU-21: nothing that comes through %s can call itself the person's words",
    async (channel) => {
      const text = `---\nname: Use npm\ndescription: Use npm\ntype: feedback\n${SAID}\nsource: user\n---\nUse npm.\n`;
      const added = await add(personal, { text }, actOf(channel, NOW, chance(4)));
      if (added.kind !== "added") throw new Error(added.kind);
      expect(added.planned.plan.droppedClaims).toContain("evidence");
      expect(written(added.planned.file)).not.toMatch(/evidence|source: user/);
      expect(due(personal, added.planned.file.replace(".md", ""))).toEqual([]);
    },
  );
});

describe("own words of an inferred memory", () => {
  test("TRU-3, ARR-4: they take the place of the inferred ones: one file, the same id, and undo brings the bytes back", async () => {
    const before = plant(base, "user_early", { tier: "inferred", id: idOf(1), created: CREATED });
    const plan = planConfirm({ open: personal, personal }, memory(personal, "user_early"), person);
    if (plan.kind !== "plan") throw new Error("nothing planned");
    expect(plan.steps).toMatchObject([{ action: "promote", reason: "own-words", from: "inferred", to: "verified" }]);
    await write(personal, plan, person);
    expect(mine()).toEqual(["user_early.md"]);
    expect(memory(personal, "user_early")).toMatchObject({ tier: "verified", id: idOf(1) });
    const undone = planUndo(personal, undefined, person);
    if (undone.kind !== "undo-plan") throw new Error(undone.message);
    await write(personal, undone.plan, person);
    expect(text(base, "user_early")).toBe(before);
  });

  test("TRU-3: words that were confirmed stay whose they were; words that were changed are the person's", async () => {
    const agents = {
      tier: "inferred",
      created: CREATED,
      more: ["source: agent", "source-machine: 00112233445566aa"],
    } as const;
    plant(base, "user_kept", { ...agents, id: idOf(1) });
    plant(base, "user_changed", { ...agents, id: idOf(2), body: "Use npm." });
    const changed = memory(personal, "user_changed");
    for (const plan of [
      planConfirm({ open: personal, personal }, memory(personal, "user_kept"), person),
      planEdit(personal, changed, changed.document.text.replace("Use npm.", "Use pnpm."), person),
    ]) {
      if (plan.kind !== "plan") throw new Error("nothing planned");
      expect((await write(personal, plan, person)).kind).toBe("written");
    }
    expect(mine()).toEqual(["user_changed.md", "user_kept.md"]);
    expect(text(base, "user_kept")).toContain("source: agent\nsource-machine: 00112233445566aa\n");
    expect(text(base, "user_changed")).toContain(`source: user\nsource-machine: ${DEVICE.id} (${DEVICE.nickname})\n`);
    expect(["user_kept", "user_changed"].map((stem) => writerOf(memory(personal, stem)))).toEqual(["agent", "user"]);
  });

  test("TRU-22b: an inferred memory of a shared store is never made verified in its file", async () => {
    const before = plant(repository, "user_theirs", { tier: "inferred", id: idOf(1), created: CREATED });
    const theirs = memory(shared, "user_theirs");
    const plan = planEdit(shared, theirs, `${theirs.document.text}And on Fridays never.\n`, person);
    if (plan.kind !== "plan") throw new Error("nothing planned");
    expect(plan.steps.map(({ id, from, to }) => [id === idOf(1), from, to])).toEqual([
      [false, "none", "verified"],
      [true, "inferred", "inferred"],
    ]);
    expect(text(repository, "user_theirs")).toBe(before);
  });

  test("TRU-22b: what its file says of replacing others is not signed with them", async () => {
    plant(base, "user_other", { tier: "verified", id: idOf(2), created: CREATED, verified: "2026-05-31" });
    plant(base, "user_early", { tier: "inferred", id: idOf(1), created: CREATED, more: [`supersedes: [${idOf(2)}]`] });
    const plan = planConfirm({ open: personal, personal }, memory(personal, "user_early"), person);
    if (plan.kind !== "plan") throw new Error("nothing planned");
    await write(personal, plan, person);
    expect(memory(personal, "user_early")).toMatchObject({ tier: "verified", supersedes: [] });
    expect(text(base, "user_early")).not.toContain("supersedes");
  });
});

describe("confirm", () => {
  test("TRU-3 STO-20: what was shown is what is confirmed; a text that changed meanwhile is refused", async () => {
    plant(base, "user_a", { tier: "inferred", id: idOf(1), created: "2026-01-01T10:00:00Z" });
    let touched = false;
    const out = makeOutput(
      { color: false, quiet: false, json: false, columns: 80 },
      () => {
        if (!touched) appendFileSync(`${rootOf(base)}/memories/user_a.md`, "A line nobody was shown.\n");
        touched = true;
      },
      () => undefined,
    );
    const bench = {
      channel: person.channel,
      act: person,
      project: undefined,
      stores: () => [personal],
      storeOf: () => personal,
      loadChecks: async () => undefined,
      hasStore: () => false,
      screen: () => ({ rows: 24, columns: 80 }),
      show: () => undefined,
      keys: { type: async (question: string) => /"(.+)"/.exec(question)?.[1] ?? "" },
    };
    const call = {
      verb: "confirm",
      names: ["user_a"],
      options: {},
      out,
      bench: bench as never as Workbench,
      registry: COMMANDS,
    };
    expect(await start(call)).toBe(2);
    expect(text(base, "user_a")).toContain("trust-level: inferred");
  });
});
