// holdfast join: an organisation's memories on this machine (HUB-2).
import type { Anchor } from "../../attest/circle.ts";
import { fingerprintOf } from "../../attest/devices.ts";
import type { Organisation } from "../../compose/hub.ts";
import type { MirrorRun } from "../../compose/joining.ts";
import { hubAddress } from "../../sync/hub/address.ts";
import { areApart, type NamedKey } from "../../sync/hub/protocol.ts";
import { MOST_OF_ONE } from "../../sync/mirrors.ts";
import { isRefusal, refuse } from "../../text/errors.ts";
import { EXIT } from "../exit.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { showMirrors } from "../sync/mirrors.ts";
import { showSignIn } from "../sync/sign-in.ts";
import { aside, clip } from "../tell.ts";
import { keyShown, type Shown, unlessTyped } from "../typed-yes.ts";

const BUDGET_MS = 120_000;

export const commands: Commands = {
  join: {
    usage: "holdfast join [--leave] URL",
    about: [
      "Brings an organisation's memories to this machine, from the hub at this address: a store of its own, searched and given to your agents like yours.",
      "You compare the key that the organisation began with and type its end. What is signed by it, or by whom it approved, is verified here; agents are given nothing else of it.",
      "`holdfast sync` keeps it up to date, and sends what you add with `--in org`.",
      "--leave takes it off this machine again, with what it asked of it.",
    ],
    options: { leave: { type: "boolean", help: "Take the organisation's memories off this machine" } },
    names: [1, 1],
    scans: true,
    commits: true,
    examples: [
      "holdfast join https://hub.example.org/acme",
      'holdfast add --in org "Deploys go through the queue"',
      "holdfast join --leave https://hub.example.org/acme",
    ],
    run,
  },
};

const EXAMPLE = "holdfast join https://hub.example.org/acme";

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, names, options } = call;
  const [url = ""] = names;
  const damaged = (await import("../../compose/mirrors.ts")).unlessWhole(bench.here.places);
  if (damaged !== undefined) return damaged;
  if (options["leave"] === true) return leaves(call, url);
  const address = hubAddress(url);
  if (isRefusal(address)) return address;
  if (address === undefined)
    return refuse("usage", `${clip(url, 120)} is no hub's address with an organisation's name at its end.`, EXAMPLE);
  // What is forgotten is remembered in the person's own store.
  bench.storeOf("personal");
  const hub = await (await import("../../compose/syncing.ts")).hubSetup(url, bench, true);
  if (hub === undefined)
    return refuse("hub", `No hub answers at ${clip(url, 120)}.`, "Compare the address with whoever invited you.");
  const stopped = await hub.enter({
    show: showSignIn(bench, out),
    invitation: () => bench.word("Invitation (Enter: sign in with a browser):"),
  });
  if (stopped !== undefined) return stopped;
  const found = await hub.organisation();
  if (isRefusal(found)) return found;
  const joining = await import("../../compose/joining.ts");
  const stores = joining.mirrorsIn(found.stores, found.you);
  if (stores.length === 0) return refuse("hub", `You may read no store of ${clip(found.name, 60)} yet.`, ASK);
  const left = stores.length - MOST_OF_ONE;
  if (left > 0) out.line(`${clip(found.name, 60)} has more stores than a machine keeps; ${left} are left out.`);
  const { pinnedNoMore } = await import("../../compose/pinning.ts");
  const pinned = await unlessPinned(call, found, pinnedNoMore(bench.here, hub.session.address.url, found.keys));
  if (pinned !== undefined) return pinned;
  const { here, act } = bench;
  const running = { here, act, way: "both" as const, budgetMs: BUDGET_MS };
  const runs = await joining.joinAll(
    { session: hub.session, stores, keys: found.keys.map((key) => ({ ...key, name: found.name })) },
    running,
  );
  return told(call, found, runs);
}

async function leaves(call: Invocation, url: string): Promise<Ended> {
  const { bench, out } = call;
  const { leave, leavingAt } = await import("../../compose/leaving.ts");
  const leaving = leavingAt(bench.here, url);
  if (leaving.length === 0)
    return refuse("not-found", `This machine has joined nothing at ${clip(url, 120)}.`, "holdfast doctor");
  const lines = leaving.map(({ mirrored, root }) => `${mirrored.name}  ${root}`);
  const title = "These go from this machine, with what was not sent yet and what the organisation asked of it:";
  const stopped = await unlessTyped(call, [{ title, lines, words: ["leave"] }]);
  if (stopped !== undefined) return stopped;
  leave(bench.here, leaving);
  out.line(`Left. At the hub you are a member until an admin ends that.`);
  return EXIT.done;
}

const ASK = "Ask an admin of the organisation.";

/** The keys that it began with: a hub could name others, so a person compares them (HUB-2). Those that are shown here are pinned. */
async function unlessPinned(
  call: Invocation,
  { name, keys }: Organisation,
  gone: readonly Anchor[],
): Promise<Ended | undefined> {
  const { bench, out } = call;
  if (keys.length === 0) return refuse("hub", `${clip(name, 60)} has no key yet: its first admin joins first.`, ASK);
  const others = toCompare(keys, bench.storeOf("personal").devices.own);
  if (others === undefined) return refuse("hub", `${clip(name, 60)} names one device, or one key, twice.`, ASK);
  const stopped = gone.length === 0 ? undefined : await unlessTyped(call, [goneShown(name, gone)]);
  if (stopped !== undefined) return stopped;
  if (others.length === 0) {
    out.line(`${clip(name, 60)} begins with this device:`);
    for (const { key } of keys) out.line(`  ${fingerprintOf(key)}`);
    return undefined;
  }
  out.line(`What is signed with ${others.length === 1 ? "this key" : "these keys"} counts for ${clip(name, 60)}.`);
  aside(
    out,
    "The hub could name another one: compare it with what its owner sees in `holdfast trust --in org --list`.",
  );
  return await unlessTyped(call, others.map(shownKey(name)));
}

/** All but this device's own: by its key, for an id is anybody's word. Undefined where they are not apart. */
export function toCompare(keys: readonly NamedKey[], own: Anchor | undefined): readonly NamedKey[] | undefined {
  if (!areApart(keys)) return undefined;
  return keys.filter(({ device, key }) => device !== own?.device || key !== own.key);
}

function shownKey(organisation: string): (key: NamedKey) => ReturnType<typeof keyShown> {
  return ({ device, key }) =>
    keyShown(`${clip(organisation, 60)} began with the device ${device}:`, fingerprintOf(key));
}

/** Also where nothing is left to compare: a hub that names this device alone would have the others' keys dropped else. */
function goneShown(organisation: string, gone: readonly Anchor[]): Shown {
  return {
    title: `${clip(organisation, 60)} began with this before, by what this machine pinned. What is signed with it counts no more here:`,
    lines: gone.map(({ key }) => fingerprintOf(key)),
    words: ["replace"],
  };
}

function told(call: Invocation, { name }: Organisation, runs: readonly MirrorRun[]): number {
  const { out } = call;
  if (out.options.json) {
    out.json({ organisation: name, stores: runs });
    return EXIT.done;
  }
  return showMirrors(runs, out);
}
