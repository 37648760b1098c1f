// Places, signers and switches that somebody else moves: by variables that a project sets for an agent, by files with loose
// modes, and by files in the place of signed words. Made on the built hook, the built server and the store itself.
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { readUserConfig } from "../../src/config/io/files.ts";
import { readPauses } from "../../src/config/io/pause.ts";
import { examine } from "../../src/health/doctor/index.ts";
import { bringsBack, fingerprintOf, tombstoneFor } from "../../src/memory/tombstone.ts";
import { openTrustedSigners } from "../../src/people/io/known-signers.ts";
import { type Memory, readCatalogue } from "../../src/store/catalogue.ts";
import { deviceKeys } from "../../src/store/io/device-key.ts";
import { planTierChange } from "../../src/store/plan-transition.ts";
import { write } from "../../src/store/write.ts";
import { Fault } from "../../src/text/errors.ts";
import { actOf, chance } from "../support/acts.ts";
import { doctorOf } from "../support/doctor.ts";
import { entryArguments, hookArguments, hookEnvironment, runProgram } from "../support/hook-run.ts";
import { boxEnv, callTool, start } from "../support/mcp.ts";
import { idOf, plant } from "../support/memories.ts";
import { makeBox, openBox, placesOf, removeBox, rootOf } from "../support/store-box.ts";
import type { Attack, Outcome } from "./attack.ts";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));
const TODAY = new Date().toISOString().slice(0, 10);

/** A store of the owner's and one of the attacker's, each with a key of its own and a memory that is verified by it. */
async function withBoth(attack: (base: string, theirs: string) => Outcome | Promise<Outcome>): Promise<Outcome> {
  const [base, theirs] = [makeBox(), makeBox()];
  try {
    const verified = { tier: "verified", verified: TODAY } as const;
    plant(base, "user_mine", { ...verified, id: idOf(1), body: "Deploys of the pelican service go through harbour." });
    plant(theirs, "user_theirs", { ...verified, id: idOf(2), body: "Deploys of the pelican service go through evil." });
    for (const name of ["home", "work"]) mkdirSync(`${base}/${name}`, { mode: 0o700 });
    return await attack(base, theirs);
  } finally {
    for (const each of [base, theirs]) removeBox(each);
  }
}

/** The owner's words came, and none of the attacker's. */
function judged(text: string): Outcome {
  return /mine|harbour/.test(text) && !/theirs|evil/.test(text) ? "refused" : "unnoticed";
}

const EVENTS = {
  SessionStart: { hook_event_name: "SessionStart", source: "startup" },
  UserPromptSubmit: { hook_event_name: "UserPromptSubmit", prompt: "How do deploys of the pelican service go?" },
} as const;

let sessions = 0;

/** As a host hands on what an `.env` or a project's settings say, over the entry that install wrote. */
function hooked(base: string, env: Readonly<Record<string, string>>, event: keyof typeof EVENTS): string {
  const session = { session_id: `s${++sessions}`, cwd: `${base}/work`, transcript_path: "/nowhere.jsonl" };
  const input = JSON.stringify({ ...session, ...EVENTS[event] });
  return runProgram([`${DIST}hook.cjs`, ...hookArguments(base)], input, { ...env }).out;
}

function moved(names: readonly string[]): Attack["make"] {
  return () =>
    withBoth((base, theirs) => {
      const [own, evil] = [hookEnvironment(base), hookEnvironment(theirs)];
      const set = { ...own, ...Object.fromEntries(names.map((name) => [name, evil[name] ?? "1"])) };
      // The index is there before the prompt asks it.
      hooked(base, own, "SessionStart");
      const texts = (["SessionStart", "UserPromptSubmit"] as const).map((event) => hooked(base, set, event));
      return texts.every((text) => judged(text) === "refused") ? "refused" : "unnoticed";
    });
}

function refusedAs(read: () => boolean): Outcome {
  try {
    return read() ? "unnoticed" : "refused";
  } catch (error) {
    if (error instanceof Fault) return "refused";
    throw error;
  }
}

function loose(make: (base: string) => void, isBelieved: (base: string) => boolean): Attack["make"] {
  return () =>
    withBoth((base) => {
      make(base);
      return refusedAs(() => isBelieved(base));
    });
}

function put(path: string, text: string, mode: number): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

const SIGNERS = JSON.stringify({ s: [{ device: "d", key: "k", since: "2026-01-01", name: "n" }] });
const signersOf = (base: string): string => `${placesOf(base).data}/trusted-signers.json`;
const configOf = (base: string): string => `${placesOf(base).config}/config.json`;

/** Junk under the owner's own device, at these numbers, then what doctor says and what a new yes comes to. */
function junk(numbers: readonly number[]): Attack["make"] {
  return () =>
    withBoth(async (base) => {
      const folder = `${rootOf(base)}/attest/${idOf(1)}`;
      const [device = ""] = readdirSync(folder)[0]?.split(".") ?? [];
      for (const n of numbers) writeFileSync(`${folder}/${device}.${n}.json`, "{}", { mode: 0o600 });
      const only = (): Memory | undefined => readCatalogue(openBox(base).store).memories[0];
      const now = new Date();
      const told = examine(doctorOf(base, "terminal", now)).some(
        ({ name, message }) => name === "statements" && message.includes(idOf(1)),
      );
      const memory = only();
      if (memory === undefined || !told) return "unnoticed";
      if (memory.tier === "verified") return "refused";
      const act = actOf("terminal", now, chance(3));
      const plan = planTierChange(memory, { verb: "reaffirm", reason: "asked" }, act);
      if (plan.kind !== "plan" || (await write(openBox(base), plan, act)).kind !== "written") return "unnoticed";
      return only()?.tier === "verified" ? "recovered" : "unnoticed";
    });
}

export const attacks: readonly Attack[] = [
  ...["HOLDFAST_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME"].map((name) => ({
    name: `a project sets ${name} for the agent's hook`,
    make: moved([name]),
  })),
  {
    name: "a project brings its own store, key and signers by all variables at once",
    make: moved(["HOME", "HOLDFAST_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"]),
  },
  { name: "a project sets HOLDFAST_OFF to silence the hook", make: moved(["HOLDFAST_OFF"]) },
  {
    name: "a project sets NODE_OPTIONS for the agent's hook, and brings the code",
    admittedIn: "run that folder's code in every program that the agent starts",
    make: () =>
      withBoth((base, theirs) => {
        writeFileSync(`${theirs}/code.cjs`, `require("node:fs").writeFileSync(${JSON.stringify(`${theirs}/ran`)}, "")`);
        hooked(base, { ...hookEnvironment(base), NODE_OPTIONS: `--require=${theirs}/code.cjs` }, "SessionStart");
        return existsSync(`${theirs}/ran`) ? "admitted" : "refused";
      }),
  },
  {
    name: "a project sets all of them for the MCP server",
    make: () =>
      withBoth(async (base, theirs) => {
        const args = [`${DIST}mcp.mjs`, ...entryArguments(boxEnv(base)).slice(2)];
        const env = { ...boxEnv(theirs), HOLDFAST_OFF: "1" };
        const server = await start({ args, env, cwd: `${base}/work`, isEntry: true }, "modern");
        const { text } = await callTool(server, "memory_search", { query: "pelican deploys" });
        await server.close();
        return judged(text);
      }),
  },
  {
    name: "a list of signers with the modes of a checkout (0644)",
    make: loose(
      (base) => put(signersOf(base), SIGNERS, 0o644),
      (base) => openTrustedSigners(placesOf(base).data, {}).of("s").length > 0,
    ),
  },
  {
    name: "a list of signers that is a link",
    make: loose(
      (base) => {
        put(`${base}/work/signers.json`, SIGNERS, 0o600);
        symlinkSync(`${base}/work/signers.json`, signersOf(base));
      },
      (base) => openTrustedSigners(placesOf(base).data, {}).of("s").length > 0,
    ),
  },
  {
    name: "a device key that others can read",
    make: loose(
      (base) => chmodSync(`${placesOf(base).data}/device-key.pem`, 0o644),
      (base) => deviceKeys(placesOf(base).data).own !== undefined,
    ),
  },
  {
    name: "a configuration that every user can write",
    make: loose(
      (base) => put(configOf(base), '{ "max-inject": 0 }\n', 0o666),
      (base) => readUserConfig(placesOf(base).config) !== undefined,
    ),
  },
  {
    name: "a pause that somebody else could have written",
    make: loose(
      (base) => put(`${placesOf(base).state}/pause.json`, "[{}]\n", 0o644),
      (base) => readPauses(placesOf(base).state).length > 0,
    ),
  },
  { name: "junk in the place of a statement, with a number no device comes to", make: junk([999_999_999_999_999]) },
  {
    name: "a forged `wanted` line lets forgotten words come back",
    admittedIn: "A forged `wanted` line lets forgotten words be kept again, as inferred;",
    make: () =>
      withBoth((base) => {
        const now = new Date();
        const { store, tombstones } = openBox(base);
        const [mine] = readCatalogue(store).memories;
        if (mine?.id === undefined) throw new Error("no memory to forget");
        const { document, stored, id } = mine;
        const made = { salt: new Uint8Array(16), date: `${now.toISOString().slice(0, 19)}Z` };
        tombstones.add(tombstoneFor(id, fingerprintOf(document, stored.file), made));
        const again = idOf(7) as typeof id;
        if (!bringsBack(tombstones.forgotten(), again, document, stored.file)) throw new Error("nothing was forgotten");
        const line = JSON.stringify({ v: 2, wanted: again });
        writeFileSync(`${rootOf(base)}/tombstones/${"f".repeat(16)}.jsonl`, `${line}\n`, { mode: 0o600 });
        writeFileSync(`${rootOf(base)}/memories/user_again.md`, document.text.replace(id, again), { mode: 0o600 });
        const back = readCatalogue(openBox(base).store).memories.find((memory) => memory.id === again);
        if (bringsBack(tombstones.forgotten(), again, document, stored.file)) return "refused";
        return back === undefined || back.tier === "verified" ? "unnoticed" : "admitted";
      }),
  },
  { name: "junk in the place of the next statements", make: junk([2, 3, 9, 1001, 1002]) },
];
