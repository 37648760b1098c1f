// Which key `signing = ssh` means (SYN-20a): pinned when a person switches it on, in a record that this key signs itself. From
// then on no `.pub` file, no PATH and no line of the configuration says which key counts. A pin that does not read as one of
// ours counts nobody: not its key, and not the device's own.
import type { OwnKey } from "../../attest/circle.ts";
import type { Directory } from "../../disk/directory.ts";
import { removeFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, keepJson, parseJson } from "../../disk/json-file.ts";
import { mustReadPrivate } from "../../disk/read-file.ts";
import { Fault } from "../../text/errors.ts";
import { isUserVerified, keyLineOf, signatureOf } from "./sshsig.ts";

const NAME = "signing-key.json";
const LARGEST = 32 * 1024;
export const SWITCH_ON = "holdfast config set signing ssh";

export interface Pin {
  /** Its public half, as SSH writes it: type and base64. */
  readonly key: string;
  /** What ssh-keygen is told to sign with: the private half, or where only the agent has that, the public one. */
  readonly file: string;
  readonly program: string;
  /** Whether the ssh-agent is asked. */
  readonly agent: boolean;
  readonly date: string;
}

export type PinSeen =
  | { readonly kind: "none" }
  | { readonly kind: "pinned"; readonly pin: Pin; readonly userVerified: boolean }
  | { readonly kind: "refused"; readonly message: string; readonly hint: string };

export function canonicalPin({ key, file, program, agent, date }: Pin): string {
  return JSON.stringify({ kind: "signing-key", version: 1, key, file, program, agent, date });
}

export function readPin(dataDir: string): PinSeen {
  try {
    return orFault("Reading the pinned key", () => inFolderIfThere(dataDir, [], pinIn)) ?? { kind: "none" };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { kind: "refused", message: error.message, hint: error.hint ?? SWITCH_ON };
  }
}

function pinIn(folder: Directory): PinSeen {
  const path = `${folder.path}/${NAME}`;
  const about = { what: `The pinned key ${path}`, hint: SWITCH_ON };
  const read = mustReadPrivate(folder, NAME, LARGEST, about);
  if (read === undefined) return { kind: "none" };
  const { pin: text, signature } = fieldsOf(parseJson(Buffer.from(read.bytes).toString("utf8")));
  const pin = typeof text === "string" ? parsedPin(text) : undefined;
  const made = pin && typeof signature === "string" ? signatureOf(String(text), signature) : undefined;
  if (pin === undefined || made === undefined || keyLineOf(made.key) !== pin.key)
    return { kind: "refused", message: `${about.what} is damaged, or not signed by that key.`, hint: SWITCH_ON };
  return { kind: "pinned", pin, userVerified: isUserVerified(made) };
}

/** Undefined for anything but a text that reads back as exactly the same. */
function parsedPin(text: string): Pin | undefined {
  const pin = fieldsOf(parseJson(text)) as unknown as Pin;
  const isWhole =
    [pin.key, pin.file, pin.program, pin.date].every((each) => typeof each === "string") &&
    typeof pin.agent === "boolean";
  return isWhole && canonicalPin(pin) === text ? pin : undefined;
}

export function putPin(dataDir: string, pin: Pin, signature: string): void {
  orFault("Pinning the key", () =>
    inFolder(dataDir, [], (folder) => keepJson(folder, NAME, { pin: canonicalPin(pin), signature })),
  );
}

export function removePin(dataDir: string): void {
  orFault("Taking the pinned key away", () =>
    inFolderIfThere(dataDir, [], (folder) => {
      if (folder.look(NAME) !== undefined) removeFile(folder, NAME);
    }),
  );
}

export type Pinned = Extract<PinSeen, { readonly kind: "pinned" }>;

/** Signed by the pinned key over exactly this text; where that key proved who touched it when it was pinned, then here too. */
export function isByPinned({ pin, userVerified }: Pinned, text: string, signature: string): boolean {
  const made = signatureOf(text, signature);
  return made !== undefined && keyLineOf(made.key) === pin.key && (!userVerified || isUserVerified(made));
}

export function ownPinned({ pin, userVerified }: Pinned, device: string): OwnKey {
  return { device, key: pin.key, ...(userVerified && { userVerified }) };
}
