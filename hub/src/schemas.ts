// What the edge lets in and out, as JSON Schema. Requests are checked with it, answers are written with it, and the OpenAPI document is
// made of it, so that the three are one.
import { ERASED_FOR, IDEMPOTENCY_KEY, LIMITS, PRESERVED_FOR, ROLES, STORE_NAME, TENANT } from "../protocol.ts";

export type Schema = Readonly<Record<string, unknown>>;

function object(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", additionalProperties: false, required, properties };
}

/** `description`: the form in words, for whoever typed another one, and in the OpenAPI document. */
function text(maxLength: number, pattern?: RegExp, description?: string): Schema {
  const form = { ...(pattern && { pattern: pattern.source }), ...(description !== undefined && { description }) };
  return { type: "string", minLength: 1, maxLength, ...form };
}
const list = (items: Schema, maxItems: number): Schema => ({ type: "array", maxItems, items });
const whole: Schema = { type: "integer", minimum: 0 };
const yes: Schema = { type: "boolean", const: true };
const hex: Schema = { type: "string", pattern: "^[0-9a-f]{64}$" };
const hexOrNull: Schema = { type: ["string", "null"], pattern: "^[0-9a-f]{64}$" };
const counted: Schema = { type: "string", pattern: "^[0-9]{1,15}$" };
/** Whether a store has such a path is the judge's to say; no control character gets that far. */
const path: Schema = text(300, /^[^\p{Cc}]+$/u);
/** Of the largest file, in base64. */
const bytes: Schema = { type: "string", maxLength: Math.ceil(LIMITS.fileBytes / 3) * 4 };
const anyText: Schema = { type: "string" };

const storeName = text(120, STORE_NAME, "org, team/NAME, project/ID or personal/MEMBER");
const granted = text(
  120,
  /^(?:\*|(?:team|project)\/\*|org|team\/[a-z0-9][a-z0-9-]{0,62}|project\/[0-9A-HJKMNP-TV-Z]{26})$/,
  "org, team/NAME, project/ID, team/*, project/* or *",
);
const device = text(64, /^[0-9a-f]{16,64}$/, "the id of a device: 16 to 64 of 0-9 and a-f");
const member = text(32, /^[a-z0-9]{16,32}$/, "the id of a member, as found and invite printed it");
const memory = text(
  26,
  /^[0-9A-HJKMNP-TV-Z]{26}$/,
  "the id of a memory: 26 digits and capitals, as holdfast show tells it",
);
const name = text(100);
const key = text(500);
const time = text(40, /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
const nonce = text(64, /^[A-Za-z0-9_-]{16,64}$/);
const signature = text(8192);
const limitedRole: Schema = { enum: ["reader", "contributor"] };
const grants = list(object({ store: granted, role: { enum: ROLES } }), 200);
const email = text(254, /^[^\s@]+@[^\s@]+$/, "an address, such as ann@example.org");
const machine = text(64, /^[a-z0-9][a-z0-9-]*$/, "a-z, 0-9 and - behind the first, 64 at most");
const issuer = text(300, /^https?:\/\//, "an address that begins with https://");

/** What an auditor asks by. */
export const ASKED: Schema = object({ store: storeName, memory, device }, ["store", "memory", "device"]);

export const PARAMS: Readonly<Record<"tenant" | "store" | "device" | "member" | "machine", Schema>> = {
  tenant: object({ tenant: text(63, TENANT) }),
  store: object({ tenant: text(63, TENANT), store: storeName }),
  device: object({ tenant: text(63, TENANT), device }),
  member: object({ tenant: text(63, TENANT), member }),
  machine: object({ tenant: text(63, TENANT), name: machine }),
};

/** 1024 to 65535. */
const PORT =
  "^(?:102[4-9]|10[3-9][0-9]|1[1-9][0-9]{2}|[2-9][0-9]{3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$";

export const QUERIES: Readonly<Record<"changes" | "audit" | "browser", Schema>> = {
  changes: object({ since: counted, limit: counted, seen: hex }, ["limit", "seen"]),
  audit: object({ since: counted, limit: { type: "string", pattern: "^[1-9][0-9]{0,3}$" } }, ["since", "limit"]),
  browser: object({ port: { type: "string", pattern: PORT }, challenge: text(43, /^[A-Za-z0-9_-]{43}$/) }, ["port"]),
};

export const HEADERS: Readonly<Record<"push", Schema>> = {
  push: {
    type: "object",
    required: ["idempotency-key"],
    properties: { "idempotency-key": { type: "string", pattern: IDEMPOTENCY_KEY.source } },
  },
};

export const BODIES: Readonly<
  Record<
    | "push"
    | "session"
    | "device"
    | "nothing"
    | "handle"
    | "code"
    | "finish"
    | "exchange"
    | "member"
    | "grants"
    | "machine"
    | "job"
    | "provider"
    | "erase"
    | "preserve",
    Schema
  >
> = {
  push: object({
    changes: {
      ...list(object({ path, replaces: hexOrNull, bytes, gone: yes }, ["bytes", "gone"]), LIMITS.changesInPush),
      minItems: 1,
    },
  }),
  session: object({ key, at: time, nonce, signature }),
  device: object({ device, key, name: { type: "string", maxLength: 40 }, at: time, nonce, signature }),
  nothing: object({}),
  handle: object({ handle: text(64) }),
  code: object({ code: text(64) }),
  finish: object({ code: text(64), verifier: text(128, /^[A-Za-z0-9_-]{43,128}$/) }),
  exchange: object({ token: text(8192) }),
  member: object({ name, email, grants }, ["email"]),
  grants: object({ grants }),
  machine: object({
    name: machine,
    store: storeName,
    role: limitedRole,
    days: { type: "integer", minimum: 1, maximum: 366 },
  }),
  job: object({
    job: machine,
    issuer,
    audience: text(300),
    repository: text(300),
    // As GitHub and GitLab sign it: a bare name is in no token of theirs.
    ref: text(300, /^refs\/./, "a whole ref, such as refs/heads/main"),
    store: storeName,
    role: limitedRole,
  }),
  provider: object(
    {
      issuer,
      clientId: text(300),
      clientSecret: { ...text(300), writeOnly: true },
      groupsClaim: text(100),
      groups: {
        type: "object",
        maxProperties: 500,
        additionalProperties: { type: "object", additionalProperties: { enum: ROLES }, propertyNames: granted },
      },
    },
    ["clientSecret", "groupsClaim", "groups"],
  ),
  erase: object({ store: storeName, memory, member, reason: { enum: ERASED_FOR } }, [
    "store",
    "memory",
    "member",
    "reason",
  ]),
  /** The operator's alone: no route takes it. */
  preserve: object({ hold: machine, store: storeName, member, for: { enum: PRESERVED_FOR } }, ["store", "member"]),
};

const head = { seq: whole, chain: hex };
const problem = object({ code: anyText, message: anyText });
const token = object({ token: anyText, ends: anyText });
const finding = object({ kind: anyText, path: anyText, what: anyText, next: anyText });
const conflict = object({ path: anyText, hash: hex, bytes: anyText, gone: yes }, ["hash", "bytes", "gone"]);

export const ANSWERS: Readonly<
  Record<
    | "problem"
    | "head"
    | "changes"
    | "pushed"
    | "conflicts"
    | "refused"
    | "stores"
    | "reviewers"
    | "token"
    | "receipt"
    | "devices"
    | "overview",
    Schema
  >
> = {
  problem,
  head: object(head),
  changes: object({
    changes: list(
      object({ path: anyText, seq: whole, hash: hex, bytes: anyText, gone: yes, erased: yes }, [
        "hash",
        "bytes",
        "gone",
        "erased",
      ]),
      LIMITS.changesInPage,
    ),
    leaves: list(hex, LIMITS.leavesInPage),
    next: whole,
    head: object(head),
  }),
  pushed: object({ ...head, replayed: yes }, ["replayed"]),
  conflicts: object({ code: anyText, message: anyText, conflicts: { type: "array", items: conflict } }, ["conflicts"]),
  refused: object({ code: anyText, message: anyText, findings: { type: "array", items: finding } }, ["findings"]),
  stores: object({ stores: { type: "array", items: object({ store: anyText, role: anyText, ...head }) } }),
  reviewers: object({
    reviewers: list(object({ device: anyText, key: anyText, fingerprint: anyText, name: anyText }), 10_000),
  }),
  token,
  receipt: object({ text: anyText, signature: anyText, already: anyText }, ["already"]),
  devices: object({
    devices: {
      type: "array",
      items: object({
        device: anyText,
        fingerprint: anyText,
        name: anyText,
        member: anyText,
        of: anyText,
        ended: { type: "boolean" },
      }),
    },
  }),
  overview: object({
    stores: {
      type: "array",
      items: object({
        store: anyText,
        pushed: { type: ["string", "null"] },
        verified: whole,
        inferred: whole,
        quarantined: whole,
        bytes: whole,
        ...head,
      }),
    },
    personal: object({ stores: whole, memories: whole, bytes: whole }),
    days: { type: "array", items: object({ day: anyText, what: anyText, n: { type: "integer" } }) },
    today: anyText,
    audit: object({ n: whole, chain: anyText }),
  }),
};
