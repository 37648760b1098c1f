// holdfast pause

import { type Pause, parseSpan } from "../../config/pause.ts";
import { type Refusal, refuse } from "../../text/errors.ts";
import { secondOf } from "../../trust/transitions.ts";
import { EXIT } from "../exit.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { projectWord } from "../tell.ts";

export const commands: Commands = {
  pause: {
    usage: "holdfast pause [--project] [--for 2h] | pause --off",
    options: {
      project: { type: "boolean", help: "Only in this project" },
      for: { type: "string", value: "TIME", help: "30m, 2h, 3d (default: until --off)" },
      off: { type: "boolean", help: "Speak again" },
    },
    names: [0, 0],
    examples: ["holdfast pause --for 2h", "holdfast pause --project", "holdfast pause --off"],
    run,
  },
};

function run({ bench, out, options }: Invocation): Ended {
  const only = options["project"] === true;
  const project = only ? bench.project?.id : undefined;
  if (only && project === undefined) {
    return refuse("usage", "--project needs a git repository; there is none here.", "holdfast off");
  }
  // `--off` ends every pause, `--project --off` only this project's.
  const others = bench.pauses.read().filter((pause) => only && pause.project !== project);
  if (options["off"] === true) {
    bench.pauses.write(others);
    out.note("Holdfast speaks again.");
    return EXIT.done;
  }
  const pause = pauseOf(project, options["for"], bench.act.now);
  if ("kind" in pause) return pause;
  bench.pauses.write([...others, pause]);
  const where = project === undefined ? "everywhere" : `in ${projectWord(project, project)}`;
  out.note(`Silent ${where}, until ${pause.until ?? "`holdfast on`"}.`);
  return EXIT.done;
}

function pauseOf(project: string | undefined, span: string | boolean | undefined, now: Date): Pause | Refusal {
  const here = project === undefined ? {} : { project };
  if (typeof span !== "string") return here;
  const ms = parseSpan(span);
  if (ms === undefined) return refuse("usage", `--for takes 30m, 2h or 3d; found "${span}".`, "holdfast off --for 2h");
  return { ...here, until: secondOf(new Date(now.getTime() + ms)) };
}
