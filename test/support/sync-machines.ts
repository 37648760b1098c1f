// Two machines of one person: a store, a home, local state and a device key each, and one bare remote; all of it real.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openStoreWith } from "../../src/compose/stores.ts";
import { renewDevice } from "../../src/compose/syncing.ts";
import { effectiveConfig, parseConfig } from "../../src/config/config.ts";
import type { GitRepository } from "../../src/disk/git/carrier.ts";
import { openGitRepository } from "../../src/disk/git/repository.ts";
import type { Places } from "../../src/disk/places.ts";
import { openElsewhereJournal } from "../../src/forget/io/journal.ts";
import { openTraces } from "../../src/forget/io/traces.ts";
import { openTrustedSigners } from "../../src/people/io/known-signers.ts";
import type { Act, Device, OpenStore } from "../../src/store/context.ts";
import { deviceKeys, deviceOf } from "../../src/store/io/device-key.ts";
import { initRepository } from "../../src/store/io/init-repository.ts";
import { initStore } from "../../src/store/io/open-store.ts";
import type { Keys } from "../../src/store/io/statements.ts";
import { openStoreFiles } from "../../src/store/io/whole.ts";
import type { Carrier } from "../../src/sync/carrier.ts";
import type { Many } from "../../src/sync/mass.ts";
import type { SyncPorts } from "../../src/sync/ports.ts";
import { commit, look, type SyncOutcome, sync, type Way } from "../../src/sync/run.ts";
import type { Channel } from "../../src/trust/channels.ts";
import { CHECKS, type Chance, chance } from "./acts.ts";

export interface Machine {
  readonly root: string;
  readonly device: Device;
  readonly keys: Keys;
  /** What carries its store; the bare remote where there is none. */
  carrier?: ((git: GitRepository) => Carrier) | undefined;
  open: () => OpenStore;
  act: (channel?: Channel, day?: string) => Act;
  /** Its device takes another id. */
  renew: () => string;
  /** `through`: a git that does something on the way. */
  sync: (
    way?: Way | "dry-run" | "commit",
    day?: string,
    channel?: Channel,
    through?: (git: GitRepository) => GitRepository,
    isWanted?: (many: Many) => boolean,
  ) => Promise<SyncOutcome>;
  git: (...args: readonly string[]) => string;
  read: (path: string) => string;
  put: (path: string, text: string) => void;
  files: (folder: "memories" | "quarantine") => readonly string[];
}

const CONFIG = effectiveConfig(parseConfig(undefined, "user")).config;
const STORE_ID = "01JCQ0Z8M4X5T6V7W8Y9ZABCDE";

export function machine(base: string, name: string, others: readonly Machine[] = []): Machine {
  const home = join(base, name);
  const places = placesAt(home);
  const bare = join(base, "remote.git");
  const env = { PATH: process.env["PATH"] ?? "", HOME: home };
  mkdirSync(home, { recursive: true });
  if (!existsSync(bare)) execFileSync("git", ["init", "-q", "--bare", "--initial-branch=main", bare], { env });
  initStore(places.store, { scope: "personal", storeId: STORE_ID });
  initRepository(places.store, env);
  mkdirSync(places.data, { recursive: true, mode: 0o700 });
  const device = (): Device => deviceOf(places.data, name);
  const keys = (): Keys => deviceKeys(places.data);
  for (const { keys: theirs } of others)
    if (theirs.own !== undefined)
      openTrustedSigners(places.data, {}).add("personal", { ...theirs.own, name: "", at: "2026-05-01" });
  const next: Chance = chance(name.charCodeAt(0));
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", places.store, "-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
      encoding: "utf8",
      env,
      stdio: "pipe",
    }).trim();
  git("config", "remote.origin.url", bare);
  git("config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*");
  const open = (): OpenStore =>
    openStoreWith(places, {
      root: places.store,
      scope: "personal",
      lock: "auto",
      device: device().id,
      keys: keys(),
      now: () => new Date(),
    });
  const act = (channel: Channel = "terminal", day = "2026-05-01"): Act => ({
    channel,
    now: new Date(`${day}T10:00:00Z`),
    random: (bytes) => Uint8Array.from({ length: bytes }, () => Math.floor(next() * 256)),
    device: device(),
    checks: CHECKS,
  });
  const renew = (): string => renewDevice({ places, config: CONFIG }, open().store.info, act());
  const made: Machine = {
    root: places.store,
    get device() {
      return device();
    },
    get keys() {
      return keys();
    },
    open,
    act,
    renew,
    git,
    sync: async (way = "both", day, channel = "terminal", through = (each) => each, isWanted = asPerson(channel)) => {
      const opened = open();
      const repository = await openGitRepository(places.store, env);
      const files = openStoreFiles(opened.store.info);
      const forgetting = forgettingOf(made);
      const ports = {
        open: opened,
        files,
        git: through(repository),
        carrier: made.carrier?.(repository),
        act: act(channel, day),
        left: () => 20_000,
        renew,
        forgetting,
        ...(isWanted === undefined ? {} : { isWanted: async (many: Many) => isWanted(many) }),
      };
      if (way === "commit") return await commit(ports);
      return way === "dry-run" ? await look(ports) : await sync(ports, way);
    },
    read: (path) => readFileSync(join(places.store, path), "utf8"),
    put: (path, text) => writeFileSync(join(places.store, path), text, { mode: 0o600 }),
    files: (folder) =>
      existsSync(join(places.store, folder))
        ? readdirSync(join(places.store, folder))
            .filter((file) => file.endsWith(".md"))
            .toSorted()
        : [],
  };
  return made;
}

/** A person says yes to everything; nobody else is asked. */
function asPerson(channel: Channel): ((many: Many) => boolean) | undefined {
  return channel === "terminal" ? () => true : undefined;
}

/** Both believe each other's devices, as after a pairing. */
export function twoMachines(base: string, trusting = true): readonly [Machine, Machine] {
  const first = machine(base, "a");
  const second = machine(base, "b", trusting ? [first] : []);
  return [trusting ? machine(base, "a", [second]) : first, second];
}

export function treeOf({ git }: Machine): string {
  return git("rev-parse", "HEAD^{tree}");
}

function placesAt(home: string): Places {
  const at = (part: string): string => join(home, part, "holdfast");
  return { store: join(home, "store"), config: at("config"), state: at("state"), data: at("data"), cache: at("cache") };
}

export function placesOfMachine({ root }: Machine): Places {
  return placesAt(dirname(root));
}

export function forgettingOf(on: Machine): SyncPorts["forgetting"] {
  const places = placesOfMachine(on);
  return { traces: openTraces(places), journal: openElsewhereJournal(places.state, on.root) };
}
