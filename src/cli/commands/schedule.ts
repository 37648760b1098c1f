// holdfast schedule: the daily `audit --enforce`, by the system's own scheduler.
import type { Scheduling } from "../../compose/scheduling.ts";
import { SCHEDULERS } from "../../health/schedule.ts";
import { isRefusal, refuse } from "../../text/errors.ts";
import { permission } from "../../trust/authority.ts";
import { EXIT } from "../exit.ts";
import type { Output } from "../output.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";

export const commands: Commands = {
  schedule: {
    usage: "holdfast schedule [--for cron|systemd|launchd] [--remove]",
    about: [
      "Prints what runs `holdfast audit --enforce` once a day: a line for crontab, user units for systemd, or a property list for launchd.",
      "At a terminal it then asks, and a typed yes puts it in place. --remove takes away exactly that.",
    ],
    options: {
      for: { type: "string", value: "NAME", help: "cron, systemd or launchd (default: what this machine has)" },
      remove: { type: "boolean", help: "Take it away again" },
    },
    names: [0, 0],
    examples: ["holdfast schedule", "holdfast schedule --for cron", "holdfast schedule --remove"],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, options } = call;
  const asked = SCHEDULERS.find((each) => each === options["for"]);
  if (options["for"] !== undefined && asked === undefined)
    return refuse("usage", `--for takes ${SCHEDULERS.join(", ")}.`, "holdfast schedule --for cron");
  const { schedulingFor } = await import("../../compose/scheduling.ts");
  const store = typeof options["store"] === "string" ? options["store"] : undefined;
  const scheduling = schedulingFor(bench.here.env, store, asked);
  if (isRefusal(scheduling)) return scheduling;
  const isPerson = permission("schedule", bench.channel) === "full";
  if (options["remove"] === true)
    return isPerson ? taken(scheduling, out) : refuse("needs-person", "Taking the schedule away is a person's act.");
  tell(scheduling, out);
  if (!isPerson) out.note("Nothing was put in place: that is a person's act. At a terminal: holdfast schedule");
  return isPerson && !out.options.json ? offer(call, scheduling) : EXIT.done;
}

function tell({ name, folder, files }: Scheduling, out: Output): void {
  const at = name === "cron" ? "crontab" : folder;
  if (out.options.json) out.json({ for: name, at, files });
  else
    for (const file of files) {
      if (name !== "cron") out.line(`# ${at}/${file.name}`);
      out.line(file.text.trimEnd());
    }
}

async function offer({ bench, out }: Invocation, { name, install }: Scheduling): Promise<Ended> {
  if ((await bench.word(`Type yes to put this into ${name}:`)) !== "yes") {
    out.note("Nothing was changed.");
    return EXIT.done;
  }
  const done = install();
  if (isRefusal(done)) return done;
  out.note(
    done ? `${out.paint("green", "scheduled")}  (holdfast schedule --remove takes it away)` : "It was so already.",
  );
  return EXIT.done;
}

function taken({ name, remove }: Scheduling, out: Output): Ended {
  const done = remove();
  if (isRefusal(done)) return done;
  if (out.options.json) out.json({ for: name, removed: done });
  out.note(done ? `${out.paint("green", "removed")}  from ${name}` : `There is nothing of holdfast in ${name}.`);
  return EXIT.done;
}
