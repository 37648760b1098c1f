// A memory as a model reads it through MCP: every word of it through the sanitiser for contexts (CHK-31), with its trust
// beside it (TRU-30), and nothing that no signature covers: no file name, no date, no origin. Lines of a body are the
// renderer's (CTX-1).

import { textField } from "../memory/fields.ts";
import { BODY_MAX, bodyOf } from "../recall/render.ts";
import type { Row } from "../review/list.ts";
import { handleOf, type Memory, nameOf } from "../store/catalogue.ts";
import { forContext } from "../text/sanitise.ts";

export interface ShownHead {
  readonly id: string;
  readonly name: string;
  readonly trust: string;
}

export function headOf(memory: Memory): ShownHead {
  const name = nameOf(memory);
  return { id: idOf(memory), name: forContext(name, { max: 100 }), trust: memory.tier };
}

export function headOfRow(row: Row): ShownHead {
  return {
    id: forContext(row.id ?? row.stem, { max: 160 }),
    name: forContext(row.name, { max: 100 }),
    trust: row.tier,
  };
}

function idOf(memory: Memory): string {
  return forContext(handleOf(memory), { max: 160 });
}

/** A body that is longer is not shown in part, which could turn its meaning round: then the description alone. */
export function excerptOf({ document }: Memory): string {
  const description = forContext(textField(document, "description") ?? "", { max: 256 });
  if (document.body.length > BODY_MAX) return `${description} (longer: memory_get)`;
  const body = bodyOf(document.body, BODY_MAX);
  return body.trim() === "" ? description : body;
}

export interface Whole extends ShownHead {
  readonly description: string;
  readonly kind?: string;
  readonly scope: string;
  readonly status: string;
  readonly text: string;
}

export function wholeOf(row: Row, body: string): Whole {
  return {
    ...headOfRow(row),
    description: forContext(row.description, { max: 256 }),
    ...(row.kind === null ? {} : { kind: forContext(row.kind, { max: 20 }) }),
    scope: row.scope,
    status: row.superseded ? "superseded" : row.status,
    text: bodyOf(body),
  };
}
