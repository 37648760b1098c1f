// A machine without a network (HUB-9): a member's device signs what the hub answered, a job that reaches nobody takes it, and what
// somebody could do who has the file: change it, leave something out, sign it anew, or keep it.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Head, leafOf, linkOf } from "../../hub/protocol.ts";
import { newKey } from "../../hub/test/client.ts";
import { deviceKeys } from "../../src/store/io/device-key.ts";
import { keyLineOf, signerOf, signText, sshKeyLine } from "../../src/store/io/sshsig.ts";
import { namedKeysIn } from "../../src/sync/io/hub/answers.ts";
import { readSnapshot, type SnapshotAbout, snapshotText } from "../../src/sync/io/hub/snapshot-file.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { type Computer, computer } from "../second-machine/world.ts";
import type { Answer } from "../support/person.ts";
import { type Check, leftNothing } from "./container.ts";
import type { Ended, World } from "./world.ts";

const JOB = `#!/bin/sh
find "$HOME" /tmp -name "climbed*"
holdfast search --as-prompt "how do deploys go through the queue"
holdfast add "The air gap is two metres"
`;

export interface Offline {
  readonly pin: string;
  /** Of the guide: what the member types, and what the job does. */
  readonly lines: readonly string[];
  invitation(shown: string): Answer;
}

export async function offline(world: World, offered: Offline, check: Check): Promise<void> {
  const { ann } = world;
  const {
    pin,
    lines: [making = "", taking = ""],
  } = offered;
  const cwd = join(world.base, "offline");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "job"), JOB, { mode: 0o755 });
  const file = join(cwd, "acme.snapshot");
  const take = (name = "acme.snapshot", pins = pin): Promise<Ended> =>
    world.job(taking.replace("acme.snapshot", name).replace(pin, pins), cwd, {}, [], "no network");

  const exported = await ann.type(making);
  copyFileSync(join(world.base, "ann", "home", "acme.snapshot"), file);
  check("HUB-9 a member makes a snapshot", exported.code === 0 && /acme\/org/.test(exported.transcript), exported);
  const agent = ann.asAgent("export", "snapshot", "--out", join(cwd, "agent.snapshot"));
  check("HUB-9 and no agent does", agent.code === 2 && !existsSync(join(cwd, "agent.snapshot")), agent);
  const run = await take();
  check(
    "HUB-9 without a network an agent is given what was confirmed",
    run.code === 0 && /Deploys go through the queue\.\n<\/memory-context>/.test(run.text),
    run,
  );
  check(
    "HUB-9 its note is told, and not sent",
    /left out .*air gap.*no network/i.test(run.text.replace(/_/g, " ")),
    run,
  );
  check("HUB-9 and nothing is left behind there", leftNothing(run.text), run);

  const whole = readFileSync(file, "utf8");
  const refused = async (title: string, text: string, why: RegExp, pins = pin): Promise<void> => {
    writeFileSync(join(cwd, "other.snapshot"), text);
    const took = await take("other.snapshot", pins);
    const good =
      (took.code === 2 || took.code === 6) &&
      why.test(took.text.replace(/\s+/g, " ")) &&
      !took.text.includes("memory-context");
    check(`HUB-9 ${title}`, good, took);
    check(`HUB-9 ${title}: and nothing is left behind`, leftNothing(took.text), took);
  };
  const [first = "", page = "", ...rest] = whole.split("\n");
  const read = readHere(whole);
  const [key, hers] = [newKey(), keysOf(world, ann)];
  const about = { ...read.about, device: "0123456789abcdef", key: sshKeyLine(key) };
  const signs = (text: string): string => signText(text, key);
  const altered = page.replace(/"bytes":"(.)/, (_, letter: string) => `"bytes":"${letter === "A" ? "B" : "A"}`);
  await refused(
    "a snapshot with one byte changed is refused",
    [first, altered, ...rest].join("\n"),
    /not what its device signed/,
  );
  const less = { ...(read.pages[0] as { readonly changes: readonly object[] }) };
  const without = JSON.stringify({
    ...less,
    changes: less.changes.filter((each) => !/"devices\//.test(JSON.stringify(each))),
  });
  check("HUB-9 (what vouches for devices is in it)", without.length < page.length, undefined);
  await refused(
    "one that keeps a device's record back is refused",
    `${first}\n${without}\n`,
    /not what its device signed/,
  );
  await refused("one that is cut off is refused", whole.slice(0, -20), /not what its device signed/);
  await refused(
    "one of another organisation is refused",
    whole,
    /none of those that are pinned/,
    `SHA256:${"A".repeat(43)}`,
  );
  await refused(
    "one that somebody else signed is refused",
    snapshotText(about, read.pages, signs),
    /word does not count/,
  );
  const taken = { ...about, device: hers.device, key: hers.key };
  await refused("and so is one in her name", snapshotText(taken, read.pages, signs), /signature is not that of/);
  const days = (from: number, to: number): Pick<SnapshotAbout, "at" | "ends"> => ({
    at: inDays(from),
    ends: inDays(to),
  });
  const byHer = (change: object, pages = read.pages): string => snapshotText({ ...taken, ...change }, pages, hers.sign);
  await refused("one that ended is refused", byHer(days(-8, -1)), /it ended at/);
  await refused("one that counts for a year is refused", byHer(days(-1, 364)), /more than 31 days/);
  await refused("one of tomorrow is refused", byHer(days(1, 2)), /clock/);
  const climbing = ["../../../../../../tmp/climbed", "memories/../../climbed.md", "memories/climbed\u0000.md"];
  writeFileSync(join(cwd, "other.snapshot"), byHer({}, [withMore(read.pages[0] as Page, climbing)]));
  const climbed = await take("other.snapshot");
  const given = climbed.text.includes("</memory-context>");
  check("HUB-9 a path that climbs out is no file of a store", given && !climbed.text.includes("climbed"), climbed);
  writeFileSync(join(cwd, "other.snapshot"), whole);
  truncateSync(join(cwd, "other.snapshot"), 2 * 1024 ** 3);
  const began = performance.now();
  const huge = await take("other.snapshot");
  check("HUB-9 one of two gigabytes is not read", huge.code === 2 && performance.now() - began < 20_000, huge);
  rmSync(join(cwd, "other.snapshot"));
  await revoked(world, offered, { take, refused }, check);
}

/** A member whose word counts makes one; after he is revoked he can sign what he likes. */
async function revoked(
  world: World,
  { invitation }: Offline,
  {
    take,
    refused,
  }: {
    take(name: string): Promise<Ended>;
    refused(title: string, text: string, why: RegExp): Promise<void>;
  },
  check: Check,
): Promise<void> {
  const { ann, base } = world;
  const dan = computer(base, "dan");
  const file = join(base, "offline", "dan.snapshot");
  await dan.type("holdfast init --no-install");
  const asked = await world.server(`holdfast-hub invite acme --name "Dan" --grant org=reviewer`);
  await dan.type(`holdfast join ${world.url}`, invitation(asked.out));
  const waits = await dan.type("holdfast sync");
  const early = await dan.type(`holdfast export snapshot --out ${file}`);
  check(
    "HUB-9 whose word does not count makes none",
    early.code !== 0 && /does not count/.test(early.transcript),
    early,
  );
  const id = /--add ([0-9a-f]{16})/.exec(waits.transcript)?.[1] ?? "";
  await ann.type(`holdfast trust --in org --add ${id}`);
  await ann.type("holdfast sync");
  await dan.type("holdfast sync");
  const made = await dan.type(`holdfast export snapshot --out ${file}`);
  const took = await take("dan.snapshot");
  check("HUB-9 once approved his snapshot is taken", made.code === 0 && took.code === 0, { made, took });
  await ann.type(`holdfast trust --in org --revoke ${id}`, [/\? .*$/, "y\n"]);
  const sent = await ann.type("holdfast sync");
  const today = join(base, "offline", "today.snapshot");
  await ann.type(`holdfast export snapshot --out ${today}`);
  const { about, pages } = readHere(readFileSync(today, "utf8"));
  const his = keysOf(world, dan);
  const again = snapshotText({ ...about, device: his.device, key: his.key }, pages, his.sign);
  await refused("what a revoked device signs is refused where the revocation is in it", again, /word does not count/);
  const old = await take("dan.snapshot");
  check("HUB-9 (one from before counts until it ends: that machine hears of nothing)", old.code === 0, { old, sent });
}

function readHere(text: string): { readonly about: SnapshotAbout; readonly pages: readonly unknown[] } {
  const keyOf = (signed: string, signature: string): string => keyLineOf(signerOf(signed, signature) ?? Buffer.of());
  const read = readSnapshot(text, { now: new Date(), signerOf: keyOf, keysIn: namedKeysIn });
  if (read.kind === "no-snapshot") throw new Error(read.why);
  return read;
}

function keysOf(
  { base }: World,
  { name }: Computer,
): { readonly device: string; readonly key: string; sign(text: string): string } {
  const { own, sign } = deviceKeys(join(base, name, "home", ".local", "share", "holdfast"));
  if (own === undefined || sign === undefined) throw new Error(`${name} has no key`);
  return { ...own, sign };
}

function inDays(n: number): string {
  return new Date(Date.now() + n * 86_400_000).toISOString();
}

interface Page {
  readonly changes: readonly object[];
  readonly leaves: readonly string[];
  readonly head: Head;
}

/** In a history that fits. */
function withMore({ changes, leaves, head }: Page, paths: readonly string[]): object {
  const bytes = Buffer.from("climbed\n");
  const hash = sha256Hex(bytes);
  const more = paths.map((path, n) => ({ path, seq: head.seq + n + 1, hash, bytes: bytes.toString("base64") }));
  const theirs = more.map(({ path, seq }) => leafOf(seq, path, hash));
  const next = head.seq + paths.length;
  const whole = { seq: next, chain: theirs.reduce(linkOf, head.chain) };
  return { changes: [...changes, ...more], leaves: [...leaves, ...theirs], next, head: whole };
}
