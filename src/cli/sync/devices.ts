// Devices at the terminal (SYN-22): the list, one yes, one no, and the question at the end of a setup.

import type { Workbench } from "../../compose/command-line.ts";
import type { OpenStore } from "../../store/context.ts";
import {
  approvable,
  approve,
  asking,
  type DeviceStanding,
  type KnownDevice,
  knownDevices,
  MOST_ASKED,
  type Request,
  rename,
  requests,
  revoke,
  seenByOthers,
  titleOf,
} from "../../store/devices.ts";
import { isRefusal, type Refusal } from "../../text/errors.ts";
import { EXIT } from "../exit.ts";
import type { Output } from "../output.ts";
import type { Ended } from "../spec.ts";
import { aside, count, paragraph } from "../tell.ts";
import { keyShown, type Shown, unlessTyped } from "../typed-yes.ts";

const STANDINGS: Readonly<Record<DeviceStanding, string>> = {
  this: "this device",
  counts: "counts",
  asks: "asks to join",
  revoked: "revoked",
};

export function listDevices(open: OpenStore, out: Output): number {
  const all = knownDevices(open);
  if (out.options.json) {
    out.json({ devices: all, seen: seenByOthers(open) });
    return EXIT.done;
  }
  if (all.length === 0) out.line("No device has joined this store yet: holdfast sync --setup URL");
  for (const each of all) showDevice(each, out);
  tellWaiting(open, out);
  return EXIT.done;
}

function showDevice({ device, name, standing, fingerprint }: KnownDevice, out: Output): void {
  const word = out.paint(
    standing === "revoked" ? "red" : standing === "asks" ? "yellow" : "green",
    STANDINGS[standing],
  );
  out.line(`${device}  ${word}${name === "" ? "" : `  ${name}`}`);
  out.note(`  ${fingerprint}`);
}

export async function approveOne(open: OpenStore, wanted: string, bench: Workbench, out: Output): Promise<Ended> {
  const found = approvable(open, wanted, bench.act);
  if (isRefusal(found)) return found;
  const memories = requests(open).find(({ key }) => key === found.key)?.memories ?? 0;
  const stopped = await unlessTyped({ bench }, [deviceShown({ ...found, memories })]);
  if (stopped !== undefined) return stopped;
  const done = approve(open, found, bench.act);
  if (isRefusal(done)) return done;
  if (out.options.json) out.json({ approved: done });
  else paragraph(out, `Approved ${titleOf(done)}. Your other devices learn it with: holdfast sync`);
  return EXIT.done;
}

export function renameThis(open: OpenStore, wanted: string, bench: Workbench, out: Output): Ended {
  const name = rename(open, wanted, bench.act);
  if (typeof name !== "string") return name;
  if (out.options.json) out.json({ name });
  else paragraph(out, `This device is called ${name}. Your other devices learn it with: holdfast sync`);
  return EXIT.done;
}

/** Undefined: it is done, and the sync that sends it follows. */
export function revokeOne(open: OpenStore, wanted: string, bench: Workbench, out: Output): Refusal | undefined {
  const done = revoke(open, wanted, bench.act);
  if (isRefusal(done)) return done;
  if (!out.options.json) paragraph(out, `Revoked ${titleOf(done)}. What it says from now on counts for nothing.`);
  return undefined;
}

/** First use (SYN-22): who signed what came, and whether that counts here. */
export async function askAbout(open: OpenStore, bench: Workbench, out: Output): Promise<void> {
  for (let asked: readonly string[] = []; ; ) {
    const next = requests(open).find(({ memories, key }) => memories > 0 && !asked.includes(key));
    if (next === undefined) return;
    asked = [...asked, next.key];
    const stopped = await unlessTyped({ bench }, [deviceShown(next)]);
    if (stopped !== undefined) {
      out.note(`They count as unconfirmed here. Later: holdfast sync --approve ${next.device}`);
      continue;
    }
    const done = approve(open, next, bench.act);
    if (isRefusal(done)) out.refusal(done, "new");
  }
}

export function tellWaiting(open: OpenStore, out: Output): void {
  const seen = seenByOthers(open);
  if (seen === "counts") return;
  const key = knownDevices(open).find(({ standing }) => standing === "this")?.fingerprint ?? "";
  const text =
    seen === "waits"
      ? `What you confirm here counts on this machine alone until another device of yours approves this one: there, \`holdfast sync\` and \`holdfast review\`. Its key is ${key}`
      : "This device was revoked by another one of yours: what you confirm here from now on counts on this machine alone.";
  aside(out, text);
}

/** Whom nobody answers waits on another machine, and only this one can say yes. What a yes would do is for who looks at the card. */
export function tellAsking(open: OpenStore, out: Output): void {
  const [first, ...more] = asking(open);
  if (first === undefined) return;
  const who = more.length === 0 ? `A device asks` : `${count(more.length + 1, "device", "devices")} ask`;
  aside(out, `${who} to join: ${titleOf(first)}${more.length === 0 ? "" : ", ..."}. Decide with: holdfast review`);
}

/** One card per device that asks; `q` ends it. */
export async function decideRequests(open: OpenStore, bench: Workbench, out: Output): Promise<void> {
  const asked = asking(open).length;
  if (asked > MOST_ASKED) {
    const text = `${asked} devices ask to join; ${MOST_ASKED} are shown. Any other by the key that it shows itself: holdfast sync --approve SHA256:...`;
    aside(out, text);
  }
  for (const each of requests(open)) {
    showRequest(each, out);
    const key = await bench.keys.press("[y] approve  [x] refuse for good  [n] later: ");
    if (key === undefined || key === "q") return;
    if (key === "y" && (await unlessTyped({ bench }, [deviceShown(each)])) !== undefined) continue;
    const done = key === "y" ? approve(open, each, bench.act) : key === "x" ? revoke(open, each, bench.act) : undefined;
    if (done === undefined) continue;
    if (isRefusal(done)) out.refusal(done, "new");
    else
      paragraph(
        out,
        `${key === "y" ? "Approved" : "Refused"}: ${titleOf(done)}. Your other devices learn it with: holdfast sync`,
      );
  }
}

/** The key is what a yes is for: anybody can ask under a name. */
function deviceShown(each: Pick<Request, "device" | "name" | "fingerprint" | "memories">): Shown {
  const memories = count(each.memories, "verified memory", "verified memories");
  return keyShown(`Let count what this device confirms: ${titleOf(each)}`, each.fingerprint, [`${memories} so far`]);
}

function showRequest(each: Request, out: Output): void {
  out.line(out.paint("bold", `A device asks to join: ${titleOf(each)}`));
  out.line(`  key    ${each.fingerprint}`);
  out.line(`  asked  ${each.date}`);
  const text = `Say yes if this is the key that your other device shows. Then what you confirm there counts here${each.memories === 0 ? "" : ` (${count(each.memories, "memory", "memories")} so far)`}.`;
  aside(out, text);
}
