// A member, by the operator: for the first ones, and for whoever lost the way in.
import { invite, inviteAgain } from "../members.ts";
import { BODIES } from "../schemas.ts";
import { type Command, needed, Wrong } from "./command.ts";
import { grantIn, held } from "./form.ts";

export const command: Command = {
  usage: "holdfast-hub invite TENANT --name NAME [--email ADDRESS] [--grant STORE=ROLE]",
  about: [
    "Prints an invitation: a word for one sign-in, good for a week. With a provider the address is enough to sign in.",
    "An admin does the same by the protocol; what is done here stands in the audit as done by the operator.",
  ],
  options: {
    name: { value: "NAME", help: "of the member" },
    email: { value: "ADDRESS", help: "as the provider knows it" },
    grant: { value: "STORE=ROLE", help: "org, team/NAME, project/ID, team/*, project/* or *", many: true },
    again: { help: "another word for the member who has this address" },
  },
  names: [1, 1],
  examples: [
    "holdfast-hub invite acme --name Ben --email ben@example.org --grant org=reader --grant 'project/*=contributor'",
    "holdfast-hub invite acme --email ben@example.org --again",
  ],
  run: async (call) => {
    const made = await call.act((tx) =>
      call.is("again") ? inviteAgain(tx, "operator", known()) : invite(tx, "operator", wanted()),
    );
    call.tell(`${JSON.stringify(made)}\n`);
    return 0;

    function known(): string {
      if (call.all("grant").length > 0) throw new Wrong("--again changes nothing of what a member holds.", "");
      return needed(call, "email")[0] ?? "";
    }
    function wanted(): Parameters<typeof invite>[2] {
      const [name = ""] = needed(call, "name");
      return held(BODIES.member, { name, email: call.text("email"), grants: call.all("grant").map(grantIn) });
    }
  },
};
