// A job of CI has no secret (HUB-8): its provider signs a token that says which repository and ref it runs for, and the hub gives one
// of an hour for it, where an admin pinned exactly that. Keys are fetched from the pinned issuer, never from where a token says.
import { createRemoteJWKSet, decodeJwt, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { Role, Token } from "../protocol.ts";
import { record } from "./audit.ts";
import type { Database } from "./database.ts";
import { Refused } from "./problems.ts";
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

const SECONDS = 3600;
const ALGORITHMS = ["RS256", "ES256", "EdDSA", "PS256"];

export async function exchange(database: Database, tenant: string, token: string, insecure: boolean): Promise<Token> {
  const said = claimsIn(token);
  const jobs = await database.read(tenant, (tx) =>
    tx.rows<Job>(
      `SELECT job, issuer, audience, repository, ref, store, role FROM jobs
       WHERE tenant_id = $1 AND issuer = $2 AND repository = $3 AND ref = $4`,
      [tx.tenant, String(said.iss), ...pinned(said)],
    ),
  );
  for (const job of jobs) {
    const claims = await verified(token, job, insecure);
    if (claims === undefined || pinned(claims).join("\n") !== `${job.repository}\n${job.ref}`) continue;
    return database.write(tenant, async (tx) => {
      const made = await issue(tx, { kind: "job", name: job.job, store: job.store, role: job.role, seconds: SECONDS });
      const about = { job: job.job, run: String(claims.jti ?? claims["run_id"] ?? "").slice(0, 100) };
      await record(tx, { kind: "job", id: job.job }, { action: "token-exchanged", about });
      return made;
    });
  }
  throw new Refused("unauthenticated");
}

/** What it says, believed by nobody yet: it only tells which pin to look at. */
function claimsIn(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw new Refused("unauthenticated");
  }
}

/** As GitHub names them, and GitLab. */
function pinned(claims: JWTPayload): readonly [string, string] {
  const gitlab = claims["project_path"] === undefined ? undefined : `refs/heads/${String(claims["ref"])}`;
  return [String(claims["repository"] ?? claims["project_path"] ?? ""), gitlab ?? String(claims["ref"] ?? "")];
}

async function verified(token: string, { issuer, audience }: Job, insecure: boolean): Promise<JWTPayload | undefined> {
  try {
    const keys = await keysOf(issuer, insecure);
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      requiredClaims: ["exp", "iat"],
      maxTokenAge: "1h",
    });
    return payload;
  } catch {
    return undefined; // another's, ended, altered, or its issuer does not answer: it says nothing
  }
}

const known = new Map<string, JWTVerifyGetKey>();

async function keysOf(issuer: string, insecure: boolean): Promise<JWTVerifyGetKey> {
  const there = known.get(issuer);
  if (there !== undefined) return there;
  if (!issuer.startsWith("https://") && !insecure) throw new Refused("unauthenticated");
  const answer = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(5000),
    redirect: "error",
  });
  const { jwks_uri: place, issuer: named } = (await answer.json()) as Readonly<Record<string, unknown>>;
  const url = new URL(String(place));
  if (named !== issuer || (url.protocol !== "https:" && !insecure)) throw new Refused("unauthenticated");
  const keys = createRemoteJWKSet(url, { timeoutDuration: 5000 });
  known.set(issuer, keys);
  return keys;
}
