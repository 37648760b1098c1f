// Which memory is the other text of one that two machines changed (SYN-3). Its id tells: it is made of the target's id and of
// these very words, where the id of what an agent proposes is made of chance.
import { contentHash } from "../memory/content-hash.ts";
import { textField } from "../memory/fields.ts";
import { isMemoryId } from "../memory/ids.ts";
import { siblingId } from "../replica/names.ts";
import type { Memory } from "./catalogue.ts";

export function isSibling({ id, document }: Memory): boolean {
  const target = textField(document, "proposes");
  return isMemoryId(target) && id === siblingId(target, contentHash(document));
}
