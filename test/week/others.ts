// Friday: what others see: the team's file, the commits, the second machine (points 8, 12 and 13).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REMOTE_ON_THE_PAGE } from "../walk/world.ts";
import { TEAM_RULES, TYPED, type Week } from "./home.ts";

const SETUP = `holdfast sync --setup ${REMOTE_ON_THE_PAGE}`;

export async function inOthersHands(week: Week): Promise<void> {
  await exported(week);
  await synced(week);
}

async function exported({ world, check }: Week): Promise<void> {
  const run = await world.type("holdfast export agents-md", "y");
  const text = readFileSync(join(world.project, "AGENTS.md"), "utf8");
  const [own = "", made = ""] = text.split("<!-- holdfast:begin");
  check("8: the rules of this project are written", run.code === 0 && made.includes("Idempotency-Key"), run);
  const personal = ["Answer in whole sentences", "fish shell", "small commits"].filter((words) => made.includes(words));
  check("8: no personal preference is among them", personal.length === 0, personal);
  const again = TEAM_RULES.filter((rule) => made.includes(rule.replace(/\.$/, "")));
  check("8: the file's own lines are not repeated", again.length === 0 && own.includes(TEAM_RULES[0] ?? ""), again);
  check("8: no headline is cut and followed by the whole", !/\*\*[^*\n]*(?:\.\.\.|…)\*\*/.test(made), made);
}

async function synced({ world, check, files }: Week): Promise<void> {
  const subjects = (): readonly string[] =>
    execFileSync("git", ["-C", join(world.home, ".holdfast"), "log", "--format=%s"], {
      env: world.env,
      encoding: "utf8",
    })
      .trim()
      .split("\n");
  const before = subjects();
  const added = before.filter((line) => /^Add: \S/.test(line));
  check("12: each memory that was typed is a commit before any sync", added.length >= TYPED.length, before);
  const lined = [...files()].filter(([, text]) => /^sync:/m.test(text)).map(([name]) => name);
  check("12: no file has a line for machines before the first sync", lined.length === 0, lined);
  await world.type(SETUP);
  const lines = subjects();
  check("12: the log of the first days goes on", lines.slice(-before.length).join() === before.join(), lines);
  check(
    "12: it has sentences",
    !lines.some((line) => /^(?:Changes|Join)$/.test(line)) &&
      lines.every((line) => /^[A-Z][a-z ]+: \S|^\d+ /.test(line)),
    lines,
  );
  const { second } = world;
  await second.type("holdfast init", "y");
  await second.answer(SETUP);
  const took = await world.answer("holdfast sync");
  check("13: sync on the first machine says that a device asks to join", /asks? to join/.test(took.transcript), took);
}
