// Secrets that are nobody's: made at run time from parts, so that no token stands in a file. 55 kinds in four contexts.
// `typed` kinds carry a part that names them; of those every single one must be found.
import { generateKeyPairSync } from "node:crypto";

export type Random = (below: number) => number;

export interface Kind {
  readonly id: string;
  readonly label: string;
  readonly typed: boolean;
  readonly make: (random: Random) => string;
}

/** The same seed gives the same secrets, private keys apart. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
const HEX = `${DIGITS}abcdef`;
const ALNUM = LOWER + UPPER + DIGITS;
const URL64 = `${ALNUM}-_`;
const BECH32 = [..."023456789ACDEFGHJKLMNPQRSTUVWXYZ"].join("");
const STD64 = `${ALNUM}+/`;

function some(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[random(alphabet.length)]).join("");
}

function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => some(random, HEX, length)).join("-");
}

/** As a password manager makes them: every class at least once. */
function password(random: Random, length: number): string {
  const symbols = "!#%^*-_+~";
  const must = [LOWER, UPPER, DIGITS, symbols].map((alphabet) => some(random, alphabet, 1)).join("");
  return some(random, LOWER, 1) + must + some(random, ALNUM + symbols, length - 6) + some(random, ALNUM, 1);
}

const fixed = (prefix: string, alphabet: string, length: number) => (random: Random) =>
  prefix + some(random, alphabet, length);

const database = (scheme: string, port: number) => (random: Random) =>
  `${scheme}://svc_${some(random, LOWER, 5)}:${some(random, ALNUM, 8 + random(12))}@db-${random(90)}.internal.net:${port}/main`;

function pem(type: "rsa" | "ec" | "ed25519", format: "pkcs1" | "pkcs8" | "sec1"): string {
  const encoding = {
    privateKeyEncoding: { format: "pem", type: format },
    publicKeyEncoding: { format: "pem", type: "spki" },
  };
  if (type === "rsa")
    return generateKeyPairSync("rsa", { modulusLength: 1024, ...encoding } as never).privateKey as never;
  if (type === "ec")
    return generateKeyPairSync("ec", { namedCurve: "P-256", ...encoding } as never).privateKey as never;
  return generateKeyPairSync("ed25519", encoding as never).privateKey as never;
}

function openssh(random: Random): string {
  const lines = Array.from({ length: 6 }, () => some(random, STD64, 70)).join("\n");
  const what = "OPENSSH PRIVATE " + "KEY";
  return `-----BEGIN ${what}-----\nb3BlbnNzaC1rZXktdjEA${lines}\n-----END ${what}-----`;
}

function jwt(random: Random): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "HS256", typ: "JWT" })}.${part({ sub: some(random, DIGITS, 10), iat: random(1e9) })}.${some(random, URL64, 43)}`;
}

function serviceAccount(random: Random): string {
  const key = pem("rsa", "pkcs8");
  return JSON.stringify({ type: "service_account", private_key_id: some(random, HEX, 40), private_key: key });
}

type Row = readonly [id: string, label: string, typed: boolean, make: (random: Random) => string];

const ROWS: readonly Row[] = [
  ["aws-id", "AWS access key id", true, fixed("AK" + "IA", `${UPPER}234567`, 16)],
  ["aws-session", "AWS session token", true, fixed("IQoJb3Jp" + "Z2lu", STD64, 300)],
  ["aws-secret", "AWS secret access key", false, fixed("", STD64, 40)],
  ["github-classic", "GitHub token", true, fixed("gh" + "p_", ALNUM, 36)],
  ["github-fine", "GitHub token", true, (r) => `github_${"pat_"}${some(r, ALNUM, 22)}_${some(r, ALNUM, 59)}`],
  ["github-oauth", "GitHub OAuth token", true, fixed("gh" + "o_", ALNUM, 36)],
  ["github-app", "GitHub app token", true, fixed("gh" + "s_", ALNUM, 36)],
  ["gitlab", "GitLab token", true, fixed("gl" + "pat-", URL64, 20)],
  [
    "slack-bot",
    "Slack bot token",
    true,
    (r) => `xox${"b-"}${some(r, DIGITS, 12)}-${some(r, DIGITS, 12)}-${some(r, ALNUM, 24)}`,
  ],
  [
    "slack-user",
    "Slack user token",
    true,
    (r) => `xox${"p-"}${some(r, DIGITS, 12)}-${some(r, DIGITS, 12)}-${some(r, DIGITS, 12)}-${some(r, HEX, 32)}`,
  ],
  [
    "slack-webhook",
    "Slack webhook",
    true,
    (r) =>
      `https://hooks.slack.${"com/serv"}ices/T${some(r, UPPER + DIGITS, 10)}/B${some(r, UPPER + DIGITS, 10)}/${some(r, ALNUM, 24)}`,
  ],
  ["stripe-live", "Stripe key", true, fixed("sk_" + "live_", ALNUM, 24)],
  ["stripe-restricted", "Stripe restricted key", true, fixed("rk_" + "live_", ALNUM, 24)],
  ["openai-legacy", "OpenAI key", true, (r) => `sk-${some(r, ALNUM, 20)}T3Blbk${"FJ"}${some(r, ALNUM, 20)}`],
  [
    "openai-project",
    "OpenAI project key",
    true,
    (r) => `sk-${"proj-"}${some(r, URL64, 74)}T3Blbk${"FJ"}${some(r, ALNUM, 74)}`,
  ],
  ["anthropic-api", "Anthropic key", true, (r) => `sk-${"ant-"}api03-${some(r, URL64, 93)}AA`],
  ["anthropic-admin", "Anthropic admin key", true, (r) => `sk-${"ant-"}admin01-${some(r, URL64, 93)}AA`],
  ["anthropic-oauth", "Anthropic OAuth token", true, (r) => `sk-${"ant-"}oat01-${some(r, URL64, 93)}AA`],
  ["google", "Google API key", true, fixed("AI" + "za", URL64, 35)],
  ["gcp-json", "service account", true, serviceAccount],
  ["npm", "npm token", true, fixed("np" + "m_", ALNUM, 36)],
  ["pypi", "PyPI token", true, fixed("pypi-AgEIcHlw" + "aS5vcmc", URL64, 120)],
  ["jwt", "session", true, jwt],
  ["pem-rsa", "RSA key", true, () => pem("rsa", "pkcs1")],
  ["pem-ec", "EC key", true, () => pem("ec", "sec1")],
  ["pem-ed25519", "signing key", true, () => pem("ed25519", "pkcs8")],
  ["pem-openssh", "SSH key", true, openssh],
  ["age", "age identity", true, fixed("AGE-SECRET-" + "KEY-1", BECH32, 58)],
  ["url-postgres", "database", true, database("postgres", 5432)],
  ["url-mysql", "database", true, database("mysql", 3306)],
  ["url-mongodb", "database", true, database("mongodb+srv", 27017)],
  ["url-redis", "cache", true, database("rediss", 6379)],
  ["url-amqp", "queue", true, database("amqps", 5671)],
  [
    "azure-storage",
    "storage connection",
    true,
    (r) => `DefaultEndpointsProtocol=https;AccountName=${some(r, LOWER, 8)};Account${"Key="}${some(r, STD64, 86)}==`,
  ],
  ["azure-client", "Azure client secret", true, (r) => `${some(r, ALNUM, 3)}8${"Q~"}${some(r, ALNUM, 34)}`],
  ["twilio-key", "Twilio API key", true, fixed("S" + "K", HEX, 32)],
  ["twilio-token", "Twilio auth token", false, fixed("", HEX, 32)],
  ["sendgrid", "SendGrid key", true, (r) => `S${"G."}${some(r, URL64, 22)}.${some(r, URL64, 43)}`],
  ["mailgun", "Mailgun key", true, fixed("ke" + "y-", HEX, 32)],
  ["digitalocean", "DigitalOcean token", true, fixed("dop_" + "v1_", HEX, 64)],
  ["huggingface", "Hugging Face token", true, fixed("h" + "f_", LOWER + UPPER, 34)],
  ["databricks", "Databricks token", true, fixed("da" + "pi", HEX, 32)],
  ["vault", "Vault token", true, fixed("hv" + "s.", URL64, 95)],
  ["vercel", "Vercel token", false, fixed("", ALNUM, 24)],
  ["telegram", "Telegram bot token", true, (r) => `${1 + r(9)}${some(r, DIGITS, 9)}:A${"A"}${some(r, URL64, 33)}`],
  ["discord", "Discord bot token", false, (r) => `M${some(r, ALNUM, 25)}.${some(r, ALNUM, 6)}.${some(r, URL64, 38)}`],
  ["shopify", "Shopify token", true, fixed("shp" + "at_", HEX, 32)],
  ["doppler", "Doppler token", true, fixed("dp." + "pt.", ALNUM, 43)],
  ["linear", "Linear key", true, fixed("lin_" + "api_", ALNUM, 40)],
  ["password", "admin password", false, (r) => password(r, 14 + r(7))],
  ["db-password", "database password", false, (r) => password(r, 12 + r(9))],
  ["api-key", "API key", false, fixed("", ALNUM, 32)],
  ["hex64", "signing secret", false, fixed("", HEX, 64)],
  ["base64", "encryption key", false, (r) => `${some(r, STD64, 43)}=`],
  ["uuid", "access token", false, uuid],
];

export const KINDS: readonly Kind[] = ROWS.map(([id, label, typed, make]) => ({ id, label, typed, make }));

export const CONTEXTS = ["prose", "env", "yaml", "markdown"] as const;
export type Context = (typeof CONTEXTS)[number];

export function inContext(context: Context, label: string, secret: string): string {
  const name = label.replaceAll(/\W+/g, "_");
  const lines = secret.split("\n");
  const block = lines.length > 1;
  switch (context) {
    case "prose":
      return `We moved staging last week. The ${label} for the staging box is ${secret} and it was set by hand.\nAsk before you change it.\n`;
    case "env":
      return `NODE_ENV=production\n${name.toUpperCase()}=${block ? `"${secret}"` : secret}\nPORT=8080\n`;
    case "yaml":
      return `service:\n  ${name.toLowerCase()}: ${block ? `|\n${lines.map((line) => `    ${line}`).join("\n")}` : secret}\n  port: 8080\n`;
    case "markdown":
      return `## Staging\n\n- host: box-7\n- ${label}: \`${secret}\`\n- owner: platform\n`;
  }
}
