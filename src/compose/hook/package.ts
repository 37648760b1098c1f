// Whether the package that this hook was copied from is still there, and still the same (AGT-1b).
import { homedir } from "node:os";
import { parentOf } from "../../disk/paths.ts";
import { placesFrom } from "../../disk/places.ts";
import type { Intent, SessionStartEvent } from "../../hosts/event.ts";
import { originIn, outdatedCopy } from "../../install/io/hook-origin.ts";
import { isFirst } from "../../recall/io/notices.ts";
import { isLeftBehind } from "../silence.ts";
import type { HookCall } from "./call.ts";

const UNINSTALLED =
  "Holdfast was uninstalled, so it says nothing from now on; its guard still keeps agents out of your store. " +
  "`npx holdfast disconnect` takes its entries out of your agents, and installing it again brings your memories back.";
const OUTDATED =
  "Holdfast was updated, and agents still run the hook of before: any `holdfast` command in your terminal renews it.";

/** What a start says that is silent for want of the package: once. */
export function leftBehind(event: SessionStartEvent, { env }: HookCall): Intent {
  const isTold = !isLeftBehind() || !isFirst(placesFrom(env, homedir()).state, "uninstalled");
  return isTold ? { kind: "nothing" } : { kind: "context", event: event.kind, text: "", userMessage: UNINSTALLED };
}

export function outdatedLines(): readonly string[] {
  const copies = parentOf(process.argv[1] ?? "");
  const from = originIn(copies)?.from;
  return from !== undefined && outdatedCopy(copies, from) !== undefined ? [OUTDATED] : [];
}
