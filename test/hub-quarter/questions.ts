// The ten questions of an auditor: each is one line that is typed, and its answer is compared with what the simulation wrote down itself.
import { strict as assert } from "node:assert";
import { keyLineOf, signerOf } from "../../src/store/io/sshsig.ts";
import { idFor } from "../hub/stores.ts";
import { typed, types } from "./events.ts";
import type { Check } from "./invariants.ts";
import type { Organisation } from "./organisation.ts";
import type { Quarter } from "./quarter.ts";

// biome-ignore lint/suspicious/noExplicitAny: lines of several commands, of which a question looks at some
type Row = any;

export function questions(of: Organisation, quarter: Quarter): readonly Check[] {
  const { records, machine, proposed, held, erased, theft, middle } = quarter;
  const tenant = of.tenant.name;
  const rows = async (command: string, ...args: readonly string[]): Promise<readonly Row[]> => {
    const out = await typed(of, command, tenant, ...args);
    if (command === "audit") records.printed += 1;
    return out
      .split("\n")
      .filter(Boolean)
      .map((line): Row => JSON.parse(line));
  };
  const audit = (...args: readonly string[]): Promise<readonly Row[]> => rows("audit", ...args);
  const memories = new Map(of.projects.flatMap((project) => project.memories.map((each) => [idFor(each.n), each])));
  return [
    [
      "1. Who confirmed this memory, when, from which device?",
      async () => {
        const { accepted, reviewer, project } = proposed;
        const id = idFor(accepted.n);
        const found = await audit("--memory", id, "--act", "confirm");
        const { device } = reviewer.signer;
        assert.deepEqual(
          found.map(({ by, device: from, about }) => [by, from, about.store, about.confirmed]),
          [[`device:${reviewer.member}`, device, project.store, [`${id} ${device}.1`]]],
        );
        assert.equal(found[0].at < middle.from, true);
      },
    ],
    [
      "2. Who could confirm in this store on that day?",
      async () => {
        const asked = ["--store", middle.store, "--since", middle.from, "--until", middle.to];
        const found = await audit("--could", "reviewer", ...asked);
        const expected = middle.could.map(({ member, signer }) => [`member:${member}`, signer.device]).toSorted();
        assert.deepEqual(
          found.map(({ who, devices }) => [who, ...devices]),
          expected,
        );
        // Today it is one less: they are a contributor now.
        const now = await audit("--could", "reviewer", "--store", middle.store, "--until", new Date().toISOString());
        assert.equal(now.length, expected.length - 1);
      },
    ],
    [
      "3. What did the revoked device write, and what of it is still trusted?",
      async () => {
        const { device } = theft.thief.signer;
        const found = await audit("--device", device, "--outcome");
        assert.deepEqual(found.map(({ memory }) => memory).toSorted(), [...theft.thief.wrote].map(idFor).toSorted());
        for (const { memory, now, vouchedBy } of found) {
          const known = memories.get(memory);
          if (known === theft.since) assert.deepEqual([now === "verified", vouchedBy], [false, []]);
          else if (known === undefined)
            assert.equal(now, memory === idFor(erased.memory.n) ? "erased" : "gone", memory);
          else if (known.by === undefined) assert.equal(now, "inferred", memory);
          else assert.deepEqual([now, vouchedBy], ["verified", [known.by]], memory);
        }
        const trusted = found.filter(({ vouchedBy }) => vouchedBy.includes(device)).map(({ memory }) => memory);
        assert.deepEqual(trusted.toSorted(), theft.before.map(({ n }) => idFor(n)).toSorted());
      },
    ],
    [
      "4. What left by erasure, and where is its receipt?",
      async () => {
        const found = await audit("--act", "memory-erased", "--act", "member-erased");
        assert.deepEqual(
          found.map(({ action, about }) => [action, about.reason, about.receipt, about.signature]),
          [
            ["memory-erased", "law", erased.receipts[0]?.text, erased.receipts[0]?.signature],
            ["member-erased", "asked", erased.receipts[1]?.text, erased.receipts[1]?.signature],
          ],
        );
        const { receiptKey } = (await of.tenant.client.ask("GET", `/v1/${tenant}`, { token: of.admin.now })).body;
        for (const { about } of found) {
          const signer = signerOf(about.receipt, about.signature);
          assert.equal(signer && keyLineOf(signer), receiptKey);
        }
      },
    ],
    [
      "5. What is held, since when, and why?",
      async () => {
        const found = await rows("preserve");
        assert.deepEqual(
          found.map(({ hold, store, reason, by, ended }) => [hold, store, reason, by, ended]),
          [["case-7", held.project.store, "court", "operator", undefined]],
        );
        const lines = await audit("--act", "hold-set");
        assert.equal(lines.length, 1);
      },
    ],
    [
      "6. What did a job of CI propose, and who accepted it?",
      async () => {
        const { accepted, left, reviewer } = proposed;
        const found = await audit("--actor", "job:nightly", "--outcome");
        const said = found.map((each) => [each.memory, each.now, each.confirmed.map(({ by }: Row) => by)]);
        assert.deepEqual(said.toSorted(), [
          [idFor(accepted.n), "verified", [`device:${reviewer.member}`]],
          [idFor(left.n), "inferred", []],
        ]);
      },
    ],
    [
      "7. Which tokens are live, and when do they end?",
      async () => {
        const found = await audit("--tokens");
        const made = found.filter(({ kind }) => kind === "machine").map(({ who, ends }) => [who, ends]);
        assert.deepEqual(made, [[machine.live, machine.ends]]);
        const gone = new Set([...records.leavers, theft.thief, erased.member].map(({ member }) => member));
        // A laptop that was stolen ends; its owner is a member still, and may be signed in.
        const strange = found.filter(
          ({ who, device }) => gone.has(who) && (who !== theft.thief.member || device !== null),
        );
        assert.deepEqual(strange, []);
        assert.equal(
          found.every(({ ends }) => Date.parse(ends) > Date.now() - 60_000),
          true,
        );
        assert.equal(JSON.stringify(found).includes("hf"), false);
      },
    ],
    [
      "8. What did an admin change?",
      async () => {
        const without = ["push", "member-added", "invitation-accepted"].flatMap((act) => ["--without", act]);
        const found = await audit("--actor", of.admin.member, ...without);
        assert.deepEqual(
          found.map(({ action }) => action),
          records.adminActs,
        );
      },
    ],
    [
      "9. Was the chain whole on that day?",
      async () => {
        const out = await typed(of, "verify", tenant, "--link", middle.link);
        assert.match(out, new RegExp(`Line ${middle.n} of \\S+ has this link`));
        const other = await types(of, "verify", tenant, "--link", "0".repeat(64));
        assert.deepEqual([other.code, /No line/.test(other.err)], [1, true]);
      },
    ],
    [
      "10. Who had it printed, and who could read?",
      async () => {
        const before = records.printed;
        const found = await audit("--act", "audit-printed", "--act", "hold-printed");
        assert.deepEqual([found.length, found.every(({ by }) => by === "operator")], [before + 1, true]);
        const { store } = held.project;
        const could = await audit("--could", "reader", "--store", store, "--until", new Date().toISOString());
        const now = of.members.filter(({ isGone, grants }) => !isGone && grants.some((each) => each.store === store));
        assert.deepEqual(
          could.map(({ who }) => who),
          [of.admin, ...now].map(({ member }) => `member:${member}`).toSorted(),
        );
      },
    ],
  ];
}
