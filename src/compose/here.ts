// Where we are: our folders, the project, the configuration, whose word counts, and whether silence was asked for. This is
// the one place that works it out, for every entrance. Each part is found out when it is first asked for: a hook pays for
// what its event needs, and the guard must be able to go on where the configuration is damaged (AGT-4).
import { homedir } from "node:os";
import { CHECKS_VERSION } from "../checks/failure.ts";
import {
  type Config,
  type EffectiveConfig,
  effectiveConfig,
  type ParsedConfig,
  parseConfig,
} from "../config/config.ts";
import { readProjectConfig, readUserConfig } from "../config/io/files.ts";
import type { Bounds, Policy } from "../config/policy.ts";
import { type ProjectIdentity, projectIdentity } from "../disk/git/project-identity.ts";
import { type Places, placesFrom } from "../disk/places.ts";
import type { Environment } from "../hosts/setup.ts";
import type { Device } from "../store/context.ts";
import { deviceOf, knownAnchor } from "../store/io/device-key.ts";
import type { Keys } from "../store/io/statements.ts";
import { policiesIn } from "../sync/mirrors.ts";
import { Fault, unlessFault } from "../text/errors.ts";
import { once } from "../text/values.ts";
import { type MirrorAt, mirrorsAt } from "./mirrors.ts";
import { readingKeys, writingKeys } from "./own-keys.ts";
import { isSilent } from "./silence.ts";

/** A device, with whose word counts on it. */
export interface Signing {
  readonly device: Device;
  readonly keys: Keys;
}

export interface Whereabouts {
  readonly env: Environment;
  readonly places: Places;
  /** Undefined outside a repository, and for who acts for no folder, as the worker. */
  readonly project: ProjectIdentity | undefined;
  /** The user's own file, with what is wrong in it. */
  readonly user: ParsedConfig;
  /** Of the organisations that this machine joined. */
  readonly mirrors: readonly MirrorAt[];
  /** What they ask of it (HUB-10). */
  readonly policies: readonly Policy[];
  /** The user decides, the project may tighten (CFG-1), and so may an organisation. */
  readonly settings: EffectiveConfig;
  readonly config: Config;
  /** Who judges unconfirmed memories here: the rules of this version with the user's settings. */
  readonly judge: string;
  /** For those who write: a key is made where there is none. */
  readonly writer: Signing;
  /** For those who only read: nothing is made, and without a key nobody's word counts. */
  readonly reader: Signing;
  /** Silence was asked for (SUR-9), by a pause. One for a single project counts where work is done for it. */
  isSilent(now: Date, where?: "here" | "everywhere"): boolean;
}

interface From {
  readonly env: Environment;
  /** Undefined: for no project. */
  readonly cwd?: string | undefined;
  /** What `--store` named. */
  readonly store?: string | undefined;
  /** Hears of a project's configuration that can't be read, and may say what counts in its place; nothing without it. */
  readonly unreadable?: (fault: Fault) => string | undefined;
}

export function hereFrom(from: From): Whereabouts {
  const { env, cwd, store } = from;
  const places = once(() => placesFrom(env, homedir(), store === undefined ? {} : { store }));
  const project = once(() => (cwd === undefined ? undefined : projectIdentity(cwd)));
  const user = once(() => parseConfig(readUserConfig(places().config), "user"));
  const mirrors = once(() => mirrorsAt(places()));
  const policies = once(() => policiesOf(mirrors));
  const settings = once(() => {
    const root = project()?.root;
    if (root === undefined) return effectiveConfig(user(), undefined, policies());
    const text = inProject(() => readProjectConfig(root), from.unreadable);
    return effectiveConfig(user(), parseConfig(text, "project"), policies());
  });
  const writer = once(() => signingIn(places(), settings().config));
  const reader = once(() => readingIn(places(), settings().config));
  return {
    env,
    get places() {
      return places();
    },
    get project() {
      return project();
    },
    get user() {
      return user();
    },
    get mirrors() {
      return mirrors();
    },
    get policies() {
      return policies();
    },
    get settings() {
      return settings();
    },
    get config() {
      return settings().config;
    },
    get judge() {
      return judgeName(settings().config);
    },
    get writer() {
      return writer();
    },
    get reader() {
      return reader();
    },
    isSilent: (now, where = "here") =>
      isSilent(places().state, () => (where === "here" ? project()?.id : undefined), now),
  };
}

/** A list that may not be read names no stores either; whoever opens them tells. */
function policiesOf(mirrors: () => readonly MirrorAt[]): readonly Policy[] {
  return unlessFault(
    () => policiesIn(mirrors().map(({ mirror }) => mirror)),
    () => [],
  );
}

/** What an organisation asks for beside the settings. */
export function boundsAt(places: Places): Bounds {
  return ownSettings(places, undefined).bounds;
}

/** By the person's own configuration and the organisation's policies, for who works for no project. */
export function ownSettings(places: Places, user: string | undefined): EffectiveConfig {
  return effectiveConfig(
    parseConfig(user, "user"),
    undefined,
    policiesOf(() => mirrorsAt(places)),
  );
}

/** What a project has out of order is told by doctor; it never stops work on the user's own memories. */
export function inProject<T>(read: () => T, unreadable?: (fault: Fault) => T | undefined): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return unreadable?.(error);
  }
}

function judgeName(config: Config): string {
  return JSON.stringify([CHECKS_VERSION, config.owners, config["private-data"]]);
}

/** Stands in for the device while nothing is written. */
export const NO_DEVICE: Device = { id: "0".repeat(16), nickname: "" };

/** Read anew, where the key may have become another meanwhile. */
export function signingIn(places: Places, config: Config): Signing {
  const device = deviceOf(places.data);
  return { device, keys: withPresence(writingKeys(places.data, config.signing, device.id), config) };
}

/** The device is named by its key, which costs a hook more than the rest of a silent prompt: so it is asked for last. */
function readingIn(places: Places, config: Config): Signing {
  const id = once(() => knownAnchor(places.data)?.device);
  return {
    get device() {
      const known = id();
      return known === undefined ? NO_DEVICE : { id: known, nickname: "" };
    },
    keys: withPresence(readingKeys(places.data, config.signing), config),
  };
}

export function withPresence(keys: Keys, { presence }: Pick<Config, "presence">): Keys {
  return presence === "required" ? { ...keys, presence } : keys;
}
