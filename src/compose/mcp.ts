// What the MCP server plugs in, anew for each call: no state is kept between calls, so a store made or mended meanwhile
// is simply there. The channel is fixed here and can't be chosen by a caller (TRU-22a).
import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import type { SecondOpinion } from "../checks/secrets/find.ts";
import type { CheckSettings } from "../checks/settings.ts";
import { type Config, effectiveConfig, parseConfig } from "../config/config.ts";
import { readProjectConfig, readUserConfig } from "../config/io/files.ts";
import { readPauses } from "../config/io/pause.ts";
import type { Pause } from "../config/pause.ts";
import { projectIdentity } from "../disk/git/project-identity.ts";
import { placesFrom } from "../disk/places.ts";
import { appendNotice } from "../recall/io/notices.ts";
import type { IndexedStore } from "../recall/judged.ts";
import type { Act, OpenStore, OpenStores } from "../store/context.ts";
import { deviceOf, knownDevice } from "../store/io/device-key.ts";
import { findSharedStore } from "../store/io/open-store.ts";
import type { Scope } from "../store/memory-store.ts";
import { forLog } from "../text/sanitise.ts";
import { checkSettings } from "./checks.ts";
import { inProject } from "./in-project.ts";
import { withIndex } from "./index-of.ts";
import { judgeName } from "./judge.ts";
import { readingKeys, signingKeys } from "./keys.ts";
import { knownBranches } from "./known-branches.ts";
import { loadedOrNot } from "./second-opinion.ts";
import { openStoreWith } from "./store.ts";

type Environment = Readonly<Record<string, string | undefined>>;

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
  return open(around, "quick", "read");
}

/** With every layer of the checks and a key to sign with. */
export async function openToWrite(around: Surroundings): Promise<OpenedMcp> {
  return open(around, await secondOpinion(), "write");
}

let loaded: SecondOpinion | undefined;

async function secondOpinion(): Promise<SecondOpinion> {
  loaded ??= await loadedOrNot();
  return loaded;
}

function open(around: Surroundings, second: CheckSettings["second"], mode: "read" | "write"): OpenedMcp {
  const { env } = around;
  const places = placesFrom(env, homedir());
  const cwd = around.cwd();
  const project = cwd === undefined ? undefined : projectIdentity(cwd);
  const user = parseConfig(readUserConfig(places.config), "user");
  const theirs = project === undefined ? undefined : inProject(() => readProjectConfig(project.root));
  const { config } = effectiveConfig(user, theirs === undefined ? undefined : parseConfig(theirs, "project"));
  const writes = mode === "write";
  const device = writes ? deviceOf(places.data) : { id: knownDevice(places.data) ?? "0000000000000000", nickname: "" };
  const keys = writes ? signingKeys(places, config) : readingKeys(places, config);
  const request = { lock: config.lock, device: device.id, keys, now: around.now };
  const openAt = (root: string, scope: Scope): OpenStore => openStoreWith(places, { root, scope, ...request });
  const personal = openAt(places.store, "personal");
  const shared = config["serve-project-memories"] ? sharedOf(project?.root, openAt) : undefined;
  const stores = [personal, shared].filter((each) => each !== undefined);
  const allowancesOf = (scope: Scope): OpenStore["allowances"] | undefined =>
    (scope === "personal" ? personal : shared)?.allowances;
  return {
    personal,
    stores,
    project: project?.id,
    branches: knownBranches(places.state, project?.root),
    config,
    configProblems: [...user.errors, ...user.warnings].map(({ message }) => message),
    pauses: readPauses(places.state),
    act: {
      channel: "mcp",
      now: around.now(),
      random: (bytes) => randomBytes(bytes),
      device,
      checks: checkSettings(config, second, allowancesOf),
    },
    judge: judgeName(config),
    indexed: () => stores.map((each) => withIndex(each, places, config)),
  };
}

function sharedOf(root: string | undefined, openAt: (root: string, scope: Scope) => OpenStore): OpenStore | undefined {
  if (root === undefined) return undefined;
  return inProject(() => {
    const at = findSharedStore(root);
    const opened = at === undefined ? undefined : openAt(at, "shared");
    opened?.store.list();
    return opened;
  });
}

/** The next session start tells it; there is no other place where a person would see it. */
export function leaveNotice(what: string): void {
  try {
    appendNotice(placesFrom(process.env, homedir()).state, `Holdfast's MCP server: ${forLog(what)}`, new Date());
  } catch {
    // There is nowhere left to say it, and the server must stay up.
  }
}
