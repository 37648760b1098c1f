// Harmless sentences of the same kinds (CHK-10): talk about passwords, commands that take theirs from elsewhere, digests,
// ordinary concatenations. Put together from harmless.tsv and word lists; the same seed gives the same sentences.
import { readFileSync } from "node:fs";
import { type Halves, halved } from "../../../halves.ts";
import { type Random, randomFrom } from "../generator.ts";

export interface Harmless {
  readonly kind: string;
  readonly text: string;
}

const SEED = 20_261_116;
const HEX = "0123456789abcdef";

const words = (text: string): readonly string[] => text.split(", ");
const some = (alphabet: string, length: number) => (random: Random) =>
  Array.from({ length }, () => alphabet[random(alphabet.length)]).join("");

const LISTS: Readonly<Record<string, readonly string[]>> = {
  vault: words(
    "1Password, the vault, Bitwarden, KeePassXC, AWS Secrets Manager, HashiCorp Vault, pass, LastPass, Vault2",
  ),
  env: words("staging, production, demo, QA2, dev, preview, eu-west-1, sandbox"),
  service: words(
    "grafana, Jenkins, keycloak, web3-api, k8s, Nexus3, postgres16, the CRM, s3-proxy, auth-v2, minio, n8n",
  ),
  team: words("Ops, platform, the infra team, SRE, security, the owner, team-42, IT"),
  hash: words("bcrypt, argon2id, Argon2, PBKDF2, scrypt, SHA-256, sha512crypt, MD5, bcrypt12"),
  cipher: words("AES-256, AES256-GCM, ChaCha20, RSA-4096, x25519"),
  standard: words("NIST-800-63b, ISO-27001, BSI-2023, SOC2, PCI-DSS-4"),
  adjective: words(
    "optional, case-sensitive, expired, required, write-only, one-time-use, base64-encoded, read-only, OAuth2-only, end-to-end-encrypted, auto-generated, the-same-everywhere, 12-character, 2FA-protected, SSO-managed, not-null, UTF-8, machine-generated",
  ),
  deadj: words(
    "optional, abgelaufen, befristet, 12-stellig, case-sensitive, base64-codiert, unverändert, geheim, SSO-verwaltet",
  ),
  fradj: words("facultatif, expiré, obligatoire, temporaire, chiffré, inchangé, partagé, géré par le SSO"),
  esadj: words("opcional, obligatoria, temporal, compartida, secreta, la misma, generada, de un solo uso"),
  provider: words("GitHub, GitLab, Okta, Azure AD, Google, SSO, Auth0, Entra ID"),
  variable: words(
    "$DB_PASSWORD, DB_PASSWORD, PGPASSFILE, $PASS_2, VAULT_TOKEN, process.env.DB_PASSWORD, %ADMIN_PASS%, secrets.DB_PASS",
  ),
  word: words("required, hello, weak, password, changeme, invalid, secret, deploy, main, feature"),
  program: words("op, vault, pass, gpg, bw, sops"),
  file: words(
    "src/auth2.ts, config/db.yml, README.md, .env.example, scripts/login2.sh, auth_v2.go, users.sql, app.jks, values-2024.yaml",
  ),
  field: words(
    "pwd_hash, password2, user_id, passwordDigest, encrypted_password, pw_v2, account_id, tenantId, password_hash_v3",
  ),
  symbol: words(
    "checkPassword2, verify_pw, Auth::Password, hashPassword(), validateLogin, PasswordPolicyV2, isStrong()",
  ),
  table: words("users, accounts, orders_2024, audit_log, sessions, billing, shop"),
  host: words("db.corp.net, box-7.corp.net, ci.example.com, localhost, 10.0.0.7, api-2.corp.net, registry.corp.net"),
  user: words("admin, root, deploy, svc-build, postgres, ci, app_rw"),
  path: words("/srv/app, infra/prod/db, team/platform, docs/login.md, ~/.config/app, ops/vault-2"),
};

const MADE: Readonly<Record<string, (random: Random) => string>> = {
  n: (random) => String(2 + random(96)),
  port: (random) => String([5432, 3306, 8080, 6379, 8443, 27017, 22, 2222][random(8)]),
  date: (random) => `2026-${String(1 + random(12)).padStart(2, "0")}-${String(1 + random(28)).padStart(2, "0")}`,
  ticket: (random) => `${["PROJ", "OPS", "SEC", "AUTH2"][random(4)]}-${100 + random(9000)}`,
  UPPER: (random) => ["CORP", "PLATFORM", "STAGING", "HOLDFASTPLATFORMTEAM"][random(4)] as string,
  hex12: some(HEX, 12),
  hex32: some(HEX, 32),
  hex40: some(HEX, 40),
  hex64: some(HEX, 64),
  md5: (random) => Array.from({ length: 16 }, () => some(HEX, 2)(random)).join(":"),
  url64: some(`${HEX}ghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_`, 43),
};

/** Template after template, each time with other words, until there are so many different ones. */
export function harmless(count: number): Halves<Harmless> {
  const lines = readFileSync(new URL("./harmless.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  const templates = lines.map((line) => line.split("\t") as [string, string]);
  const random = randomFrom(SEED);
  const made = new Map<string, Harmless>();
  for (let at = 0; made.size < count; at++) {
    const [kind, template] = templates[at % templates.length] as [string, string];
    const text = filled(template, random);
    made.set(text, { kind, text });
  }
  return halved([...made.values()], (each) => each);
}

function filled(template: string, random: Random): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const list = LISTS[name];
    return list === undefined ? (MADE[name]?.(random) ?? whole) : (list[random(list.length)] as string);
  });
}
