// RUL-1, HUB-2, HUB-10: a rule of an organisation on a member's machine, through the hook as it is shipped. It stops an agent's call
// where a signer who counts there signed it; a stranger's, a contributor's and a revoked signer's stop nothing; and where a policy
// keeps the organisation's rules, nothing of the member's own takes one back.
// check:all: builds the hook, and starts it for each call.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allowOnce } from "../../src/compose/allowed-once.ts";
import { hereFrom } from "../../src/compose/here.ts";
import { storesAt } from "../../src/compose/stores.ts";
import { writePauses } from "../../src/config/io/pause.ts";
import type { MemoryId } from "../../src/memory/ids.ts";
import { add, planAdd } from "../../src/store/add.ts";
import { readCatalogue } from "../../src/store/catalogue.ts";
import type { Act, OpenStore } from "../../src/store/context.ts";
import { say } from "../../src/store/device-records.ts";
import { initStore } from "../../src/store/io/open-store.ts";
import { write as writePlan } from "../../src/store/write.ts";
import type { Channel } from "../../src/trust/channels.ts";
import { buildHook, type HookBundle } from "../support/hook-bundle.ts";
import { contextIn, hookEnvironment, runHook } from "../support/hook-run.ts";
import { carry, declare, type Member, memberIn, pin } from "../support/organisation.ts";

const ALL = ["memories", "attest", "devices"];
let hook: HookBundle;
let base: string;
let [ann, ben]: readonly Member[] = [];

beforeAll(async () => {
  hook = await buildHook();
}, 120_000);
afterAll(() => hook.remove());
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "organisation-rules-"));
  [ann, ben] = [memberIn(base, "ann", "admin"), memberIn(base, "ben", "reviewer")];
  for (const each of [ann, ben]) pin(each, ann);
  initStore(ben.places.store, { scope: "personal", storeId: "01JCQ0Z8M4X5T6V7W8Y9ZABCDK" });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const ruleText = (name: string, rule: string): string =>
  `---\nname: ${name}\ndescription: ${name}\nkind: constraint\nrule: [${rule}]\n---\n${name}.\n`;

async function write(open: OpenStore, text: string, act: Act): Promise<void> {
  const added = await add(open, { text, global: true }, act);
  if (added.kind !== "added") throw new Error(JSON.stringify(added));
}

const rule = (who: Member, name: string, line: string, channel?: Channel): Promise<void> =>
  write(who.open(), ruleText(name, line), who.act(channel));

/** What an agent on that machine is answered. */
function called(on: Member, command: string, host = "claude"): string {
  const cwd = join(on.base, "work");
  mkdirSync(cwd, { recursive: true });
  const event = { hook_event_name: "PreToolUse", session_id: "s1", cwd, tool_name: "Bash", tool_input: { command } };
  const { out, err } = runHook(hook.path, event, { base: on.base, host });
  expect(err).toBe("");
  return /"permissionDecision":"(\w+)"/.exec(out)?.[1] ?? "none";
}

describe("RUL-1: whose rule it is", () => {
  test("one that a pinned key signed stops a call; a stranger's that the hub carries, and one nobody signed, do not", async () => {
    const eve = memberIn(base, "eve", "reviewer");
    await rule(ann as Member, "Never force-push", "deny command git push --force");
    await rule(eve, "Never list", "deny command ls");
    await rule(eve, "Never fetch", "deny command curl", "cli");
    for (const from of [ann as Member, eve]) carry(from, ben as Member, ALL);
    expect(called(ben as Member, "git push --force")).toBe("deny");
    expect(["ls", "curl x"].map((line) => called(ben as Member, line))).toEqual(["none", "none"]);
  });

  test("one who was approved counts, until they are revoked: what came before stays, what comes after does not", async () => {
    const [a, b] = [ann as Member, ben as Member];
    const dan = memberIn(base, "dan", "reviewer");
    await rule(dan, "Never list", "deny command ls");
    say(a.open().devices, "approve", dan.own, "Dan", a.act());
    carry(dan, b, ALL);
    expect(called(b, "ls")).toBe("none");
    carry(a, b, ALL);
    expect(called(b, "ls")).toBe("deny");
    carry(dan, a, ALL);
    say(a.open().devices, "revoke", dan.own, "Dan", a.act());
    await rule(dan, "Never fetch", "deny command curl");
    for (const from of [a, dan]) carry(from, b, ALL);
    expect(["ls", "curl x"].map((line) => called(b, line))).toEqual(["deny", "none"]);
  });
});

describe("HUB-10: an organisation that keeps its rules", () => {
  const HOLDS = "git push --force";

  /** Everything that a member may otherwise do about a rule, one by one. */
  async function around(b: Member): Promise<Record<string, string>> {
    const env = hookEnvironment(b.base);
    const here = hereFrom({ env });
    const stores = storesAt(here, "writer", () => new Date());
    const act = (): Act => ({ ...b.act(), now: new Date() });
    const [memory] = readCatalogue(b.open().store).memories;
    const stopped = {
      id: memory?.id as MemoryId,
      line: "deny command git push --force",
      host: "claude",
      session: "s1",
    };
    const found: Record<string, string> = { plain: called(b, HOLDS) };
    expect(await allowOnce(here, b.open(), stopped, act())).toBeUndefined();
    found["allowed once"] = called(b, HOLDS);
    rmSync(join(b.places.state, "allowed-once"), { recursive: true });
    writePauses(b.places.state, [{}]);
    found["paused"] = called(b, HOLDS);
    writePauses(b.places.state, []);
    const mine = ruleText("Mine", "deny command rm -rf, unless command git push --force");
    await write(stores.personal, mine.replace("kind: constraint", "kind: constraint\npaths: ['**']"), act());
    found["an exception"] = called(b, HOLDS);
    for (const name of readdirSync(join(b.places.store, "memories"))) rmSync(join(b.places.store, "memories", name));
    const text = ruleText("Instead", "deny command shred");
    const planned = planAdd(stores.personal, { text, global: true }, act(), { replaces: memory ? [memory] : [] });
    if (planned.kind !== "add-plan") throw new Error(JSON.stringify(planned));
    // The other step is about the replaced memory's own store, which is not theirs to change.
    const alone = { ...planned.plan, steps: planned.plan.steps.slice(0, 1) };
    expect((await writePlan(stores.personal, alone, act())).kind).toBe("written");
    found["a memory in its place"] = called(b, HOLDS);
    return found;
  }

  test("nothing of a member's own takes one back", async () => {
    const [a, b] = [ann as Member, ben as Member];
    await rule(a, "Never force-push", "deny command git push --force");
    carry(a, b, ALL);
    await declare(a, "keep-rules", "on");
    carry(a, b, ALL);
    const kept = await around(b);
    expect(new Set(Object.values(kept))).toEqual(new Set(["deny"]));
  });

  test("without it, each of them does", async () => {
    const [a, b] = [ann as Member, ben as Member];
    await rule(a, "Never force-push", "deny command git push --force");
    carry(a, b, ALL);
    const { plain, ...others } = await around(b);
    expect(plain).toBe("deny");
    expect(new Set(Object.values(others))).toEqual(new Set(["none"]));
  });

  test("an agent that it does not let be is given nothing, and its rules stop that one too", async () => {
    const [a, b] = [ann as Member, ben as Member];
    await rule(a, "Never force-push", "deny command git push --force");
    carry(a, b, ALL);
    const start = (host: string): string =>
      contextIn(
        runHook(
          hook.path,
          { hook_event_name: "SessionStart", session_id: "s2", source: "startup", cwd: b.base },
          { base: b.base, host },
        ),
      );
    expect(start("claude")).toContain("Never force-push");
    await declare(a, "agents", "codex");
    carry(a, b);
    expect(start("claude")).not.toContain("Never force-push");
    expect(start("codex")).toContain("Never force-push");
    expect(called(b, HOLDS)).toBe("deny");
  });
});
