// What every carrier of a store keeps to (HUB-1), on the real thing: two machines with a repository each, and what stands
// between them. A commit that was sent is what the other one fetches, byte for byte, and nothing is ever overwritten.
// vitest runs it over git and over a hub in its own process, `npm run proof hub` over the organisation's server.
import { strict as assert } from "node:assert";
import type { GitRepository } from "../../src/disk/git/carrier.ts";
import { rawName } from "../../src/store/raw-files.ts";
import type { Carrier } from "../../src/sync/carrier.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { AT, DEVICE } from "./git-store.ts";

export interface Carried {
  readonly git: GitRepository;
  readonly carrier: Carrier;
}

export interface Between {
  readonly a: Carried;
  readonly b: Carried;
  /** From now on nobody reaches it. */
  readonly away: () => Promise<void> | void;
  readonly end?: () => Promise<void> | void;
}

type Files = Readonly<Record<string, string>>;

const BUDGET = 20_000;
const ONE = "memories/reference_one.md";
const TWO = "memories/reference_two.md";
const RAW_TEXT = "one\r\n\u0000\ufffd";
const RAW = `quarantine/raw/${rawName("project_x.md", sha256Hex(RAW_TEXT), new Date(0))}`;
const LEDGER = "ledger/0123456789abcdef.jsonl";
/** A hub takes what a store has. */
const MARKER = { "holdfast.json": '{"format":1,"store-id":"01JCQ0Z8M4X5T6V7W8Y9ZABCDE"}\n' };
/** Of more than a hub takes in one file. */
const LONG = Array.from({ length: 4000 }, (_, n) => `{"line":${n},"more":"${"x".repeat(80)}"}\n`).join("");

export const CARRIER_CONTRACT: readonly (readonly [string, (between: Between) => Promise<void>])[] = [
  ["where nobody has sent anything there is no commit", async ({ a }) => assert.equal(await fetched(a), undefined)],
  [
    "what one machine sends the other fetches, byte for byte",
    async ({ a, b }) => {
      const files = { [ONE]: memory("one").replaceAll("\n", "\r\n"), [RAW]: RAW_TEXT, [LEDGER]: "" };
      await landed(a, await commit(a, files));
      assert.deepEqual(await filesOf(b, await fetched(b)), files);
    },
  ],
  [
    "a ledger of any size comes whole, and goes on",
    async ({ a, b }) => {
      await landed(a, await commit(a, { [LEDGER]: LONG }));
      const first = (await fetched(b)) ?? "";
      assert.deepEqual(await filesOf(b, first), { [LEDGER]: LONG });
      await landed(b, await commit(b, { [LEDGER]: `${LONG}{"line":"more"}\n` }, [first]));
      assert.deepEqual(await filesOf(a, await fetched(a)), { [LEDGER]: `${LONG}{"line":"more"}\n` });
    },
  ],
  [
    "who fetches after sending finds its own commit",
    async ({ a }) => {
      const sent = await commit(a, { [ONE]: memory("one") });
      await landed(a, sent);
      assert.equal(await fetched(a), sent);
    },
  ],
  [
    "what is sent next goes on from what was fetched, and files that went are gone",
    async ({ a, b }) => {
      await landed(a, await commit(a, { [ONE]: memory("one"), [TWO]: memory("two") }));
      const first = (await fetched(b)) ?? "";
      await landed(b, await commit(b, { [TWO]: memory("other") }, [first]));
      assert.deepEqual(await filesOf(a, await fetched(a)), { [TWO]: memory("other") });
    },
  ],
  [
    "what came goes on from what was sent, so that nothing has to be joined",
    async ({ a, b }) => {
      const sent = await commit(a, { [ONE]: memory("one") });
      await landed(a, sent);
      const first = (await fetched(b)) ?? "";
      await landed(b, await commit(b, { [ONE]: memory("two") }, [first]));
      assert.equal(await a.git.isAncestor(sent, (await fetched(a)) ?? ""), true);
    },
  ],
  [
    "HUB-4: where the other machine was first with the same file, this one is behind and nothing is overwritten",
    async ({ a, b }) => {
      await landed(a, await commit(a, { [ONE]: memory("one") }));
      const from = (await fetched(b)) ?? "";
      await landed(a, await commit(a, { [ONE]: memory("first") }, [(await fetched(a)) ?? ""]));
      await behind(b, await commit(b, { [ONE]: memory("second") }, [from]));
      assert.deepEqual(await filesOf(b, await fetched(b)), { [ONE]: memory("first") });
    },
  ],
  [
    "two first machines: the second is behind",
    async ({ a, b }) => {
      await fetched(b);
      await landed(a, await commit(a, { [ONE]: memory("first") }));
      await behind(b, await commit(b, { [ONE]: memory("second") }));
    },
  ],
  [
    "a commit that was sent is not sent again",
    async ({ a, b }) => {
      const sent = await commit(a, { [ONE]: memory("one") });
      await landed(a, sent);
      await landed(a, sent);
      assert.deepEqual(await filesOf(b, await fetched(b)), { [ONE]: memory("one") });
    },
  ],
  [
    "what can't be reached is told as a value, and this machine's repository is as it was",
    async ({ a, away }) => {
      const sent = await commit(a, { [ONE]: memory("one") });
      await landed(a, sent);
      await away();
      const next = await commit(a, { [ONE]: memory("two") }, [sent]);
      for (const { kind } of [await a.carrier.fetch(BUDGET), await a.carrier.push(next, BUDGET)])
        assert.match(kind, /^(?:failed|refusal)$/);
    },
  ],
  [
    "without any time left nothing is asked",
    async ({ a }) => {
      const outcome = await a.carrier.fetch(0);
      assert.match(outcome.kind, /^(?:failed|refusal)$/);
      assert.match("message" in outcome ? outcome.message : "", /took too long/);
    },
  ],
];

function memory(word: string): string {
  return `---\nname: The port\ndescription: which port it has\ntype: reference\ntrust-level: inferred\n---\n\nIt is port ${word}.\n`;
}

async function commit({ git }: Carried, given: Files, parents: readonly string[] = []): Promise<string> {
  const files: Files = { ...MARKER, ...given };
  const paths = Object.keys(files).toSorted();
  const blobs = await git.write(paths.map((path) => Buffer.from(files[path] ?? "")));
  const listed = paths.map((path, at) => ({ path, blob: blobs[at] ?? "" }));
  return await git.commit({ files: listed, parents, message: "a commit", device: DEVICE, at: AT });
}

async function landed({ carrier }: Carried, sent: string): Promise<void> {
  assert.deepEqual(await carrier.push(sent, BUDGET), { kind: "landed" });
}

async function behind({ carrier }: Carried, sent: string): Promise<void> {
  assert.equal((await carrier.push(sent, BUDGET)).kind, "behind");
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
  const files = entries.map(({ path }, n) => {
    const blob = blobs[n];
    return [path, blob?.kind === "bytes" ? Buffer.from(blob.bytes).toString() : "missing"] as const;
  });
  return Object.fromEntries(files.filter(([path]) => !(path in MARKER)));
}
