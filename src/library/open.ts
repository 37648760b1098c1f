// What the library plugs in. The channel is fixed here and can't be chosen by a caller (TRU-22a).
import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import type { Act, OpenStore, OpenStores } from "../app/context.ts";
import type { SearchedStore } from "../app/search.ts";
import type { SecondOpinion } from "../checks/secrets/find.ts";
import type { CheckSettings } from "../checks/settings.ts";
import { effectiveConfig, parseConfig } from "../core/config.ts";
import { placesFrom } from "../disk/places.ts";
import { projectIdentity } from "../git/project-identity.ts";
import { readUserConfig } from "../state/config-files.ts";
import { deviceOf } from "../store/device-key.ts";
import { findSharedStore } from "../store/open-store.ts";
import { checkSettings } from "../wiring/checks.ts";
import { signingKeys } from "../wiring/keys.ts";
import { openStoreWith } from "../wiring/open-store.ts";
import { loadedOrNot } from "../wiring/second-opinion.ts";

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
      const { withIndex } = await import("../wiring/open-index.ts");
      return [personal, ...shared].map((each) => withIndex(each, places, config));
    },
    act: () => ({ ...act, now: now(), checks: settings("quick") }),
    writeAct: async () => {
      second ??= await loadedOrNot();
      return { ...act, now: now(), checks: settings(second) };
    },
  };
}
