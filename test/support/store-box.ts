// A personal store with its local state in a folder of its own, for programs that vitest does not run.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { openStoreWith } from "../../src/compose/stores.ts";
import type { Places } from "../../src/disk/places.ts";
import type { OpenStore } from "../../src/store/context.ts";
import { deviceKeys } from "../../src/store/io/device-key.ts";
import { initStore } from "../../src/store/io/open-store.ts";
import { DEVICE, DEVICE_KEY } from "./acts.ts";

const STORE_ID = "01JCQ0Z8M4X5T6V7W8Y9ZABCDE";

/** On the disk that tests use; `memory` chooses a file system in memory where there is one. */
export function makeBox(where: "disk" | "memory" = "disk"): string {
  const parent = where === "memory" && existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const base = realpathSync(mkdtempSync(`${parent}/holdfast-box-`));
  initStore(rootOf(base), { scope: "personal", storeId: STORE_ID });
  mkdirSync(dataOf(base), { recursive: true, mode: 0o700 });
  writeFileSync(`${dataOf(base)}/device-key.pem`, DEVICE_KEY, { mode: 0o600 });
  return base;
}

export function openBox(base: string): OpenStore {
  const places = placesOf(base);
  return openStoreWith(places, {
    root: places.store,
    scope: "personal",
    lock: "auto",
    device: DEVICE.id,
    keys: deviceKeys(places.data),
    now: () => new Date(),
  });
}

/** Every memory, ledger line and record of the past is gone; the store stays open. */
export function emptyBox(base: string): void {
  for (const place of ["memories", "quarantine"]) {
    for (const name of readdirSync(`${rootOf(base)}/${place}`))
      rmSync(`${rootOf(base)}/${place}/${name}`, { recursive: true });
  }
  for (const folder of [
    `${rootOf(base)}/ledger`,
    `${rootOf(base)}/archive`,
    `${rootOf(base)}/attest`,
    placesOf(base).state,
  ]) {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function removeBox(base: string): void {
  rmSync(base, { recursive: true, force: true });
}

export function rootOf(base: string): string {
  return `${base}/store`;
}

export function dataOf(base: string): string {
  return placesOf(base).data;
}

export function ledgerOf(base: string): string {
  return `${rootOf(base)}/ledger/${DEVICE.id}.jsonl`;
}

export function placesOf(base: string): Places {
  const at = (name: string): string => `${base}/${name}/holdfast`;
  return { store: rootOf(base), config: at("config"), state: at("state"), data: at("data"), cache: at("cache") };
}
