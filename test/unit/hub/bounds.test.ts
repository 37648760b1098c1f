// What one may fill of a store, and what goes through where it is full (HUB-4, HUB-5, HUB-7): worked out from what was read of it.
import { describe, expect, test } from "vitest";
import { LIMITS } from "../../../hub/protocol.ts";
import { boundFindings } from "../../../hub/src/bounds.ts";
import type { There, Wanted } from "../../../hub/src/push-state.ts";
import { idFor } from "../../hub/stores.ts";

const KIB = 1024;
const EMPTY = { bytes: 0, paths: 0 };
const [X, Y] = [idFor(1), idFor(2)];

function there(path: string, about: string | null, size = 100): There {
  return { path, hash: "0".repeat(64), about, bytes: null, size };
}

function put(path: string, about: string | null, size = 100): Wanted {
  return { path, replaces: null, bytes: new Uint8Array(size), hash: "1".repeat(64), about };
}

function gone(path: string, about: string | null): Wanted {
  return { path, replaces: "0".repeat(64), bytes: undefined, hash: null, about };
}

interface Given {
  readonly store?: { readonly bytes: number; readonly paths: number };
  readonly files?: readonly There[];
  readonly changes: readonly Wanted[];
  readonly isReviewer?: boolean;
}

/** The paths that are refused. */
function refused({ store = EMPTY, files = [], changes, isReviewer = false }: Given): readonly string[] {
  const around = { files: new Map(files.map((each) => [each.path, each])), isWhole: true };
  return boundFindings({ store, around, changes, isReviewer }).map(({ path }) => path);
}

describe("HUB-7: a demotion goes through, and nothing goes through as one", () => {
  const full = Array.from({ length: LIMITS.filesInFolder }, (_, n) => there(`quarantine/full_${n}.md`, null));
  const memory = there("memories/x.md", X);

  test("where the memory leaves its place, once", () => {
    const files = [...full, memory];
    const demoted = [put("quarantine/x.md", X), gone("memories/x.md", X)];
    expect(refused({ files, changes: demoted })).toEqual([]);
    expect(refused({ files, changes: demoted, store: { bytes: LIMITS.storeBytes, paths: 0 } })).toEqual([]);
    const whole = { bytes: LIMITS.storeBytes, paths: LIMITS.storePaths };
    expect(refused({ files, changes: demoted, store: whole, isReviewer: true })).toEqual([]);
    expect(refused({ files, changes: [put("quarantine/x.md", X)] })).toEqual(["quarantine/x.md"]);
    expect(refused({ files, changes: [...demoted, put("quarantine/more.md", X)] })).toContain("quarantine/more.md");
    // What leaves is another memory, or was gone before.
    expect(refused({ files, changes: [put("quarantine/y.md", Y), gone("memories/x.md", X)] })).toEqual([
      "quarantine/y.md",
    ]);
    const before = { ...memory, hash: null };
    expect(refused({ files: [...full, before], changes: demoted })).toEqual(["quarantine/x.md"]);
  });

  test("copies of a memory that goes on standing fill no more than what is about one memory may", () => {
    const copies = Array.from({ length: 23 }, (_, n) => put(`quarantine/copy_${n}.md`, X, 256 * KIB));
    expect(refused({ files: [memory], changes: copies })).toHaveLength(23);
    const many = Array.from({ length: LIMITS.ofMemory }, (_, n) => put(`memories/copy_${n}.md`, X));
    expect(refused({ files: [memory], changes: many })).toHaveLength(LIMITS.ofMemory);
    expect(refused({ files: [memory], changes: many.slice(1) })).toEqual([]);
  });

  test("what everybody's texts are held against grows by demotions to a bound, and beyond it by a reviewer's", () => {
    const held = Array.from({ length: 48 }, (_, n) => there(`quarantine/held_${n}.md`, null, 256 * KIB));
    const files = [...held, there("memories/x.md", X, 200 * KIB)];
    const changes = [put("quarantine/x.md", X, 200 * KIB), gone("memories/x.md", X)];
    expect(refused({ files, changes })).toEqual(["quarantine/x.md"]);
    expect(refused({ files, changes, isReviewer: true })).toEqual([]);
    expect(refused({ files: files.slice(1), changes })).toEqual([]);
  });
});

test("HUB-5: whoever confirms nothing fills half of what may be said about a memory, and leaves a reviewer the rest", () => {
  const words = (count: number): readonly There[] =>
    Array.from({ length: count }, (_, n) => there(`attest/${X}/${"a".repeat(16)}.${n + 1}.json`, X));
  const changes = [put(`attest/${X}/${"b".repeat(16)}.1.json`, X)];
  const half = words(LIMITS.wordsOfMemory / 2);
  expect(refused({ files: half, changes })).toHaveLength(1);
  expect(refused({ files: half.slice(1), changes })).toEqual([]);
  expect(refused({ files: half, changes, isReviewer: true })).toEqual([]);
  expect(refused({ files: words(LIMITS.wordsOfMemory), changes, isReviewer: true })).toHaveLength(1);
});

describe("HUB-5: whoever confirms nothing leaves reviewers the last part of a store, as fast as they may write", () => {
  const paths = (share: number): { readonly bytes: number; readonly paths: number } => ({
    bytes: 0,
    paths: Math.floor(LIMITS.storePaths * share),
  });
  const bytes = (share: number): { readonly bytes: number; readonly paths: number } => ({
    bytes: Math.floor(LIMITS.storeBytes * share),
    paths: 0,
  });
  const full = [paths(0.9), bytes(0.9)];

  test("the last tenth, of paths and of bytes", () => {
    const changes = [put("memories/x.md", X)];
    for (const store of full) {
      expect(refused({ store, changes })).toEqual(["memories/x.md"]);
      expect(refused({ store, changes, isReviewer: true })).toEqual([]);
    }
    for (const store of [paths(0.89), bytes(0.89)]) expect(refused({ store, changes })).toEqual([]);
    for (const store of [paths(1), bytes(1)]) expect(refused({ store, changes, isReviewer: true })).toHaveLength(1);
  });

  test("who is refused is told who may, and what takes no room goes through", () => {
    const around = { files: new Map([["memories/x.md", there("memories/x.md", X)]]), isWhole: true };
    const told = (isReviewer: boolean, store = paths(isReviewer ? 1 : 0.9)): unknown =>
      boundFindings({ store, around, changes: [put("memories/y.md", Y)], isReviewer });
    expect(told(false)).toMatchObject([
      { what: expect.stringMatching("full but for reviewers"), next: expect.stringMatching("a reviewer or an admin") },
    ]);
    expect(told(true)).toMatchObject([
      { what: expect.stringMatching("the store is full: it holds"), next: "leave it out" },
    ]);
    for (const store of full) {
      expect(refused({ store, files: [there("memories/x.md", X)], changes: [put("memories/x.md", X)] })).toEqual([]);
      expect(refused({ store, files: [there("memories/x.md", X)], changes: [gone("memories/x.md", X)] })).toEqual([]);
    }
  });

  // A memory can come back to where it was and be demoted to another place, again and again.
  test("a demotion goes through to half of that tenth, so that it fills no store either", () => {
    const files = [there("memories/x.md", X, 50)];
    const changes = [put("quarantine/x.md", X), gone("memories/x.md", X)];
    for (const store of [paths(0.94), bytes(0.94)]) expect(refused({ store, files, changes })).toEqual([]);
    for (const store of [paths(0.95), bytes(0.95)]) {
      expect(refused({ store, files, changes })).toEqual(["quarantine/x.md"]);
      expect(refused({ store, files, changes, isReviewer: true })).toEqual([]);
    }
  });
});

test("HUB-4: a store takes less than a machine takes in, files of no bytes too", () => {
  expect(LIMITS.storeBytes).toBeLessThan(LIMITS.bytesInStore);
  expect(LIMITS.storePaths).toBeLessThan(LIMITS.pathsInStore);
  const store = { bytes: 0, paths: LIMITS.storePaths };
  const empty = put("ledger/aaaaaaaaaaaaaaaa.0001.jsonl", null, 0);
  expect(refused({ store, changes: [empty] })).toHaveLength(1);
  expect(refused({ store, changes: [gone("memories/x.md", X)], files: [there("memories/x.md", X)] })).toEqual([]);
  expect(refused({ store: { bytes: LIMITS.storeBytes, paths: 0 }, changes: [put("memories/x.md", X)] })).toHaveLength(
    1,
  );
});
