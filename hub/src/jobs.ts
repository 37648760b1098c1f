// A job of CI has no secret (HUB-8): its provider signs a token that says which repository and ref it runs for, and the hub gives one
// of an hour for it, where an admin pinned exactly that. Keys are fetched from the pinned issuer, never from where a token says.
import { createRemoteJWKSet, customFetch, decodeJwt, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { CLOCK_SKEW_SECONDS, type Role, type Token } from "../protocol.ts";
import { type Actor, record } from "./audit.ts";
import type { Database, Tx } from "./database.ts";
import { isFirstUse } from "./once.ts";
import { Refused } from "./problems.ts";
import { discoveryAt, type Reach } from "./reach.ts";
import { openRecent } from "./recent.ts";
import { nobodysOwn } from "./roles.ts";
import { issue } from "./tokens.ts";

export interface Job {
  readonly job: string;
  readonly issuer: string;
  readonly audience: string;
  readonly repository: string;
  readonly ref: string;
  readonly store: string;
  readonly role: Role;
}

export function jobs(tx: Tx): Promise<readonly Job[]> {
  return tx.rows<Job>(
    `SELECT job, issuer, audience, repository, ref, store, role FROM jobs WHERE tenant_id = $1 ORDER BY job`,
    [tx.tenant],
  );
}

export async function pin(tx: Tx, by: Actor, pinned: Job): Promise<void> {
  const { job, issuer, audience, repository, ref, store, role } = pinned;
  nobodysOwn(store);
  await onlyOne(tx, pinned);
  await tx.rows(
    `INSERT INTO jobs (tenant_id, job, issuer, audience, repository, ref, store, role)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (tenant_id, job) DO UPDATE SET issuer = $3, audience = $4,
       repository = $5, ref = $6, store = $7, role = $8`,
    [tx.tenant, job, issuer, audience, repository, ref, store, role],
  );
  await endTokens(tx, job);
  await record(tx, by, { action: "job-pinned", about: { job, store, role } });
}

/** Two that a token fits equally would leave to chance which store it opens. The tenant's row is held: pins come one after the other. */
async function onlyOne(tx: Tx, { job, issuer, audience, repository, ref }: Job): Promise<void> {
  await tx.rows(`SELECT 1 FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE`, [tx.tenant]);
  const [other] = await tx.rows<{ job: string }>(
    `SELECT job FROM jobs WHERE tenant_id = $1 AND issuer = $2 AND audience = $3 AND repository = $4 AND ref = $5 AND job <> $6
     ORDER BY job LIMIT 1`,
    [tx.tenant, issuer, audience, repository, ref, job],
  );
  if (other === undefined) return;
  throw new Refused(
    "not-allowed",
    `The job ${other.job} is pinned with this issuer, audience, repository and ref. Pin ${other.job} anew, or take it away first.`,
  );
}

export async function unpin(tx: Tx, by: Actor, job: string): Promise<void> {
  const gone = await tx.rows(`DELETE FROM jobs WHERE tenant_id = $1 AND job = $2 RETURNING 1`, [tx.tenant, job]);
  if (gone.length === 0) throw new Refused("not-found");
  await endTokens(tx, job);
  await record(tx, by, { action: "job-unpinned", about: { job } });
}

/** What was pinned before gave them. */
async function endTokens(tx: Tx, job: string): Promise<void> {
  await tx.rows(`DELETE FROM tokens WHERE tenant_id = $1 AND kind = 'job' AND name = $2`, [tx.tenant, job]);
}

const SECONDS = 3600;
/** A provider's token is no older, whatever it says of its end. */
const OLDEST_SECONDS = 3600;
const ALGORITHMS = ["RS256", "ES256", "EdDSA", "PS256"];

interface Ports {
  readonly database: Database;
  readonly reach: Reach;
}

export async function exchange({ database, reach }: Ports, tenant: string, token: string): Promise<Token> {
  const said = claimsIn(token);
  const [issuer, where] = [textIn(said, "iss"), pinned(said)];
  // By their names: earlier hubs took two pins of the same four.
  const jobs = await database.read(tenant, (tx) =>
    tx.rows<Job>(
      `SELECT job, issuer, audience, repository, ref, store, role FROM jobs
       WHERE tenant_id = $1 AND issuer = $2 AND repository = $3 AND ref = $4 ORDER BY job`,
      [tx.tenant, issuer, ...where],
    ),
  );
  for (const job of jobs) {
    const claims = await verified(token, job, reach);
    if (claims === undefined || pinned(claims).join("\n") !== `${job.repository}\n${job.ref}`) continue;
    return database.write(tenant, async (tx) => {
      await isPinned(tx, job);
      await useOnce(tx, token, claims);
      const made = await issue(tx, { kind: "job", name: job.job, store: job.store, role: job.role, seconds: SECONDS });
      const about = { job: job.job, run: String(claims.jti ?? claims["run_id"] ?? "").slice(0, 100) };
      await record(tx, { kind: "job", id: job.job }, { action: "token-exchanged", about });
      return made;
    });
  }
  throw new Refused("unauthenticated");
}

/**
 * One that leaked, from a log as a rule, gives nothing more. By its own name, or by what was signed: of a signature there may be two
 * forms. Kept until nobody's clock takes it any more.
 */
async function useOnce(tx: Tx, token: string, { iss, jti, exp = 0, iat = 0 }: JWTPayload): Promise<void> {
  const named =
    typeof jti === "string" && jti !== "" ? ["jti", jti] : ["token", token.slice(0, token.lastIndexOf("."))];
  const left = Math.min(exp, iat + OLDEST_SECONDS) - Math.floor(Date.now() / 1000);
  if (!(await isFirstUse(tx, JSON.stringify([iss, ...named]), Math.max(0, left) + CLOCK_SKEW_SECONDS)))
    throw new Refused(
      "not-allowed",
      "This token was exchanged already, and counts once. The job asks its provider for another.",
    );
}

/** Still, word for word: its provider took its time. Held, so that who changes it finds the token that it gave. */
async function isPinned(tx: Tx, { job, issuer, audience, repository, ref, store, role }: Job): Promise<void> {
  const found = await tx.rows(
    `SELECT 1 FROM jobs WHERE tenant_id = $1 AND job = $2 AND issuer = $3 AND audience = $4 AND repository = $5 AND ref = $6
       AND store = $7 AND role = $8 FOR SHARE`,
    [tx.tenant, job, issuer, audience, repository, ref, store, role],
  );
  if (found.length === 0) throw new Refused("unauthenticated");
}

/** What it says, believed by nobody yet: it only tells which pin to look at. */
function claimsIn(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw new Refused("unauthenticated");
  }
}

/** As GitHub names them, and GitLab, whose `ref` is a bare name that a branch, a tag and a merge request may share. */
function pinned(claims: JWTPayload): readonly [string, string] {
  const ref = claims["project_path"] === undefined ? "ref" : "ref_path";
  return [textIn(claims, claims["repository"] === undefined ? "project_path" : "repository"), textIn(claims, ref)];
}

/** Nobody vouches for it yet: whatever else a stranger puts there has no form that could be asked for. */
function textIn(claims: JWTPayload, name: string): string {
  const { [name]: said = "" } = claims;
  if (typeof said !== "string") throw new Refused("unauthenticated");
  return said;
}

async function verified(token: string, { issuer, audience }: Job, reach: Reach): Promise<JWTPayload | undefined> {
  try {
    const keys = await keysOf(issuer, reach);
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      requiredClaims: ["exp", "iat"],
      maxTokenAge: OLDEST_SECONDS,
    });
    return payload;
  } catch {
    return undefined; // another's, ended, altered, or its issuer does not answer: it says nothing
  }
}

const known = openRecent<JWTVerifyGetKey>();

function keysOf(issuer: string, reach: Reach): Promise<JWTVerifyGetKey> {
  return known.of(issuer, async () => {
    const answer = await reach(discoveryAt(issuer));
    const { jwks_uri: place, issuer: named } = (await answer.json()) as Readonly<Record<string, unknown>>;
    if (answer.status !== 200 || named !== issuer) throw new Refused("unauthenticated");
    return createRemoteJWKSet(new URL(String(place)), { timeoutDuration: 5000, [customFetch]: reach });
  });
}
