// memory_remember and memory_propose_change: what an agent writes is inferred, whatever it says about itself (TRU-21).
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { McpCalls, OpenedMcp } from "../compose/mcp.ts";
import { textField } from "../memory/fields.ts";
import { KINDS, TYPES } from "../memory/kinds.ts";
import { bodyGiven } from "../recall/render.ts";
import { likesOf, type Twin } from "../review/waiting.ts";
import { type Added, type AddPlan, type AlreadyKnown, add, propose } from "../store/add.ts";
import type { AddRequest } from "../store/authored.ts";
import { readCatalogue } from "../store/catalogue.ts";
import { isForAgents } from "../store/withheld.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forContext } from "../text/sanitise.ts";
import { type CallOutcome, writing } from "./answer.ts";
import { headOf, type ShownHead } from "./shown.ts";
import { ALWAYS_LOADED, CREATES, claiming, claimsIn, ID, lean, NOTE, TRUST, tool } from "./tool.ts";
import { INPUT, likeNote } from "./wording.ts";

const TEXT = z.string().min(1).max(60_000);
const LINE = z.string().max(1000);

const MEMORY = z.strictObject({
  text: TEXT.describe(INPUT.text),
  name: LINE.optional(),
  description: LINE.optional().describe(INPUT.description),
  type: z.enum(TYPES).optional(),
  kind: z.enum(KINDS).optional(),
  tags: z.array(LINE).max(50).optional(),
  asks: z.array(LINE).max(5).optional(),
  paths: z.array(LINE).max(50).optional().describe(INPUT.paths),
  expires: LINE.optional().describe(INPUT.expires),
  global: z.boolean().optional().describe(INPUT.global),
});

/**
 * As it is advertised: a model gives what a schema requires, and it is the one that can say how it would be asked (ARR-5). A
 * client that leaves it out is served all the same: the memory is worth more than the questions.
 */
const ASKED = MEMORY.extend({ asks: z.array(LINE).min(1).max(5).describe(INPUT.asks) });

const CHANGE = z.strictObject({
  id: ID,
  change: z.enum(["edit", "retire"]).describe(INPUT.change),
  text: TEXT.optional(),
  description: LINE.optional(),
  reason: z.string().min(1).max(2000),
});

const WRITTEN = {
  id: z.string(),
  name: z.string(),
  trust: TRUST,
  created: z.boolean(),
  dropped: z.array(z.string()).optional(),
  note: NOTE,
};

export function registerRemember(server: McpServer, calls: McpCalls): void {
  server.registerTool(
    "memory_remember",
    {
      ...tool("memory_remember"),
      inputSchema: claiming(MEMORY, ASKED),
      outputSchema: lean(z.object(WRITTEN)),
      annotations: CREATES,
      _meta: ALWAYS_LOADED,
    },
    (given) => writing(calls, (opened) => remembered(opened, given, claimsIn(given, MEMORY))),
  );
}

async function remembered(
  { personal, project, act }: OpenedMcp,
  memory: z.infer<typeof MEMORY>,
  claims: readonly string[],
): Promise<CallOutcome> {
  const { text, name, description, type, kind, tags, asks, paths, expires } = memory;
  const given = Object.entries({ name, description, type, kind, tags, asks, paths, expires }).filter(
    ([, value]) => value !== undefined,
  );
  const request: AddRequest = {
    text,
    ...Object.fromEntries(given),
    ...(project === undefined ? {} : { project }),
    global: memory.global === true,
    claims,
  };
  const result = await add(personal, request, act);
  if (isRefusal(result)) return result;
  const answer = written(result);
  const note = result.kind === "added" ? likeNote(likesBeside(personal, result.planned)) : undefined;
  return isRefusal(answer) || note === undefined ? answer : { ...answer, note };
}

/** What says the same, or the opposite, of what an agent may read (ARR-8): told, and nothing is replaced. */
function likesBeside({ store }: OpenedMcp["personal"], { plan, document }: AddPlan): readonly Twin[] {
  const others = readCatalogue(store).memories.filter(({ id }) => plan.steps.every((step) => step.id !== id));
  return likesOf(document, others.filter(isForAgents));
}

export function registerPropose(server: McpServer, calls: McpCalls): void {
  server.registerTool(
    "memory_propose_change",
    {
      ...tool("memory_propose_change"),
      inputSchema: claiming(CHANGE),
      outputSchema: lean(z.object({ ...WRITTEN, proposes: z.string() })),
      annotations: CREATES,
    },
    (given) => writing(calls, (opened) => proposed(opened, given, claimsIn(given, CHANGE))),
  );
}

async function proposed(
  { stores, act }: OpenedMcp,
  { id, change, text, description, reason }: z.infer<typeof CHANGE>,
  claims: readonly string[],
): Promise<CallOutcome> {
  const said = {
    ...(text === undefined ? {} : { text: bodyGiven(text) }),
    ...(description === undefined ? {} : { description }),
  };
  const result = await propose(stores, { name: id, change, reason, claims, ...said }, act);
  if (isRefusal(result)) return result;
  const answer = written(result.added);
  return isRefusal(answer) ? answer : { ...answer, proposes: headOf(result.target).id };
}

type Written = ShownHead & { readonly created: boolean; readonly dropped?: readonly string[] };

function written(result: Added | AlreadyKnown): Written | Refusal {
  if (result.kind === "already-known") {
    const { tier } = result.memory;
    if (tier === "quarantined") return refuse("needs-person", "A person put exactly these words away.");
    return { ...headOf(result.memory), created: false };
  }
  const { plan, document, file } = result.planned;
  const [step] = plan.steps;
  const dropped = plan.droppedClaims.map((key) => forContext(key, { max: 40 }));
  return {
    id: step?.id ?? "",
    name: forContext(textField(document, "name") ?? file, { max: 100 }),
    trust: step?.to ?? "inferred",
    created: true,
    ...(dropped.length === 0 ? {} : { dropped }),
  };
}
