// Whose policy a hub takes (HUB-10): one that an admin brings and an admin's device signed, for the organisation's own store, of keys
// that a policy has. Everybody else is refused, whatever they hold and whoever signed theirs.
import { strict as assert } from "node:assert";
import type { Finding, PushChange } from "../../hub/protocol.ts";
import { gone, put } from "../../hub/test/client.ts";
import { type Person, tenantOn } from "../../hub/test/running.ts";
import { recordName } from "../../src/attest/devices.ts";
import { canonicalPolicy, type PolicyStatement } from "../../src/attest/policy.ts";
import { signText } from "../../src/store/io/sshsig.ts";
import type { Case } from "./case.ts";
import { idFor, markerOf } from "./stores.ts";

function signed(
  { key, device }: Pick<Person, "key" | "device">,
  said: Partial<PolicyStatement> = {},
): readonly [string, string] {
  const whole = { kind: "policy", version: 1, store: idFor(1), number: 1, date: "2026-05-01", by: device } as const;
  const text = canonicalPolicy({ ...whole, settings: { observer: false }, ...said });
  const signature = signText(text, key);
  return [`devices/${recordName({ text, signature })}`, `${JSON.stringify({ statement: text, signature })}\n`];
}

const change = ([path, text]: readonly [string, string]): PushChange => put(path, text);

export const POLICY: readonly Case[] = [
  [
    "HUB-10: a policy is an admin's, signed by an admin's device, in the organisation's own store; and is not taken away",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, admin } = tenant;
      const [reviewer, contributor, other] = await Promise.all([
        tenant.joins([{ store: "*", role: "reviewer" }]),
        tenant.joins([{ store: "*", role: "contributor" }]),
        tenant.joins([{ store: "*", role: "admin" }]),
      ]);
      const machine = await tenant.machine("org", "contributor");
      for (const [n, store] of ["org", "team/build"].entries())
        assert.equal((await client.push(store, [markerOf(idFor(n + 1))], admin.token)).status, 200);
      const refused = async (
        what: RegExp,
        push: readonly PushChange[],
        token: string,
        store = "org",
      ): Promise<void> => {
        const { status, body } = await client.push(store, push, token);
        assert.equal(status, 422, JSON.stringify(body));
        const found = body.findings as readonly Finding[];
        assert.equal(
          found.some((each) => what.test(each.what)),
          true,
          JSON.stringify(body),
        );
      };
      for (const token of [reviewer.token, contributor.token, machine])
        for (const by of [admin, reviewer]) await refused(/an admin's to bring/, [change(signed(by))], token);
      await refused(/no admin's device/, [change(signed(reviewer))], admin.token);
      const forged = signed({ key: reviewer.key, device: admin.device });
      await refused(/no admin's device/, [change(forged)], admin.token);
      await refused(/own store/, [change(signed(admin))], admin.token, "team/build");
      await refused(/own store/, [change(signed(admin, { store: idFor(2) }))], admin.token);
      const unknown = signed(admin, { settings: { observer: false, presence: true } });
      await refused(/anything of presence/, [change(unknown)], admin.token);
      const [path, text] = signed(admin);
      await refused(/record/, [put(path, text.replace('"signature":"', '"signature":"x'))], admin.token);
      for (const [n, by] of [admin, other].entries()) {
        const taken = await client.push("org", [change(signed(by, { number: n + 1 }))], by.token);
        assert.equal(taken.status, 200, taken.text);
      }
      for (const token of [reviewer.token, admin.token]) await refused(/was removed/, [gone(path, text)], token);
    },
  ],
];
