// The first thing that is done in a new hub.
import type { Anchor } from "../../../src/attest/circle.ts";
import { deviceIdIn } from "../../../src/store/io/device-key.ts";
import { keyLineIn } from "../../../src/store/io/sshsig.ts";
import { forTerminalLine } from "../../../src/text/sanitise.ts";
import { invitation } from "../members.ts";
import { migrateAll } from "../migrate.ts";
import { found } from "../tenants.ts";
import { type Command, joining, needed, Wrong } from "./command.ts";

export const command: Command = {
  usage: "holdfast-hub found TENANT --name NAME --admin NAME [--email ADDRESS] [--device ID --key LINE]",
  about: [
    "Prints an invitation for the admin: a word for one sign-in, good for a week.",
    "--device and --key name the first key of the organisation, which its members pin when they join. Without them it is that of",
    "the first device that the admin adds.",
  ],
  options: {
    name: { value: "NAME", help: "the organisation, as people read it" },
    admin: { value: "NAME", help: "its first admin" },
    email: { value: "ADDRESS", help: "of the admin, for signing in by a provider" },
    device: { value: "ID", help: "of the admin: the first word of their line in ~/.holdfast/allowed_signers" },
    key: { value: "LINE", help: 'its public key, from the same line: "ssh-ed25519 ..."' },
  },
  names: [1, 1],
  examples: ['holdfast-hub found acme --name "Acme" --admin "Ann" --email ann@example.org'],
  run: async (call) => {
    const [tenant = ""] = call.names;
    const [name = "", admin = ""] = needed(call, "name", "admin");
    const [email, device, key] = [call.text("email"), call.text("device"), call.text("key")];
    if ((device === undefined) !== (key === undefined)) throw new Wrong("--device and --key belong together.", "");
    const first = device === undefined || key === undefined ? undefined : firstIn(device, key);
    await migrateAll(call.settings().databases);
    const made = await call.read((database) =>
      database.write(tenant, async (tx) => {
        const member = await found(tx, { name, admin: { name: admin, email }, first });
        return { tenant, member, invite: await invitation(tx, member, "operator") };
      }),
    );
    call.tell(`${JSON.stringify(made)}\n`);
    call.note(joining(call, tenant));
    call.note(`Next, where its people sign in: holdfast-hub provider ${tenant} --issuer URL --client-id ID`);
    return 0;
  },
};

const ON_THEIRS =
  "on the admin's machine: cat ~/.holdfast/allowed_signers, once a memory was confirmed there; or leave both out";

/** It is the first key for good, so nothing else is taken for one. */
function firstIn(device: string, text: string): Anchor {
  const key = keyLineIn(text.trim());
  const own = key && deviceIdIn(key);
  if (key === undefined || own === undefined)
    throw new Wrong(
      `--key is no device's public key: expected "ssh-ed25519 AAAA...", found "${shown(text)}".`,
      ON_THEIRS,
    );
  if (device !== own) throw new Wrong(`--device is ${shown(device)}, and this key's device is ${own}.`, ON_THEIRS);
  return { device, key };
}

/** No more than tells one from another: it may be what nobody is to see. */
function shown(text: string): string {
  return forTerminalLine(text.trim(), { max: 40 });
}
