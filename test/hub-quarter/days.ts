// A working day: each member whose machine syncs brings what they wrote since it did, new memories, changed ones, and, where they review, a signature on what others
// proposed. Projects go side by side, within one the members go one after the other, as the store's counter row has it anyway.
import { memoryPath } from "../hub/stores.ts";
import { below, type Chance, chance, pick } from "../support/acts.ts";
import { brings, type Member, type Memory, type Organisation, type Project, reviewersIn } from "./organisation.ts";
import { confirmed, type Made, textOf } from "./signed.ts";

const AT_ONCE = 8;
const CONFIRMS = 0.1;
const ADDS = 0.5;

export async function day(of: Organisation, today: number): Promise<void> {
  const at = new Map<Project, Member[]>();
  for (const [which, member] of of.members.entries()) {
    if (member.isGone || which % of.size.every !== today % of.size.every) continue;
    const grant = pick(member.grants, of.next);
    const project = of.projects.find(({ store }) => store === grant?.store);
    if (project !== undefined) at.set(project, [...(at.get(project) ?? []), member]);
  }
  const left = [...at];
  // Each its own, or the order in which they are answered would decide what is written.
  const seeds = new Map(left.map(([project]) => [project, chance(below(2 ** 31, of.next))]));
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let turn = left.shift(); turn !== undefined; turn = left.shift()) {
        const [project, members] = turn;
        for (const member of members) await works(of, project, member, seeds.get(project) ?? of.next);
      }
    }),
  );
}

async function works(of: Organisation, project: Project, member: Member, next: Chance): Promise<void> {
  const mayConfirm = reviewersIn(of, project).includes(member);
  const touched = new Set<Memory>();
  const writes = of.size.writes * of.size.every;
  const made: Made[] = [];
  const after: (() => void)[] = [];
  for (let write = 0; write < writes; write++) {
    const drawn = next();
    const known = someone(project, touched, next);
    if (known !== undefined && mayConfirm && drawn < CONFIRMS) {
      touched.add(known);
      after.push(confirms(project, member, known, made));
      of.count.confirmed += 1;
    } else if (known !== undefined && drawn > ADDS) {
      touched.add(known);
      made.push({ path: memoryPath(known.n), text: textOf(known.n, known.version + 1, false) });
      after.push(() => {
        known.version += 1;
      });
    } else {
      const memory: Memory = { n: numberIn(project), version: 1, by: undefined, isFixed: false };
      touched.add(memory);
      made.push({ path: memoryPath(memory.n), text: textOf(memory.n, 1, false) });
      after.push(() => void project.memories.push(memory));
    }
  }
  await brings(of, project, member, made);
  of.count.writes += writes;
  for (const done of after) done();
}

export function numberIn(project: Project): number {
  project.last += 1;
  return project.last;
}

/** Its text as it stands, and a signature over it. */
export function confirms(project: Project, by: Pick<Member, "signer">, memory: Memory, made: Made[]): () => void {
  const text = textOf(memory.n, memory.version, true);
  const said = confirmed(by.signer, project.id, memory.n, text);
  made.push({ path: memoryPath(memory.n), text }, said);
  return () => {
    memory.by = by.signer.device;
    project.marks.set(by.signer.device, [...(project.marks.get(by.signer.device) ?? []), said.mark]);
  };
}

/** Nobody confirmed it, and this push has not met it. */
function someone({ memories }: Project, touched: ReadonlySet<Memory>, next: Chance): Memory | undefined {
  for (let tries = 0; tries < 6 && memories.length > 0; tries++) {
    const found = memories[below(memories.length, next)];
    if (found !== undefined && found.by === undefined && !found.isFixed && !touched.has(found)) return found;
  }
  return undefined;
}
