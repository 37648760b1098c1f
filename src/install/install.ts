// Connecting an agent: plan the edits of its settings, show them, apply them as one transaction, prove them by
// running the hook once (AGT-30). Uninstall restores byte for byte what nobody touched since, and otherwise takes
// out only what is ours.
import type { FileEdit } from "../disk/edit-files.ts";
import type { Refusal } from "../text/errors.ts";

/** One foreign file as it is and as it would be, in bytes. */
export interface ShownEdit extends FileEdit {
  /** Said beside the diff, such as "a link: its target is edited". */
  readonly note?: string;
  /** All of it is ours: nothing in it is the user's. */
  readonly ours?: true;
}

/** What becomes of the memories that an agent keeps by itself: the store serves instead, or it is left its own (AGT-23). */
export type OwnMemory = "replaced" | "left";

export interface EditPlan {
  readonly kind: "edit-plan";
  /** Absent where nobody asked: then it stays as it is. */
  readonly ownMemory?: OwnMemory;
  readonly edits: readonly ShownEdit[];
  /** True when the agent is connected already and nothing would change. */
  readonly nothingToDo: boolean;
}

export interface Installer {
  readonly agent: string;
  /** What a person calls it. */
  readonly title: string;
  /** What the person still has to do in the agent itself, once it is connected. */
  readonly advice?: string;
  /** Whether the agent is on this machine, and how that was seen. */
  found(): { readonly present: boolean; readonly evidence: string };
  isInstalled(): boolean;
  /** Whether its settings hold anything of ours, of whatever version. */
  hasTrace(): boolean;
  /** Why its settings can't be read, so that nobody knows whether it is connected. */
  unreadable(): Refusal | undefined;
  /** The setting with which a person keeps it from running hooks. */
  switchedOff(): string | undefined;
  /** Whether it keeps memories by itself that the store can serve instead. */
  readonly hasOwnMemory: boolean;
  planInstall(ownMemory?: OwnMemory): EditPlan | Refusal;
  planUninstall(): EditPlan | Refusal;
  /** Exactly the plan, all or nothing; a file that changed since it was planned is a refusal. */
  apply(plan: EditPlan, direction: "install" | "uninstall"): Refusal | undefined;
  /** Runs the installed hook once, as the agent would, and leaves no trace of it. */
  prove(): Promise<Refusal | undefined>;
}

export interface Installers {
  readonly all: readonly Installer[];
  /** Why a purge is refused before anything is changed. */
  purgeRefused(): Refusal | undefined;
  /** Cache, state, config, device key and hook copy; never the store, nor a folder that holds it. */
  purge(): readonly string[];
  /** The hook's own copy is removed once no agent uses it. */
  removeHookCopy(): void;
}

export interface InstallResult {
  readonly agent: string;
  readonly outcome: "done" | "unchanged" | "failed";
  readonly refusal?: Refusal;
}

export async function install(installer: Installer, plan: EditPlan): Promise<InstallResult> {
  const failed = (refusal: Refusal): InstallResult => ({ agent: installer.agent, outcome: "failed", refusal });
  const refused = installer.apply(plan, "install");
  if (refused !== undefined) return failed(refused);
  const unproved = await installer.prove();
  if (unproved !== undefined) return failed(unproved);
  return { agent: installer.agent, outcome: plan.nothingToDo ? "unchanged" : "done" };
}

export function uninstall(installer: Installer, plan: EditPlan): InstallResult {
  if (plan.nothingToDo) return { agent: installer.agent, outcome: "unchanged" };
  const refusal = installer.apply(plan, "uninstall");
  return refusal === undefined
    ? { agent: installer.agent, outcome: "done" }
    : { agent: installer.agent, outcome: "failed", refusal };
}
