// What happens to an organisation in a quarter besides work: people leave, a laptop is stolen and reported a while later, roles change, a
// job of CI proposes and somebody accepts, a court asks for something to stay and a person for something to go.
import { randomUUID } from "node:crypto";
import { run } from "../../hub/src/command-line.ts";
import { type Answer, tokenIn } from "../../hub/test/client.ts";
import { startJobProvider } from "../../hub/test/provider.ts";
import { idFor, memoryPath } from "../hub/stores.ts";
import { confirms, numberIn } from "./days.ts";
import {
  asksAsAdmin,
  brings,
  changesOf,
  type Member,
  type Memory,
  membersIn,
  type Organisation,
  type Project,
  removes,
  reviewersIn,
  tokenOf,
} from "./organisation.ts";
import { confirmed, deviceRecord, type Made, newSigner, textOf } from "./signed.ts";

/** What the simulation knows by itself, to be compared with what the hub says. */
export interface Records {
  readonly leavers: Member[];
  /** Acts of the admin, in order, as the audit calls them. */
  readonly adminActs: string[];
  /** How often the audit or what is preserved was printed. */
  printed: number;
}

export interface Typed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** As an operator types it, at the program's own command line, without starting a program for each. */
export async function types({ env }: Organisation, ...args: readonly string[]): Promise<Typed> {
  let [out, err] = ["", ""];
  const code = await run(args, { env: { ...env }, out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

export async function typed(of: Organisation, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await types(of, ...args);
  if (code !== 0) throw new Error(`holdfast-hub ${args.join(" ")} ended with ${code}: ${err}${out.slice(0, 300)}`);
  return out;
}

/** Their membership ends, and an admin's machine revokes what they could sign with. */
export async function leaves(of: Organisation, records: Records, member: Member): Promise<void> {
  await asksAsAdmin(of, "DELETE", `/members/${member.member}`);
  records.adminActs.push("member-ended");
  for (const project of reviewedBy(of, member)) {
    const marks = project.marks.get(member.signer.device) ?? [];
    await brings(of, project, of.admin, [deviceRecord("revoke", of.admin.signer, member.signer, project.id, marks)]);
  }
  member.isGone = true;
  records.leavers.push(member);
}

function reviewedBy(of: Organisation, member: Member): readonly Project[] {
  return of.projects.filter((project) => reviewersIn(of, project).includes(member));
}

export interface Theft {
  readonly thief: Member;
  readonly project: Project;
  /** Confirmed by the owner before, and by the thief since: by their numbers. */
  readonly before: readonly Memory[];
  readonly since: Memory;
  /** Attempts after the report, by their names; what was taken of them is a failure. */
  readonly taken: string[];
  tried: number;
}

/** Somebody has the laptop, with its key, and confirms what they like, until it is reported. */
export async function stolen(of: Organisation, records: Records, member: Member, project: Project): Promise<Theft> {
  const { device } = member.signer;
  const before = project.memories.filter(({ by }) => by === device);
  const seen = [...(project.marks.get(device) ?? [])];
  const since = await adds(of, project, member);
  await accepts(of, project, member, since);
  const heldToken = await tokenOf(of, member);
  await asksAsAdmin(of, "DELETE", `/devices/${device}`);
  records.adminActs.push("device-ended");
  for (const each of reviewedBy(of, member)) {
    const marks = each === project ? seen : (each.marks.get(device) ?? []);
    await brings(of, each, of.admin, [deviceRecord("revoke", of.admin.signer, member.signer, each.id, marks)]);
  }
  member.isGone = true;
  const theft: Theft = { thief: member, project, before, since, taken: [], tried: 0 };
  await attacks(of, theft, heldToken);
  // The admin's own machine had carried along what the thief signed.
  records.adminActs.push("push-refused");
  return theft;
}

/** Everything that a key without standing could be good for, by its thief and by others who carry along what it signed. */
async function attacks(of: Organisation, theft: Theft, heldToken: string): Promise<void> {
  const { project, thief } = theft;
  const memory = project.memories.find(({ by, isFixed }) => by === undefined && !isFixed);
  if (memory === undefined) throw new Error("there is nothing to attack");
  const text = textOf(memory.n, memory.version, true);
  const signed: readonly Made[] = [
    { path: memoryPath(memory.n), text },
    confirmed(thief.signer, project.id, memory.n, text),
  ];
  const other = newSigner();
  const brought = [
    deviceRecord("join", other, other, project.id),
    deviceRecord("approve", thief.signer, other, project.id),
  ];
  const others = confirmed(other, project.id, memory.n, text);
  const push = async (token: string, made: readonly Made[]): Promise<Answer> =>
    project.client.push(project.store, changesOf(project, made), token);
  const reviewer = reviewersIn(of, project)[0] ?? of.admin;
  const contributor = membersIn(of, project).find((each) => !reviewersIn(of, project).includes(each));
  const attempts: readonly (readonly [string, () => Promise<Answer>])[] = [
    ["its token", () => push(heldToken, [{ path: memoryPath(memory.n), text: textOf(memory.n, 99, false) }])],
    ["a session of its key", () => of.tenant.client.session(thief.key)],
    ["its signature, brought by a reviewer", async () => push(await tokenOf(of, reviewer), signed)],
    ["its signature, brought by an admin", async () => push(await tokenOf(of, of.admin), signed)],
    [
      "a device that it approves",
      async () => push(await tokenOf(of, reviewer), [...brought, signed[0] as Made, others]),
    ],
    ...(contributor === undefined
      ? []
      : [
          [
            "its signature, brought by a contributor",
            async () => push(await tokenOf(of, contributor), signed),
          ] as const,
        ]),
  ];
  for (const [name, attempt] of attempts) {
    const { status } = await attempt();
    theft.tried += 1;
    of.count.refused += status >= 400 ? 1 : 0;
    if (status < 400) theft.taken.push(name);
  }
}

export async function adds(
  of: Organisation,
  project: Project,
  by: Member | { readonly token: string },
  words = "",
): Promise<Memory> {
  const memory: Memory = { n: numberIn(project), version: 1, by: undefined, isFixed: true };
  await brings(of, project, by, [{ path: memoryPath(memory.n), text: textOf(memory.n, 1, false, words) }]);
  project.memories.push(memory);
  return memory;
}

export async function accepts(of: Organisation, project: Project, by: Member, memory: Memory): Promise<void> {
  const made: Made[] = [];
  const done = confirms(project, by, memory, made);
  await brings(of, project, by, made);
  done();
  of.count.confirmed += 1;
}

export interface Regranted {
  readonly member: Member;
  readonly store: string;
}

/** A reviewer who is a contributor from now on. What they signed stays. */
export async function regrants(of: Organisation, records: Records, member: Member, store: string): Promise<Regranted> {
  member.grants = member.grants.map((each) => (each.store === store ? { store, role: "contributor" } : each));
  await asksAsAdmin(of, "PUT", `/members/${member.member}`, { grants: member.grants });
  records.adminActs.push("roles-changed");
  return { member, store };
}

export interface Proposed {
  readonly project: Project;
  readonly accepted: Memory;
  readonly left: Memory;
  readonly reviewer: Member;
}

const JOB = { audience: "hub", repository: "acme/shop", ref: "refs/heads/main" };

/** Its provider's token, exchanged; two notes, of which a reviewer accepts one. */
export async function jobRuns(of: Organisation, records: Records, project: Project): Promise<Proposed> {
  const provider = await startJobProvider();
  try {
    const pinned = { job: "nightly", issuer: provider.issuer, ...JOB, store: project.store, role: "contributor" };
    await asksAsAdmin(of, "POST", "/jobs", pinned);
    records.adminActs.push("job-pinned");
    const token = await provider.sign({ aud: JOB.audience, repository: JOB.repository, ref: JOB.ref, sub: "nightly" });
    const path = `/v1/${of.tenant.name}/exchange`;
    const given = { token: tokenIn(await of.tenant.client.ask("POST", path, { body: { token } })) };
    const [accepted, left] = [await adds(of, project, given), await adds(of, project, given)];
    const reviewer = reviewersIn(of, project)[0] ?? of.admin;
    await accepts(of, project, reviewer, accepted);
    return { project, accepted, left, reviewer };
  } finally {
    await provider.end();
  }
}

export interface Held {
  readonly project: Project;
  readonly memory: Memory;
  readonly words: readonly string[];
  readonly refusal: Answer;
}

/** Under the hold the memory is changed and taken away by whoever works there, and an admin tries to have it erased. */
export async function holds(of: Organisation, project: Project): Promise<Held> {
  const by = membersIn(of, project)[0] ?? of.admin;
  const words = [`Nobody may lose ${randomUUID()}.`, `Nobody may lose ${randomUUID()}.`];
  const memory = await adds(of, project, by, words[0]);
  await typed(of, "preserve", of.tenant.name, "--hold", "case-7", "--store", project.store, "--for", "court");
  await brings(of, project, by, [{ path: memoryPath(memory.n), text: textOf(memory.n, 2, false, words[1]) }]);
  const token = await tokenOf(of, of.admin);
  const body = { store: project.store, memory: idFor(memory.n), reason: "asked" };
  const refusal = await of.tenant.client.ask("POST", `/v1/${of.tenant.name}/erase`, { token, body });
  await removes(of, project, by, memoryPath(memory.n));
  project.memories.splice(project.memories.indexOf(memory), 1);
  return { project, memory, words, refusal };
}

export interface Erased {
  readonly project: Project;
  readonly memory: Memory;
  readonly words: readonly string[];
  readonly receipts: readonly { readonly text: string; readonly signature: string }[];
  readonly member: Member;
}

/** A person asks for what was written of them, and one who left for all that is theirs. */
export async function erases(of: Organisation, records: Records, project: Project): Promise<Erased> {
  const by = membersIn(of, project)[0] ?? of.admin;
  const words = [`Nobody may know ${randomUUID()}.`, `Nobody may know ${randomUUID()}.`, `Mine is ${randomUUID()}.`];
  const memory = await adds(of, project, by, words[0]);
  await brings(of, project, by, [{ path: memoryPath(memory.n), text: textOf(memory.n, 2, false, words[1]) }]);
  const body = { store: project.store, memory: idFor(memory.n), reason: "law" };
  const first = (await asksAsAdmin(of, "POST", "/erase", body)).body;
  project.files.delete(memoryPath(memory.n));
  project.memories.splice(project.memories.indexOf(memory), 1);
  const member = await ownThings(of, words[2] ?? "");
  const second = (await asksAsAdmin(of, "POST", "/erase", { member: member.member, reason: "asked" })).body;
  member.isGone = true;
  records.adminActs.push("memory-erased", "member-ended", "member-erased");
  return { project, memory, words, receipts: [first, second], member };
}

/** Of somebody who signs nowhere, in their own store. */
async function ownThings(of: Organisation, words: string): Promise<Member> {
  const member = of.members.findLast(
    ({ isGone, grants }) => !isGone && grants.every(({ role }) => role === "contributor"),
  );
  if (member === undefined) throw new Error("everybody reviews");
  const store = `personal/${member.member}`;
  const marker = Buffer.from(`${JSON.stringify({ format: 1, "store-id": idFor(5) })}\n`).toString("base64");
  const text = Buffer.from(textOf(1, 1, false, words)).toString("base64");
  const changes = [
    { path: "holdfast.json", replaces: null, bytes: marker },
    { path: memoryPath(1), replaces: null, bytes: text },
  ];
  const answer = await of.tenant.client.push(store, changes, await tokenOf(of, member));
  if (answer.status !== 200)
    throw new Error(`a push to a personal store was answered ${answer.status}: ${answer.text}`);
  return member;
}

/** One that ends with the quarter, and one that an admin ends before. */
export async function machines(
  of: Organisation,
  records: Records,
): Promise<{ readonly live: string; readonly ends: string }> {
  const made = async (name: string): Promise<Answer> =>
    asksAsAdmin(of, "POST", "/machines", { name, store: of.projects[0]?.store, role: "reader", days: 30 });
  const live = await made("builder");
  await made("old-builder");
  await asksAsAdmin(of, "DELETE", "/machines/old-builder");
  records.adminActs.push("machine-added", "machine-added", "machine-ended");
  return { live: "builder", ends: live.body.ends };
}
