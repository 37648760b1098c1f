// The same rule in memories that are nobody's signed word here (RUL-1), all in one store. Each is made as it comes about: by an
// agent, by somebody who edits a file, by a person who takes it back, by time, by a later memory, by another person's machine.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Box, makeBox } from "../e2e/box.ts";
import { type Check, memories, stemOf, tierOf } from "../e2e/view.ts";
import { RULE } from "./attempts.ts";

export const WITHOUT_WORD = [
  "inferred",
  "unattested",
  "quarantined",
  "expired",
  "superseded",
  "foreign-signed",
] as const;
type State = (typeof WITHOUT_WORD)[number];

const rule = (lines: readonly string[]): readonly string[] => ["--rule", lines.join(";")];

/** Added and confirmed by the person, with a name that is found again. */
async function signed(box: Box, name: string, more: readonly string[] = []): Promise<string> {
  const args = [`the ${name} way of keeping this project`, ...rule(RULE), ...more];
  if (!(await isSigned(box, name, args))) throw new Error(`${name} was not added as verified`);
  return stemOf(box, name);
}

const TRIES = 3;

/** A key that is typed while the machine stands still is no answer: the person sees that nothing was saved, and says it again. */
export async function isSigned(box: Box, name: string, args: readonly string[]): Promise<boolean> {
  for (let n = 0; n < TRIES && tierOf(box, name) !== "verified"; n++) await box.person(["add", ...args]);
  return tierOf(box, name) === "verified";
}

const MAKE: Readonly<Record<State, (box: Box) => Promise<void>>> = {
  async inferred(box) {
    box.agent(["add", "the inferred way of keeping this project", ...rule(RULE)]);
  },
  async unattested(box) {
    const file = join(memories(box), `${await signed(box, "unattested")}.md`);
    writeFileSync(file, `${readFileSync(file, "utf8")}And one word more.\n`);
  },
  async quarantined(box) {
    await box.person(["demote", await signed(box, "quarantined"), "--yes", "--reason", "wrong"]);
  },
  async expired(box) {
    await signed(box, "expired", ["--expires", "2026-01-01"]);
  },
  async superseded(box) {
    const old = await signed(box, "superseded");
    await box.person(["add", "the later way of keeping this project is to ask"]);
    await box.person(["retire", old, "--by", stemOf(box, "later"), "--yes"]);
  },
  async "foreign-signed"(box) {
    const other = makeBox();
    try {
      await other.person(["init", "--yes", "--no-install"]);
      await signed(other, "foreign");
      // With their modes: what others may write is left out for that alone.
      for (const folder of ["memories", "attest"]) {
        execFileSync("cp", ["-a", `${other.home}/.holdfast/${folder}/.`, `${box.home}/.holdfast/${folder}`]);
      }
    } finally {
      other.remove();
    }
  },
};

/** As `list` says it to the person. */
const IS: Readonly<Record<State, Partial<Row>>> = {
  inferred: { tier: "inferred" },
  unattested: { tier: "unattested" },
  quarantined: { tier: "quarantined" },
  expired: { tier: "verified", expired: true },
  superseded: { tier: "verified", superseded: true },
  "foreign-signed": { tier: "unattested" },
};

interface Row {
  readonly name: string;
  readonly tier: string;
  readonly expired: boolean;
  readonly superseded: boolean;
}

export async function makeStates(box: Box, check: Check): Promise<void> {
  for (const state of WITHOUT_WORD) await MAKE[state](box);
  const { transcript } = await box.person(["list", "--all", "--json"]);
  const rows: readonly Row[] = JSON.parse(transcript).memories;
  for (const state of WITHOUT_WORD) {
    const row = rows.find(({ name }) => name.includes(state.split("-")[0] ?? state));
    const { tier, expired = false, superseded = false } = IS[state];
    const good = row?.tier === tier && row?.expired === expired && row?.superseded === superseded;
    check(`RUL-1 the rule stands in a memory that is ${state}`, good, row ?? transcript);
  }
}
