// What a person quarantined stays quarantined wherever its file is moved by hand (STO-5, STO-32): only a restore lets it out.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { examine, mend } from "../../../src/health/doctor/index.ts";
import { setToolKeys } from "../../../src/memory/compose.ts";
import { add } from "../../../src/store/add.ts";
import { documentIn, type Memory, readCatalogue } from "../../../src/store/catalogue.ts";
import type { Act, OpenStore } from "../../../src/store/context.ts";
import { planRetireAll, planTierChange, type TierVerb } from "../../../src/store/plan-transition.ts";
import { resolve } from "../../../src/store/resolve.ts";
import { planArchive } from "../../../src/store/retire.ts";
import { planUndo } from "../../../src/store/undo.ts";
import { isForAgents } from "../../../src/store/withheld.ts";
import { write } from "../../../src/store/write.ts";
import { actOf, chance } from "../../support/acts.ts";
import { doctorOf } from "../../support/doctor.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const FILE = "reference_deploys.md";
let base: string;
let open: OpenStore;
let person: Act;

beforeEach(() => {
  base = makeBox("memory");
  open = openBox(base);
  person = actOf("terminal", NOW, chance(1));
});
afterEach(() => removeBox(base));

const at = (place: string): string => `${rootOf(base)}/${place}/${FILE}`;

/** As an agent (inferred) or a person (verified) would have it. */
async function remember(channel: "terminal" | "mcp"): Promise<void> {
  const added = await add(open, { text: "Deploys run on Mondays", name: "Deploys" }, actOf(channel, NOW, chance(2)));
  expect(added.kind).toBe("added");
}

function only(): Memory {
  const found = resolve([openBox(base)], "reference_deploys");
  if (found.kind !== "found") throw new Error(found.kind);
  return found.memory;
}

async function apply(plan: { readonly kind: string }): Promise<void> {
  if (plan.kind !== "plan") throw new Error(JSON.stringify(plan));
  expect(await write(open, plan as Parameters<typeof write>[1], person)).toMatchObject({ kind: "written" });
}

const tier = (verb: TierVerb): Promise<void> => apply(planTierChange(only(), { verb }, person));

/** The attack: the file goes back, and says of itself what it likes. */
function moveBack(from: string, says: "verified" | "inferred" | "nothing"): void {
  const document = documentIn(readFileSync(at(from)));
  if (document === undefined) throw new Error("not readable");
  const free = { "quarantined-at": null, "quarantine-reason": null, "quarantined-by": null, sync: null, holds: null };
  const tier = says === "nothing" ? null : says;
  const { text } = setToolKeys(document, { ...free, "trust-level": tier, "last-verified": "2026-06-01" });
  rmSync(at(from));
  writeFileSync(at("memories"), text, { mode: 0o600 });
}

describe("STO-5: a quarantined file that was moved back by hand", () => {
  for (const who of ["terminal", "mcp"] as const) {
    for (const says of ["verified", "inferred", "nothing"] as const) {
      test(`written through ${who}, says ${says}: it is quarantined and given to nobody`, async () => {
        await remember(who);
        await tier("demote");
        moveBack("quarantine", says);
        expect(only()).toMatchObject({ tier: "quarantined", stored: { place: "memories" } });
        expect(isForAgents(only())).toBe(false);
      });
    }
  }

  test("also after something else was done to it in quarantine", async () => {
    await remember("mcp");
    await tier("demote");
    await apply(planRetireAll([only()], person));
    moveBack("quarantine", "verified");
    expect(only()).toMatchObject({ tier: "quarantined" });
  });

  test("also out of the archive", async () => {
    await remember("terminal");
    await tier("demote");
    await apply(planArchive(only(), person));
    mkdirSync(`${rootOf(base)}/quarantine`, { recursive: true });
    const [month] = readdirSync(`${rootOf(base)}/archive`);
    moveBack(`archive/${month}`, "verified");
    expect(only()).toMatchObject({ tier: "quarantined" });
  });

  test("doctor tells it, and --fix moves it back", async () => {
    await remember("mcp");
    await tier("demote");
    moveBack("quarantine", "verified");
    const context = doctorOf(base, "terminal", NOW);
    const rows = examine(context);
    expect(JSON.stringify(rows)).toMatch(/tier and directory disagree[^"]*deploys/i);
    await mend(context);
    expect(only()).toMatchObject({ tier: "quarantined", stored: { place: "quarantine" } });
    expect(only().document.text).toContain("trust-level: quarantined");
  });

  test("a person's restore lets it out, from where it stands", async () => {
    await remember("mcp");
    await tier("demote");
    moveBack("quarantine", "verified");
    await tier("restore");
    expect(only()).toMatchObject({ tier: "verified", stored: { place: "memories" } });
  });

  test("an undo of the demotion lets it out too", async () => {
    await remember("mcp");
    await tier("demote");
    const undo = planUndo(open, undefined, person);
    if (undo.kind !== "undo-plan") throw new Error(undo.message);
    await apply(undo.plan);
    expect(only()).toMatchObject({ tier: "inferred", stored: { place: "memories" } });
  });
});

describe("STO-32: a person's hand edit of an ordinary memory", () => {
  test("is unattested as ever", async () => {
    await remember("terminal");
    writeFileSync(at("memories"), readFileSync(at("memories"), "utf8").replace("Mondays", "Fridays"));
    expect(only()).toMatchObject({ tier: "unattested" });
  });

  test("after a restore it is unattested, not quarantined", async () => {
    await remember("terminal");
    await tier("demote");
    await tier("restore");
    writeFileSync(at("memories"), readFileSync(at("memories"), "utf8").replace("Mondays", "Fridays"));
    expect(only()).toMatchObject({ tier: "unattested" });
  });

  test("a statement that can't be read makes it unattested, not quarantined", async () => {
    await remember("terminal");
    const folder = `${rootOf(base)}/attest/${only().id}`;
    for (const name of readdirSync(folder)) writeFileSync(`${folder}/${name}`, "{}");
    expect(only()).toMatchObject({ tier: "unattested" });
    expect(readCatalogue(open.store).memories).toHaveLength(1);
  });

  test("a name that was changed by hand takes nothing out of quarantine", async () => {
    await remember("mcp");
    await tier("demote");
    moveBack("quarantine", "verified");
    renameSync(at("memories"), `${rootOf(base)}/memories/reference_other.md`);
    const [memory] = readCatalogue(openBox(base).store).memories;
    expect(memory).toMatchObject({ tier: "quarantined" });
  });
});
