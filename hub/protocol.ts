// What a client and a hub say to each other (HUB-4, HUB-6, HUB-8), and nothing else: types, limits, error codes, and the texts
// that are hashed or signed. Both ends import it, so neither can drift.
//
// All paths begin with /v1/{tenant}. A tenant is named TENANT. A store is named as STORE_NAME says and stands url-encoded in a
// path: /v1/acme/stores/team%2Fbuild/head. Bodies are JSON (UTF-8), bytes in them base64 (standard alphabet, padded), hashes
// sha256 in 64 small hexadecimal digits. A file's hash is that of its bytes. A path is one that a store has
// (isStorePath in src/store/export-document.ts), and never below archive/; or a part of a ledger, which is ledger/<device>.0001.jsonl
// and so on behind the first, ledger/<device>.jsonl, each cut behind a line (src/sync/hub/parts.ts).
//
// GET  .../stores/{store}/head
//      200 Head, header ETag "<seq>-<chain>". With If-None-Match of that value: 304, no body.
//      A store that nobody pushed to has the head of the empty chain (EMPTY_HEAD) for those who may read it.
// GET  .../stores/{store}/changes?since=S&limit=N[&seen=CHAIN]
//      200 Changes. The latest state of each path whose seq is greater than S, in the order of seq; superseded states are not
//      sent. `leaves` has one entry for every seq from S+1 to `next`, sent or superseded. `next` is the cursor to go on from;
//      the last page has next === head.seq, and the chain that the client worked out then equals head.chain. Each page is
//      one moment of the store; the head may be a later one on the next page. An empty page has next === S === head.seq.
//      `erased` on a path that is gone: an admin had its bytes erased. The mirror lets go of it and of every copy, whatever
//      anybody signed, and what is pushed of that memory again is refused. Each erasure also sends one at
//      attest/ID/0000000000000000.1.json, which names the memory whatever became of its paths.
//      409 history-changed where S is beyond the head, or lies before what was purged after an erasure, or `seen` is not the chain that the hub has at S: the hub was put back
//      to a backup, or its history was changed. The client says so to its person and starts again from since=0.
// POST .../stores/{store}/push      header Idempotency-Key: IDEMPOTENCY_KEY      body Push
//      All or nothing. 200 Pushed. Each change takes a seq of its own, in the order of the body. The same key with the same
//      body answers what it answered the first time, for 30 days, with `replayed: true`; with another body 422 key-reused.
//      `replaces` is the hash that the sender knows at this path, null for none (never there, or gone). A change to what is
//      there already (same bytes, or gone and gone) is no conflict whatever it replaces, and takes no seq.
//      409 Conflicts: paths that have another hash, with what is there: its hash, and its bytes as far as LIMITS say. The client joins and tries again with a new key, at
//      most ROUNDS times. 422 Refused: findings in the words of `holdfast check --ci`, one per path or more; nothing of it
//      was taken. A memory, its statements and the records of the devices that signed them belong into one push, or the
//      records into an earlier one: each push is judged against what stands after it. The first push to a store brings its
//      holdfast.json: to org and to a team's an admin's, and with an id that no other store of the organisation has.
// GET  /v1/{tenant}/stores          200 {stores: StoreRow[]}: those that the caller may read.
// GET  .../stores/{store}/reviewers 200 {reviewers: ReviewerRow[]}: the devices of members who may confirm there, for those who may.
// GET  /v1/{tenant}                 200 TenantInfo: the first keys, to be pinned by fingerprint, and who the caller is.
//
// Who asks: header `Authorization: Bearer TOKEN`. A token begins with a prefix that scanners for secrets can know:
//   hfs_  of a member's device, for DEVICE_TOKEN_SECONDS, got for a signature:
//         POST /v1/{tenant}/session   body SessionRequest -> 200 Token.  The signature is SSHSIG (namespace "holdfast", as
//         statements are signed) over sessionText(), made by the device's key. `at` may be CLOCK_SKEW_SECONDS off, a nonce counts once.
//   hfp_  of a person who signed in, for an hour (see below); DELETE /v1/{tenant}/session ends it sooner, as it does any token.
//   hfm_  of a machine, made by an admin, shown once: scope of one store, reader or contributor, with an end.
//   hfj_  of a job of CI, for an hour: POST /v1/{tenant}/exchange  body {token: the provider's OIDC token} -> 200 Token.
//         A provider's token counts once: 403 to one that was exchanged already, also where nobody heard the answer.
//
// Sign-in of a person. Terminal: POST /v1/{tenant}/sign-in/device {} -> 200 DeviceSignIn; the person opens verification_uri and
//   types user_code; the client asks POST /v1/{tenant}/sign-in/poll {handle} every `interval` seconds: 202 {pending: true} or
//   200 Token. Browser: the client listens on a port of 127.0.0.1 and opens
//   /v1/{tenant}/sign-in/browser?port=PORT&challenge=BASE64URL(SHA256(verifier)); in the end the browser arrives at
//   http://127.0.0.1:PORT/?code=CODE (or ?error=...), and the client asks
//   POST /v1/{tenant}/sign-in/finish {code, verifier} -> 200 Token.
// POST /v1/{tenant}/devices         hfp_ only. body DeviceRequest (signature over deviceText()) -> 201 {device}. This key speaks
//   for the member from now on. DELETE /v1/{tenant}/devices/{device}: by its member or an admin; its tokens end at once.
//
// Administration (role admin on "*"): GET|POST .../members, PUT|DELETE .../members/{member},
//   POST .../members/{member}/invite {}, GET|POST .../machines,
//   DELETE .../machines/{name}, GET|POST .../jobs, DELETE .../jobs/{job}, GET .../audit?since=N&limit=N (NDJSON), POST .../erase,
//   GET .../devices, GET .../overview. An admin's page of them is at /admin; a browser's sign-in without a port ends there, at
//   {the hub's own address}/admin#tenant=...&code=... (or &error=...), and nowhere else that a request could name.
//   Their shapes are in /openapi.json, which is made of the schemas the hub checks with.
// GET /health, /ready, /metrics, /openapi.json need no token.
//
// Any other answer than the above has the body Problem. 401 is the answer to any token that does not count here: one of another
// tenant, one that ended, one that was never made. 404 is the answer to any store that the caller may not read: that
// it exists is not told. 429 and 503 have Retry-After in seconds. No answer at all says nothing: ask again with the same key.
import { type Head, LIMITS as TOLD } from "../src/sync/hub/protocol.ts";

/** What a client says or hears too stands there, once: the texts that are hashed or signed, and who may be asked how much. */
export { deviceText, EMPTY_HEAD, type Head, leafOf, linkOf, sessionText, TENANT } from "../src/sync/hub/protocol.ts";

/** `project/` is followed by the store's id as its holdfast.json has it, `personal/` by the member's id. */
export const STORE_NAME: RegExp =
  /^(?:org|team\/[a-z0-9][a-z0-9-]{0,62}|project\/[0-9A-HJKMNP-TV-Z]{26}|personal\/[a-z0-9]{16,32})$/;
export const IDEMPOTENCY_KEY: RegExp = /^[A-Za-z0-9_-]{16,128}$/;

interface Limits {
  readonly bytesInPage: number;
  readonly bytesInConflicts: number;
  readonly judgedBytes: number;
  readonly filesInFolder: number;
  readonly bytesInFolder: number;
  readonly wordsOfMemory: number;
  readonly demotedBytes: number;
  readonly ofMemory: number;
  readonly storeBytes: number;
  readonly storePaths: number;
  readonly teams: number;
  readonly projects: number;
}

export const LIMITS: typeof TOLD & Limits = {
  ...TOLD,
  /** A page ends after the change that brings it to this. */
  bytesInPage: 4_194_304,
  /** Beyond it conflicts are told by their hashes alone: `changes` has the bytes. */
  bytesInConflicts: TOLD.fileBytes,
  /** Read of a store to judge one push: what stands where it writes, what is about the same memories, and the folders below. */
  judgedBytes: 33_554_432,
  /**
   * Of devices/, of allowances/, and of what is quarantined in a store of several people, which are read for one push after another:
   * a request, an approval and a revocation of each of 500 members, and policies.
   */
  filesInFolder: 2000,
  bytesInFolder: 4_194_304,
  /** Statements about one memory: twice what a machine reads of them. Half of them for whoever confirms nothing. */
  wordsOfMemory: 400,
  /** Quarantine takes what is demoted beyond that: this much from anybody, from a reviewer all. */
  demotedBytes: 12_582_912,
  /** Files about one memory, beside statements. */
  ofMemory: 100,
  /** Of all that a store holds: less than a machine takes in, which may be sent what is new meanwhile. */
  storeBytes: (TOLD.bytesInStore / 16) * 15,
  storePaths: (TOLD.pathsInStore / 16) * 15,
  /** Beside the organisation's own, so that each is told: members have mirrors of what is told, and close those of what is not. */
  teams: TOLD.storesTold - 1,
  /** Stores of projects that reviewers and admins begin. Whoever confirms nothing begins them while there are fewer than are told. */
  projects: 10 * TOLD.storesTold,
};

export const ROUNDS = 5;
export const DEVICE_TOKEN_SECONDS = 900;
export const CLOCK_SKEW_SECONDS = 300;

export const ERROR_CODES = [
  "bad-request",
  "unauthenticated",
  "not-allowed",
  "not-found",
  "conflict",
  "history-changed",
  "refused",
  "key-reused",
  "too-large",
  "too-many-requests",
  "unavailable",
  "internal",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export const STATUS: Readonly<Record<ErrorCode, number>> = {
  "bad-request": 400,
  unauthenticated: 401,
  "not-allowed": 403,
  "not-found": 404,
  conflict: 409,
  "history-changed": 409,
  refused: 422,
  "key-reused": 422,
  "too-large": 413,
  "too-many-requests": 429,
  unavailable: 503,
  internal: 500,
};

export interface Problem {
  readonly code: ErrorCode;
  /** One sentence, for a person. */
  readonly message: string;
}

export type Change =
  | { readonly path: string; readonly seq: number; readonly hash: string; readonly bytes: string }
  | { readonly path: string; readonly seq: number; readonly gone: true; readonly erased?: true };

export interface Changes {
  readonly changes: readonly Change[];
  /** Of since+1, since+2, ... next. */
  readonly leaves: readonly string[];
  readonly next: number;
  readonly head: Head;
}

export type PushChange =
  | { readonly path: string; readonly replaces: string | null; readonly bytes: string }
  | { readonly path: string; readonly replaces: string | null; readonly gone: true };

export interface Push {
  readonly changes: readonly PushChange[];
}

/** The head after this push; that of the store where it changed nothing. */
export interface Pushed extends Head {
  readonly replayed?: true;
}

export type Conflict =
  | { readonly path: string; readonly hash: string; readonly bytes?: string }
  | { readonly path: string; readonly gone: true };

export interface Conflicts extends Problem {
  readonly code: "conflict";
  readonly conflicts: readonly Conflict[];
}

/** As `holdfast check --ci --json` names a problem; `role`: what the caller may not push, whoever signed it. */
export interface Finding {
  readonly kind: string;
  /** Below the store's folder; of what is quarantined its id alone: "quarantine/ (01JC...)". */
  readonly path: string;
  readonly what: string;
  readonly next: string;
}

export interface Refused extends Problem {
  readonly code: "refused";
  readonly findings: readonly Finding[];
}

/** Strictest first. A contributor adds and changes what nobody confirmed, and demotes; a reviewer confirms. */
export const ROLES = ["reader", "contributor", "reviewer", "admin"] as const;
export type Role = (typeof ROLES)[number];

export interface StoreRow extends Head {
  readonly store: string;
  /** The caller's in it. */
  readonly role: Role;
}

export interface ReviewerRow extends FirstKey {
  /** The member's. */
  readonly name: string;
}

export interface FirstKey {
  readonly device: string;
  /** As SSH writes it: type and base64. */
  readonly key: string;
  /** SHA256:... as `ssh-keygen -l` prints it. */
  readonly fingerprint: string;
}

export interface TenantInfo {
  readonly tenant: string;
  readonly name: string;
  /** With which it was founded. A machine that joins pins them. */
  readonly keys: readonly FirstKey[];
  /** Of the hub itself: it signs receipts of erasure, and nothing that counts as trust. */
  readonly receiptKey: string;
  readonly you: {
    readonly kind: "device" | "person" | "machine" | "job";
    /** The member's id, or the name of the machine or job. */
    readonly id: string;
    readonly name: string;
    /** Of a member alone: personal/<member>. */
    readonly personal?: string;
  };
}

export interface StoreOverview extends Head {
  readonly store: string;
  /** ISO 8601, UTC; null where that is not known. */
  readonly pushed: string | null;
  /** By what the files say, which the hub let in. */
  readonly verified: number;
  readonly inferred: number;
  readonly quarantined: number;
  readonly bytes: number;
}

export interface Overview {
  readonly stores: readonly StoreOverview[];
  /** Of all together. */
  readonly personal: { readonly stores: number; readonly memories: number; readonly bytes: number };
  /** How often what the audit names was done on a day of the last 30; `memories`: by how many there were more. */
  readonly days: readonly { readonly day: string; readonly what: string; readonly n: number }[];
  readonly today: string;
  /** The last line and its link. */
  readonly audit: { readonly n: number; readonly chain: string };
}

export interface DeviceRow {
  readonly device: string;
  readonly fingerprint: string;
  readonly name: string;
  /** The member's id, and name. */
  readonly member: string;
  readonly of: string;
  readonly ended: boolean;
}

/** Why bytes had to go: the audit has codes, and no text. */
export const ERASED_FOR = ["asked", "secret", "law", "mistake"] as const;

/** Why something is preserved: a code as well. */
export const PRESERVED_FOR = ["court", "authority", "dispute", "inquiry"] as const;

export interface Token {
  readonly token: string;
  /** ISO 8601, UTC. */
  readonly ends: string;
}

export interface SessionRequest {
  /** The public key's line. */
  readonly key: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** 16 to 64 of A-Z a-z 0-9 _ -, new each time. */
  readonly nonce: string;
  /** Armoured SSHSIG over sessionText. */
  readonly signature: string;
}

export interface DeviceRequest {
  readonly device: string;
  readonly key: string;
  readonly name: string;
  readonly at: string;
  readonly nonce: string;
  readonly signature: string;
}

export interface DeviceSignIn {
  readonly handle: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete?: string;
  readonly interval: number;
  readonly ends: string;
}
