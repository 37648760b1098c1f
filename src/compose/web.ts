// What the review in the browser plugs in. The channel "web" exists only here, and only after this very process has found
// a person at its terminal (TRU-20, TRU-22): whoever starts it, and whatever they pass, is asked the same.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { effectiveConfig, parseConfig } from "../config/config.ts";
import { readProjectConfig, readUserConfig } from "../config/io/files.ts";
import { projectIdentity } from "../disk/git/project-identity.ts";
import { descend, parentOf } from "../disk/paths.ts";
import { placesFrom } from "../disk/places.ts";
import { HOSTS } from "../hosts/index.ts";
import { projectFiles } from "../recall/io/project-files.ts";
import { readReceipts } from "../recall/io/receipts.ts";
import { outdatedIn } from "../recall/outdated.ts";
import type { DeskPorts } from "../review/desk.ts";
import type { Wanted } from "../review/survey.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { deviceOf } from "../store/io/device-key.ts";
import { findSharedStore } from "../store/io/open-store.ts";
import type { Scope } from "../store/memory-store.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { seenHere } from "../trust/io/person/terminal.ts";
import type { Files } from "../web/handle.ts";
import { checkSettings } from "./checks.ts";
import { inProject } from "./in-project.ts";
import { signingKeys } from "./keys.ts";
import { loadedOrNot } from "./second-opinion.ts";
import { openStoreWith } from "./store.ts";

export async function openForPerson(wanted: Wanted): Promise<DeskPorts | Refusal> {
  const seen = seenHere(HOSTS);
  if (seen.kind === "agent") {
    return refuse("needs-person", "The review in the browser is a person's.", seen.remedy, [`${seen.because}.`]);
  }
  const places = placesFrom(process.env, homedir());
  const project = projectIdentity(process.cwd());
  const theirs = project === undefined ? undefined : inProject(() => readProjectConfig(project.root));
  const user = parseConfig(readUserConfig(places.config), "user");
  const { config } = effectiveConfig(user, theirs === undefined ? undefined : parseConfig(theirs, "project"));
  const device = deviceOf(places.data);
  const request = { lock: config.lock, device: device.id, keys: signingKeys(places, config), now: () => new Date() };
  const openAt = (root: string, scope: Scope): OpenStore => openStoreWith(places, { root, scope, ...request });
  const personal = openAt(places.store, "personal");
  const shared = project === undefined ? undefined : inProject(() => sharedAt(project.root, openAt));
  const allowancesOf = (scope: Scope): OpenStore["allowances"] | undefined =>
    (scope === "personal" ? personal : shared)?.allowances;
  const checks = checkSettings(config, await loadedOrNot(), allowancesOf);
  const act = (): Act => ({ channel: "web", now: new Date(), random: (bytes) => randomBytes(bytes), device, checks });
  return {
    stores: [personal, shared].filter((each) => each !== undefined),
    personal,
    project: project?.id,
    wanted,
    act,
    around: () => ({
      receipts: readReceipts(places.state, { limit: Number.POSITIVE_INFINITY }),
      isOutdated: project === undefined ? undefined : outdatedIn(project.id, projectFiles(project.root)),
    }),
  };
}

const PAGE: Readonly<Record<string, readonly [name: string, type: Files[string]["type"]]>> = {
  "/": ["index.html", "text/html"],
  "/page.css": ["page.css", "text/css"],
  "/page.js": ["page.js", "text/javascript"],
  "/icon.svg": ["icon.svg", "image/svg+xml"],
};

/** From the folder beside this program. */
export function openFiles(): Files {
  const folder = descend(parentOf(fileURLToPath(import.meta.url)), "web");
  const read = ([name, type]: (typeof PAGE)[string]): Files[string] => ({
    type,
    body: readFileSync(descend(folder, name), "utf8"),
  });
  return Object.fromEntries(Object.entries(PAGE).map(([path, file]) => [path, read(file)]));
}

function sharedAt(root: string, openAt: (root: string, scope: Scope) => OpenStore): OpenStore | undefined {
  const at = findSharedStore(root);
  const opened = at === undefined ? undefined : openAt(at, "shared");
  opened?.store.list();
  return opened;
}
