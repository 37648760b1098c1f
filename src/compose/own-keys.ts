// How this device signs and which key speaks for it: its own, or the person's ssh key once that is pinned (SYN-20a). The pin
// decides, not the configuration: a line in a file must not bring back a key that any program of the person can read.
import type { OwnKey } from "../attest/circle.ts";
import type { Config } from "../config/config.ts";
import { deviceKeys, knownAnchor } from "../store/io/device-key.ts";
import { isByPinned, ownPinned, type Pinned, type PinSeen, readPin } from "../store/io/ssh-pin.ts";
import { cannotSign, sshSign } from "../store/io/ssh-signer.ts";
import { type Keys, NOBODY, ownCircle, signerLine } from "../store/io/statements.ts";
import { once } from "../text/values.ts";

type Signing = Config["signing"];

/** For those who write. `device`: its id, which makes its key where there is none. */
export function writingKeys(dataDir: string, signing: Signing, device: string): Keys {
  const seen = readPin(dataDir);
  if (isDevices(seen, signing)) return deviceKeys(dataDir);
  if (seen.kind === "pinned") {
    const own = ownPinned(seen, device);
    return { own, circle: ownCircle(own), line: signerLine(own), ...sealingBy(seen) };
  }
  const sign = (): never => {
    throw cannotSign(seen);
  };
  return { ...NOBODY, sign, sealed: sealIn(seen) };
}

export function sealingBy(pinned: Pinned): Required<Pick<Keys, "sign" | "sealed">> {
  return { sign: (text) => sshSign(pinned, text), sealed: sealIn(pinned) };
}

/** For those who only read: nothing is made, and without a key of this device nobody's word counts. */
export function readingKeys(dataDir: string, signing: Signing): Keys {
  // Read when it is first asked for: most prompts show nothing, and then nobody's word is needed.
  const seen = once(() => readPin(dataDir));
  const own = once((): OwnKey | undefined => {
    const pin = seen();
    if (pin.kind === "refused" || (pin.kind === "none" && signing === "ssh")) return undefined;
    const anchor = knownAnchor(dataDir);
    return anchor !== undefined && pin.kind === "pinned" ? ownPinned(pin, anchor.device) : anchor;
  });
  return {
    get own() {
      return own();
    },
    get circle() {
      const anchor = own();
      return anchor === undefined ? NOBODY.circle : ownCircle(anchor);
    },
    get sealed() {
      return isDevices(seen(), signing) ? undefined : sealIn(seen());
    },
  };
}

function isDevices(seen: PinSeen, signing: Signing): boolean {
  return seen.kind === "none" && signing === "device";
}

function sealIn(seen: PinSeen): (text: string, signature: string) => boolean {
  return (text, signature) => seen.kind === "pinned" && isByPinned(seen, text, signature);
}
