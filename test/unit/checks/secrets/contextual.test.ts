// Prose, addresses and key blocks; and what must not be taken for a secret. Tokens are made at run time.
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { matchContext } from "../../../../src/checks/secrets/contextual.ts";
import { findSecrets } from "../../../../src/checks/secrets/find.ts";

const PASSWORD = ["v7#Kq", "2!xLm", "9wRt"].join("");
const TOKEN = ["q8Zt3LmV", "7xR2wK9p", "B4nC6sD1"].join("");

const found = (text: string): string[] => matchContext(text).map(({ start, end }) => text.slice(start, end));

describe("labels in prose", () => {
  test.each([
    `The admin password for the staging box is ${PASSWORD}, ask Ops.`,
    `password: ${PASSWORD}`,
    `DB_PASSWORD=${PASSWORD}`,
    `- admin password: \`${PASSWORD}\``,
    `"password": "${PASSWORD}"`,
    `The password was changed to ${PASSWORD}.`,
    `Das Passwort lautet ${PASSWORD}.`,
    `Kennwort: ${PASSWORD}`,
    `Le mot de passe est ${PASSWORD}.`,
    `A senha do banco é: ${PASSWORD}`,
    `пароль: ${PASSWORD}`,
    `密码是 ${PASSWORD}`,
    `パスワード： ${PASSWORD}`,
    `비밀번호: ${PASSWORD}`,
    `<password>${PASSWORD}</password>`,
    `Server=db;User=sa;Password=${PASSWORD};Encrypt=yes`,
  ])("CHK-10: %#", (text) => {
    expect(found(text)).toContain(PASSWORD);
  });

  test.each([
    `The API key for the weather service is ${TOKEN}.`,
    `deploy token -> ${TOKEN}`,
    `client_secret => '${TOKEN}'`,
    `Use the access token "${TOKEN}" for this.`,
    `Der Schlüssel ist ${TOKEN}`.normalize("NFKD").replaceAll(/[\u0300-\u036f]/g, ""),
    `X-Api-Key: ${TOKEN}`,
  ])("CHK-10: %#", (text) => {
    expect(found(text)).toContain(TOKEN);
  });

  test("CHK-10: a label with an accent is found through the normalised copy", () => {
    const text = `La contraseña del servidor es ${PASSWORD} desde ayer.`;
    expect(findSecrets(text).map((hit) => hit.value)).toContain(PASSWORD);
  });
});

describe("what is no secret", () => {
  test.each([
    "The password is stored in the vault.",
    "password: changeme",
    `password: ${"$"}{DB_PASSWORD}`,
    "api_key: <your-api-key>",
    "API_KEY=your_api_key_here_123",
    "token: {{ secrets.NPM_TOKEN }}",
    "api key: xxxxxxxxxxxxxxxxxxxx",
    "secret: ********",
    "password: process.env.DB_PASSWORD_2",
    "the token is read by readToken2(config)",
    "token: src/lib/auth2/token-store.ts",
    "key: 2026-06-01T10:00:00Z",
    "The access token expires after 3600 seconds.",
    "secret name: my-app-secret-v2",
    "token type is oauth2AccessTokenV2",
    "the model behind this token is claude-3-5-sonnet-20241022",
    "token count is 128000",
    "The secret is in 1Password under team/platform.",
    "passenger 4 is a1b2c3d4e5f6 today",
    "the public key hash is 9f86d081884c7d659a2feaa0c55ad015",
    "postgres://user:password@localhost:5432/app",
    "https://user:pass@example.com/",
    `redis://:${"$"}{REDIS_PASSWORD}@cache:6379`,
    "mongodb://<user>:<password>@host/db",
    "amqp://guest:guest@queue:5672",
    `A file that begins with -----BEGIN PRIVATE ${"KEY"}----- is a private key.`,
    `-----BEGIN RSA PRIVATE ${"KEY"}-----\n...\n-----END RSA PRIVATE ${"KEY"}-----`,
    "See https://host.internal:8443/path@v2 for more.",
  ])("CHK-10: %s", (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});

describe("addresses", () => {
  test.each(["postgres", "mysql", "mongodb+srv", "rediss", "amqps", "https", "ftp", "ldap"])(
    "CHK-10: %s with a password in it",
    (scheme) => {
      expect(found(`see ${scheme}://svc:${TOKEN}@db.internal.net/main`)).toContain(TOKEN);
    },
  );
});

describe("private-key blocks", () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = String(privateKey.export({ format: "pem", type: "pkcs8" })).trimEnd();

  test("CHK-10: ed25519 in PKCS#8, which is short", () => {
    expect(found(`key:\n${pem}\n`)[0]).toContain(pem.split("\n")[1]);
  });

  test("CHK-10: on one line with written line breaks, and indented", () => {
    expect(found(JSON.stringify({ key: pem })).length).toBe(1);
    expect(found(pem.replaceAll("\n", "\n    ")).length).toBe(1);
  });

  test("CHK-10: cut off before its end", () => {
    expect(found(pem.split("\n").slice(0, 2).join("\n")).length).toBe(1);
  });
});
