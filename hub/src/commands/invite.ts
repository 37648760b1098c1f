// A member, by the operator: for the first ones, and for whoever lost the way in.
import { invite, inviteAgain, type Known } from "../members.ts";
import { BODIES } from "../schemas.ts";
import { type Command, joining, needed, Wrong } from "./command.ts";
import { grantIn, held } from "./form.ts";

export const command: Command = {
  usage:
    "holdfast-hub invite TENANT --name NAME [--email ADDRESS] [--grant STORE=ROLE] | --again (--member ID | --email ADDRESS | --name NAME)",
  about: [
    "Prints an invitation: a word for one sign-in, good for a week. With a provider the address is enough to sign in.",
    "An admin does the same by the protocol; what is done here stands in the audit as done by the operator.",
  ],
  options: {
    name: { value: "NAME", help: "of the member" },
    email: { value: "ADDRESS", help: "as the provider knows it" },
    grant: { value: "STORE=ROLE", help: "org, team/NAME, project/ID, team/*, project/* or *", many: true },
    again: { help: "another word for a member who is there: by id, by address, or by a name that only one has" },
    member: { value: "ID", help: "with --again: as `found` and `invite` printed it" },
  },
  names: [1, 1],
  examples: [
    "holdfast-hub invite acme --name Ben --email ben@example.org --grant org=reader --grant 'project/*=contributor'",
    "holdfast-hub invite acme --email ben@example.org --again",
    "holdfast-hub invite acme --name Ben --again",
  ],
  run: async (call) => {
    const made = await call.act((tx) =>
      call.is("again") ? inviteAgain(tx, "operator", known()) : invite(tx, "operator", wanted()),
    );
    call.tell(`${JSON.stringify(made)}\n`);
    call.note(joining(call, call.names[0] ?? ""));
    return 0;

    function known(): Known {
      if (call.all("grant").length > 0) throw new Wrong("--again changes nothing of what a member holds.", "");
      const [member, email, name] = [call.text("member"), call.text("email"), call.text("name")];
      if ([member, email, name].filter((each) => each !== undefined).length !== 1)
        throw new Wrong("With --again one of --member, --email and --name says who.", "");
      return { member, email, name };
    }
    function wanted(): Parameters<typeof invite>[2] {
      if (call.text("member") !== undefined)
        throw new Wrong("--member belongs to --again: a new member has no id.", "");
      const [name = ""] = needed(call, "name");
      return held(BODIES.member, { name, email: call.text("email"), grants: call.all("grant").map(grantIn) });
    }
  },
};
