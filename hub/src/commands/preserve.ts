// What has to stay (HUB-11). The operator's alone: an admin erases, and would end what keeps them from it.
import { inPages } from "../pages.ts";
import { endHold, type Hold, holds, keptFiles, preserve, printing } from "../preserve.ts";
import { BODIES } from "../schemas.ts";
import { type Call, type Command, needed, Wrong } from "./command.ts";
import { held } from "./form.ts";

export const command: Command = {
  usage:
    "holdfast-hub preserve TENANT [--hold NAME (--store STORE | --member ID) --for REASON | --end NAME | --print NAME]",
  about: [
    "Without options: what is preserved, since when and why, and what was.",
    "While a hold stands, nothing it covers is erased, what is replaced or taken away there is kept, and no line of the audit goes.",
    "Of a member: their name, devices and own store. What they wrote for others is preserved by a hold on that store.",
  ],
  options: {
    hold: { value: "NAME", help: "of a new hold, as the case is called: no names of people" },
    store: { value: "STORE", help: "what it covers: org, team/NAME, project/ID" },
    member: { value: "ID", help: "or whom, as `found` and `invite` printed it" },
    for: { value: "REASON", help: "court, authority, dispute or inquiry" },
    end: { value: "NAME", help: "the hold that is over: what it kept goes within a day" },
    print: { value: "NAME", help: "everything its store has and had, with the bytes, a line each" },
  },
  names: [1, 1],
  examples: [
    "holdfast-hub preserve acme --hold case-2026-14 --store org --for court",
    "holdfast-hub preserve acme",
    "holdfast-hub preserve acme --print case-2026-14 > case.ndjson",
    "holdfast-hub preserve acme --end case-2026-14",
  ],
  run: async (call) => {
    const { hold, end, print } = { hold: call.text("hold"), end: call.text("end"), print: call.text("print") };
    if ([hold, end, print].filter((each) => each !== undefined).length > 1)
      throw new Wrong("One of --hold, --end and --print.", "");
    if (end !== undefined) await call.act((tx) => endHold(tx, end));
    else if (print !== undefined) return printed(call, print);
    else if (hold !== undefined) await set(call);
    else if (["store", "member", "for"].some((option) => call.text(option) !== undefined)) needed(call, "hold");
    for (const each of await call.act(holds)) call.tell(`${JSON.stringify(shown(each))}\n`);
    return 0;
  },
};

async function set(call: Call): Promise<void> {
  const [hold = "", reason = ""] = needed(call, "hold", "for");
  const [store, member] = [call.text("store"), call.text("member")];
  if ((store === undefined) === (member === undefined)) throw new Wrong("Either --store or --member.", "");
  const wanted = held(BODIES.preserve, { hold, store, member, for: reason }) as Parameters<typeof preserve>[1];
  await call.act((tx) => preserve(tx, wanted));
}

async function printed({ act, tell }: Call, hold: string): Promise<number> {
  const store = await act((tx) => printing(tx, hold));
  const files = inPages(
    0,
    (since) => act((tx) => keptFiles(tx, store, since)),
    ({ seq }) => seq,
  );
  for await (const each of files) tell(`${JSON.stringify({ ...each, bytes: each.bytes.replaceAll("\n", "") })}\n`);
  return 0;
}

function shown({ store, member, endedBy, ended, ...rest }: Hold): object {
  const over = ended === null ? {} : { endedBy, ended };
  return { ...rest, ...(store === null ? { member } : { store }), ...over };
}
