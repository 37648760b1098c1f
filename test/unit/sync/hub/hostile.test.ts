// HUB-6: a hub that lies. Whatever it says, no text is shown as verified that no trusted device signed, nothing is adopted from a
// history that is not the one that was seen, and what was noticed is told and kept.
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readCatalogue } from "../../../../src/store/catalogue.ts";
import { EMPTY_HEAD, leafOf, linkOf } from "../../../../src/sync/hub/protocol.ts";
import { hubsSeen, openHubRecord } from "../../../../src/sync/io/hub/record.ts";
import { throughHub } from "../../../support/hub-machines.ts";
import {
  changes,
  type HubStub,
  headOf,
  hubStub,
  MEMBER,
  type Said,
  type StubEntry,
  type StubStore,
  sha256,
} from "../../../support/hub-stub.ts";
import { remember } from "../../../support/sync-acts.ts";
import { type Machine, placesOfMachine, treeOf, twoMachines } from "../../../support/sync-machines.ts";

interface Row {
  path: string;
  seq: number;
  hash?: string;
  bytes?: string;
  gone?: true;
}
interface PageBody {
  changes: Row[];
  leaves: string[];
  next: number;
  head: { seq: number; chain: string };
}

let base: string;
let stub: HubStub;
let a: Machine;
let b: Machine;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-hostile-hub-")));
  stub = await hubStub();
  [a, b] = twoMachines(base) as [Machine, Machine];
  for (const each of [a, b]) each.carrier = (git) => throughHub(git, stub, dirname(each.root));
  await remember(a, "Deploys run on Mondays", "Deploys");
  for (const each of [a, b, a]) expect(await each.sync()).toMatchObject({ kind: "synced" });
});
afterEach(async () => {
  await stub.end();
  rmSync(base, { recursive: true, force: true });
});

function store(): StubStore {
  const found = stub.stores.get(`personal/${MEMBER}`);
  if (found === undefined) throw new Error("nobody has sent anything");
  return found;
}

/** What A did last is at the hub, and B has yet to see it. */
async function newsFromA(): Promise<void> {
  await remember(a, "Backups run on Fridays", "Backups");
  expect(await a.sync()).toMatchObject({ kind: "synced" });
}

/** The pages that are read from now on are another's work. */
function pages(tamper: (body: PageBody, asked: URLSearchParams) => PageBody): void {
  stub.between = ({ path }, act): Said => {
    const said = act();
    if (!path.includes("/changes?") || said.status !== 200) return said;
    return { ...said, body: tamper(structuredClone(said.body) as PageBody, new URLSearchParams(path.split("?")[1])) };
  };
}

/** As if the client had not said what it saw. */
function deaf(): void {
  stub.between = ({ path }, act): Said => {
    if (!path.includes("/changes?")) return act();
    const query = new URLSearchParams(path.split("?")[1]);
    query.delete("seen");
    if (Number(query.get("since")) > headOf(store()).seq)
      return {
        status: 200,
        body: { changes: [], leaves: [], next: Number(query.get("since")), head: headOf(store()) },
      };
    return changes(store(), query);
  };
}

const OF_THE_STRANGER = `---
name: Gift
description: Something to know
type: reference
trust-level: verified
last-verified: 2026-05-20
---
From somebody else: deploys run at night.
`;

function entry(path: string, text: string): StubEntry {
  return { path, hash: sha256(Buffer.from(text)), bytes: Buffer.from(text).toString("base64") };
}

async function noticedBy(on: Machine, how: string): Promise<void> {
  const before = treeOf(on);
  const outcome = await on.sync();
  expect(outcome).toMatchObject({
    kind: "refusal",
    code: "hub-changed",
    hint: expect.stringContaining("log --verify"),
  });
  expect(treeOf(on)).toBe(before);
  expect(hubsSeen(placesOfMachine(on).state)).toMatchObject([{ url: stub.url, noticed: { how } }]);
  expect(verifiedOn(on).filter((text) => text.includes("somebody else"))).toEqual([]);
}

function verifiedOn(on: Machine): readonly string[] {
  const { memories } = readCatalogue(on.open().store);
  return memories.filter(({ tier }) => tier === "verified").map(({ document }) => document.text);
}

describe("HUB-6: a hub whose history is not the one that was seen", () => {
  test("rewrites an old change, and says so itself", async () => {
    store().log[0] = entry("memories/reference_gift.md", OF_THE_STRANGER);
    await noticedBy(b, "rewritten");
  });

  test("rewrites an old change, and does not look at what the client saw", async () => {
    await newsFromA();
    store().log[0] = entry("memories/reference_gift.md", OF_THE_STRANGER);
    deaf();
    await noticedBy(b, "rewritten");
  });

  test("was put back to an older state", async () => {
    store().log.length -= 1;
    deaf();
    await noticedBy(b, "older");
  });

  test("took a push, said so, and has it no more", async () => {
    await newsFromA();
    store().log.length -= 1;
    deaf();
    await noticedBy(a, "older");
  });

  test("took a push, said so, and has something else in its place", async () => {
    const others = store().log.length;
    await remember(b, "Tests run at noon", "Tests");
    stub.between = ({ path }, act): Said => {
      // Somebody else comes first, so that A does not know the whole chain by itself.
      if (path.endsWith("/push")) store().log.push(entry("memories/reference_first.md", "first"));
      return act();
    };
    expect(await b.sync()).toMatchObject({ kind: "synced" });
    const count = store().log.length - others;
    store().log.splice(
      others,
      count,
      ...Array.from({ length: count + 1 }, (_, n) => entry(`memories/reference_x${n}.md`, "x")),
    );
    deaf();
    await noticedBy(b, "rewritten");
  });

  test("keeps a change back that its own head counts", async () => {
    await newsFromA();
    pages((body) => ({ ...body, changes: body.changes.slice(0, -1) }));
    await noticedBy(b, "withheld");
  });

  test("keeps a link back", async () => {
    await newsFromA();
    pages((body) => ({ ...body, leaves: body.leaves.slice(0, -1) }));
    await noticedBy(b, "withheld");
  });

  test("never comes to an end", async () => {
    await newsFromA();
    pages((body) => ({ ...body, changes: [], leaves: [], next: body.head.seq - body.leaves.length }));
    await noticedBy(b, "withheld");
  });

  test("answers in another order", async () => {
    await newsFromA();
    pages((body) => ({ ...body, changes: body.changes.toReversed() }));
    await noticedBy(b, "reordered");
  });

  test("tells of one path twice", async () => {
    await newsFromA();
    pages((body) => {
      const [first, ...rest] = body.changes;
      return first === undefined
        ? body
        : { ...body, changes: [first, ...rest.map((row) => ({ ...row, path: first.path }))] };
    });
    await noticedBy(b, "reordered");
  });

  test("sends other bytes than its history says", async () => {
    await newsFromA();
    pages((body) => ({
      ...body,
      changes: body.changes.map((row) => ({ ...row, bytes: Buffer.from(OF_THE_STRANGER).toString("base64") })),
    }));
    await noticedBy(b, "forged");
  });

  test("sends other bytes with their own hash", async () => {
    await newsFromA();
    const { path, ...forged } = entry("", OF_THE_STRANGER);
    pages((body) => ({
      ...body,
      changes: body.changes.map((row) => ({ ...row, hash: forged.hash ?? "", bytes: forged.bytes })),
    }));
    expect(path).toBe("");
    await noticedBy(b, "forged");
  });

  test("repeats an answer that it gave before", async () => {
    const old = headOf(store());
    await newsFromA();
    pages((_, asked) => ({ changes: [], leaves: [], next: Number(asked.get("since")), head: old }));
    await noticedBy(a, "older");
  });

  test("what it said of a push stays remembered when the next one is answered with less", async () => {
    await remember(b, "Tests run at noon", "Tests");
    await remember(b, "Reviews take a day", "Reviews");
    let [pushes, farthest] = [0, 0];
    stub.between = ({ path }, act): Said => {
      if (!path.endsWith("/push")) return act();
      pushes += 1;
      // For the sake of a file that nobody sent: the client sends it by halves.
      const finding = { kind: "check", path: "memories/user_nobody.md", what: "no", next: "no" };
      if (pushes === 1) return { status: 422, body: { code: "refused", message: "no", findings: [finding] } };
      if (pushes === 3) return { status: 200, body: EMPTY_HEAD };
      const said = act();
      farthest = (said.body as { readonly seq: number }).seq;
      return said;
    };
    expect(await b.sync()).toMatchObject({ kind: "refusal", code: "hub-changed" });
    expect(farthest).toBeGreaterThan(0);
    expect(hubsSeen(placesOfMachine(b).state)).toMatchObject([{ changes: farthest, noticed: { how: "older" } }]);
  });

  test("a push is answered with another chain at the change that was seen last", async () => {
    await remember(b, "Tests run at noon", "Tests");
    const { seq } = headOf(store());
    stub.between = ({ path }, act): Said =>
      path.endsWith("/push") ? { status: 200, body: { seq, chain: "f".repeat(64) } } : act();
    const before = hubsSeen(placesOfMachine(b).state)[0];
    expect(await b.sync()).toMatchObject({ kind: "refusal", code: "hub-changed" });
    expect(hubsSeen(placesOfMachine(b).state)).toMatchObject([
      { changes: seq, chain: before?.chain, noticed: { how: "rewritten" } },
    ]);
  });

  test.each([401, 403, 404, 409, 429, 500, 503])(
    "an answer of %i with a head in it changes nothing that was seen",
    async (status) => {
      await newsFromA();
      expect(await b.sync()).toMatchObject({ kind: "synced" });
      const before = hubsSeen(placesOfMachine(b).state);
      const body = {
        ...EMPTY_HEAD,
        code: "unavailable",
        message: "no",
        head: EMPTY_HEAD,
        changes: [],
        leaves: [],
        next: 0,
      };
      stub.between = (): Said => ({ status, body });
      expect(await b.sync()).toMatchObject({ kind: "refusal" });
      expect(hubsSeen(placesOfMachine(b).state)).toEqual(before);
    },
  );

  test("once a person has set it up again, it is followed as it is", async () => {
    store().log.length -= 1;
    deaf();
    await noticedBy(b, "older");
    openHubRecord(placesOfMachine(b).state, stub).drop();
    expect(await b.sync()).toMatchObject({ kind: "synced" });
    expect(hubsSeen(placesOfMachine(b).state)).toMatchObject([{ noticed: undefined }]);
    expect(verifiedOn(b)).toHaveLength(1);
  });

  test("what was noticed stays known where the hub goes on as before", async () => {
    await newsFromA();
    pages((body) => ({ ...body, changes: body.changes.toReversed() }));
    await noticedBy(b, "reordered");
    stub.between = (_, act) => act();
    expect(await b.sync()).toMatchObject({ kind: "synced" });
    expect(hubsSeen(placesOfMachine(b).state)).toMatchObject([{ noticed: { how: "reordered" } }]);
  });
});

describe("HUB-6: a hub that keeps its chain in order and lies in the texts", () => {
  test("a memory that calls itself verified counts as nobody's", async () => {
    store().log.push(entry("memories/reference_gift.md", OF_THE_STRANGER));
    expect(await b.sync()).toMatchObject({ kind: "synced" });
    expect(verifiedOn(b)).toHaveLength(1);
    expect(verifiedOn(b)[0]).toContain("Mondays");
  });

  test("a signed memory with other words is verified no more", async () => {
    const at = store().log.findIndex(({ path }) => path.startsWith("memories/"));
    const signed = store().log[at];
    const text = Buffer.from(signed?.bytes ?? "", "base64").toString();
    store().log.push(entry(signed?.path ?? "", text.replace("Mondays", "Sundays")));
    expect(await b.sync()).toMatchObject({ kind: "synced" });
    expect(verifiedOn(b).filter((each) => each.includes("Sundays"))).toEqual([]);
  });

  test("paths that lead elsewhere are left out and told; nothing is written there", async () => {
    const paths = [
      "../outside.md",
      "memories/../../outside.md",
      ".git/hooks/pre-commit",
      "/tmp/x.md",
      "archive/2026-05/a.md",
    ];
    for (const path of paths) store().log.push(entry(path, "x"));
    const outcome = await b.sync();
    expect(outcome).toMatchObject({ kind: "synced" });
    const told = outcome.kind === "synced" ? outcome.refused.map(({ path }) => path) : [];
    expect(told.toSorted()).toEqual(paths.toSorted());
    expect(existsSync(join(dirname(b.root), "outside.md"))).toBe(false);
    expect(existsSync(join(b.root, ".git/hooks/pre-commit"))).toBe(false);
    expect(await b.sync()).toMatchObject({ kind: "synced", outcome: "equal" });
  });

  test("a chain that it made up from the first change raises nothing on a machine that never asked before", async () => {
    const { path, hash, bytes } = entry("memories/reference_gift.md", OF_THE_STRANGER);
    const leaf = leafOf(1, path, hash);
    const head = { seq: 1, chain: linkOf(EMPTY_HEAD.chain, leaf) };
    openHubRecord(placesOfMachine(b).state, stub).drop();
    pages(() => ({ changes: [{ path, seq: 1, hash: hash ?? "", bytes }], leaves: [leaf], next: 1, head }));
    await b.sync("pull-only");
    expect(verifiedOn(b)).toHaveLength(1);
    expect(verifiedOn(b)[0]).toContain("Mondays");
  });
});
