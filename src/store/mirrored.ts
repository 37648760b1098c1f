// What a person may do in an organisation's store (HUB-7). The hub refuses what their role does not allow; here it is said
// before anything is written. Whose word counts is not decided by this: signatures decide that, on each machine.
import { type Refusal, refuse } from "../text/errors.ts";
import { type OpenStore, ROLES, type Role } from "./context.ts";

/** Undefined: they may write, or the store is nobody else's. */
export function unlessWriter({ mirrored }: Pick<OpenStore, "mirrored">): Refusal | undefined {
  return mirrored === undefined || reaches(mirrored.role, "contributor")
    ? undefined
    : refuse("not-allowed", `You read ${mirrored.name}; an admin there lets you write.`, "holdfast doctor");
}

/** Undefined: they may confirm. */
export function unlessReviewer({ mirrored }: Pick<OpenStore, "mirrored">): Refusal | undefined {
  if (mirrored === undefined || isReviewer(mirrored.role)) return undefined;
  const what = `You are a ${mirrored.role} of ${mirrored.name}: what you add there waits for a reviewer.`;
  return refuse("not-allowed", what, "holdfast add --in org");
}

export function isReviewer(role: Role): boolean {
  return reaches(role, "reviewer");
}

function reaches(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
