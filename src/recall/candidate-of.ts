// A memory as selection and rendering speak of it: parsed fields only.
import { isExpired, kindField, listField, statusOf, textField, typeField } from "../memory/fields.ts";
import { handleOf, type Memory, nameOf } from "../store/catalogue.ts";
import type { Candidate } from "./candidate.ts";

export function candidateOf(memory: Memory, now: Date): Candidate {
  const { document } = memory;
  const kind = kindField(document);
  const project = textField(document, "project");
  const branch = textField(document, "branch");
  const proposes = textField(document, "proposes");
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
  };
}
