// Whose ground is a path on? Real paths are compared, so a link, `..` or `~` leads nowhere else (AGT-20). A path that is
// known in part counts as ours when its known part says so, and as nobody's when it says nothing (AGT-21). The shared store
// of any project is ours too, not only that of the session's: it is told by its folder's name and its marker (STO-2).
import { folded, mentions, SHARED_STORE } from "./mentions.ts";
import { hasHole, hasPattern, mayBeNamed, unknownAt } from "./shell-line.ts";
import type { GuardWorld } from "./world.ts";

/** `inside`: a root of ours or below it. `above`: a folder that holds one, so that removing it removes ours. */
type Ground = "inside" | "above" | "outside";

type Places = Pick<GuardWorld, "roots" | "resolve" | "isStore" | "folds">;

export function groundOf(path: string, cwd: string, world: Places): Ground {
  const whole = hasHole(cwd) && !/^[/~]/.test(path) ? `${cwd}/${path}` : path;
  if (unknownAt(whole) >= 0) return groundOfPart(whole, cwd, world);
  if (hasPattern(whole)) return groundOfPattern(whole, cwd, world);
  if (whole === "") return "outside";
  const real = world.resolve(whole, cwd);
  return isShared(real, world) ? "inside" : groundOfReal(real, world.roots);
}

export function isInside(path: string, cwd: string, world: Places): boolean {
  return groundOf(path, cwd, world) === "inside";
}

/** As far as a path is one of ours but for case and normal form, it is spelled as ours is: for systems whose disks make no difference. */
export function ontoRoots(real: string, roots: readonly string[]): string {
  const names = real.split("/");
  const low = names.map(folded);
  let best: readonly string[] = [];
  for (const root of roots) {
    const theirs = root.split("/");
    const differs = theirs.findIndex((name, at) => folded(name) !== low[at]);
    const same = theirs.slice(0, differs < 0 ? theirs.length : differs);
    if (same.length > best.length) best = same;
  }
  return [...best, ...names.slice(best.length)].join("/");
}

function groundOfReal(real: string, roots: readonly string[]): Ground {
  const held = real.endsWith("/") ? real : `${real}/`;
  if (roots.some((root) => real === root || real.startsWith(`${root}/`))) return "inside";
  return roots.some((root) => root.startsWith(held)) ? "above" : "outside";
}

/** A folder that holds a project is not held to be above its store: an agent may remove a clone it made. */
function isShared(real: string, world: Places): boolean {
  const parts = real.split("/");
  return parts.some((part, at) => folded(part) === SHARED_STORE && world.isStore(parts.slice(0, at + 1).join("/")));
}

/** What stands before the hole decides; after it, only a plain mention of ours does. */
function groundOfPart(path: string, cwd: string, world: Places): Ground {
  const known = path.slice(0, unknownAt(path));
  const folder = known.slice(0, known.lastIndexOf("/") + 1);
  if (folder !== "" && groundOf(folder, cwd, world) === "inside") return "inside";
  return mentions(path, world.roots) ? "inside" : "outside";
}

function groundOfPattern(path: string, cwd: string, world: Places): Ground {
  const components = path.split("/");
  const first = components.findIndex(hasPattern);
  const folder = components.slice(0, first).join("/");
  const start = path.startsWith("/") && folder === "" ? "/" : world.resolve(folder === "" ? "." : folder, cwd);
  const typed = components.slice(first).filter((each) => each !== "" && each !== ".");
  const rest = world.folds === true ? typed.map((each) => each.toLowerCase()) : typed;
  if (isShared(start, world) || mayBeShared(start, rest, world)) return "inside";
  const grounds = world.roots.map((root) => patternGround(start, rest, root, world.folds === true));
  return grounds.find((each) => each === "inside") ?? grounds.find((each) => each === "above") ?? "outside";
}

/** Right below `start` it can be looked up; after a pattern nobody knows the project, and the name decides. */
function mayBeShared(start: string, rest: readonly string[], world: Places): boolean {
  const at = rest.findIndex((each) => mayBeNamed(each, SHARED_STORE));
  return at > 0 || (at === 0 && world.isStore(`${start === "/" ? "" : start}/${SHARED_STORE}`));
}

function patternGround(start: string, rest: readonly string[], root: string, folds: boolean): Ground {
  const ground = groundOfReal(start, [root]);
  if (ground !== "above") return ground;
  const left = root.slice(start === "/" ? 1 : start.length + 1);
  const below = (folds ? left.toLowerCase() : left).split("/");
  // Upwards again after a pattern: where that leads is not known, and the way there passes by ours.
  if (rest.includes("..")) return "inside";
  const met = rest.slice(0, below.length).every((each, index) => mayBeNamed(each, below[index] ?? ""));
  if (!met) return "outside";
  return rest.length >= below.length ? "inside" : "above";
}
