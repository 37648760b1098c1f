// What a job's agent noted, from its home to the hub (HUB-9). The command could write whatever lies in that home, the mirror and the list
// of mirrors as well, and was not given the token. So nothing that lies there is sent as it is: the notes' texts are read, and added
// to a mirror taken anew, in a home that was not there while the command ran, under the policies that come with it (HUB-10).
import { fieldsOf } from "../disk/json-file.ts";
import { statusOf, textField } from "../memory/fields.ts";
import { add } from "../store/add.ts";
import { type Memory, readCatalogue, stemOf } from "../store/catalogue.ts";
import type { Session } from "../sync/io/hub/session.ts";
import { spotOf } from "../sync/paths.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { drainInbox } from "./drain.ts";
import type { Whereabouts } from "./here.ts";
import type { Homes } from "./mirror-home.ts";
import type { Source } from "./mirror-source.ts";
import { BUDGET_MS, taken } from "./mirror-taking.ts";
import { mirrorsAt } from "./mirrors.ts";
import { actsOf } from "./stores.ts";

export interface Sent {
  readonly kind: "sent";
  readonly proposed: readonly string[];
  /** Notes that the checks did not let through, and why. */
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

const DRAIN_MS = 20_000;
const AWAY = "there is no network to send it by";

/** `here`: where the command ran. */
export async function sendNotes(here: Whereabouts, source: Source, homes: Homes): Promise<Sent | Refusal> {
  const notes = await notesAt(here);
  const sent: Sent = { kind: "sent", proposed: [], leftOut: [] };
  if (source.signer !== undefined) return { ...sent, leftOut: notes.map(({ name }) => ({ name, why: AWAY })) };
  if (notes.length === 0 || source.stores.every(({ role }) => role === "reader")) return sent;
  const home = homes.make();
  if (isRefusal(home)) return home;
  const anew = await taken(source, home);
  return isRefusal(anew) ? anew : await proposed(notes, anew.here, source);
}

interface Note {
  readonly name: string;
  readonly text: string;
}

async function notesAt(here: Whereabouts): Promise<readonly Note[]> {
  const { open, act } = await actsOf(here, "hook");
  await drainInbox(here.places, () => Promise.resolve({ open, act: act() }), DRAIN_MS);
  const notes = readCatalogue(open.store).memories.filter(isNote);
  return notes.map((note) => ({ name: stemOf(note), text: note.document.text }));
}

/** What stands by itself; a change to somebody's memory is for who may make it. */
function isNote({ document, tier }: Memory): boolean {
  return tier === "inferred" && statusOf(document) === "active" && textField(document, "proposes") === undefined;
}

async function proposed(notes: readonly Note[], here: Whereabouts, { session }: Source): Promise<Sent | Refusal> {
  const into = mirrorsAt(here.places).find(({ mirror }) => mirror.role !== "reader");
  if (into === undefined) return { kind: "sent", proposed: [], leftOut: [] };
  const [{ act }, syncing] = [await actsOf(here, "hook"), await actsOf(here, "sync")];
  const { openMirror, syncMirror } = await import("./joining.ts");
  const open = openMirror(here, into, act());
  const [names, leftOut]: [string[], { name: string; why: string }[]] = [[], []];
  for (const { name, text } of notes) {
    const added = await add(open, { text, global: false }, act());
    if (added.kind === "refusal") leftOut.push({ name, why: added.message });
    else names.push(added.kind === "added" ? added.planned.file.replace(/\.md$/, "") : stemOf(added.memory));
  }
  const outcome = await syncMirror(addingTo(session), into, {
    here,
    act: syncing.act(),
    way: "both",
    budgetMs: BUDGET_MS,
  });
  if (isRefusal(outcome)) return outcome;
  if (outcome.kind === "failed") return refuse("git", `git: ${outcome.message}.`, "holdfast doctor");
  const refused = outcome.refused.map(({ path, why }) => ({ name: path, why }));
  return { kind: "sent", proposed: names, leftOut: [...leftOut, ...refused] };
}

function isMemory(path: unknown): boolean {
  return typeof path === "string" && spotOf(path)?.place === "memories";
}

/**
 * The token may do more than a job is to do, and what the command left running may still write. What a run would change there besides
 * is left out, as if the hub had refused it.
 */
function addingTo(session: Session): Session {
  return {
    ...session,
    ask: (asked) => {
      const { changes } = fieldsOf(asked.body);
      const rows = Array.isArray(changes) ? changes.map(fieldsOf) : [];
      const findings = rows.flatMap(({ path, replaces }) =>
        replaces === null && isMemory(path) ? [] : [{ path, what: "a job adds memories, and nothing else", next: "" }],
      );
      if (findings.length === 0) return session.ask(asked);
      return Promise.resolve({ kind: "answer", status: 422, body: { code: "refused", message: "", findings } });
    },
  };
}
