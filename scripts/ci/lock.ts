// Does package-lock.json name a build for every system? A package whose program differs from system to system names one
// package per system as optional. npm leaves out of the lock what the registry had not at that moment, and says
// nothing; from then on `npm ci` refuses the lock, and macOS or Windows have no program. And the lock names no registry:
// each reader's own is asked, and the digest says whether it gave the same.

export interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  /** A workspace of this repository, under the name that others import it by. */
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** What is wrong with the `packages` of a lock, a sentence each. */
export function faultsOf(packages: Readonly<Record<string, Locked>>): readonly string[] {
  const own = new Set(["", ...Object.values(packages).flatMap(({ link, resolved }) => (link ? (resolved ?? []) : []))]);
  return Object.entries(packages).flatMap(([place, locked]) => {
    if (locked.link === true) return isHere(locked, packages) ? [] : [`${place} is no workspace of this repository`];
    const name = `${place}@${locked.version}`;
    const builds = Object.keys(locked.optionalDependencies ?? {});
    return [
      ...builds.filter((build) => !isLocked(packages, place, build)).map((build) => `${name} lacks ${build}`),
      ...(locked.resolved === undefined ? [] : [`${name} names where it is from`]),
      ...(own.has(place) || locked.integrity !== undefined ? [] : [`${name} has no digest`]),
    ];
  });
}

/** What a link leads to is a folder of ours, or the repository itself, and is in the lock. */
function isHere({ resolved = "" }: Locked, packages: Readonly<Record<string, Locked>>): boolean {
  return /^[\w-]*$/.test(resolved) && packages[resolved] !== undefined;
}

/** Where Node would look from `place`: beside it first, then further out. */
function isLocked(packages: Readonly<Record<string, Locked>>, place: string, name: string): boolean {
  const inside = place === "" ? "" : `${place}/`;
  if (packages[`${inside}node_modules/${name}`] !== undefined) return true;
  if (place === "") return false;
  return isLocked(packages, place.slice(0, Math.max(0, place.lastIndexOf("node_modules/") - 1)), name);
}
