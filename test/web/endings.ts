// The server lives as long as the command (REV-2): however it ends, no process is left and nothing listens.
import { readdirSync, readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { watched } from "./browser.ts";
import { type Check, soon } from "./check.ts";
import { type Review, startUnder, type World } from "./world.ts";

/** The shell stays a while after the command, so that nothing ends only because its terminal did. */
const STAYS = ["/bin/sh", "-c", '"$@"; echo "ended with $?"; sleep 6', "sh"];

type Ending = (review: Review, world: World, browser: Browser) => Promise<void> | void;

const ENDINGS: readonly (readonly [string, Ending])[] = [
  ["q in the terminal", ({ command }) => command.type("q")],
  ["Ctrl-C", ({ command }) => command.type("\u0003")],
  ["Ctrl-D", ({ command }) => command.type("\u0004")],
  ["Finish in the page", finished],
  ["a hangup", (_, world) => signal(world.web, "SIGHUP")],
  ["a request to end, to the command", (_, world) => signal(world.cli, "SIGTERM")],
  ["the command killed", (_, world) => signal(world.cli, "SIGKILL")],
  ["the server killed", (_, world) => signal(world.web, "SIGKILL")],
];

export async function endings(world: World, browser: Browser, check: Check): Promise<void> {
  for (const [how, end] of ENDINGS) {
    const review = await startUnder(world, STAYS);
    const { command, origin } = review;
    const running = pidsOf(world.web).length;
    await end(review, world, browser);
    const gone = await soon(() => pidsOf(world.web).length + pidsOf(world.cli).length === 0, 3000);
    check(`REV-2 ended by ${how}: no process is left`, running === 1 && gone, [running, pidsOf(world.web)]);
    const isClosed = await fetch(origin).then(
      () => false,
      () => true,
    );
    check(`REV-2 ended by ${how}: nothing listens`, isClosed);
    command.kill();
    await command.ended;
  }
}

async function finished({ url }: Review, _: World, browser: Browser): Promise<void> {
  const { page } = await watched(browser);
  await page.goto(url);
  await page.locator("h2#title").waitFor();
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByText("has ended").waitFor();
  await page.context().close();
}

function signal(program: string, name: NodeJS.Signals): void {
  for (const pid of pidsOf(program)) process.kill(pid, name);
}

/** Node's own processes that run this file of this world: no other is touched. */
export function pidsOf(program: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [node = "", file] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
        return node.endsWith("node") && file === program;
      } catch {
        return false; // it has ended since
      }
    })
    .map(Number);
}
