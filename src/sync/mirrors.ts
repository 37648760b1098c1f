// An organisation's stores on this machine (HUB-2): each is a mirror of what its hub has, a store like any other below the
// data folder, with a repository of its own that the hub's carrier makes commits in. Pure.
import type { Policy } from "../config/policy.ts";
import type { Mirrored, Role } from "../store/context.ts";
import { nameHash } from "../text/digest.ts";

export interface Mirror {
  /** The hub's address, with the organisation at its end. */
  readonly url: string;
  /** As the hub calls it: `org`, `team/build`. */
  readonly store: string;
  /** What this person may there, and what they are called, as the hub said last. */
  readonly role: Role;
  readonly you: string;
  /** The hub lets this person read it no more: it is not opened, and what its admins signed for this machine stands. */
  readonly closed?: boolean;
  /** The person left, and not all of it is gone yet: it is heard in nothing, and the next `join --leave` finishes. */
  readonly leaving?: boolean;
  /** What was in force there when it was looked at last (HUB-10); several where admins signed at once. */
  readonly policies?: readonly KeptPolicy[];
}

export type KeptPolicy = Omit<Policy, "organisation">;

/** In force here: a machine has them with the list of its mirrors, so that a hook reads nothing more for it. */
export function policiesIn(mirrors: readonly Mirror[]): readonly Policy[] {
  return mirrors.flatMap(({ url, policies = [] }) =>
    policies.map((each) => ({ ...each, organisation: tenantIn(url) })),
  );
}

/** Stores that a member has a mirror of. A project's is carried by its repository, and a personal one is its owner's. */
export const MIRRORED: RegExp = /^(?:org|team\/[a-z0-9][a-z0-9-]{0,62})$/;

/** Of one hub's, however many it tells of: none takes the place of another's. */
export const MOST_OF_ONE = 50;

export function scopeOf({ store }: Pick<Mirror, "store">): "org" | "team" {
  return store === "org" ? "org" : "team";
}

export function mirroredAs({ url, store, role, you }: Mirror): Mirrored {
  return { name: `${tenantIn(url)}/${store}`, role, you };
}

/** Its folder: two hubs may have a tenant of one name. */
export function folderOf({ url, store }: Pick<Mirror, "url" | "store">): string {
  return `${tenantIn(url)}-${store.replace("/", "-")}-${nameHash(url)}`;
}

/** Teams first: what is nearer to the work comes before what is wider. */
export function inOrder(mirrors: readonly Mirror[]): readonly Mirror[] {
  return mirrors.toSorted((a, b) => rank(a) - rank(b) || compare(a.url, b.url) || compare(a.store, b.store));
}

/** Those that a word of a person means: a store's name, or that with its organisation in front. */
export function calledBy(word: string, name: string): boolean {
  return name === word || name.slice(name.indexOf("/") + 1) === word;
}

function tenantIn(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

function rank({ store }: Mirror): number {
  return store === "org" ? 1 : 0;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
