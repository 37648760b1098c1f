// node test/organisation/main.ts [--only WORD]
// docs/guide/organisation.md as it is written (HUB-2, HUB-7 to HUB-10): a hub of its own process on a real PostgreSQL, two members
// typing on machines of their own, a contributor, and a job of CI; then what a hostile hub could try, and what an admin erases.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Computer } from "../second-machine/world.ts";
import { CLAUDE_MISSING, claudeProgram } from "../support/claude.ts";
import { commandsOf, readFences } from "../support/fences.ts";
import { type Answer, CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { agentJob } from "./agent-job.ts";
import { hasContainers, leftAll, leftNothing } from "./container.ts";
import { answerOf, policy } from "./policy.ts";
import { providers } from "./providers.ts";
import { offline } from "./snapshot.ts";
import { makeWorld, NO_POSTGRES, type World } from "./world.ts";

const GUIDE = resolve(import.meta.dirname, "../../docs/guide/organisation.md");
const URL_IN_GUIDE = "https://hub.example.org/acme";
const LIMIT_S = 300;
const SKIPPED = 77;
const SAVE: Answer = [/Save it\?/, "\n"];
const CONFIRM: readonly Answer[] = [
  [/> $/, "c"],
  [/> $/, "q"],
];
const count = { passed: 0, failed: 0, skipped: 0 };

function check(title: string, good: boolean | undefined, found?: unknown): void {
  if (good === undefined) {
    count.skipped += 1;
    console.log(`SKIPPED ${title}: needs bwrap`);
    return;
  }
  count[good ? "passed" : "failed"] += 1;
  console.log(
    `${good ? "ok  " : "FAIL"} ${title}${good ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 2000)}`}`,
  );
}

/** What is known only while it runs, in the place of the guide's own words. */
const known = new Map<string, string>();

function commands(heading: string, world: World): readonly string[] {
  const blocks = readFences(readFileSync(GUIDE, "utf8")).filter((each) => each.heading === heading);
  if (blocks.length === 0) throw new Error(`the guide has no commands under "${heading}"`);
  return commandsOf(blocks).map((line) =>
    [...known, [URL_IN_GUIDE, world.url] as const].reduce((text, [word, found]) => text.replace(word, found), line),
  );
}

async function follow(on: Computer, heading: string, world: World, ...answers: readonly Answer[]): Promise<string> {
  let shown = "";
  for (const command of commands(heading, world)) {
    const run = await on.type(command, ...answers);
    check(`${on.name}$ ${command.replace(world.url, URL_IN_GUIDE)}`, run.code === 0, run);
    shown += run.transcript;
  }
  return shown;
}

async function onServer(heading: string, world: World): Promise<string> {
  let shown = "";
  for (const command of commands(heading, world)) {
    const { code, text, out } = await world.server(command);
    check(`hub$ ${command.replace(/hf[a-z]_\S+/, "...")}`, code === 0, text);
    shown += out;
  }
  return shown;
}

function invitation(shown: string): Answer {
  const { invite } = JSON.parse(shown) as { readonly invite: string };
  return [/browser\): /, `${invite}\n`];
}

function tiers(on: Computer): string {
  const listed = JSON.parse(on.asAgent("list", "--json").text) as {
    readonly memories: readonly { readonly name: string; readonly tier: string; readonly scope: string }[];
  };
  return listed.memories
    .map(({ name, tier, scope }) => `${name}: ${scope} ${tier}`)
    .toSorted()
    .join("\n");
}

async function guide(world: World): Promise<void> {
  const { ann, ben, cem } = world;
  const began = await follow(
    ann,
    "The first member",
    world,
    invitation(await onServer("The organisation, on the server", world)),
    SAVE,
  );
  known.set("SHA256:FINGERPRINT", /SHA256:\S+/.exec(began)?.[0] ?? "");
  const invited = invitation(await onServer("The second member, on the server", world));
  const joined = await follow(ben, "The second member", world, invited, SAVE);
  check(
    "HUB-2 the key is compared, by its fingerprint",
    joined.includes(known.get("SHA256:FINGERPRINT") ?? "-"),
    joined,
  );
  check(
    "HUB-2 what the first member confirmed is verified on the second's machine",
    tiers(ben).includes("Deploys go through the queue: org verified"),
    tiers(ben),
  );
  check(
    "HUB-2 a new signer is told that its word counts here alone",
    /counts for others once a reviewer/.test(joined),
    joined,
  );
  check("HUB-2 and counts nowhere else", tiers(ann) === "Deploys go through the queue: org verified", tiers(ann));
  known.set("BEN", /--add ([0-9a-f]{16})/.exec(joined)?.[1] ?? "");
  await follow(ann, "Whose word counts", world);
  await ben.type("holdfast sync");
  await ann.type("holdfast sync");
  check("HUB-2 once approved it counts there", /Reviews take a day at most: org verified/.test(tiers(ann)), tiers(ann));

  const asked = await world.server(`holdfast-hub invite acme --name "Cem" --grant org=contributor`);
  await cem.type("holdfast init --no-install");
  await cem.type(`holdfast join ${world.url}`, invitation(asked.out));
  await follow(cem, "A proposal", world);
  const own = await cem.type('holdfast edit deploys --body "Deploys are free"');
  check(
    "HUB-7 a contributor confirms nothing, and is told before it is typed",
    own.code === 2 && !/to confirm/.test(own.transcript),
    own,
  );
  await follow(ben, "A reviewer", world, ...CONFIRM);
  await cem.type("holdfast sync");
  check(
    "HUB-7 what a reviewer confirmed is verified where it was proposed",
    tiers(cem).includes("Incidents are written down the same day: org verified"),
    tiers(cem),
  );
}

const JOB = `#!/bin/sh
test -z "$HOLDFAST_TOKEN" || echo the token is here
holdfast list
holdfast search --as-prompt "how do deploys go through the queue"
holdfast add "The build needs two gigabytes of memory"
`;

async function job(world: World, program: string): Promise<void> {
  const { ann } = world;
  // The line of the machine comes first, then that of the pinned job.
  const [made = ""] = (await onServer("A job of CI, on the server", world)).split("\n");
  const { token } = JSON.parse(made) as { readonly token: string };
  const folder = join(world.base, "job");
  mkdirSync(folder);
  writeFileSync(join(folder, "job"), JOB, { mode: 0o755 });
  for (const command of commands("A job of CI", world)) {
    const run = await world.job(command, folder, { HOLDFAST_TOKEN: token });
    check("HUB-9 the job ends well", run.code === 0, run.text);
    check(
      "HUB-9 its agent is given what was confirmed",
      /Deploys go through the queue\.\n<\/memory-context>/.test(run.text),
      run.text,
    );
    check("HUB-9 it does not get the token", !run.text.includes("the token is here"), run.text);
    check("HUB-9 its note is proposed", /proposed 1 note/.test(run.text), run.text);
    check("HUB-9 nothing is left behind, file or process", leftNothing(run.text), run.text);
  }
  await seesWhatIsLeft(world, folder);
  const [command = ""] = commands("A job of CI", world);
  const other = command.replace(known.get("SHA256:FINGERPRINT") ?? "-", `SHA256:${"A".repeat(43)}`);
  const refused = await world.job(other, folder, { HOLDFAST_TOKEN: token });
  check(
    "HUB-9 a hub that names other keys gets nothing run",
    refused.code === 6 && !/memory-context/.test(refused.text),
    refused,
  );
  await follow(ann, "What came back", world, ...CONFIRM);
  check("HUB-9 a reviewer confirms it elsewhere", /two gigabytes of memory: org verified/.test(tiers(ann)), tiers(ann));
  await agentJob(world, { program, pin: pin(), token }, check);
}

/** The listing that the others rely on. */
async function seesWhatIsLeft(world: World, folder: string): Promise<void> {
  const litter = "touch /tmp/litter; sleep 60 & echo $HOME; id -u; touch /usr/litter";
  // Outside of a container it would lie about on this machine.
  const littering = hasContainers() ? await world.job(litter, folder, {}) : { text: "" };
  check(
    "HUB-9 a job has no home, no name and nothing to write to, and what it leaves would be seen",
    leftAll(littering.text, /\/tmp\/litter/, /^\d+ sleep 60/m, /^\n12345$/m, /Read-only/),
    littering,
  );
}

/** What somebody could do who has the database (HUB-5, HUB-6): a text under a good name, and a history that was changed. */
async function hostile(world: World): Promise<void> {
  const { ben } = world;
  const before = tiers(ben);
  await world.forge("memories/reference_deploys_go_through_the.md", (text) =>
    text.replace("through the queue", "past the queue"),
  );
  const run = await ben.type("holdfast sync");
  check(
    "HUB-6 a history that was changed at the hub is noticed",
    run.code !== 0 && /can't be followed/.test(run.transcript),
    run,
  );
  check("HUB-6 and nothing of it is taken", tiers(ben) === before, tiers(ben));
  await world.mend();
  await world.pushUnsigned("memories/reference_payments_go_out_on_fridays.md");
  const synced = await ben.type("holdfast sync");
  const given = ben.asAgent("search", "--as-prompt", "when do payments go out").text;
  check(
    "HUB-2 what calls itself verified and nobody signed is no more than a proposal",
    tiers(ben).includes("Payments go out on Fridays: org inferred") && !given.includes("Payments"),
    `${tiers(ben)}${given}${synced.transcript}`,
  );
}

/** A member works on without the network, and an admin has a memory erased (HUB-11). */
async function erased(world: World): Promise<void> {
  const { ann, ben } = world;
  await world.pause();
  const offline = await ben.type('holdfast add --in org "Written without a network"', SAVE);
  check("HUB-2 without the network a mirror is used and written as before", offline.code === 0, offline);
  const away = await ben.type("holdfast sync");
  check("HUB-4 and a sync says what is wrong", away.code !== 0 && /can't be reached/.test(away.transcript), away);
  await world.resume();
  const receipt = await world.erase("reference_incidents_are_written_down");
  check("HUB-11 the hub gives a receipt", receipt.includes("signature"), receipt);
  await ben.type("holdfast sync");
  check("HUB-11 it is gone from a mirror", !tiers(ben).includes("Incidents"), tiers(ben));
  check(
    "HUB-11 what was not sent yet is there, and sent",
    tiers(ben).includes("Written without a network"),
    tiers(ben),
  );
  check("HUB-11 its words are in no byte below the home", !world.holds(ben, "written down the same day"), undefined);
  await ann.type("holdfast sync");
  check(
    "HUB-11 and from the others",
    !tiers(ann).includes("Incidents") && tiers(ann).includes("Written without"),
    tiers(ann),
  );
  const doctor = await ann.type("holdfast doctor --all");
  check(
    "HUB-6 doctor knows the mirror and its hub",
    /acme\/org +last worked/.test(doctor.transcript) && /its chain is whole/.test(doctor.transcript),
    doctor,
  );
}

/** Who comes when much has been and gone has what holds there, and keeps it (HUB-10, HUB-11). */
async function comesLater(world: World): Promise<void> {
  const { cem } = world;
  await cem.type(`holdfast join --leave ${world.url}`);
  const joined = await cem.type(`holdfast join ${world.url}`, SAVE);
  for (const turn of ["a join", "a sync"]) {
    if (turn === "a sync") await cem.type("holdfast sync");
    const explained = await cem.type("holdfast config explain keep-rules");
    check(
      `HUB-11 HUB-10 after an erasure and ${turn} whoever is new has what was confirmed, and the policy`,
      tiers(cem).includes("Deploys go through the queue: org verified") && /acme/i.test(explained.transcript),
      [joined, tiers(cem), explained],
    );
  }
}

/** A team's store begins on the machine of an admin, once somebody has a role in it (HUB-2). */
async function team(world: World): Promise<void> {
  const { ann } = world;
  await world.server(`holdfast-hub invite acme --name "Dan" --grant team/web=contributor`);
  const joined = await ann.type(`holdfast join ${world.url}`, SAVE);
  const added = await ann.type('holdfast add --in team/web "Pages are built on every push"', SAVE);
  const synced = await ann.type("holdfast sync");
  check(
    "HUB-2 an admin's machine begins a team's store, and keeps it at the hub",
    added.code === 0 && synced.code === 0 && /Pages are built on every push: team verified/.test(tiers(ann)),
    [joined, added, synced],
  );
}

/** What a member asks every day, of memories that are the organisation's. */
async function everyday(world: World): Promise<void> {
  const { ben } = world;
  const forgot = await ben.type("holdfast forget deploys_go_through_the_queue");
  check(
    "HUB-11 forget says whose a memory is, and takes nothing",
    forgot.code !== 0 && /An admin there can erase it/.test(forgot.transcript) && tiers(ben).includes("Deploys go"),
    forgot,
  );
  const start = { hook_event_name: "SessionStart", source: "startup" };
  const told = answerOf(world, ben, start) || answerOf(world, ben, start);
  check(
    "HUB-2 an agent is given it, and told whose it is",
    /verified.*Deploys go|Deploys go.*verified/s.test(told),
    told,
  );
  const why = await ben.type("holdfast why", [/Enter leaves: /, "\n"]);
  check("HUB-2 why tells that it was given", /verified.*Deploys go through the queue/.test(why.transcript), why);
  const audit = await ben.type("holdfast audit");
  check("HUB-2 the audit counts it", audit.code === 0 && /^3 verified/.test(audit.transcript), audit);
}

async function leaves(world: World): Promise<void> {
  const { ben } = world;
  const refused = ben.asAgent("join", "--leave", world.url);
  check(
    "HUB-2 an agent takes nobody out of an organisation",
    refused.code !== 0 && tiers(ben).includes(": org "),
    refused,
  );
  await follow(ben, "Leaving", world);
  check("HUB-2 who left has nothing of it", !tiers(ben).includes(": org "), tiers(ben));
  const found = ben.asAgent("search", "deploys go through the queue").text;
  check("HUB-2 and nothing of it is found", !found.includes("Deploys"), found);
  const explained = await ben.type("holdfast config explain observer");
  check("HUB-10 and is bound by nothing of it", !explained.transcript.includes("acme"), explained);
}

async function main(args: readonly string[]): Promise<number> {
  if (!canRunAsPerson()) return said(CANNOT_RUN_AS_PERSON);
  const claude = claudeProgram();
  if (claude === undefined) return said(`SKIPPED: ${CLAUDE_MISSING}`);
  const began = performance.now();
  const world = await makeWorld();
  if (world === undefined) return said(NO_POSTGRES);
  const word = args.includes("--only") ? (args[args.indexOf("--only") + 1] ?? "") : "";
  const parts: readonly (readonly [string, () => Promise<void>])[] = [
    ["everyday", () => everyday(world)],
    ["job", () => job(world, claude)],
    ["policy", () => policy(world, follow, check)],
    ["time", async () => timed(began)],
    ["snapshot", () => offline(world, { pin: pin(), invitation, lines: commands("Without a network", world) }, check)],
    ["providers", () => providers(world, pin(), check)],
    ["hostile", () => hostile(world)],
    ["erased", () => erased(world)],
    ["comes", () => comesLater(world)],
    ["team", () => team(world)],
    ["leaves", () => leaves(world)],
  ];
  try {
    await guide(world);
    for (const [name, run] of parts) if (name.includes(word)) await run();
  } finally {
    await world.end();
  }
  if (count.skipped > 0) console.log(`skipped=${count.skipped}`);
  console.log(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 && count.passed > 0 ? 0 : 1;
}

function timed(began: number): void {
  const seconds = (performance.now() - began) / 1000;
  check(`HUB-12 all of the guide in ${seconds.toFixed(0)} s, at most ${LIMIT_S}`, seconds < LIMIT_S);
}

function pin(): string {
  return known.get("SHA256:FINGERPRINT") ?? "";
}

function said(text: string): number {
  console.log(text);
  return SKIPPED;
}

if (existsSync(GUIDE)) process.exitCode = await main(process.argv.slice(2));
