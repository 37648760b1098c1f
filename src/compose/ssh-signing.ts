// What `config set signing` plugs in: switching the person's ssh key on, which pins it (SYN-20a), and off again. Loaded by that
// command and by doctor.
import { fingerprintOf } from "../attest/devices.ts";
import type { Config } from "../config/config.ts";
import type { Places } from "../disk/places.ts";
import type { SigningSeen } from "../health/surroundings.ts";
import { sealTrustedSigners, trustedHere } from "../people/io/known-signers.ts";
import { type Pin, putPin, readPin, removePin } from "../store/io/ssh-pin.ts";
import { problemWith } from "../store/io/ssh-program.ts";
import { cannotSign, pinFor, signPin } from "../store/io/ssh-signer.ts";
import type { Trusted } from "../store/records.ts";
import { isRefusal, type Refusal } from "../text/errors.ts";
import { dayOf } from "../trust/transitions.ts";
import type { Whereabouts } from "./here.ts";
import { sealingBy } from "./own-keys.ts";

export interface Switching {
  readonly pin: Pin;
  readonly fingerprint: string;
  /** Their word goes on counting: the key signs the list too, so the person sees it before. */
  readonly signers: readonly Trusted[];
  /** Asks for the touch or the passphrase. */
  on(): void;
}

/** Whether a key is pinned, or something stands in its place. */
export function isPinned({ places }: Pick<Whereabouts, "places">): boolean {
  return readPin(places.data).kind !== "none";
}

export function switchingOn(here: Whereabouts, now: Date): Switching | Refusal {
  const { places, config, project } = here;
  const pin = pinFor(config["signing-key"], project?.root, dayOf(now));
  if (isRefusal(pin)) return pin;
  const { all, isSealed } = trustedHere(places.data, here.reader.keys);
  return {
    pin,
    fingerprint: fingerprintOf(pin.key),
    signers: isSealed ? all : [],
    on: () => {
      const { pinned, signature } = signPin(pin);
      // The pin last: whoever gives up at the second touch has changed nothing.
      if (isSealed && all.length > 0) sealTrustedSigners(places.data, sealingBy(pinned));
      putPin(places.data, pin, signature);
    },
  };
}

export function switchOff({ places }: Whereabouts): void {
  removePin(places.data);
}

/** For doctor. */
export function signingSeen({ data }: Places, signing: Config["signing"]): SigningSeen | undefined {
  const seen = readPin(data);
  if (seen.kind === "refused") return { state: "refused", message: seen.message, hint: seen.hint };
  if (seen.kind === "none") {
    if (signing === "device") return undefined;
    const { message, hint } = cannotSign(seen);
    return { state: "refused", message, hint };
  }
  const { key, file, program } = seen.pin;
  const { all, isSealed } = trustedHere(data, sealingBy(seen));
  const unsigned = isSealed ? 0 : all.length;
  const isWanted = signing === "ssh";
  return {
    state: "pinned",
    fingerprint: fingerprintOf(key),
    file,
    program,
    isWanted,
    problem: problemWith(program),
    unsigned,
  };
}
