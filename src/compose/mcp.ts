// What the MCP server plugs in, anew for each call: no state is kept between calls, so a store made or mended meanwhile
// is simply there. The channel is fixed here and can't be chosen by a caller (TRU-22a).
import { homedir } from "node:os";
import type { SecondOpinion } from "../checks/secrets/find.ts";
import type { CheckSettings } from "../checks/settings.ts";
import type { Config } from "../config/config.ts";
import { readPauses } from "../config/io/pause.ts";
import type { Pause } from "../config/pause.ts";
import { placesFrom } from "../disk/places.ts";
import type { IndexedStore } from "../recall/judged.ts";
import type { Act, OpenStore, OpenStores } from "../store/context.ts";
import { forLog } from "../text/sanitise.ts";
import { knownBranches } from "./branches.ts";
import { loadedOrNot } from "./checks.ts";
import { type Environment, hereFrom } from "./here.ts";
import { tellLater } from "./hook/fault.ts";
import { indexed } from "./indexed.ts";
import { storesAt } from "./stores.ts";

const CHANNEL = "mcp";

/** Where the server was started; the only thing that outlives a call. */
export interface Surroundings {
  readonly env: Environment;
  /** Undefined where the folder is gone: then there is no project. */
  readonly cwd: () => string | undefined;
  readonly now: () => Date;
}

export interface OpenedMcp {
  readonly personal: OpenStore;
  readonly stores: OpenStores;
  readonly project: string | undefined;
  /** As the start of a session found out (SYN-30). */
  readonly branches: readonly string[];
  readonly config: Config;
  /** What is wrong with the user's configuration. */
  readonly configProblems: readonly string[];
  readonly pauses: readonly Pause[];
  readonly act: Act;
  indexed(): readonly IndexedStore[];
  /** Who judges what nobody has confirmed. */
  readonly judge: string;
}

/** Reading makes nothing, not even a device key. */
export function openToRead(around: Surroundings): OpenedMcp {
  return opened(around, "quick", "reader");
}

/** With every layer of the checks and a key to sign with. */
export async function openToWrite(around: Surroundings): Promise<OpenedMcp> {
  loaded ??= await loadedOrNot();
  return opened(around, loaded, "writer");
}

let loaded: SecondOpinion | undefined;

function opened({ env, cwd, now }: Surroundings, second: CheckSettings["second"], as: "reader" | "writer"): OpenedMcp {
  const here = hereFrom({ env, cwd: cwd() });
  const at = storesAt(here, as, now);
  const { personal } = at;
  const stores = at.shownTo(CHANNEL);
  const { config, places, project, user } = here;
  return {
    personal,
    stores,
    project: project?.id,
    branches: knownBranches(places.state, project?.root),
    config,
    configProblems: [...user.errors, ...user.warnings].map(({ message }) => message),
    pauses: readPauses(places.state),
    act: at.act(CHANNEL, now(), second),
    judge: here.judge,
    indexed: () => indexed(stores, here),
  };
}

/** The next session start tells it; there is no other place where a person would see it. */
export function leaveNotice(what: string): void {
  tellLater(() => placesFrom(process.env, homedir()).state, `Holdfast's MCP server: ${forLog(what)}`);
}
