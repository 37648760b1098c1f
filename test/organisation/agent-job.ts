// A job of CI with a real agent and a scripted model, where there is neither a home nor a person (HUB-9): it sees what the
// organisation confirmed, a rule of the organisation stops it, and what it notes comes back as a proposal.
import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { claudeEnvironment } from "../support/claude.ts";
import { startFakeModel, textsOf } from "../support/fake-model.ts";
import type { Answer } from "../support/person.ts";
import { type Check, leftNothing } from "./container.ts";
import type { World } from "./world.ts";

const MODEL = "claude-sonnet-4-6";
const SAVE: Answer = [/Save it\?/, "\n"];
const RULE = 'holdfast add --in org "Never force-push" --rule "deny command git push --force"';
const SCRIPT = [
  { tool: "Bash", input: { command: "git push --force", description: "push" } },
  { tool: "Bash", input: { command: 'holdfast add "The cache key holds the lock file"', description: "note" } },
  { text: "done" },
];

export async function agentJob(
  world: World,
  job: { readonly program: string; readonly pin: string; readonly token: string },
  check: Check,
): Promise<void> {
  await world.ann.type(RULE, SAVE);
  await world.ann.type("holdfast sync");
  const fake = await startFakeModel();
  try {
    const cwd = join(world.base, "agent-job");
    const bin = join(cwd, "bin");
    mkdirSync(bin, { recursive: true });
    symlinkSync(job.program, join(bin, "claude"));
    const { HOME: _, CLAUDE_CONFIG_DIR: __, PATH: ___, ...env } = claudeEnvironment("/", "", fake.url);
    const asked = `How do deploys go through the queue? @@${JSON.stringify(SCRIPT)}@@`;
    const command = `holdfast mirror ${world.url} --token-env TOKEN --pin ${job.pin} -- claude --model ${MODEL} --allowedTools Bash -p "$ASKED"`;
    const run = await world.job(command, cwd, { ...env, ASKED: asked, TOKEN: job.token, MORE_PATH: bin }, [
      dirname(realpathSync(job.program)),
    ]);
    check("HUB-9 the agent's job ends well", run.code === 0, run.text);
    check("HUB-9 and leaves nothing behind, file or process", leftNothing(run.text), run.text);
    const texts = fake.requests.flatMap(textsOf).join("\n");
    check(
      "HUB-9 the agent sees what the organisation confirmed",
      /from the user's organisation[\s\S]*Deploys go through the queue\./.test(texts),
      texts.slice(-3000),
    );
    check("HUB-9 RUL-1 a rule of the organisation stops it", /force-push/.test(refusedIn(texts)), texts.slice(-3000));
    check("HUB-9 what it noted is proposed", /proposed 1 note/.test(run.text), run.text);
    check("HUB-9 the model never had the token", !texts.includes(job.token), undefined);
  } finally {
    await fake.close();
  }
  const { ben } = world;
  await ben.type("holdfast sync");
  await ben.type("holdfast review", [/> $/, "c"], [/> $/, "q"]);
  const listed = ben.asAgent("list", "--json").text;
  check(
    "HUB-9 a reviewer confirms it on another machine",
    /The cache key holds the lock file[^}]*"verified"|"verified"[^}]*The cache key holds the lock file/.test(listed),
    listed,
  );
}

/** What the agent was told instead of running it. */
function refusedIn(texts: string): string {
  return texts
    .split("\n")
    .filter((line) => /rule|denied|deny|Holdfast/i.test(line))
    .join("\n");
}
