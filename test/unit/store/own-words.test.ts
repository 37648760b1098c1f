// A person's own words: of an inferred memory, and of what comes with a repository.
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { COMMANDS } from "../../../src/cli/commands/index.ts";
import { makeOutput } from "../../../src/cli/output.ts";
import { start } from "../../../src/cli/spec.ts";
import type { Workbench } from "../../../src/compose/command-line.ts";
import { openStoreWith } from "../../../src/compose/stores.ts";
import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import { sessionStart } from "../../../src/recall/session-start.ts";
import { readMemory } from "../../../src/store/catalogue.ts";
import { howToConfirm, planConfirm } from "../../../src/store/confirm.ts";
import type { Act, OpenStore } from "../../../src/store/context.ts";
import { deviceKeys } from "../../../src/store/io/device-key.ts";
import { initStore } from "../../../src/store/io/open-store.ts";
import { resolve } from "../../../src/store/resolve.ts";
import { suspectsBy } from "../../../src/store/withheld.ts";
import { write } from "../../../src/store/write.ts";
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
    };
    const call = {
      verb: "confirm",
      names: ["user_a"],
      options: { yes: true },
      out,
      bench: bench as never as Workbench,
      registry: COMMANDS,
    };
    expect(await start(call)).toBe(2);
    expect(text(base, "user_a")).toContain("trust-level: inferred");
  });
});
