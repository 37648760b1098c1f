// node test/second-machine/main.ts
// docs/guide/second-machine.md as it is written, typed by a person on two machines: namespaces with their own home, host name and
// clock, one year apart (SYN-16, SYN-22). Then the second one is stolen.
import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { commandsOf, readFences } from "../support/fences.ts";
import { type Answer, CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { type Computer, makeWorld, type World } from "./world.ts";

const GUIDE = resolve(import.meta.dirname, "../../docs/guide/second-machine.md");
const URL_IN_GUIDE = "git@example.org:me/memories.git";
const LIMIT_S = 120;
const SKIPPED = 77;
const SAVE: Answer = [/Save it\?/, "\n"];
const count = { passed: 0, failed: 0 };

function check(title: string, good: boolean, found?: unknown): void {
  count[good ? "passed" : "failed"] += 1;
  console.log(
    `${good ? "ok  " : "FAIL"} ${title}${good ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 2000)}`}`,
  );
}

/** The commands under a heading of the guide. */
function commands(heading: string, world: World): readonly string[] {
  const blocks = readFences(readFileSync(GUIDE, "utf8")).filter((each) => each.heading === heading);
  if (blocks.length === 0) throw new Error(`the guide has no commands under "${heading}"`);
  return commandsOf(blocks).map((line) => line.replace(URL_IN_GUIDE, world.remote));
}

async function follow(on: Computer, heading: string, world: World, ...answers: readonly Answer[]): Promise<string> {
  let shown = "";
  for (const command of commands(heading, world)) {
    console.log(`${on.name}$ ${command}`);
    const run = await on.type(command, ...answers);
    check(`SYN-22 on ${on.name}: \`${command.replace(world.remote, "URL")}\` ends well`, run.code === 0, run);
    shown += run.transcript;
  }
  return shown;
}

async function main(): Promise<number> {
  if (!canRunAsPerson()) {
    console.log(CANNOT_RUN_AS_PERSON);
    return SKIPPED;
  }
  const world = makeWorld();
  const { desk, trip } = world;
  try {
    await desk.type("holdfast init --no-install");
    await desk.type('holdfast add "Deploys run on Mondays"', SAVE);
    check("the clocks are a year apart", Math.abs(yearOf(desk) - yearOf(trip)) === 1, [yearOf(desk), yearOf(trip)]);

    const began = performance.now();
    await follow(desk, "On the machine that has your memories", world);
    const asked = await follow(trip, "On the second machine", world);
    check(
      "SYN-22 it says how many, and by whom",
      /Let count what this device confirms: desk \([0-9a-f]{16}\)[\s\S]*1 verified memory so far/.test(asked),
      asked,
    );
    check("SYN-22 it says that it waits for a yes", /counts on this machine alone/.test(asked), asked);
    check(
      "SYN-22 what the first confirmed counts on the second",
      tiers(trip) === "deploys_run_on_mondays: verified",
      tiers(trip),
    );
    await trip.type('holdfast add "Use pnpm, not npm"', SAVE);
    await trip.type("holdfast sync");
    const reviewed = await follow(
      desk,
      "Back on the first machine",
      world,
      [/\[n\] later: $/, "y"],
      [/quit .* > $/, "q"],
    );
    check(
      "SYN-22 review shows the device that asks",
      /A device asks to join: trip \([0-9a-f]{16}\)/.test(reviewed),
      reviewed,
    );
    check(
      "SYN-22 sync itself says that it asks",
      /A device asks to join: trip \([0-9a-f]{16}\)\. Decide\s+with: holdfast review/.test(reviewed),
      reviewed,
    );
    const seconds = (performance.now() - began) / 1000;
    check(`SYN-22 all of it in ${seconds.toFixed(1)} s of the program, under ${LIMIT_S}`, seconds < LIMIT_S);
    const both = "deploys_run_on_mondays: verified, use_pnpm_not_npm: verified";
    check("SYN-22 and what the second confirmed counts on the first", tiers(desk) === both, tiers(desk));
    await trip.type("holdfast sync");
    check("SYN-16 the clocks decide nothing: both have the same tree", world.tree(desk) === world.tree(trip));
    check(
      "SYN-10 git calls both clean",
      [desk, trip].every((each) => each.git("status", "--porcelain") === ""),
    );

    const list = await desk.type("holdfast sync --devices");
    check(
      "SYN-22 the devices are listed",
      /this device\S* +desk/.test(list.transcript) && /counts\S* +trip/.test(list.transcript),
      list,
    );
    const lost = await desk.type("holdfast sync --revoke trip");
    check("SYN-22 the lost one is revoked by its name", lost.code === 0, lost);
    await trip.type('holdfast add "Releases are cut on Fridays"', SAVE);
    await trip.type("holdfast sync");
    await desk.type("holdfast sync");
    const after = `deploys_run_on_mondays: verified, releases_are_cut_on_fridays: unattested, use_pnpm_not_npm: verified`;
    check("SYN-22 what the thief confirms is unattested; what was known stays", tiers(desk) === after, tiers(desk));

    await restored(world, after);

    const agent = desk.asAgent("sync", "--setup", world.remote);
    check("TRU-22 an agent sets up no sync", agent.code === 2 || /person's act/.test(agent.text), agent);
  } catch (error) {
    check("the guide came to its end", false, error instanceof Error ? error.stack : error);
  } finally {
    world.remove();
  }
  console.log(`second-machine passed=${count.passed} failed=${count.failed}`);
  return count.failed === 0 ? 0 : 1;
}

/** SUR-10: a backup makes another machine that device, with all that it confirmed. */
async function restored({ desk, spare, stick }: World, tiersBefore: string): Promise<void> {
  const words = "correct horse battery";
  await desk.type("holdfast config set max-inject 4");
  const made = await desk.type(
    `holdfast export backup --out ${stick}`,
    [/leaves the key out\):/, `${words}\n`],
    [/same again:/, `${words}\n`],
  );
  check(
    "SUR-10 a backup is made, and the passphrase is not shown",
    made.code === 0 && !made.transcript.includes(words),
    made,
  );
  const text = readFileSync(stick, "utf8");
  check("SUR-10 the key is in it sealed, not open", text.includes("scrypt") && !/PRIVATE KEY/.test(text));
  check("SUR-10 it is the owner's alone", (statSync(stick).mode & 0o777) === 0o600);
  const refused = spare.asAgent("import", "backup", stick, "--apply");
  check("TRU-22 no agent brings one back", refused.code !== 0, refused);
  await spare.type("holdfast init --no-install");
  const wrong = await spare.type(`holdfast import backup ${stick} --apply`, [/Its passphrase:/, "another one\n"]);
  check("SUR-10 another passphrase opens nothing", wrong.code !== 0 && /another one, or/.test(wrong.transcript), wrong);
  check("SUR-10 without the key nothing is verified", !/: verified/.test(tiers(spare)), tiers(spare));
  const back = await spare.type(`holdfast import backup ${stick} --apply`, [/Its passphrase:/, `${words}\n`]);
  check("SUR-10 it comes back", back.code === 0, back);
  check("SUR-10 with what each memory was", tiers(spare) === tiersBefore, tiers(spare));
  const config = await spare.type("holdfast config list");
  check("SUR-10 and the settings", /max-inject\s+4/.test(config.transcript), config);
}

function tiers(on: Computer): string {
  const { memories } = JSON.parse(on.asAgent("list", "--json").text) as { memories: { stem: string; tier: string }[] };
  return memories
    .map(({ stem, tier }) => `${stem.replace(/^[a-z]+_/, "")}: ${tier}`)
    .toSorted()
    .join(", ");
}

function yearOf(on: Computer): number {
  return Number(on.asProgram(["node", "-p", "new Date().getFullYear()"]));
}

if (!existsSync(GUIDE)) throw new Error("docs/guide/second-machine.md is missing");
process.exitCode = await main();
