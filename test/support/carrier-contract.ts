// What every carrier of a store keeps to (HUB-1), on the real thing: two machines with a repository each, and what stands
// between them. A commit that was sent is what the other one fetches, byte for byte, and nothing is ever overwritten.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { GitRepository } from "../../src/disk/git/carrier.ts";
import type { Carrier } from "../../src/sync/carrier.ts";
import { AT, DEVICE } from "./git-store.ts";

export interface Carried {
  readonly git: GitRepository;
  readonly carrier: Carrier;
}

export interface Between {
  readonly a: Carried;
  readonly b: Carried;
  /** From now on nobody reaches it. */
  readonly away: () => Promise<void>;
  readonly end?: () => Promise<void>;
}

type Files = Readonly<Record<string, string>>;

const BUDGET = 20_000;
const ONE = "memories/reference_one.md";
const TWO = "memories/reference_two.md";

export function carrierContract(name: string, make: (base: string) => Promise<Between>): void {
  describe(`HUB-1: ${name} as a carrier`, () => {
    let base: string;
    let between: Between;
    beforeEach(async () => {
      base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-carrier-")));
      between = await make(base);
    });
    afterEach(async () => {
      await between.end?.();
      for (const { git } of [between.a, between.b]) git.rest();
      rmSync(base, { recursive: true, force: true });
    });

    test("where nobody has sent anything there is no commit", async () => {
      expect(await fetched(between.a)).toBeUndefined();
    });

    test("what one machine sends the other fetches, byte for byte", async () => {
      const { a, b } = between;
      const files = { [ONE]: "one\r\n\u0000\ufffd", [TWO]: "" };
      await landed(a, await commit(a, files));
      expect(await filesOf(b, await fetched(b))).toEqual(files);
    });

    test("who fetches after sending finds its own commit", async () => {
      const { a } = between;
      const sent = await commit(a, { [ONE]: "one" });
      await landed(a, sent);
      expect(await fetched(a)).toBe(sent);
    });

    test("what is sent next goes on from what was fetched, and files that went are gone", async () => {
      const { a, b } = between;
      await landed(a, await commit(a, { [ONE]: "one", [TWO]: "two" }));
      const first = (await fetched(b)) ?? "";
      await landed(b, await commit(b, { [TWO]: "other" }, [first]));
      const next = await fetched(a);
      expect(await filesOf(a, next)).toEqual({ [TWO]: "other" });
    });

    test("what came goes on from what was sent, so that nothing has to be joined", async () => {
      const { a, b } = between;
      const sent = await commit(a, { [ONE]: "one" });
      await landed(a, sent);
      const first = (await fetched(b)) ?? "";
      await landed(b, await commit(b, { [ONE]: "two" }, [first]));
      const next = (await fetched(a)) ?? "";
      expect(await a.git.isAncestor(sent, next)).toBe(true);
    });

    test("HUB-4: where the other machine was first with the same file, this one is behind and nothing is overwritten", async () => {
      const { a, b } = between;
      await landed(a, await commit(a, { [ONE]: "one" }));
      const from = (await fetched(b)) ?? "";
      await landed(a, await commit(a, { [ONE]: "first" }, [(await fetched(a)) ?? ""]));
      const late = await commit(b, { [ONE]: "second" }, [from]);
      expect(await b.carrier.push(late, BUDGET)).toMatchObject({ kind: "behind" });
      expect(await filesOf(b, await fetched(b))).toEqual({ [ONE]: "first" });
    });

    test("two first machines: the second is behind", async () => {
      const { a, b } = between;
      await fetched(b);
      await landed(a, await commit(a, { [ONE]: "first" }));
      const late = await commit(b, { [ONE]: "second" });
      expect(await b.carrier.push(late, BUDGET)).toMatchObject({ kind: "behind" });
    });

    test("a commit that was sent is not sent again", async () => {
      const { a, b } = between;
      const sent = await commit(a, { [ONE]: "one" });
      await landed(a, sent);
      await landed(a, sent);
      expect(await filesOf(b, await fetched(b))).toEqual({ [ONE]: "one" });
    });

    test("what can't be reached is told as a value, and this machine's repository is as it was", async () => {
      const { a } = between;
      const sent = await commit(a, { [ONE]: "one" });
      await landed(a, sent);
      await between.away();
      const next = await commit(a, { [ONE]: "two" }, [sent]);
      for (const outcome of [await a.carrier.fetch(BUDGET), await a.carrier.push(next, BUDGET)])
        expect(["failed", "refusal"]).toContain(outcome.kind);
    });

    test("without any time left nothing is asked", async () => {
      const { a } = between;
      const outcome = await a.carrier.fetch(0);
      expect(["failed", "refusal"]).toContain(outcome.kind);
      expect(outcome).toMatchObject({ message: expect.stringContaining("took too long") });
    });
  });
}

async function commit({ git }: Carried, files: Files, parents: readonly string[] = []): Promise<string> {
  const paths = Object.keys(files).toSorted();
  const blobs = await git.write(paths.map((path) => Buffer.from(files[path] ?? "")));
  const listed = paths.map((path, at) => ({ path, blob: blobs[at] ?? "" }));
  return await git.commit({ files: listed, parents, message: "a commit", device: DEVICE, at: AT });
}

async function landed({ carrier }: Carried, sent: string): Promise<void> {
  expect(await carrier.push(sent, BUDGET)).toEqual({ kind: "landed" });
}

async function fetched({ carrier }: Carried): Promise<string | undefined> {
  const outcome = await carrier.fetch(BUDGET);
  if (outcome.kind !== "fetched") throw new Error(JSON.stringify(outcome));
  return outcome.commit;
}

async function filesOf({ git }: Carried, at: string | undefined): Promise<Files> {
  const entries = at === undefined ? [] : await git.entries(at);
  const blobs = await git.read(
    entries.map(({ blob }) => blob),
    1_000_000,
  );
  return Object.fromEntries(
    entries.map(({ path }, n) => {
      const blob = blobs[n];
      return [path, blob?.kind === "bytes" ? Buffer.from(blob.bytes).toString() : "missing"];
    }),
  );
}
