// holdfast trust: whose word counts in a project's shared store, on this machine and by a person's decision (SYN-31).
import { openTrust } from "../../compose/signers.ts";
import { changesSince, type SharedChange, seenNow } from "../../people/changes.ts";
import type { SeenStore, Signers } from "../../people/compared.ts";
import {
  approve,
  believe,
  callMe,
  disbelieve,
  revokeFor,
  signerNamed,
  speaksForTeam,
  unlessOwn,
} from "../../people/decide.ts";
import { type Signer, type Survey, survey } from "../../people/survey.ts";
import type { OpenStore } from "../../store/context.ts";
import { isReviewer } from "../../store/mirrored.ts";
import { sinceSigned } from "../../store/signed.ts";
import type { NamedKey } from "../../sync/hub/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { secondOf } from "../../trust/transitions.ts";
import { IN } from "../chosen-store.ts";
import { EXIT } from "../exit.ts";
import type { Output } from "../output.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { aside, clip, count, paragraph } from "../tell.ts";
import { keyShown, memoryShown, type Shown, unlessTyped } from "../typed-yes.ts";

const DECISIONS = ["list", "add", "revoke", "name"] as const;
const SHOWN = 20;

export const commands: Commands = {
  trust: {
    usage: "holdfast trust [--list | --revoke SIGNER | --add SIGNER | --name NAME]",
    about: [
      "A store that came with a repository is other people's word: nothing in it is above inferred until you run this.",
      "It shows what is there and who signed it, and asks for each signer. What they signed is verified here from then on; what nobody signed stays inferred.",
      "A SIGNER is its id, its name or its SHA256: fingerprint. Whoever stays revokes who leaves the team, a founder too; a no takes the signer back on this machine alone.",
    ],
    options: {
      list: { type: "boolean", help: "Show the signers and what changed, ask nothing" },
      revoke: { type: "string", value: "SIGNER", help: "For the whole team, or on this machine" },
      add: { type: "string", value: "SIGNER", help: "Approve it in the shared store, signed by this device" },
      name: { type: "string", value: "NAME", help: "How this device is called in the shared store" },
      in: { ...IN, help: "Of a store of your organisation, not of this project's" },
    },
    names: [0, 0],
    examples: [
      "holdfast trust",
      "holdfast trust --list --json",
      "holdfast trust --add 7f3a09c2b1d4e865",
      'holdfast trust --name "Ann laptop"',
      "holdfast trust --in org --add 7f3a09c2b1d4e865",
    ],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, options } = call;
  const open = typeof options["in"] === "string" ? bench.storeIn(options["in"]) : bench.storeOf("shared");
  if (isRefusal(open)) return open;
  const offered = await offeredFor(call, open);
  if (isRefusal(offered)) return offered;
  const tools = openTrust(bench.here.places);
  return await decided({ ...call, open, tools, survey: () => survey(open, tools, offered), words: wordsOf(open) });
}

/** The store that it is about. */
interface Deciding extends Invocation {
  readonly open: OpenStore;
  readonly tools: Signers;
  readonly words: Words;
  survey(): Survey;
}

/** Members who may confirm in an organisation's store are named by its hub, before they signed anything (HUB-2). */
async function offeredFor({ bench }: Invocation, { mirrored }: OpenStore): Promise<readonly NamedKey[] | Refusal> {
  if (mirrored === undefined || !isReviewer(mirrored.role)) return [];
  return await (await import("../../compose/joining.ts")).reviewersAt(bench.here, mirrored.name);
}

interface Words {
  readonly store: string;
  /** What a command is told by which it is about this store. */
  readonly at: string;
  /** What makes a decision reach the others. */
  readonly next: { readonly approved: string; readonly revoked: string; readonly named: string };
}

const SHARED: Words = {
  store: "this project's shared store",
  at: "",
  next: {
    approved: "Commit .holdfast/devices: from then on `holdfast audit --ci` accepts it.",
    revoked:
      "Commit .holdfast/devices: from then on it counts for all, and `holdfast audit --ci` refuses what it signs.",
    named: "Commit .holdfast/devices to tell the others.",
  },
};
const SENT = "It goes to the others with the next `holdfast sync`.";

function wordsOf({ mirrored }: OpenStore): Words {
  return mirrored === undefined
    ? SHARED
    : { store: mirrored.name, at: ` --in ${mirrored.name}`, next: { approved: SENT, revoked: SENT, named: SENT } };
}

async function decided(call: Deciding): Promise<Ended> {
  const { out, options } = call;
  const chosen = DECISIONS.filter((each) => options[each] !== undefined);
  if (chosen.length > 1) return together(chosen);
  const word = (name: string): string => String(options[name]);
  switch (chosen[0] ?? (out.options.json ? "list" : undefined)) {
    case "list":
      return await listAll(call);
    case "add":
      return await addOne(call, word("add"));
    case "revoke":
      return await revokeOne(call, word("revoke"));
    case "name":
      return nameMe(call, word("name"));
    default:
      return await askEach(call);
  }
}

function together([first, second]: readonly string[]): Refusal {
  return refuse("usage", `--${first} and --${second} don't go together.`, "holdfast trust --help");
}

async function askEach(call: Deciding): Promise<Ended> {
  const { bench, out, open, tools, words } = call;
  const found = call.survey();
  tools.list(open.store.info, found.signers);
  const seen = tools.seen(open.store.info);
  held(found, words, out);
  for (const signer of found.signers) about(signer, found, out);
  changed(seen, found, out);
  const unknown = found.signers.filter(({ standing, signed }) => standing === "unknown" && signed > 0);
  if (unknown.length > 0) {
    out.note();
    aside(out, COMPARE);
  }
  for (const signer of unknown) {
    if (open.devices.circle().keys.get(signer.device)?.has(signer.key) === true) {
      out.line(`${out.paint("green", "counts too")}  ${called(signer)}`);
      continue;
    }
    const shown = await signerShown(
      call,
      found,
      `Trust what it signed in ${mirroredOr(words, "this project")}`,
      signer,
    );
    const stopped = await unlessTyped(call, shown);
    if (isRefusal(stopped)) return stopped;
    if (stopped !== undefined) continue;
    const done = believe(open, signer, bench.act);
    if (isRefusal(done)) return done;
    out.line(`${out.paint("green", "trusted")}  ${called(signer)}`);
  }
  const after = call.survey();
  tools.see(open.store.info, seenNow(after, secondOf(bench.act.now)));
  const { verified, memories } = after;
  if (memories.length > 0) out.line(`${verified} of ${count(memories.length, "memory", "memories")} verified here.`);
  return EXIT.done;
}

const COMPARE =
  "A name proves nothing. Compare the fingerprint with what its owner sees in their `holdfast trust --list`.";

/** The project itself, where it is the project's. */
function mirroredOr(words: Words, project: string): string {
  return words === SHARED ? project : words.store;
}

function held({ memories, claimed, unsigned, signers }: Survey, { store }: Words, out: Output): void {
  const it = store === SHARED.store ? "This project's shared store" : store;
  if (memories.length === 0) {
    out.line(`${it} holds nothing yet.`);
    return;
  }
  const many = count(memories.length, "memory", "memories");
  paragraph(out, `${it} holds ${many}; ${claimed} of them say verified.`);
  if (unsigned > 0) out.line(`${unsigned} of these ${unsigned === 1 ? "is" : "are"} signed by nobody.`);
  if (signers.length === 0) out.line("Nobody has signed anything in it.");
}

const STANDINGS: Readonly<Record<Signer["standing"], string>> = {
  own: "this device",
  trusted: "trusted by you",
  approved: "counts here",
  revoked: "revoked",
  excluded: "left out by you",
  unknown: "not trusted",
};

const REVOKED: Readonly<Partial<Record<Signer["standing"], string>>> = {
  own: ": what you sign counts on this machine alone",
  revoked: "",
};
const NOT_HERE = ", whose word does not count here";

function about(signer: Signer, found: Survey, out: Output): void {
  const { fingerprint, signed, vouches, standing } = signer;
  const counts = ["own", "trusted", "approved"].includes(standing);
  out.line();
  out.line(`  ${out.paint("bold", called(signer))}  ${out.paint(counts ? "green" : "yellow", STANDINGS[standing])}`);
  out.line(`    ${fingerprint}`);
  out.line(`    signed ${count(signed, "memory", "memories")}, vouches for ${vouches} as they are now`);
  if (signer.brings.length > 0) {
    const whom = `approved ${wordsFor(signer.brings, found)}: a yes counts ${signer.brings.length === 1 ? "that one" : "them"} too`;
    paragraph(out, whom, "    ");
  }
  if (signer.revokedBy.length > 0) {
    paragraph(out, `revoked by ${wordsFor(signer.revokedBy, found)}${REVOKED[standing] ?? NOT_HERE}`, "    ");
  }
  if (signer.approvedBy.length > 0) paragraph(out, `approved by ${wordsFor(signer.approvedBy, found)}`, "    ");
}

/** What a yes has count again in other words than those that counted here before, one by one (TRU-27); then the key. */
async function signerShown(
  { bench, open }: Deciding,
  found: Survey,
  what: string,
  signer: Signer,
): Promise<readonly Shown[]> {
  const { fingerprint, signed, vouches, device, brings } = signer;
  const theirs = [device, ...brings];
  const shown: Shown[] = [];
  for (const memory of found.memories) {
    const { id, document, stored } = memory;
    const counts = memory.tier !== "verified" && found.vouchersOf(memory).some((each) => theirs.includes(each));
    const since =
      counts && id !== undefined
        ? await sinceSigned({ open, id, file: stored.file }, document, bench.gitHistory)
        : undefined;
    if (since !== undefined) shown.push(await memoryShown({ file: stored.file, document, since }));
  }
  const more = [`signed ${count(signed, "memory", "memories")}, vouches for ${vouches} as they are now`];
  return [...shown, keyShown(`${what}: ${called(signer)}`, fingerprint, more)];
}

/** The name that was chosen, and the id that belongs to the key. */
function called({ name, device }: Signer): string {
  return name === "" ? device : `${clip(name, 40)} (${device})`;
}

function wordsFor(devices: readonly string[], { signers }: Survey): string {
  return devices
    .map((id) => signers.find(({ device, standing }) => device === id && standing !== "unknown") ?? id)
    .map((signer) => (typeof signer === "string" ? signer : signer.standing === "own" ? "you" : called(signer)))
    .join(", ");
}

function changed(seen: SeenStore | undefined, found: Survey, out: Output): void {
  const changes = seen === undefined ? [] : changesSince(seen, found);
  if (seen === undefined || changes.length === 0) return;
  out.line();
  out.line(`Since you looked on ${clip(seen.at.slice(0, 10), 10)}:`);
  for (const change of changes.slice(0, SHOWN)) {
    const by = byWords(change, found);
    out.line(`  ${change.what.padEnd(8)} ${clip(change.stem, out.columns - 12 - by.length)}${out.paint("dim", by)}`);
  }
  if (changes.length > SHOWN) out.note(`  and ${changes.length - SHOWN} more (--json has all)`);
}

function byWords({ what, by }: SharedChange, { signers }: Survey): string {
  if (what === "gone") return "";
  const names = by.map((device) => signers.find((each) => each.device === device)?.name || device);
  return names.length === 0 ? "  unsigned" : `  by ${clip(names.join(", "), 30)}`;
}

async function listAll({ out, open, tools, words, ...call }: Deciding): Promise<number> {
  const found = call.survey();
  tools.list(open.store.info, found.signers);
  const seen = tools.seen(open.store.info);
  if (out.options.json) {
    const { memories, claimed, verified, unsigned, signers } = found;
    const changes = seen === undefined ? [] : changesSince(seen, found);
    out.json({ memories: memories.length, claimed, verified, unsigned, signers, since: seen?.at ?? null, changes });
    return EXIT.done;
  }
  held(found, words, out);
  for (const signer of found.signers) about(signer, found, out);
  changed(seen, found, out);
  return EXIT.done;
}

async function addOne(call: Deciding, word: string): Promise<Ended> {
  const { bench, out, open, words } = call;
  const found = call.survey();
  const signer = signerNamed(found, word);
  if (isRefusal(signer)) return signer;
  about(signer, found, out);
  const what = `Approve in ${mirroredOr(words, "the shared store")}, for everybody who counts your word`;
  const stopped = await unlessTyped(call, await signerShown(call, found, what, signer));
  if (stopped !== undefined) return stopped;
  const done = approve(open, signer, bench.act);
  if (isRefusal(done)) return done;
  out.line(`${out.paint("green", "approved")}  ${called(signer)}`);
  out.note(words.next.approved);
  return EXIT.done;
}

const FOR_ALL = "Revoke it for the whole team? What it signed until now stays, what comes later counts for nobody.";
const HERE_ALONE = "Leave it out on this machine alone? Nothing that it signed counts here then.";

async function revokeOne(call: Deciding, word: string): Promise<Ended> {
  const { bench, out, open, words } = call;
  const found = call.survey();
  const signer = signerNamed(found, word);
  if (isRefusal(signer)) return signer;
  const own = unlessOwn(open, signer);
  if (own !== undefined) return own;
  about(signer, found, out);
  const mayAsk = signer.standing !== "revoked" && speaksForTeam(open);
  if (mayAsk && (await bench.ask(FOR_ALL, "no"))) return revokeForAll(signer, found, call);
  if (mayAsk && !(await bench.ask(HERE_ALONE, "no"))) {
    out.line("Nothing was changed.");
    return EXIT.done;
  }
  const done = disbelieve(open, signer, bench.act);
  if (isRefusal(done)) return done;
  if (done.was) out.line(`${out.paint("green", "taken back")}  ${called(signer)}, on this machine`);
  else if (!done.excluded) out.line(`${called(signer)} was not trusted here.`);
  if (!done.excluded) return EXIT.done;
  const whose = `${wordsFor(signer.approvedBy, found)} approved it in the store, and it is left out on this machine all the same.`;
  paragraph(out, `${whose} holdfast trust${words.at} --add ${signer.device} takes it in again.`);
  return EXIT.done;
}

function revokeForAll(signer: Signer, found: Survey, { bench, out, open, words }: Deciding): Ended {
  const revoked = revokeFor(open, signer, bench.act);
  if (isRefusal(revoked)) return revoked;
  out.line(`${out.paint("green", "revoked")}  ${called(signer)}; what it signed until now stays`);
  const brought = found.signers.filter(({ approvedBy }) => approvedBy.includes(signer.device));
  if (brought.length > 0)
    paragraph(
      out,
      `Whom it approved stays too: ${wordsFor(
        brought.map(({ device }) => device),
        found,
      )}.`,
    );
  out.note(words.next.revoked);
  return EXIT.done;
}

function nameMe({ bench, out, open, words }: Deciding, name: string): Ended {
  const done = callMe(open, name, bench.act);
  if (isRefusal(done)) return done;
  out.line(`${out.paint("green", "named")}  ${clip(done.name, 40)}, in ${words.store}`);
  out.note(words.next.named);
  return EXIT.done;
}
