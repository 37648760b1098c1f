// The program as an operator starts it (HUB-12): it needs a database's address and no more, and ends without losing what it was asked.
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import { clientOf, deviceOf, newKey, put, tokenIn } from "../../hub/test/client.ts";
import { freePort } from "../../hub/test/port.ts";
import { ran, startProcess } from "../../hub/test/process.ts";
import { sshKeyLine } from "../../src/store/io/sshsig.ts";
import { TEAM_STORE } from "../support/team.ts";
import type { Case } from "./case.ts";
import { marker, memoryPath, memoryText, PROJECT, pull } from "./stores.ts";

export const ENDING: readonly Case[] = [
  [
    "HUB-12: a database URL is enough to start; a hub that is told to end answers what it was asked, and nothing is lost or doubled",
    async ({ database, isLong }) => {
      const url = await database();
      const env = {
        HOLDFAST_HUB_DATABASE: url,
        HOLDFAST_HUB_PORT: String(await freePort()),
      };
      const key = newKey();
      const founded = await ran(
        ["found", "acme", "--name", "Acme", "--admin", "Admin", "--device", deviceOf(key), "--key", sshKeyLine(key)],
        env,
      );
      assert.equal(founded.code, 0, founded.err);
      const { invite } = JSON.parse(founded.out) as { readonly invite: string };
      let serving = await startProcess(env);
      const client = clientOf(serving.url, "acme");
      const token = tokenIn(await client.ask("POST", "/v1/acme/sign-in/invite", { body: { code: invite } }));
      assert.equal((await client.session(key)).status, 200);
      assert.equal((await client.push(PROJECT, [marker()], token)).status, 200);
      const restarts = isLong ? 20 : 2;
      let n = 0;
      for (let restart = 0; restart < restarts; restart++) {
        const asked = Array.from({ length: 24 }, (_, at) => ({ key: randomUUID(), n: n + at + 1 }));
        n += asked.length;
        const sent = asked.map((each) =>
          client.push(PROJECT, [put(memoryPath(each.n), memoryText(each.n))], token, each.key).catch(() => undefined),
        );
        await new Promise((resolve) => setTimeout(resolve, 30 + restart * 20));
        const [answers] = await Promise.all([Promise.all(sent), serving.end("SIGTERM")]);
        assert.equal(serving.child.exitCode, 0, serving.log());
        for (const answer of answers) assert.equal([undefined, 200, 503].includes(answer?.status), true, answer?.text);
        serving = await startProcess(env);
        // No answer says nothing: the same key asks again.
        for (const each of asked) {
          const again = await client.push(PROJECT, [put(memoryPath(each.n), memoryText(each.n))], token, each.key);
          assert.equal(again.status, 200, again.text);
        }
        assert.equal((await pull(client, "acme", PROJECT, token)).head.seq, n + 1);
      }
      const log = serving.log();
      await serving.end("SIGTERM");
      assert.match(log, /"route":"\/v1\/:tenant\/stores\/:store\/push"/);
      for (const word of [token, "memories/", "standard output", TEAM_STORE, "acme", invite])
        assert.equal(log.includes(word), false, word);
      const none = await ran([], { HOLDFAST_HUB_DATABASE: "" });
      assert.deepEqual([none.code, /HOLDFAST_HUB_DATABASE is not set/.test(none.err)], [64, true]);
      const word = randomUUID();
      const nowhere = await ran(["migrate"], { HOLDFAST_HUB_DATABASE: `postgres://hub:${word}@127.0.0.1:1/none` });
      assert.deepEqual([nowhere.code, nowhere.err.includes(word)], [1, false]);
    },
  ],
];
