// node scripts/pictures/tour.ts
// What it is for, in fifteen seconds, docs/pictures/tour.svg: the agent does it wrong, a person says it once, the agent does it
// right. The agent is the real one; its model is scripted, and there is no film where what it was sent says something else than
// its script: the sentence has to be in the second session, and not in the first.
import { writeFileSync } from "node:fs";
import { record } from "./parts/acts.ts";
import { putProgram, STREAM, told } from "./parts/calls.ts";

const SENTENCE = "use pnpm here, not npm";
const ENDS = {
  npm: "Installed with npm.",
  pnpm: "Installed with pnpm: you said to use it here, not npm.",
} as const;

const steps = (program: keyof typeof ENDS): string =>
  JSON.stringify([
    { tool: "Bash", input: { command: `${program} install`, description: "Install the dependencies" } },
    { text: ENDS[program] },
  ]);

const programs: (keyof typeof ENDS)[] = ["npm", "pnpm"];

await record({
  name: "tour",
  title: "Say it once",
  description:
    "A terminal: the agent, asked to install the dependencies of a pnpm project, runs npm install; a person types holdfast add " +
    '"use pnpm here, not npm"; in the next session the agent runs pnpm install and says why.',
  longest: 15,
  acts: [
    { says: "# before: an agent that was told nothing", command: 'claude -p "Install the dependencies"' },
    { says: "# say it once", command: `holdfast add "${SENTENCE}"` },
    { says: "# after: every session knows", command: 'claude -p "Install the dependencies"' },
  ],
  async prepare(world) {
    writeFileSync(`${world.project}/package.json`, '{ "name": "shop", "private": true }\n');
    putProgram(world, "pnpm", "Lockfile is up to date, resolution step is skipped", "Already up to date");
    const { code, transcript } = await world.type("holdfast init --yes", "n");
    if (code !== 0) throw new Error(transcript);
  },
  async agent(world, prompt) {
    const program = programs.shift() ?? "pnpm";
    const { answer, sent } = await world.ask(`${prompt} @@${steps(program)}@@`, ...STREAM);
    if (sent.includes(SENTENCE) !== (program === "pnpm")) throw new Error(`It ran ${program}, and was sent:\n${sent}`);
    return told(answer);
  },
});
