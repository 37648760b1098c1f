// Which tenants are in which database (HUB-15), and what of it does not fit: a place that can't be found, one that came back by a restore, a
// move that was not ended.
import { type Place, whereIn } from "../places.ts";
import { FIRST } from "../settings.ts";
import type { Facts, PlaceRow } from "./facts.ts";
import { error, type Finding, ok, warning } from "./finding.ts";

/** Nothing is said of one database in which all is. */
export function placesOf({ engine, others }: Facts): readonly Finding[] {
  const all = [[FIRST, engine] as const, ...others].flatMap(([name, each]) =>
    typeof each === "string" ? [] : [[name, each.places] as const],
  );
  const tenants = new Map<string, Map<string, PlaceRow>>();
  for (const [name, places] of all)
    for (const place of places) {
      const said = tenants.get(place.tenant) ?? new Map<string, PlaceRow>();
      tenants.set(place.tenant, said.set(name, place));
    }
  const wrong = [...tenants].flatMap(([tenant, said]) => wrongWith(tenant, said) ?? []);
  if (wrong.length > 0) return wrong.slice(0, MOST);
  if (all.length <= 1) return [];
  const counts = all.map(([name, places]) => `${name} ${places.filter(({ state }) => state === "here").length}`);
  return [ok("places", `each tenant is in one database: ${counts.join(", ")}`)];
}

const MOST = 5;

function wrongWith(tenant: string, said: ReadonlyMap<string, PlaceRow>): Finding | undefined {
  const at = whereIn(said);
  if (at === "nowhere") return undefined;
  if (at === "between") {
    const went = [...said.values()].find(({ state }) => state === "moved")?.other;
    return error(
      "places",
      `${tenant} went to ${went ?? "another database"}, which does not have it`,
      "HOLDFAST_HUB_DATABASES with all databases, or the newest backup of that one",
    );
  }
  const go = `holdfast-hub move ${tenant} --to ${at.name}`;
  const other = (state: Place["state"]): string | undefined =>
    [...said].find(([name, place]) => name !== at.name && place.state === state)?.[0];
  const twice = other("here");
  if (twice !== undefined)
    return error("places", `${tenant} is in ${at.name}, and ${twice} has it as it was before a move`, go);
  const begun = other("arriving") ?? other("ready");
  if (begun !== undefined)
    return warning(
      "places",
      `a move of ${tenant} to ${begun} goes on, or was not ended: what is erased may lie in ${begun}`,
      `${go}, which takes the copy away, or --to ${begun}, which ends the move; a hub takes it away after an hour in which nobody moves`,
    );
  const left = [...said].find(([name, { isLeft }]) => name !== at.name && isLeft)?.[0];
  if (left === undefined) return undefined;
  return warning(
    "places",
    `rows of ${tenant} from before a move lie in ${left} yet: what was erased since may be among them`,
    go,
  );
}
