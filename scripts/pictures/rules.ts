// node scripts/pictures/rules.ts
// A rule that holds as a moving picture, docs/pictures/rules.svg: a person says it and confirms it, the agent tries what it
// forbids, is stopped, and does it right. The agent is the real one with a scripted model; its calls and what came of them are
// shown as its own stream tells them.
import { record } from "./parts/acts.ts";
import { putProgram, STREAM, told } from "./parts/calls.ts";

const STEPS = [
  { tool: "Bash", input: { command: "npm install", description: "Install the dependencies" } },
  { tool: "Bash", input: { command: "pnpm install", description: "Install the dependencies" } },
  { text: "Installed with pnpm: your rule keeps npm out of this project." },
];

await record({
  name: "rules",
  title: "A rule that holds",
  description:
    "A terminal: a person adds a sentence, takes the rule that is offered for it and confirms both with a typed word; the agent " +
    "runs npm install and is stopped with the reason; it runs pnpm install; holdfast rules tells what was stopped.",
  acts: [
    { command: 'holdfast add "use pnpm here, not npm"', answers: ["y"] },
    { command: 'claude -p "Install the dependencies"' },
    { command: "holdfast rules" },
  ],
  async prepare(world) {
    putProgram(world, "pnpm", "Lockfile is up to date, resolution step is skipped", "Already up to date");
    const { code, transcript } = await world.type("holdfast init --yes", "n");
    if (code !== 0) throw new Error(transcript);
  },
  async agent(world, prompt) {
    const { answer } = await world.ask(`${prompt} @@${JSON.stringify(STEPS)}@@`, ...STREAM);
    return told(answer);
  },
});
