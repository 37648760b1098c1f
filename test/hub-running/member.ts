// A member at their own machine, who types: their store goes to the hub, and what the hub lost comes back from here.
import { strict as assert } from "node:assert";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { clientOf } from "../../hub/test/client.ts";
import { deviceKeys, deviceOf } from "../../src/store/io/device-key.ts";
import { deviceText } from "../../src/sync/hub/protocol.ts";
import { fresh } from "../../src/sync/io/hub/session.ts";
import { throughHub } from "../support/hub-machines.ts";
import { type PersonRun, runAsPerson } from "../support/person.ts";
import { scrubbed } from "../support/scrubbed.ts";
import { remember } from "../support/sync-acts.ts";
import { machine, placesOfMachine } from "../support/sync-machines.ts";

const CLI = join(import.meta.dirname, "../../src/cli/main.ts");
const NETWORK = 6;

export interface SignedIn {
  readonly name: string;
  readonly token: string;
}

export interface Member {
  /** Remembers something under this number, which goes to the hub; with the first the store is set up there. */
  set(n: number): Promise<void>;
  /** The hub has `there` and lost `lost`: this machine says so, changes nothing, and gives it back once its person says so. */
  knowsMore(there: readonly number[], lost: number): Promise<void>;
  /** The hub has all that this machine has seen of it: it says nothing, and goes on with another. */
  goesOn(there: readonly number[], next: number): Promise<void>;
}

/** `token`: of their sign-in. */
export async function memberAt(base: string, url: string, { name, token }: SignedIn): Promise<Member> {
  const home = join(base, `member-${name}`);
  mkdirSync(home);
  const here = machine(home, name);
  here.git("config", "--unset", "remote.origin.url");
  // What nobody waits for in a case is synced in this process, by the same code.
  here.carrier = (git) => throughHub(git, { url: `${url}/acme`, enrol: () => undefined }, dirname(here.root));
  const client = clientOf(url, "acme");
  const places = placesOfMachine(here);
  const { own, sign } = deviceKeys(places.data);
  assert(own !== undefined && sign !== undefined);
  const about = { device: deviceOf(places.data).id, key: own.key, name: "", ...fresh() };
  const body = { ...about, signature: sign(deviceText({ hub: url, tenant: "acme" }, about)) };
  const added = await client.ask("POST", "/v1/acme/devices", { token, body });
  assert.equal(added.status, 201, added.text);
  const { personal } = (await client.ask("GET", "/v1/acme", { token })).body.you;

  const sync = async (...args: readonly string[]): Promise<PersonRun> => {
    const root = dirname(here.root);
    const folders = ["config", "state", "data", "cache"].map((part) => [
      `XDG_${part.toUpperCase()}_HOME`,
      join(root, part),
    ]);
    const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
    const env = scrubbed({
      PATH: path,
      HOME: root,
      NO_COLOR: "1",
      HOLDFAST_HOME: here.root,
      ...Object.fromEntries(folders),
    });
    const options = { cwd: root, env, timeoutMs: 60_000, enters: true };
    const run = await runAsPerson([process.execPath, CLI, "sync", ...args], options);
    return { ...run, transcript: run.transcript.replace(/\s+/g, " ") };
  };
  const well = async (...args: readonly string[]): Promise<void> => {
    const { code, transcript } = await sync(...args);
    assert.equal(code, 0, transcript);
  };
  const wordsOf = (n: number): string => `Deploys of the service ${n} run on Mondays`;
  const atHub = async (): Promise<string> => {
    const at = `/v1/acme/stores/${encodeURIComponent(personal)}/changes?since=0`;
    const { changes } = (await client.ask("GET", at, { token })).body as { changes: readonly { bytes?: string }[] };
    return changes.map(({ bytes = "" }) => Buffer.from(bytes, "base64").toString()).join("\n");
  };
  const has = async (numbers: readonly number[], not: readonly number[] = []): Promise<void> => {
    const text = await atHub();
    for (const n of numbers) assert.equal(text.includes(wordsOf(n)), true, `the hub has not ${n}`);
    for (const n of not) assert.equal(text.includes(wordsOf(n)), false, `the hub has ${n}`);
  };
  return {
    set: async (n) => {
      await remember(here, wordsOf(n), `Service ${n}`);
      if (n === 0) await well("--setup", `${url}/acme`);
      else assert.equal((await here.sync()).kind, "synced");
      await has([n]);
    },
    knowsMore: async (there, lost) => {
      await has(there, [lost]);
      const told = await sync();
      assert.equal(told.code, NETWORK, told.transcript);
      assert.match(
        told.transcript,
        /its history is another than the one that this machine saw, from change \d+.*Nothing was taken or sent/,
      );
      await has(there, [lost]);
      await well("--setup", `${url}/acme`);
      await has([...there, lost]);
    },
    goesOn: async (there, next) => {
      await has(there, [next]);
      const { code, transcript } = await sync();
      assert.deepEqual([code, /history|change \d/.test(transcript)], [0, false], transcript);
      await remember(here, wordsOf(next), `Service ${next}`);
      await well();
      await has([...there, next]);
    },
  };
}
