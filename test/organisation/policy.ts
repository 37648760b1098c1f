// An organisation's policy as the guide has it (HUB-10, RUL-1): signed on the first member's machine, carried by the hub, in force on
// another's, where its rule stops an agent's call through the hook that this machine runs.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Computer } from "../second-machine/world.ts";
import { entryArguments } from "../support/hook-run.ts";
import type { Answer } from "../support/person.ts";
import type { Check } from "./container.ts";
import type { World } from "./world.ts";

const HOOK = resolve(import.meta.dirname, "../../dist/hook.cjs");
const TRIES = 20;
/** When a hook that has not come to its end goes without a word. */
const BOX_MS = 1000;
const SAVE: Answer = [/Save it\?/, "\n"];

type Follow = (on: Computer, heading: string, world: World, ...answers: readonly Answer[]) => Promise<string>;

/** The guide's words, then what a member, a reviewer and an agent could try. */
export async function policy(world: World, follow: Follow, check: Check): Promise<void> {
  const { ann, ben, cem } = world;
  const rules = await ann.type('holdfast add --in org "Never rebase main" --rule "deny command git rebase"', SAVE);
  check("RUL-1 a rule is signed in the organisation's store", rules.code === 0, rules);
  await follow(ann, "Settings for everybody", world);
  await ben.type("holdfast config set observer on");
  const shown = await follow(ben, "What holds for a member", world);
  check(
    "HUB-10 config explain names the organisation, who signed and when",
    /Here it is false; yours is true[\s\S]*organisation acme, signed by [0-9a-f]{16} on \d{4}-\d\d-\d\d: observer off/.test(
      shown,
    ),
    shown,
  );
  const json = await ben.type("holdfast config explain observer --json");
  const said = /"value": false,[\s\S]*"organisation": "acme"/.test(json.transcript);
  check("HUB-10 in JSON too", said, json);
  const asked = await ben.type("holdfast ask 'how do deploys go?'");
  check("HUB-10 no model is asked", asked.code === 2 && /observer is off/.test(asked.transcript), asked);
  const on = await ben.type("holdfast observe on --provider anthropic");
  check("HUB-10 and none can be switched on", on.code === 2 && /signed by/.test(on.transcript), on);

  check("RUL-1 a rule of the organisation stops a member's agent", called(world, ben, "git rebase main") === "deny");
  const allowed = await ben.type("holdfast allow once");
  check("HUB-10 it is not let through once", allowed.code === 2 && /keeps its rules/.test(allowed.transcript), allowed);
  await ben.type("holdfast off");
  check("HUB-10 nor by a pause", called(world, ben, "git rebase main") === "deny");
  await ben.type("holdfast on");
  const proposed = cem.asAgent("add", "--in", "org", "Never list files", "--rule", "deny command ls");
  check("RUL-1 a contributor's agent proposes a rule", proposed.code === 0, proposed);
  await cem.type("holdfast sync");
  await ben.type("holdfast sync");
  check("RUL-1 a contributor's rule stops nothing", called(world, ben, "ls") === "let through");

  const tries: readonly (readonly [Computer, string])[] = [
    [ben, "holdfast config --in org set observer any"],
    [cem, "holdfast config --in org set observer any"],
    [ann, "holdfast config --in org set presence optional"],
    [ann, "holdfast config --in org set observer on"],
  ];
  for (const [who, command] of tries) {
    const run = await who.type(command);
    check(`HUB-10 ${who.name}$ ${command} is refused`, run.code !== 0 && !/Type "/.test(run.transcript), run);
  }
  const agent = ann.asAgent("config", "--in", "org", "set", "observer", "any");
  check("HUB-10 no agent signs one, on an admin's machine either", agent.code !== 0, agent);
  await agents(world, check);
}

async function agents({ ann, ben }: World, check: Check): Promise<void> {
  await ann.type("holdfast config --in org set agents claude");
  await ann.type("holdfast sync");
  const synced = await ben.type("holdfast sync");
  check("HUB-10 a sync tells what holds from now on", /policy 3.*agents claude/s.test(synced.transcript), synced);
  const connected = await ben.type("holdfast connect --agent codex");
  check(
    "HUB-10 another agent is not connected",
    connected.code !== 0 && /does not let/.test(connected.transcript),
    connected,
  );
  const doctor = await ben.type("holdfast doctor --all");
  check("HUB-10 doctor names the policy", /policy +organisation acme, signed by/.test(doctor.transcript), doctor);
  await ann.type("holdfast config --in org set agents any");
  await ann.type("holdfast sync");
  await ben.type("holdfast sync");
}

/** What that machine's hook answers an agent that is about to run this: to say nothing in time, and of nothing that went wrong, is to let it through. */
function called(world: World, on: Computer, command: string): string {
  const home = join(world.base, on.name, "home");
  const call = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } };
  // A hook has a second: on a machine that is busy elsewhere it may end without a word, and its agent asks again with the next call.
  for (let tries = 0; tries < TRIES; tries++) {
    const [before, began] = [noticesOf(home), performance.now()];
    const answer = answerOf(world, on, call);
    const said = /"permissionDecision":"(\w+)"/.exec(answer)?.[1];
    if (said !== undefined) return said;
    const isOutOfTime = performance.now() - began >= BOX_MS;
    if (answer === "" && !isOutOfTime && noticesOf(home) === before) return "let through";
  }
  return "no answer";
}

/** What that machine's hook answers to an event. */
export function answerOf({ base }: World, { name, asProgram }: Computer, event: object): string {
  const home = join(base, name, "home");
  const file = join(base, `${name}-event.json`);
  writeFileSync(file, JSON.stringify({ session_id: "s1", cwd: home, ...event }));
  const args = [HOOK, ...entryArguments({ HOME: home })];
  return asProgram(["sh", "-c", 'in="$1"; shift; exec node "$@" < "$in"', "sh", file, ...args]);
}

/** Where a hook that failed says so: it ends without a word as well. */
function noticesOf(home: string): string {
  const state = join(home, ".local", "state", "holdfast");
  const files = readdirSync(state).filter((name) => /notice/.test(name));
  return files.map((name) => readFileSync(join(state, name), "utf8")).join("\n");
}
