// `signing = ssh`: the user's own key, hardware keys included, through `ssh-keygen -Y sign` (SYN-20). Then only that
// key's word counts: whoever can read this device's files still can't sign without the passphrase or the touch.
import { spawnSync } from "node:child_process";
import { Fault } from "../../text/errors.ts";
import { readGiven } from "./given-file.ts";
import { NAMESPACE } from "./sshsig.ts";
import { type Keys, ownCircle, signerLine } from "./statements.ts";

const KEY_LINE = /^((?:sk-)?ssh-ed25519(?:@openssh\.com)?) ([A-Za-z0-9+/]+={0,2})(?: |$)/;

export function sshKeys(device: string, keyFile: string): Keys {
  const read = keyFile === "" ? undefined : readGiven(`${keyFile}.pub`);
  const match = read instanceof Uint8Array ? KEY_LINE.exec(Buffer.from(read).toString("utf8").trim()) : null;
  const [, type = "", encoded = ""] = match ?? [];
  if (match === null) {
    throw new Fault(
      "bad-config",
      `signing is ssh, but ${keyFile === "" ? "signing-key is not set" : `${keyFile}.pub is no ed25519 public key`}.`,
      "holdfast config set signing-key /path/to/id_ed25519, or: holdfast config set signing device",
    );
  }
  const own = { device, key: `${type} ${encoded}` };
  return { own, circle: ownCircle(own), line: signerLine(own), sign: (text) => sshSign(text, keyFile) };
}

/** The key's passphrase or touch is asked for by ssh-keygen itself, on the terminal. */
function sshSign(text: string, keyFile: string): string {
  const run = spawnSync("ssh-keygen", ["-Y", "sign", "-n", NAMESPACE, "-f", keyFile], {
    input: text,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (run.status === 0) return run.stdout;
  throw new Fault(
    "io",
    `ssh-keygen did not sign with ${keyFile}; nothing was changed.`,
    "Is the key there, and its agent or token at hand?",
  );
}
