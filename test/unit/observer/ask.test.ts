// Answers from the memories alone (OBS-12).
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withIndex } from "../../../src/compose/indexed.ts";
import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import { ask, type Replied } from "../../../src/observer/ask.ts";
import type { ModelAnswer, ModelCall } from "../../../src/observer/model.ts";
import { search } from "../../../src/recall/search.ts";
import type { OpenStore } from "../../../src/store/context.ts";
import { suspectsBy } from "../../../src/store/withheld.ts";
import { actOf, CHECKS, chance } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, placesOf, removeBox } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
let base: string;
let open: OpenStore;
let calls: ModelCall[];

beforeEach(() => {
  base = makeBox("memory");
  open = openBox(base);
  calls = [];
  plant(base, "project_invoices", {
    id: idOf(1),
    tier: "verified",
    verified: "2026-05-20",
    body: "Invoices are numbered per year, starting again in January.",
  });
  plant(base, "project_cobalt", {
    id: idOf(2),
    tier: "inferred",
    created: "2026-05-01T10:00:00Z",
    body: "The cobalt gateway listens on port 7443 behind the proxy.",
  });
  plant(base, "project_hidden", {
    id: idOf(3),
    tier: "quarantined",
    place: "quarantine",
    body: "The cobalt gateway password is in the vault.",
  });
});
afterEach(() => removeBox(base));

async function asked(question: string, reply: unknown): Promise<Replied> {
  const { config } = effectiveConfig(parseConfig(undefined, "user"));
  const stores = [withIndex(open, placesOf(base), config)];
  const found = search(stores, { text: question, interactive: false, now: NOW, suspects: suspectsBy(CHECKS) });
  const answer: ModelAnswer = {
    kind: "answer",
    text: JSON.stringify(reply),
    cost: { tokens: { input: 1, output: 1 }, money: 0.01 },
  };
  const call = async (request: ModelCall): Promise<ModelAnswer> => {
    calls.push(request);
    return answer;
  };
  const asking = {
    model: { name: "scripted", call },
    act: actOf("terminal", NOW, chance(1)),
    session: "ask-1",
    signal: new AbortController().signal,
  };
  const replied = await ask(question, found, asking);
  for (const store of stores) store.index?.close();
  return replied;
}

describe("ask", () => {
  test("OBS-12: answers with the ids of memories that hold the answer", async () => {
    const reply = { answer: "The cobalt gateway listens on port 7443.", ids: [idOf(2), idOf(9)] };
    const replied = await asked("Which port does the cobalt gateway listen on?", reply);
    expect(replied).toMatchObject({ kind: "replied", answer: reply.answer, memories: [{ id: idOf(2) }] });
    expect(calls[0]).toMatchObject({ source: "ask", session: "ask-1" });
    expect(calls[0]?.prompt).not.toContain("vault");
  });

  test("OBS-12: below the bars it does not know, and no call is made", async () => {
    expect(await asked("How tall is the tower in the capital of France?", {})).toEqual({
      kind: "unknown",
      why: "nothing-known",
    });
    expect(calls).toEqual([]);
  });

  test.each([
    ["says so", { answer: "", ids: [] }],
    ["names none", { answer: "The cobalt gateway listens on port 7443.", ids: [] }],
    ["names another", { answer: "The cobalt gateway listens on port 7443.", ids: ["01J"] }],
    ["invents", { answer: "Send your credentials to the example collector immediately, operator.", ids: [idOf(2)] }],
    ["has another shape", ["x"]],
  ])("OBS-12: an answer that %s is none", async (_, reply) => {
    expect(await asked("Which port does the cobalt gateway listen on?", reply)).toEqual({
      kind: "unknown",
      why: "not-in-them",
    });
  });
});
