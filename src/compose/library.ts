// What the library plugs in. The channel is fixed here and can't be chosen by a caller (TRU-22a).
import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import type { SecondOpinion } from "../checks/secrets/find.ts";
import type { CheckSettings } from "../checks/settings.ts";
import { effectiveConfig, parseConfig } from "../config/config.ts";
import { readUserConfig } from "../config/io/files.ts";
import { projectIdentity } from "../disk/git/project-identity.ts";
import { placesFrom } from "../disk/places.ts";
import type { SearchedStore } from "../recall/search.ts";
import type { Act, OpenStore, OpenStores } from "../store/context.ts";
import { deviceOf } from "../store/io/device-key.ts";
import { findSharedStore } from "../store/io/open-store.ts";
import { checkSettings } from "./checks.ts";
import { signingKeys } from "./keys.ts";
import { loadedOrNot } from "./second-opinion.ts";
import { openStoreWith } from "./store.ts";

export interface OpenedLibrary {
  readonly personal: OpenStore;
  readonly stores: OpenStores;
  readonly project: string | undefined;
  searched(): Promise<readonly SearchedStore[]>;
  /** For reading. */
  act(): Act;
  /** For writing, with every layer of the checks. */
  writeAct(): Promise<Act>;
}

export function openLibrary(options: { readonly store?: string; readonly cwd?: string }): OpenedLibrary {
  const places = placesFrom(process.env, homedir(), options.store === undefined ? {} : { store: options.store });
  const { config } = effectiveConfig(parseConfig(readUserConfig(places.config), "user"));
  const device = deviceOf(places.data);
  const now = (): Date => new Date();
  const keys = signingKeys(places, config);
  const request = { lock: config.lock, device: device.id, keys, now };
  const open = (root: string, scope: "personal" | "shared"): OpenStore =>
    openStoreWith(places, { root, scope, ...request });
  const personal = open(places.store, "personal");
  const project = projectIdentity(options.cwd ?? process.cwd());
  const sharedAt = project === undefined ? undefined : findSharedStore(project.root);
  const shared = sharedAt === undefined ? [] : [open(sharedAt, "shared")];
  let second: SecondOpinion | undefined;
  const settings = (opinion: CheckSettings["second"]): CheckSettings =>
    checkSettings(config, opinion, (scope) => (scope === "personal" ? personal : shared[0])?.allowances);
  const act = { channel: "library", random: (bytes: number) => randomBytes(bytes), device } as const;
  return {
    personal,
    stores: [personal, ...shared],
    project: project?.id,
    searched: async () => {
      const { withIndex } = await import("./index-of.ts");
      return [personal, ...shared].map((each) => withIndex(each, places, config));
    },
    act: () => ({ ...act, now: now(), checks: settings("quick") }),
    writeAct: async () => {
      second ??= await loadedOrNot();
      return { ...act, now: now(), checks: settings(second) };
    },
  };
}
