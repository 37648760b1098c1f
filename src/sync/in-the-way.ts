// What stands where a memory is to come and can't be joined: a file that nobody can read, a link, a folder (SYN-11). It is kept
// on this machine, and no sync stops at it.
import type { Checked } from "../checks/checked.ts";
import type { Spot } from "../store/memory-store.ts";
import { PLACES } from "../trust/tiers.ts";
import { gateRendered } from "./gate.ts";
import { pathOf, spotOf } from "./paths.ts";
import { gateRulesOf, type Working } from "./ports.ts";
import { sideOf } from "./side.ts";

/**
 * What can't be adopted, now or in the next round. Its bytes are kept on this machine, and the last good version takes its
 * place; where there is none, or nothing that could be read, it gets another name beside it.
 */
export function putBack(work: Working, path: string, last: Uint8Array | undefined): void {
  const { open, act, files, told, writer } = work;
  const spot = spotOf(path);
  const bytes = files.read(path);
  if (bytes !== undefined) {
    const unread = spot !== undefined && sideOf(new Map([[path, bytes]])).unread.length > 0;
    if (!unread && !told.refused.some((each) => each.path === path)) return;
  }
  const read = spot && open.store.read(spot);
  const good = spot && goodVersion(spot, last, work);
  if (spot === undefined || read?.kind !== "file" || good === undefined) {
    const aside = files.setAside(path, act.now);
    if (aside === undefined) return;
    if (spot !== undefined && good !== undefined) writer.apply({ kind: "create", ...spot, text: good });
    told.notes.push(`${path} was in the way and could not be read; it is now ${aside}.`);
    return;
  }
  const why = "it could not be read, and was changed elsewhere";
  const kept = open.raw.keep(read.bytes, { from: path, why }, act.now);
  writer.apply({ kind: "rewrite", ...spot, base: read.sha256, text: good });
  told.notes.push(`${path} could not be read and was changed elsewhere; your bytes are kept as ${kept}.`);
}

/**
 * One name in both places is a demotion that was cut off (STO-20), and the next writer would end it: where this machine has
 * a file that was left out, a memory that comes under its name would go again, and on every machine.
 */
export function makeRoom(
  { files, act, told }: Working,
  coming: ReadonlyMap<string, string>,
  had: ReadonlyMap<string, string>,
): void {
  for (const { path } of told.refused) {
    const spot = spotOf(path);
    if (spot === undefined || coming.has(path)) continue;
    const twins = PLACES.map((place) => pathOf({ place, file: spot.file }));
    if (!twins.some((twin) => coming.has(twin) && !had.has(twin))) continue;
    const aside = files.setAside(path, act.now);
    if (aside !== undefined) told.notes.push(`${path} was in the way of a memory of that name; it is now ${aside}.`);
  }
}

function goodVersion({ place, file }: Spot, last: Uint8Array | undefined, work: Working): Checked | undefined {
  const [known] = last === undefined ? [] : sideOf(new Map([[pathOf({ place, file }), last]])).known.values();
  const document = known?.copies[0]?.document;
  const gated = document && gateRendered({ document, place }, file, gateRulesOf(work));
  return gated?.kind === "passed" ? gated.text : undefined;
}
