// What has to hold at the end, looked at by pulling every store as a client does and reading it as a machine does.
import { strict as assert } from "node:assert";
import { memoriesIn } from "../../hub/src/judge.ts";
import type { Postgres } from "../../hub/test/postgres.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { nameIn } from "../hub/case.ts";
import { holding } from "../hub/holding.ts";
import { idFor, pull } from "../hub/stores.ts";
import { typed } from "./events.ts";
import { type Organisation, type Project, tokenOf } from "./organisation.ts";
import type { Quarter } from "./quarter.ts";

export interface Found {
  files: number;
  verified: number;
  lost: number;
  strange: number;
  /** Verified, and by no signature that the simulation knows of. */
  raised: number;
  /** Confirmed, and not verified any more. */
  lowered: number;
  /** Trusted on the word of a device that was out when it gave it. */
  late: number;
}

/** Pulling follows the chain, number by number: a gap or a torn link is an error there. */
export async function looked(of: Organisation, quarter: Quarter): Promise<Found> {
  const found: Found = { files: 0, verified: 0, lost: 0, strange: 0, raised: 0, lowered: 0, late: 0 };
  for (const project of of.projects) {
    const { files } = await pull(project.client, of.tenant.name, project.store, await tokenOf(of, of.admin));
    found.files += files.size;
    for (const [path, hash] of project.files) {
      const there = files.get(path);
      if (there === undefined || sha256Hex(there) !== hash) found.lost += 1;
    }
    for (const path of files.keys()) if (!project.files.has(path)) found.strange += 1;
    tiers(project, files, quarter, found);
  }
  return found;
}

function tiers(project: Project, files: ReadonlyMap<string, Buffer>, { theft }: Quarter, found: Found): void {
  const byId = new Map(project.memories.map((memory) => [idFor(memory.n), memory]));
  for (const { id, tier, vouchedBy = [] } of memoriesIn(files, [])) {
    const known = byId.get(String(id));
    const isLate = known === theft.since;
    if (tier === "verified") {
      found.verified += 1;
      if (isLate) found.late += 1;
      else if (known?.by === undefined || !vouchedBy.includes(known.by)) found.raised += 1;
    } else if (known?.by !== undefined && !isLate) found.lowered += 1;
  }
}

export type Check = readonly [title: string, hold: () => Promise<void>];

export function invariants(of: Organisation, quarter: Quarter, postgres: Postgres): readonly Check[] {
  const { theft, held, erased, records } = quarter;
  const database = nameIn(of.env["HOLDFAST_HUB_DATABASE"] ?? "");
  let found: Promise<Found> | undefined;
  const look = (): Promise<Found> => (found ??= looked(of, quarter));
  return [
    [
      "HUB-3 HUB-4: every file that was acknowledged is there, and no other; numbers have no gap",
      async () => {
        const { files, lost, strange } = await look();
        assert.deepEqual({ lost, strange }, { lost: 0, strange: 0 });
        assert.equal(files > of.size.projects, true);
      },
    ],
    [
      "HUB-5: each verified memory has a signature that counts, and none that was confirmed lost it",
      async () => {
        const { verified, raised, lowered } = await look();
        assert.deepEqual({ raised, lowered }, { raised: 0, lowered: 0 });
        assert.equal(verified, of.count.confirmed - 1);
      },
    ],
    [
      "HUB-5 HUB-7: nothing of the stolen laptop after its revocation is taken or trusted",
      async () => {
        assert.deepEqual([theft.taken, theft.tried >= 5, (await look()).late], [[], true, 0]);
        assert.equal(theft.before.length > 0, true);
      },
    ],
    [
      "HUB-7: who left gets no session, and their token counts no more",
      async () => {
        for (const { key, now } of records.leavers) {
          assert.equal((await of.tenant.client.session(key)).status, 401);
          assert.equal((await of.tenant.client.ask("GET", `/v1/${of.tenant.name}`, { token: now })).status, 401);
        }
        assert.equal(records.leavers.length >= 2, true);
      },
    ],
    [
      "HUB-6: every chain is whole",
      async () => assert.match(await typed(of, "verify", of.tenant.name), /Each follows from the one before/),
    ],
    [
      "HUB-11: what was erased stands in no table, and nowhere in what is pulled",
      async () => {
        for (const words of erased.words) assert.deepEqual(await holding(postgres, words, database), [], words);
      },
    ],
    [
      "HUB-11: what a hold covers was not erased, and is printed as it was, though it was changed and taken away",
      async () => {
        assert.deepEqual([held.refusal.status, /case-7/.test(held.refusal.body.message)], [403, true]);
        const out = await typed(of, "preserve", of.tenant.name, "--print", "case-7");
        records.printed += 1;
        const texts = out.split("\n").filter((line) => line.includes(idFor(held.memory.n)));
        const said = texts.map((line) => Buffer.from(JSON.parse(line).bytes, "base64").toString());
        for (const [at, words] of held.words.entries()) assert.equal(said[at]?.includes(words), true, words);
        assert.equal(said.length, 2);
      },
    ],
  ];
}
