// A memory as selection and rendering speak of it: parsed fields, and what is asked about it only where it matters.
import { isExpired, kindField, listField, statusOf, textField, typeField } from "../memory/fields.ts";
import { handleOf, type Memory, nameOf } from "../store/catalogue.ts";
import type { Suspects } from "../store/withheld.ts";
import type { Candidate, Here, WithheldReason } from "./candidate.ts";
import type { IsOutdated } from "./outdated.ts";
import { carriesSecret, reasonAgainst } from "./serve.ts";

export interface Looking {
  readonly now: Date;
  /** Left out: whoever asks is a person, who may see what waits for one. */
  readonly suspects?: Suspects | undefined;
  /** Left out where no project is at hand: then nothing is known to have gone (CTX-8). */
  readonly isOutdated?: IsOutdated | undefined;
}

export function candidateOf(memory: Memory, { now, suspects, isOutdated }: Looking): Candidate {
  const { document } = memory;
  const kind = kindField(document);
  const project = textField(document, "project");
  const branch = textField(document, "branch");
  const proposes = textField(document, "proposes");
  const made = textField(document, "created-at");
  return {
    id: handleOf(memory),
    name: nameOf(memory),
    description: textField(document, "description") ?? "",
    body: document.body,
    type: typeField(document) ?? "reference",
    ...(kind === undefined ? {} : { kind }),
    tags: listField(document, "tags"),
    tier: memory.tier,
    scope: memory.scope,
    place: memory.stored.place,
    file: memory.stored.file,
    ...(project === undefined ? {} : { project }),
    status: statusOf(document),
    expired: isExpired(document, now),
    ...(branch === undefined ? {} : { branch }),
    supersedes: memory.supersedes,
    ...(proposes === undefined ? {} : { proposes }),
    ...(made === undefined ? {} : { madeOn: made.slice(0, 10) }),
    look: {
      suspicion: () => suspects?.suspicion(memory),
      secret: () => suspects?.secret(memory) === true,
      outdated: () => isOutdated?.(memory) === true,
    },
  };
}

/** Why it may not be told here (CTX-2); `replaced` by whoever knows which of them are. */
export function whyNot(
  memory: Memory,
  asked: Looking & Here,
  replaced: ReadonlySet<Memory> = new Set(),
): WithheldReason | undefined {
  const candidate = candidateOf(memory, asked);
  const others = { isReplaced: () => replaced.has(memory), isHeld: () => false };
  return reasonAgainst(candidate, asked, others) ?? (carriesSecret(candidate) ? "secret" : undefined);
}
