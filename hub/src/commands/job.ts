// A job of CI has no secret: what is pinned here says whose token is exchanged for one of the hub.
import { type Job, jobs, pin, unpin } from "../jobs.ts";
import { Refused } from "../problems.ts";
import { BODIES } from "../schemas.ts";
import { type Command, ended, needed } from "./command.ts";
import { held } from "./form.ts";

export const command: Command = {
  usage:
    "holdfast-hub job TENANT --job NAME --issuer URL --repository NAME --ref REF --store STORE --role ROLE [--audience TEXT] | TENANT --end NAME",
  about: [
    "In place of what was pinned under this name before. A job's token counts for an hour, and never confirms.",
    "Under another name the same issuer, audience, repository and ref are refused: a token would fit both.",
  ],
  options: {
    job: { value: "NAME", help: "as the audit is to name it" },
    issuer: { value: "URL", help: "of the CI's own tokens" },
    audience: {
      value: "TEXT",
      help: "that the job asks its token for (default: this hub's address with the tenant, as holdfast mirror does)",
    },
    repository: { value: "NAME", help: "owner/name, as the provider says it" },
    ref: { value: "REF", help: "the whole ref, as the provider says it: refs/heads/main" },
    store: { value: "STORE", help: "the one store it may ask" },
    role: { value: "ROLE", help: "reader or contributor" },
    end: { value: "NAME", help: "instead: the job that gets no token any more; those that it has end" },
  },
  names: [1, 1],
  examples: [
    "holdfast-hub job acme --job nightly --issuer https://ci.example.org --repository acme/shop --ref refs/heads/main --store org --role reader",
    "holdfast-hub job acme --end nightly",
  ],
  run: async (call) => {
    const [tenant = ""] = call.names;
    const end = ended(call, ["job", "issuer", "audience", "repository", "ref", "store", "role"]);
    if (end !== undefined) {
      await call.act(async (tx) => {
        const there = await jobs(tx);
        if (there.every(({ job }) => job !== end))
          throw new Refused("not-found", `There is no job called ${end} here.`);
        await unpin(tx, "operator", end);
      });
      call.tell(`${JSON.stringify({ job: end, ended: true })}\n`);
      return 0;
    }
    const [job = "", issuer = "", repository = "", ref = "", store = "", role = ""] = needed(
      call,
      ...["job", "issuer", "repository", "ref", "store", "role"],
    );
    // A token for this organisation alone: no other hub that is shown it can use it here.
    const audience = call.text("audience") ?? `${call.settings().url}/${tenant}`;
    const pinned = held(BODIES.job, { job, issuer, audience, repository, ref, store, role } as Job);
    await call.act((tx) => pin(tx, "operator", pinned));
    call.tell(`${JSON.stringify(pinned)}\n`);
    return 0;
  },
};
