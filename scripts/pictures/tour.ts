// node scripts/pictures/tour.ts
// The five minutes of README as a moving picture, docs/pictures/tour.svg: the package installed on a machine that is empty,
// each command typed by a person, and what the terminal then showed. The agent is the real one with a scripted model.
import { record } from "./parts/acts.ts";

const ANSWER = "You use pnpm here, not npm.";

await record({
  name: "tour",
  title: "Holdfast in a terminal",
  description:
    "A terminal: holdfast init connects Claude Code and offers what it was told before; a memory is added; the agent knows it; " +
    "holdfast why shows what it was given, and one key takes it out of use and back.",
  acts: [
    { command: "holdfast init", answers: ["y", "y", "all", "c", "d", "c"] },
    { command: 'holdfast add "use pnpm here, not npm"' },
    { command: 'claude -p "Which package manager do we use?"' },
    { command: "holdfast why" },
    { command: "holdfast why d1" },
    { command: "holdfast undo" },
    { command: "holdfast search pnpm" },
  ],
  async agent(world, prompt) {
    const { answer } = await world.ask(`${prompt} @@${JSON.stringify([{ text: ANSWER }])}@@`);
    return `${answer}\n`;
  },
});
