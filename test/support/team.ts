// A team: one bare repository with a shared store in it, and people with a clone, a home and a device key each. All of it is
// real; only the clock is the test's.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStoreWith } from "../../src/compose/stores.ts";
import type { Places } from "../../src/disk/places.ts";
import { planAdd } from "../../src/store/add.ts";
import { type Memory, readCatalogue, stemOf } from "../../src/store/catalogue.ts";
import type { Act, Device, OpenStore } from "../../src/store/context.ts";
import { deviceKeys, deviceOf } from "../../src/store/io/device-key.ts";
import { initStore } from "../../src/store/io/open-store.ts";
import { planTierChange, type TierVerb } from "../../src/store/plan-transition.ts";
import { write } from "../../src/store/write.ts";
import type { Channel } from "../../src/trust/channels.ts";
import { CHECKS, chance } from "./acts.ts";
import { scrubbed } from "./scrubbed.ts";

export const CLI: string = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
export const TEAM_STORE = "01JCQ0Z8M4X5T6V7W8Y9ZABCDF";

export interface Member {
  readonly home: string;
  readonly project: string;
  readonly device: Device;
  readonly key: string;
  readonly env: Readonly<Record<string, string>>;
  open(): OpenStore;
  act(channel?: Channel): Act;
  /** Says a sentence in the shared store, as a person unless told otherwise. */
  say(sentence: string, channel?: Channel, rule?: readonly string[]): Promise<Memory>;
  does(verb: TierVerb, stem: string): Promise<void>;
  memory(stem: string): Memory | undefined;
  git(...args: readonly string[]): string;
  commit(message: string): void;
  read(path: string): string;
  put(path: string, text: string): void;
  files(folder: string): readonly string[];
  /** The same person in a folder of the project, which has a store of its own (SYN-32); made where there is none. */
  in(folder: string, storeId: string): Member;
}

export interface MemberOptions {
  readonly storeId?: string;
  /** The same person, in another project. */
  readonly keysOf?: Member;
}

/** The first member makes the project and its shared store. */
export function member(base: string, name: string, { storeId = TEAM_STORE, keysOf }: MemberOptions = {}): Member {
  const home = join(base, name);
  const project = join(home, "shop");
  const bare = join(base, "shop.git");
  const env = scrubbed({ HOME: home });
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const isFirst = !existsSync(bare);
  if (isFirst) execFileSync("git", ["init", "-q", "--bare", "--initial-branch=main", bare], { env });
  execFileSync("git", ["clone", "-q", bare, project], { env, stdio: "pipe" });
  if (isFirst) initStore(join(project, ".holdfast"), { scope: "shared", storeId });
  const places = placesAt(keysOf?.home ?? home);
  mkdirSync(places.data, { recursive: true, mode: 0o700 });
  const device = deviceOf(places.data, name);
  const keys = deviceKeys(places.data);
  const next = chance(name.charCodeAt(0));
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", project, "-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
      encoding: "utf8",
      env,
      stdio: "pipe",
    }).trim();
  const openAt = (root: string, outer?: OpenStore): OpenStore =>
    openStoreWith(places, {
      root,
      scope: "shared",
      lock: "auto",
      device: device.id,
      keys,
      now: () => new Date(),
      neighbours: { outer: outer?.devices },
    });
  const act = (channel: Channel = "terminal"): Act => ({
    channel,
    now: new Date("2026-05-01T10:00:00Z"),
    random: (bytes) => Uint8Array.from({ length: bytes }, () => Math.floor(next() * 256)),
    device,
    checks: CHECKS,
  });
  const inStore = (store: string, open: () => OpenStore): Member => {
    const memory = (stem: string): Memory | undefined =>
      readCatalogue(open().store).memories.find((each) => stemOf(each) === stem);
    const there = (stem: string): Memory => {
      const found = memory(stem);
      if (found === undefined) throw new Error(`there is no ${stem}`);
      return found;
    };
    return {
      home,
      project,
      device,
      key: keys.own?.key ?? "",
      env,
      open,
      act,
      memory,
      git,
      say: async (sentence, channel = "terminal", rule = []) => {
        const opened = open();
        const planned = planAdd(opened, { text: sentence, global: true, rule }, act(channel));
        if (planned.kind !== "add-plan") throw new Error(JSON.stringify(planned));
        const done = await write(opened, planned.plan, act(channel));
        if (done.kind !== "written") throw new Error(JSON.stringify(done));
        return there(planned.file.replace(/\.md$/, ""));
      },
      does: async (verb, stem) => {
        const plan = planTierChange(there(stem), { verb, reason: "asked" }, act());
        const done = plan.kind === "plan" ? await write(open(), plan, act()) : plan;
        if (done.kind !== "written") throw new Error(JSON.stringify(done));
      },
      commit: (message) => {
        git("add", "-A");
        git("commit", "-q", "-m", message);
      },
      read: (path) => readFileSync(join(store, path), "utf8"),
      put: (path, text) => {
        mkdirSync(dirname(join(store, path)), { recursive: true });
        writeFileSync(join(store, path), text);
      },
      files: (folder) => (existsSync(join(store, folder)) ? readdirSync(join(store, folder)).toSorted() : []),
      in: (folder, id) => {
        const root = join(project, folder, ".holdfast");
        mkdirSync(join(project, folder), { recursive: true });
        if (!existsSync(root)) initStore(root, { scope: "shared", storeId: id });
        return inStore(root, () => openAt(root, open()));
      },
    };
  };
  const own = join(project, ".holdfast");
  return inStore(own, () => openAt(own));
}

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** As a build would: no home, no store, no key, no terminal. */
export function ci(cwd: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Ran {
  const done = spawnSync(process.execPath, [CLI, "audit", "--ci", ...args], {
    cwd,
    encoding: "utf8",
    env: scrubbed(env),
  });
  return { status: done.status, out: done.stdout, err: done.stderr };
}

function placesAt(home: string): Places {
  return {
    store: join(home, ".holdfast"),
    config: join(home, ".config", "holdfast"),
    state: join(home, ".local", "state", "holdfast"),
    data: join(home, ".local", "share", "holdfast"),
    cache: join(home, ".cache", "holdfast"),
  };
}
