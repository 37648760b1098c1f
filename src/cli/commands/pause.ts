// holdfast pause

import { type Pause, parseSpan } from "../../config/pause.ts";
import { type Refusal, refuse } from "../../text/errors.ts";
import { forbidden } from "../../trust/authority.ts";
import { secondOf } from "../../trust/transitions.ts";
import { ended } from "../ended.ts";
import { EXIT } from "../exit.ts";
import type { Invocation } from "../spec.ts";
import { projectWord } from "../tell.ts";

export function run({ bench, out, options }: Invocation): number {
  const refused = forbidden("pause", bench.act.channel);
  if (refused !== undefined) return ended(refused, out, bench);
  const only = options["project"] === true;
  const project = only ? bench.project?.id : undefined;
  if (only && project === undefined) {
    return ended(
      refuse("usage", "--project needs a git repository; there is none here.", "holdfast pause"),
      out,
      bench,
    );
  }
  // `--off` ends every pause, `--project --off` only this project's.
  const others = bench.pauses.read().filter((pause) => only && pause.project !== project);
  if (options["off"] === true) {
    bench.pauses.write(others);
    out.note("Holdfast speaks again.");
    return EXIT.done;
  }
  const pause = pauseOf(project, options["for"], bench.act.now);
  if ("kind" in pause) return ended(pause, out, bench);
  bench.pauses.write([...others, pause]);
  const where = project === undefined ? "everywhere" : `in ${projectWord(project, project)}`;
  out.note(`Silent ${where}, until ${pause.until ?? "`holdfast pause --off`"}.`);
  return EXIT.done;
}

function pauseOf(project: string | undefined, span: string | boolean | undefined, now: Date): Pause | Refusal {
  const here = project === undefined ? {} : { project };
  if (typeof span !== "string") return here;
  const ms = parseSpan(span);
  if (ms === undefined)
    return refuse("usage", `--for takes 30m, 2h or 3d; found "${span}".`, "holdfast pause --for 2h");
  return { ...here, until: secondOf(new Date(now.getTime() + ms)) };
}
