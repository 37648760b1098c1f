// holdfast export snapshot: an organisation's store in a file that this device signs (HUB-9).

import { isRefusal, refuse } from "../text/errors.ts";
import { dayOf } from "../trust/transitions.ts";
import { textOf } from "./args.ts";
import { EXIT } from "./exit.ts";
import { putFile } from "./export-file.ts";
import type { Ended, Invocation } from "./spec.ts";
import { clip, count } from "./tell.ts";

export async function snapshotInto(call: Invocation): Promise<Ended> {
  const { bench, out, options } = call;
  const { LONGEST_DAYS, makeSnapshot, USUAL_DAYS } = await import("../compose/snapshot.ts");
  const days = Number(textOf(options, "days") ?? USUAL_DAYS);
  if (!Number.isInteger(days) || days < 1 || days > LONGEST_DAYS)
    return refuse("usage", `--days takes a whole number from 1 to ${LONGEST_DAYS}.`, "holdfast export --help");
  const open = bench.storeIn(textOf(options, "in") ?? "org");
  if (isRefusal(open)) return open;
  const made = await makeSnapshot(bench.here, open, { now: bench.act.now, days });
  if (isRefusal(made)) return made;
  const { name, files, ends, text } = made;
  const path = textOf(options, "out") ?? `${name.replaceAll("/", "-")}-${dayOf(bench.act.now)}.snapshot`;
  const written = await putFile(call, path, Buffer.from(text));
  if (written === "kept") {
    out.note("Nothing was written.");
    return EXIT.findings;
  }
  if (isRefusal(written)) return written;
  if (out.options.json) out.json({ outcome: "exported", path, store: name, files, ends });
  out.note(
    `${out.paint("green", "exported")}  ${name}, ${count(files, "file", "files")}, to ${clip(path, 40)}; until ${ends.slice(0, 16).replace("T", " ")} UTC`,
  );
  out.note("          Readable by you alone. There: holdfast mirror FILE --pin FINGERPRINT -- COMMAND");
  return EXIT.done;
}
