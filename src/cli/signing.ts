// `holdfast config set signing ssh | device`: which key speaks for this device, shown and confirmed before anything is kept.
import { fingerprintOf } from "../attest/devices.ts";
import { isPinned, type Switching, switchingOn, switchOff } from "../compose/ssh-signing.ts";
import { titleOf } from "../store/devices.ts";
import { isRefusal } from "../text/errors.ts";
import type { Ended, Invocation } from "./spec.ts";
import { keyShown, type Shown, unlessTyped } from "./typed-yes.ts";

/** Undefined: the setting may be written. */
export async function switched(call: Invocation, value: string | undefined): Promise<Ended | undefined> {
  if (value === "ssh") return on(call);
  return value === "device" && isPinned(call.bench.here) ? off(call) : undefined;
}

async function on(call: Invocation): Promise<Ended | undefined> {
  const { bench, out } = call;
  const switching = switchingOn(bench.here, bench.act.now);
  if (isRefusal(switching)) return switching;
  const stopped = await unlessTyped(call, [switchingShown(switching)]);
  if (stopped !== undefined) return stopped;
  switching.on();
  out.note(`${out.paint("green", "pinned")}  ${switching.fingerprint}`);
  return undefined;
}

function switchingShown({ pin, fingerprint, signers }: Switching): Shown {
  const [kind = ""] = pin.key.split(" ");
  const isOpen = !kind.startsWith("sk-") && pin.agent;
  return keyShown("Let this key speak for this device:", fingerprint, [
    kind,
    `its file: ${pin.file}`,
    `signs by: ${pin.program}${pin.agent ? ", through your ssh-agent" : ""}`,
    ...signers.map(({ device, name, key }) => `trusted: ${titleOf({ device, name })}  ${fingerprintOf(key)}`),
    "From now on only what this key signs counts for this device. What was confirmed with another key is unconfirmed until you confirm it again: holdfast review",
    ...(isOpen
      ? [
          "A plain key in an ssh-agent signs for any program of yours, unasked: load it with ssh-add -c, or use a security key.",
        ]
      : []),
  ]);
}

const OFF: Shown = {
  title: "Let this device's own key sign again:",
  lines: [
    "Any program of yours can read that key. What your ssh key signed is unconfirmed until you confirm it again: holdfast review",
  ],
  words: ["device"],
};

async function off(call: Invocation): Promise<Ended | undefined> {
  const stopped = await unlessTyped(call, [OFF]);
  if (stopped === undefined) switchOff(call.bench.here);
  return stopped;
}
