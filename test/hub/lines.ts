// What a push may write where (HUB-7): no other spelling of a path leads to what is a device's own, and nobody but a reviewer takes a
// line of it.
import { strict as assert } from "node:assert";
import type { Finding, PushChange } from "../../hub/protocol.ts";
import { type Answer, gone, put, tokenIn } from "../../hub/test/client.ts";
import { startJobProvider } from "../../hub/test/provider.ts";
import { tenantOn } from "../../hub/test/running.ts";
import type { Case } from "./case.ts";
import { idFor, marker, PROJECT } from "./stores.ts";

export const LINES: readonly Case[] = [
  [
    "HUB-7: no spelling of a path is another way to a ledger, a device's record or a statement",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, admin } = tenant;
      assert.equal((await client.push(PROJECT, [marker()], admin.token)).status, 200);
      const contributor = (await tenant.joins([{ store: PROJECT, role: "contributor" }])).token;
      const machine = await tenant.machine(PROJECT, "contributor");
      for (const path of SPELLINGS) {
        for (const token of [contributor, machine, admin.token]) {
          const { status, body } = await client.push(PROJECT, [put(path, "{}\n")], token);
          assert.equal([400, 422].includes(status), true, `${JSON.stringify(path)}: ${status}`);
          const kinds = ((body.findings ?? []) as readonly Finding[]).map(({ kind }) => kind);
          assert.equal(status === 400 || kinds.includes("no-plain-file"), true, `${JSON.stringify(path)}: ${kinds}`);
        }
      }
    },
  ],
  [
    "HUB-7: a contributor, a machine and a job take no line of a ledger, and no machine writes a member's or a tombstone",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, admin } = tenant;
      const [first, second] = [`ledger/${admin.device}.jsonl`, `ledger/${admin.device}.0001.jsonl`];
      const lines = (...said: readonly number[]): string => said.map((n) => `{"n":${n}}\n`).join("");
      const words = `tombstones/${admin.device}.jsonl`;
      const there = [marker(), put(first, lines(1, 2)), put(second, lines(3, 4)), put(words, lines(7, 8))];
      assert.equal((await client.push(PROJECT, there, admin.token)).status, 200);
      const contributor = (await tenant.joins([{ store: PROJECT, role: "contributor" }])).token;
      const machine = await tenant.machine(PROJECT, "contributor");
      const jobs = await startJobProvider();
      try {
        const pinned = { audience: "hub", repository: "acme/shop", ref: "refs/heads/main" };
        const job = { ...pinned, job: "tests", issuer: jobs.issuer, store: PROJECT, role: "contributor" };
        await client.ask("POST", `/v1/${tenant.name}/jobs`, { token: admin.token, body: job });
        const claims = { aud: pinned.audience, repository: pinned.repository, ref: pinned.ref };
        const asked = { body: { token: await jobs.sign(claims) } };
        const ofJob = tokenIn(await client.ask("POST", `/v1/${tenant.name}/exchange`, asked));
        const attempts: readonly (readonly [name: string, changes: readonly PushChange[]])[] = [
          ["gone", [gone(first, lines(1, 2))]],
          ["the last part gone", [gone(second, lines(3, 4))]],
          ["empty", [put(first, "", lines(1, 2))]],
          ["shorter", [put(first, lines(1), lines(1, 2))]],
          ["another line", [put(second, lines(3, 5), lines(3, 4))]],
          ["a line of another part", [put(first, lines(1, 2, 3), lines(1, 2)), gone(second, lines(3, 4))]],
          ["words forgotten", [gone(words, lines(7, 8))]],
          ["fewer words forgotten", [put(words, lines(8), lines(7, 8))]],
        ];
        for (const token of [contributor, machine, ofJob])
          for (const [name, changes] of attempts) isBeyond(await client.push(PROJECT, changes, token), name);
        for (const token of [machine, ofJob]) {
          isBeyond(
            await client.push(PROJECT, [put(first, lines(1, 2, 9), lines(1, 2))], token),
            "of a member's device",
          );
          isBeyond(await client.push(PROJECT, [put(words, lines(7, 8, 9), lines(7, 8))], token), "of forgotten words");
          isBeyond(await client.push(PROJECT, [put(`tombstones/${"b".repeat(16)}.jsonl`, lines(1))], token), "a list");
        }
        // What was said stays, in whichever part; and each writes what is theirs.
        const moved = [put(first, lines(1), lines(1, 2)), put(second, lines(2, 3, 4, 5), lines(3, 4))];
        assert.equal((await client.push(PROJECT, moved, contributor)).status, 200);
        for (const [n, token] of [machine, ofJob].entries()) {
          const own = put(`ledger/${String(n).repeat(16)}.jsonl`, lines(1));
          assert.equal((await client.push(PROJECT, [own], token)).status, 200);
        }
      } finally {
        await jobs.end();
      }
    },
  ],
];

const DEVICE = "a".repeat(16);
const RECORD = "a".repeat(32);
/** As a file system, an archive or a reader that is less strict would take them. */
const SPELLINGS: readonly string[] = [
  ...[`Ledger/${DEVICE}.jsonl`, `LEDGER/${DEVICE}.JSONL`, `ledger/${DEVICE}.JSONL`, `ledger/${"A".repeat(16)}.jsonl`],
  ...[`./ledger/${DEVICE}.jsonl`, `/ledger/${DEVICE}.jsonl`, `ledger//${DEVICE}.jsonl`, `ledger\\${DEVICE}.jsonl`],
  ...[
    `memories/../ledger/${DEVICE}.jsonl`,
    `ledger/../ledger/${DEVICE}.jsonl`,
    `quarantine/raw/../../devices/${RECORD}.json`,
  ],
  ...[`ledger/${DEVICE}.jsonl.`, `ledger/${DEVICE}.jsonl `, `ledger/${DEVICE}.jsonl/`, `ledger/${DEVICE}.jsonl\n`],
  ...[
    `ledger/${DEVICE}.jsonl::$DATA`,
    `ledger/${DEVICE}.0000.jsonl`,
    `ledger/${DEVICE}.1.jsonl`,
    `ledger./${DEVICE}.jsonl`,
  ],
  ...[
    `\uFF4Cedger/${DEVICE}.jsonl`,
    `ledger\u200B/${DEVICE}.jsonl`,
    `\u2024/ledger/${DEVICE}.jsonl`,
    `%6cedger/${DEVICE}.jsonl`,
  ],
  ...[
    `ledger\u2215${DEVICE}.jsonl`,
    `ledger/${DEVICE}\u0000.jsonl`,
    `LEDGER~1/${DEVICE}.jsonl`,
    `ledger/\u0430${DEVICE.slice(1)}.jsonl`,
  ],
  ...[`Devices/${RECORD}.json`, `devices/${"A".repeat(32)}.json`, `devices/${RECORD}.JSON`, `devices/${RECORD}.json.`],
  ...[
    `devices/${RECORD}`,
    `devices/x/${RECORD}.json`,
    `devices/../devices/${RECORD}.json`,
    `device\u017F/${RECORD}.json`,
  ],
  ...[
    `Attest/${idFor(1)}/${DEVICE}.1.json`,
    `attest/${idFor(1).toLowerCase()}/${DEVICE}.1.json`,
    `attest/${idFor(1)}/${DEVICE}.01.json`,
  ],
  ...[
    `attest/${idFor(1)}/${DEVICE}.1.json.`,
    `attest/${idFor(1)}/../${idFor(1)}/${DEVICE}.1.json`,
    `attest/${idFor(1)}/${DEVICE}.1.JSON`,
  ],
  ...[
    "Holdfast.json",
    "holdfast.json.",
    "ALLOWED_SIGNERS",
    "allowed_signers ",
    ".git/config",
    ".GITATTRIBUTES",
    "constructor",
  ],
];

function isBeyond({ status, body }: Answer, what: string): void {
  assert.equal(status, 422, `${what}: ${JSON.stringify(body)}`);
  const kinds = (body.findings as readonly Finding[]).map(({ kind }) => kind);
  assert.equal(kinds.includes("role"), true, `${what}: ${kinds}`);
}
