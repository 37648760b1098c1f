// Where things live (STO-1, STO-3): the XDG rules on every system, pure given the environment and the home. That is a
// terminal's way. What an agent starts is told by its installed entry (AGT-1a): a project can set variables for an agent, and
// one that moved the store or the keys would bring its own root of trust.
import { Fault } from "../text/errors.ts";
import { absolute, descend, fromHere, parentOf, shown } from "./paths.ts";

export interface Places {
  readonly store: string;
  readonly config: string;
  readonly state: string;
  readonly data: string;
  readonly cache: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `override.store` is what `--store` named; it wins over HOLDFAST_HOME, which wins over ~/.holdfast. */
export function placesFrom(env: Environment, home: string, override?: { readonly store?: string }): Places {
  if (absolute(home) === undefined)
    throw new Fault("usage", `The home directory must be an absolute path, found ${shown(home)}.`);
  const places = {
    store: storeFrom(env, home, override?.store),
    config: xdg(env.XDG_CONFIG_HOME, home, ".config"),
    state: xdg(env.XDG_STATE_HOME, home, ".local", "state"),
    data: xdg(env.XDG_DATA_HOME, home, ".local", "share"),
    cache: xdg(env.XDG_CACHE_HOME, home, ".cache"),
  };
  apart(places);
  return places;
}

/** What may be deleted at any time must not hold the store, nor lie in it (STO-3). */
function apart({ store, ...others }: Places): void {
  for (const [name, path] of Object.entries(others)) {
    if (!holds(store, path) && !holds(path, store)) continue;
    throw new Fault(
      "usage",
      `The store ${shown(store)} and the ${name} folder ${shown(path)} must be apart.`,
      "Choose another folder for the store: HOLDFAST_HOME or --store.",
    );
  }
}

/** Whether one lies in the other, or is it. */
export function holds(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`) || inner.startsWith(`${outer}\\`);
}

/** An argument may be relative to where the person stands; a variable may not, for it would name many stores. */
function storeFrom(env: Environment, home: string, asked: string | undefined): string {
  if (asked !== undefined && asked !== "") return fromHere(asked);
  const named = env.HOLDFAST_HOME;
  if (named === undefined || named === "") return descend(home, ".holdfast");
  const path = absolute(named);
  if (path === undefined) throw new Fault("usage", `HOLDFAST_HOME must be an absolute path, found ${shown(named)}.`);
  return path;
}

/** The XDG rules: an empty or relative value is ignored. */
function xdg(value: string | undefined, home: string, ...fallback: readonly string[]): string {
  return descend(absolute(value) ?? descend(home, ...fallback), "holdfast");
}

/** The variables that say where a place is, for all but the store the folder around it. */
const VARIABLES: Readonly<Record<keyof Places, string>> = {
  store: "HOLDFAST_HOME",
  config: "XDG_CONFIG_HOME",
  state: "XDG_STATE_HOME",
  data: "XDG_DATA_HOME",
  cache: "XDG_CACHE_HOME",
};
export const PLACE_VARIABLES: readonly string[] = Object.values(VARIABLES);
const NAMES = Object.keys(VARIABLES) as readonly (keyof Places)[];

/** By which programs find a home: on Windows Node goes by the second, and a shell by the first. */
export function homeVariables(
  home: string,
  platform: NodeJS.Platform = process.platform,
): Readonly<Record<string, string>> {
  return platform === "win32" ? { HOME: home, USERPROFILE: home } : { HOME: home };
}

/** For an installed entry: the home, and each place that is not the usual one below it. */
export function placeArguments(places: Places, home: string): readonly string[] {
  const usual = placesFrom({}, home);
  const moved = NAMES.filter((name) => places[name] !== usual[name]);
  return ["--home", home, ...moved.flatMap((name) => [`--${name}`, places[name]])];
}

/** What those variables are for whoever was started with these arguments; undefined: not set. Without a home, the account's. */
export function fixedVariables(
  args: readonly string[],
  accountHome: () => string,
): Readonly<Record<string, string | undefined>> & { readonly HOME: string } {
  const said = (name: string): string | undefined => {
    const at = args.indexOf(`--${name}`);
    return at === -1 ? undefined : absolute(args[at + 1]);
  };
  const moved = NAMES.map((name) => {
    const path = said(name);
    return [VARIABLES[name], name === "store" || path === undefined ? path : parentOf(path)];
  });
  return { HOME: said("home") ?? accountHome(), ...Object.fromEntries(moved) };
}
