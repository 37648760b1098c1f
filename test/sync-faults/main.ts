// node test/sync-faults/main.ts [--only NAME]
// The built `holdfast sync`, by a person's hand and as a session start leaves it behind, against everything that a remote, a
// network or a disk may do (SYN-10, SYN-12, SYN-15): it ends within its budget, says what it is, leaves no process, and
// the store is as it was. Needs dist/.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { inFolders } from "../git-edge/world.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { BODIES, type Box, byHand, leftBehind, makeBox, type Ran } from "./box.ts";
import { fullDisk, readOnlyDisk } from "./disk.ts";
import { canMakeNamespaces, FAULTS, type Fault } from "./faults.ts";
import { sessionStarts } from "./start.ts";

const SKIPPED = 77;
const AT_ONCE = 3;
/** The network's 3 s, what starts and ends around it, and a machine that does other work too. */
const LEFT_BEHIND_MS = 6000;

const problems: string[] = [];
let faults = 0;

function judge(name: string, found: readonly (string | false | undefined)[]): void {
  const wrong = found.filter((each) => typeof each === "string");
  faults++;
  if (wrong.length === 0) return;
  problems.push(name);
  console.log(`FAIL ${name}\n     ${wrong.join("\n     ")}`);
}

async function tryFault(fault: Fault, folder: string): Promise<void> {
  const box = await makeBox(folder);
  const made = await fault.make(box);
  box.pointAt(made.url);
  const alone = await leftBehind(box, made.under);
  const record = box.record();
  const hand = await byHand(box, made.under);
  const unwanted = made.unwanted?.();
  await made.undo();
  const says = hand.shown.replaceAll("\n", " ");
  console.log(
    `  ${fault.name.padEnd(30)} by hand ${row(hand)}   left behind ${row(alone)}  ${record?.failing?.why ?? ""}`,
  );
  judge(`SYN-12 ${fault.name}`, [
    hand.code !== fault.exit && `SYN-10: exit ${hand.code}, expected ${fault.exit}: ${hand.shown}`,
    !fault.says.test(hand.shown) && !fault.says.test(says) && `SYN-10: says ${hand.shown}`,
    hand.ms > fault.withinMs && `took ${Math.round(hand.ms)} ms of ${fault.withinMs}`,
    hand.left.length > 0 && `left by hand: ${hand.left.join("; ")}`,
    alone.code !== 0 && `SYN-15: the run that nobody watches ended with ${alone.code}: ${alone.shown}`,
    alone.shown !== "" && `SYN-15: it said ${alone.shown}`,
    alone.ms > LEFT_BEHIND_MS && `SYN-15: it took ${Math.round(alone.ms)} ms`,
    alone.left.length > 0 && `SYN-15: left: ${alone.left.join("; ")}`,
    record?.failing === undefined && "SYN-15: the record does not tell of it",
    unwanted,
    ...(await usable(box)),
  ]);
}

function row({ code, ms }: Ran): string {
  return `${code} ${Math.round(ms).toString().padStart(5)} ms`;
}

/** Every word is there, git finds nothing wrong, and with a good remote the next run sends it all. */
async function usable(box: Box): Promise<readonly (string | false)[]> {
  const { machine, bare } = box;
  const texts = machine.files("memories").map((file) => machine.read(`memories/${file}`));
  const lost = BODIES.filter((body) => !texts.some((text) => text.includes(body)));
  const fsck = machine.git("fsck", "--no-dangling");
  box.pointAt(bare);
  const again = await byHand(box);
  const sent = execFileSync("git", ["-C", bare, "ls-tree", "-r", "--name-only", "main"], { encoding: "utf8" });
  return [
    lost.length > 0 && `lost: ${lost.join(", ")}`,
    fsck !== "" && `git: ${fsck}`,
    again.code !== 0 && `the next run ended with ${again.code}: ${again.shown}`,
    !sent.includes("reference_releases.md") && "the next run sent nothing",
    machine.git("status", "--porcelain") !== "" && `not clean: ${machine.git("status", "--porcelain")}`,
  ];
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: "string" }, inside: { type: "boolean" } } });
  if (!canRunAsPerson() || !canMakeNamespaces()) {
    console.log(`${CANNOT_RUN_AS_PERSON}, and the right to make network and mount namespaces`);
    return SKIPPED;
  }
  if (!existsSync(resolve(import.meta.dirname, "../../dist/cli.mjs")))
    throw new Error("dist/ is not built: npm run build");
  // What is mounted here ends with the program, however that ends.
  if (values.inside !== true) {
    const args = ["--mount", process.execPath, ...process.argv.slice(1), "--inside"];
    return spawnSync("unshare", args, { stdio: "inherit" }).status ?? 1;
  }
  const wanted = (name: string): boolean => values.only === undefined || name.includes(values.only);
  const say = (line: string): void => console.log(line);
  await inFolders(async (folder) => {
    const waiting = FAULTS.filter(({ name }) => wanted(name)).map((fault) => ({ fault, at: folder() }));
    const next = async (): Promise<void> => {
      for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) await tryFault(each.fault, each.at);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    if (wanted("full disk")) judge("SYN-12 a full disk", await fullDisk(await makeBox(folder()), usable, say));
    if (wanted("read-only disk"))
      judge("SYN-12 a read-only disk", await readOnlyDisk(await makeBox(folder()), usable, say));
    if (wanted("session start")) for (const [name, found] of await sessionStarts(folder, say)) judge(name, found);
  });
  if (problems.length > 0) console.log(`not kept: ${problems.join(", ")}`);
  console.log(`sync-faults passed=${faults - problems.length} failed=${problems.length}`);
  console.log(`faults=${faults} failed=${problems.length}`);
  return problems.length === 0 && faults > 0 ? 0 : 1;
}

process.exitCode = await main();
