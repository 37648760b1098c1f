// Where an organisation's people sign in. The client's secret comes by a variable's name and is never an argument.
import type { Role } from "../../protocol.ts";
import { setProvider } from "../providers.ts";
import { BODIES } from "../schemas.ts";
import { callbackOf } from "../sign-in.ts";
import { type Command, needed, Wrong } from "./command.ts";
import { grantIn, held } from "./form.ts";

export const command: Command = {
  usage: "holdfast-hub provider TENANT --issuer URL --client-id ID [--client-secret-env NAME] [--groups-claim NAME]",
  about: [
    "In place of what was set before. Prints the address that the provider may send a browser back to.",
    "What a group gave is looked at again when its member signs in; where a mapping is taken away, an admin takes what it gave.",
  ],
  options: {
    issuer: { value: "URL", help: "as its discovery document names it" },
    "client-id": { value: "ID", help: "of this hub at the provider" },
    "client-secret-env": { value: "NAME", help: "the environment variable that holds its secret" },
    "groups-claim": { value: "NAME", help: "the claim that lists a person's groups" },
    group: { value: "GROUP:STORE=ROLE", help: "what a group holds", many: true },
  },
  names: [1, 1],
  examples: [
    "holdfast-hub provider acme --issuer https://id.example.org --client-id hub",
    "holdfast-hub provider acme --issuer https://id.example.org --client-id hub --client-secret-env OIDC_SECRET",
    "holdfast-hub provider acme ... --groups-claim groups --group 'platform:org=reviewer' --group 'platform:project/*=contributor'",
  ],
  run: async (call) => {
    const [tenant = ""] = call.names;
    const [issuer = "", clientId = ""] = needed(call, "issuer", "client-id");
    const groups = groupsIn(call.all("group"));
    const clientSecret = secretIn(call.env, call.text("client-secret-env"));
    const wanted = held(BODIES.provider, {
      issuer,
      clientId,
      clientSecret,
      groupsClaim: call.text("groups-claim"),
      groups,
    });
    await call.act((tx) => setProvider(tx, "operator", wanted));
    call.tell(`${JSON.stringify({ tenant, issuer, callback: callbackOf(call.settings().url, tenant) })}\n`);
    call.note("Next, whether it answers: holdfast-hub doctor");
    return 0;
  },
};

function secretIn(env: NodeJS.ProcessEnv, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const secret = env[name];
  if (secret === undefined || secret === "") throw new Wrong(`The variable ${name} is not set.`, "");
  return secret;
}

/** A group's own name may have a colon in it, a store's has none. */
function groupsIn(texts: readonly string[]): Record<string, Record<string, Role>> {
  const groups: Record<string, Record<string, Role>> = {};
  for (const text of texts) {
    const at = text.lastIndexOf(":");
    if (at < 1) throw new Wrong(`${text} is no GROUP:STORE=ROLE.`, "");
    const { store, role } = grantIn(text.slice(at + 1));
    groups[text.slice(0, at)] = { ...groups[text.slice(0, at)], [store]: role };
  }
  return groups;
}
