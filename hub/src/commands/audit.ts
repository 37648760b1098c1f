// The audit of a tenant: all of it, as an admin gets it page by page, or the lines that answer a question (HUB-11).
import { ROLES, type Role } from "../../protocol.ts";
import { ACTIONS } from "../actions.ts";
import { type Asked, auditOf, CONFIRM, isAsked, momentIn } from "../asked.ts";
import { type Audited, exported, record } from "../audit.ts";
import { couldIn } from "../could.ts";
import { AT_ONCE, outcomes, outcomesNow } from "../outcome.ts";
import { inPages } from "../pages.ts";
import { ASKED } from "../schemas.ts";
import { liveTokens } from "../tokens.ts";
import { type Call, type Command, Wrong } from "./command.ts";
import { held } from "./form.ts";

export const command: Command = {
  usage: "holdfast-hub audit TENANT [what of it]",
  about: [
    "NDJSON. All of it: each line as it was hashed, with its link. Keep it elsewhere: holdfast-hub verify checks it there.",
    "A part: the lines that each option asks for. That it was printed is a line of the audit itself.",
  ],
  options: {
    actor: { value: "WHO", help: "who did it: a member's id, job:NAME, machine:NAME, operator, hub" },
    device: { value: "ID", help: "the device that it came from, is about, or whose signature it brought" },
    act: { value: "ACT", help: "what was done, as a line says it; confirm: what brought a confirmation", many: true },
    without: { value: "ACT", help: "not what was done so", many: true },
    memory: { value: "ID", help: "the memory it is about" },
    store: { value: "STORE", help: "the store it is about" },
    since: { value: "TIME", help: "a day, 2026-11-19, or a moment, 2026-11-19T14:30:00Z, all UTC" },
    until: { value: "TIME", help: "the same; a day is to its end" },
    on: { value: "DAY", help: "--since and --until of one day" },
    outcome: { help: "instead: what became of each memory that these lines brought, and on whose word" },
    could: { value: "ROLE", help: "instead: who held this role or more in --store, at any time of --on" },
    tokens: { help: "instead: the tokens that are live now, and when they end" },
  },
  names: [1, 1],
  examples: [
    "holdfast-hub audit acme > audit.ndjson",
    "holdfast-hub verify < audit.ndjson",
    "holdfast-hub audit acme --memory 01JX4Q8ZK3M5T7V9B1D3F5H7K9 --act confirm",
    "holdfast-hub audit acme --device 0123456789abcdef --outcome",
    "holdfast-hub audit acme --could reviewer --store org --on 2026-11-19",
  ],
  run: async (call) => {
    const asked = askedIn(call);
    const given = Object.keys(command.options).filter((name) => call.text(name) !== undefined || call.is(name));
    const many = ["act", "without"].filter((name) => call.all(name).length > 0);
    await call.act((tx) =>
      record(tx, "operator", { action: "audit-printed", about: { asked: [...given, ...many].toSorted() } }),
    );
    const isWhole = given.length + many.length === 0;
    // One connection for all pages.
    return call.read(async (database) => {
      const act: Act = (work) => database.read(call.names[0] ?? "", work);
      let told = 0;
      const tell: Call["tell"] = (text) => {
        told += text.length;
        call.tell(text);
      };
      const code = await answered({ ...call, act, tell }, asked, isWhole);
      // Nothing at all could be an answer, and an error that nobody saw.
      if (told === 0) call.note("0 lines");
      return code;
    });
  },
};

type Act = Call["act"];

async function answered(call: Call, asked: Asked, isWhole: boolean): Promise<number> {
  if (call.is("tokens")) return tokens(call);
  if (call.text("could") !== undefined) return could(call, asked);
  if (call.is("outcome")) return outcome(call, asked);
  if (isWhole) return whole(call);
  for await (const row of auditOf(call.act)) if (isAsked(row, asked)) call.tell(`${JSON.stringify(row)}\n`);
  return 0;
}

function askedIn(call: Call): Asked {
  const on = call.text("on");
  if (on !== undefined && (call.text("since") ?? call.text("until")) !== undefined)
    throw new Wrong("Either --on, or --since and --until.", "");
  if (["outcome", "tokens"].filter((name) => call.is(name)).length + (call.text("could") === undefined ? 0 : 1) > 1)
    throw new Wrong("One of --outcome, --could and --tokens.", "");
  const moment = (text: string | undefined, end: "from" | "to"): string | undefined => {
    const found = text === undefined ? undefined : momentIn(text, end);
    if (text !== undefined && found === undefined) throw new Wrong(`${text} is no day and no moment in UTC.`, "");
    return found;
  };
  const actor = call.text("actor");
  if (actor !== undefined && !ACTOR.test(actor))
    throw new Wrong(`${actor} is nobody in an audit: a member's id, job:NAME, machine:NAME, operator or hub.`, "");
  const { store, memory, device } = held<Pick<Asked, "store" | "memory" | "device">>(ASKED, {
    store: call.text("store"),
    memory: call.text("memory"),
    device: call.text("device"),
  });
  const asked = {
    actor,
    device,
    acts: call.all("act").map(known),
    without: call.all("without").map(known),
    memory,
    store,
    from: moment(on ?? call.text("since"), "from"),
    to: moment(on ?? call.text("until"), "to"),
  };
  const least = call.text("could");
  if (least !== undefined && !(ROLES as readonly string[]).includes(least))
    throw new Wrong(`${least} is no role; roles are ${ROLES.join(", ")}.`, "");
  if (least !== undefined && (asked.store === undefined || asked.to === undefined))
    throw new Wrong("Where and when: --store and --on.", "");
  if (call.is("outcome") && asked.actor === undefined && asked.device === undefined)
    throw new Wrong("Whose: --actor or --device.", "");
  return asked;
}

/** As a line names who did it, or the id or name alone. */
const ACTOR = /^(?:(?:device|person|machine|job):)?[a-z0-9][a-z0-9-]*$/;

/** What no line could say is a typing error, and no question without an answer. */
function known(act: string): string {
  const all: readonly string[] = [...ACTIONS, CONFIRM];
  if (!all.includes(act)) throw new Wrong(`${act} is no act that the audit has; these are: ${all.join(", ")}.`, "");
  return act;
}

async function whole({ act, tell }: Call): Promise<number> {
  for (let since = 0; ; ) {
    const from = since;
    const page: Audited = await act((tx) => exported(tx, from));
    tell(page.text);
    since = page.last;
    if (since === from) return 0;
  }
}

async function outcome({ act, tell }: Call, asked: Asked): Promise<number> {
  const found = outcomes(asked);
  for await (const row of auditOf(act)) found.tell(row);
  for (const [store, known] of found.brought) {
    const all = [...known];
    for (let at = 0; at < all.length; at += AT_ONCE)
      for (const each of await act((tx) => outcomesNow(tx, store, all.slice(at, at + AT_ONCE))))
        tell(`${JSON.stringify(each)}\n`);
  }
  return 0;
}

async function could({ act, tell, note, text }: Call, { store = "", from, to = "" }: Asked): Promise<number> {
  const least = text("could") as Role;
  const found = couldIn({ store, least, to, from: from ?? to });
  let first: { readonly n: number; readonly at: string } | undefined;
  for await (const row of auditOf(act)) {
    first ??= row;
    found.tell(row);
  }
  for (const each of found.all()) tell(`${JSON.stringify(each)}\n`);
  if (first !== undefined && first.n > 1)
    note(`The audit begins with line ${first.n} of ${first.at}: what was before is not in it.`);
  return 0;
}

async function tokens({ act, tell }: Call): Promise<number> {
  const live = inPages(
    "",
    (after) => act((tx) => liveTokens(tx, after)),
    ({ hash }) => hash,
  );
  for await (const { hash: _, ...each } of live) tell(`${JSON.stringify(each)}\n`);
  return 0;
}
