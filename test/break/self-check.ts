// Hooks that are wrong on purpose: a judge that lets one of them pass has judged nothing.
import { rmSync, writeFileSync } from "node:fs";
import { placesOf, removeBox } from "../support/store-box.ts";
import { insideStore, writeTo } from "./events.ts";
import { Report } from "./report.ts";
import { tryOne } from "./trial.ts";
import { makeWorld } from "./world.ts";

const DENY =
  '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"x"}}';
const say = (text: string): string => `process.stdout.write(${JSON.stringify(text)});`;

/** Only its first run; what it notes for that lies where a hook may write. */
const once = (first: string, then: string): string => `const fs = require("fs");
const at = process.env.XDG_STATE_HOME + "/holdfast/once";
if (fs.existsSync(at)) { ${then} } else { fs.writeFileSync(at, ""); setTimeout(() => { ${first} }, 1200); }`;

const WRONG: Readonly<Record<string, string>> = {
  "exits with 2": `${say(DENY)} process.exitCode = 2;`,
  "speaks on stderr": `${say(DENY)} process.stderr.write("x");`,
  "answers twice": say(DENY + DENY),
  "answers with text": say("denied"),
  "has a key of its own": say(DENY.replace("{", '{"reason":"x",')),
  "refuses without a reason": say(DENY.replace('Reason":"x"', 'Reason":""')),
  "answers for another event": say(DENY.replace("PreToolUse", "SessionStart")),
  "has no opinion": "",
  allows: say(DENY.replace('"deny"', '"allow"')),
  "is late": `setTimeout(() => { ${say(DENY)} }, 5500);`,
  "is slow and wrong once": once(`${say(DENY)} process.stderr.write("x");`, say(DENY)),
  "dies by a signal": `${say(DENY)} process.kill(process.pid, "SIGKILL");`,
  "changes a memory": `${say(DENY)} require("fs").appendFileSync(process.env.HOLDFAST_HOME + "/memories/project_pelican_service.md", "x");`,
  "leaves a file in the home": `${say(DENY)} require("fs").writeFileSync(process.env.HOME + "/left", "x");`,
};

export async function checkJudge(report: Report): Promise<void> {
  const base = makeWorld();
  const hook = `${base}/wrong.cjs`;
  const tryHook = async (code: string): Promise<boolean> => {
    writeFileSync(hook, code);
    rmSync(`${placesOf(base).state}/once`, { force: true });
    const heard = new Report(() => undefined);
    const stdin = writeTo("codex", base, insideStore(base));
    await tryOne(base, "codex", { name: "", event: "PreToolUse", stdin, wanted: "deny", setting: { hook } }, heard);
    return heard.failed === 0;
  };
  try {
    report.told("the judge: a hook that is right", (await tryHook(say(DENY))) ? [] : ["was not let through"]);
    const stood = once("", say(DENY));
    report.told("the judge: a hook that the machine kept once", (await tryHook(stood)) ? [] : ["was not let through"]);
    for (const [what, code] of Object.entries(WRONG))
      report.told(`the judge: a hook that ${what}`, (await tryHook(code)) ? ["was let through"] : []);
  } finally {
    removeBox(base);
  }
}
