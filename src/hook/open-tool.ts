// What a tool call needs beside the stores: what it touches, receipts, and what the session was shown before.
import { homedir } from "node:os";
import { pathsOfPatch } from "../core/guard/patch.ts";
import type { ToolEvent } from "../core/intent.ts";
import type { Receipt } from "../core/ports/receipts.ts";
import { realTarget } from "../disk/real-target.ts";
import { appendReceipt } from "../state/receipts.ts";
import { noteShown, shownIn } from "../state/sessions.ts";
import type { HookCall } from "./call.ts";
import { openForHook } from "./open.ts";
import { type WithIndexes, withIndexes } from "./open-index.ts";

export interface OpenedForTool extends WithIndexes {
  readonly paths: readonly (readonly string[])[];
  readonly command: string | undefined;
  readonly shown: ReadonlySet<string>;
  keep(receipt: Receipt, given: readonly string[]): void;
}

const PATH_KEYS = ["file_path", "path", "notebook_path"];
/** A longer line carries a document, not a command. */
const LONGEST_COMMAND = 2000;

export function openForTool(event: ToolEvent, call: HookCall): OpenedForTool | undefined {
  const touched = touchedBy(event.input);
  if (touched.paths.length === 0 && touched.command === undefined) return undefined;
  const opened = openForHook(event.cwd, call);
  if (opened === undefined || opened.config["tool-tokens"] === 0 || opened.config["max-inject"] === 0) return undefined;
  const { config, places, stores, project } = opened;
  const served = stores.filter(({ info }) => info.scope === "personal" || config["serve-project-memories"]);
  return {
    ...withIndexes({ ...opened, stores: served }),
    paths: project === undefined ? [] : touched.paths.flatMap((path) => namesBelow(project.root, path, event.cwd)),
    command: touched.command,
    shown: shownIn(places.state, event.session),
    keep: (receipt, given) => {
      appendReceipt(places.state, receipt);
      noteShown(places.state, event.session, given);
    },
  };
}

function touchedBy(input: ToolEvent["input"]): {
  readonly paths: readonly string[];
  readonly command: string | undefined;
} {
  const named = PATH_KEYS.map((key) => input[key]).filter((value) => typeof value === "string");
  const text = [input["command"], input["cmd"], input["input"], input["patch"]].find(
    (value) => typeof value === "string",
  );
  const patched = text?.includes("*** Begin Patch") === true ? pathsOfPatch(text) : [];
  const isCommand = text !== undefined && patched.length === 0 && named.length === 0 && text.length <= LONGEST_COMMAND;
  return { paths: [...named, ...patched], command: isCommand ? text : undefined };
}

/** The names from the project's top; nothing for what lies outside. */
function namesBelow(root: string, path: string, cwd: string): readonly (readonly string[])[] {
  const real = realTarget(path, cwd, homedir());
  return real.startsWith(`${root}/`) ? [real.slice(root.length + 1).split("/")] : [];
}
