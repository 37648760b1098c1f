// `signing = ssh`: the person's own key, security keys included, through `ssh-keygen -Y sign` (SYN-20). Then only that key's word
// counts: whoever can read this device's files still can't sign without the passphrase or the touch. What comes back is checked
// here over exactly the words that were asked for, before anything is written.
import { spawnSync } from "node:child_process";
import { Fault, isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { readGiven } from "./given-file.ts";
import { canonicalPin, isByPinned, type Pin, type Pinned, type PinSeen, SWITCH_ON } from "./ssh-pin.ts";
import { findKeygen, problemWith } from "./ssh-program.ts";
import { isUserVerified, keyLineIn, NAMESPACE, signatureOf } from "./sshsig.ts";

const CHOOSE = "holdfast config set signing-key /path/to/id_ed25519_sk";

/** What would be pinned for this file; nothing is signed or kept. `project`: where no program may come from. */
export function pinFor(keyFile: string, project: string | undefined, date: string): Pin | Refusal {
  if (keyFile === "") return refuse("bad-config", "signing-key is not set.", CHOOSE);
  const base = keyFile.replace(/\.pub$/, "");
  const read = readGiven(`${base}.pub`);
  const key = isRefusal(read) ? undefined : keyLineIn(Buffer.from(read).toString("utf8"));
  if (key === undefined) {
    const message = `${base}.pub is no public key of a kind that can sign here: ssh-ed25519, or a security key's (ed25519-sk, ecdsa-sk).`;
    return refuse("bad-config", message, CHOOSE);
  }
  const found = findKeygen(project === undefined ? [] : [project]);
  if ("problems" in found) return refuse("bad-config", `No ssh-keygen can be used: ${found.problems.join("; ")}.`);
  const agent = isRefusal(readGiven(base));
  return { key, file: agent ? `${base}.pub` : base, program: found.program, agent, date };
}

/** Signs the pin with its own key: the one touch or passphrase of switching on. */
export function signPin(pin: Pin): { readonly pinned: Pinned; readonly signature: string } {
  const text = canonicalPin(pin);
  const signature = sshSign({ kind: "pinned", pin, userVerified: false }, text);
  return { pinned: { kind: "pinned", pin, userVerified: isVerifiedPin(text, signature) }, signature };
}

function isVerifiedPin(text: string, signature: string): boolean {
  const made = signatureOf(text, signature);
  return made !== undefined && isUserVerified(made);
}

export function sshSign(pinned: Pinned, text: string): string {
  const signature = run(pinned.pin, text);
  mustBe(pinned, text, signature);
  return signature;
}

/** For a device that can't sign as it is: what a person is told. */
export function cannotSign(seen: Exclude<PinSeen, Pinned>): Fault {
  if (seen.kind === "refused") return new Fault("bad-config", seen.message, seen.hint);
  return new Fault("bad-config", "signing is ssh, but no key is pinned on this device; nothing was signed.", SWITCH_ON);
}

/**
 * A passphrase or a touch is asked for by ssh-keygen itself, on the terminal. It gets none of our variables: which library, helper
 * or dialogue it loads, and which agent it asks, a project's environment could turn. The agent's socket alone is passed on, and
 * only where the agent has the key; what signs other words there is found out below.
 */
function run({ program, file, agent }: Pin, text: string): string {
  const problem = problemWith(program);
  if (problem !== undefined) throw new Fault("unsafe-path", `${program} ${problem}; nothing was signed.`, SWITCH_ON);
  const socket = agent ? process.env["SSH_AUTH_SOCK"] : undefined;
  const done = spawnSync(program, ["-Y", "sign", "-n", NAMESPACE, "-f", file], {
    input: text,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "inherit"],
    env: socket === undefined ? {} : { SSH_AUTH_SOCK: socket },
  });
  if (done.status === 0) return done.stdout;
  throw new Fault(
    "io",
    `ssh-keygen did not sign with ${file}; nothing was changed.`,
    `Is the key there, and its ${agent ? "agent" : "token"} at hand? Another one: ${SWITCH_ON}`,
  );
}

function mustBe(pinned: Pinned, text: string, signature: string): void {
  if (isByPinned(pinned, text, signature)) return;
  throw new Fault(
    "not-allowed",
    "What came back is not the pinned key's signature over the words that were asked for; nothing was changed.",
    "Something else answered for the key: holdfast doctor",
  );
}
