// HUB-8: what a hub says of a sign-in is shown to a person, who opens it in a browser.
import { expect, test } from "vitest";
import { askerIn, signInFrom } from "../../../../src/sync/io/hub/answers.ts";

const GOOD = { handle: "h", user_code: "ABCD-1234", interval: 5, ends: "2026-05-01T10:10:00Z" };

test.each([
  ["https://id.example.org/device", "https://id.example.org/device"],
  ["http://127.0.0.1:8080/device", "http://127.0.0.1:8080/device"],
  ["http://localhost:8080/device", "http://localhost:8080/device"],
  ["HTTPS://ID.example.org/device", "https://id.example.org/device"],
  ["https://id.ex\u0430mple.org/device", "https://id.xn--exmple-4nf.org/device"],
])("HUB-8: %s is a page to sign in at, shown as it is asked", (verification_uri, address) =>
  expect(signInFrom({ ...GOOD, verification_uri })?.address).toBe(address),
);

test.each([
  ...["http://id.example.org/device", "http://127.0.0.1.example.org/", "file:///etc/passwd", "javascript:alert(1)"],
  ...[
    "data:text/html,x",
    "vscode://extension/run?x",
    "ms-msdt:/id",
    "https://login@evil.example.org/",
    "//evil.example.org",
  ],
  ...[
    "https://:secret@id.example.org/",
    "id.example.org",
    "",
    "ftp://id.example.org/",
    `https://x/${"a".repeat(3000)}`,
  ],
])("HUB-8: %s is none, in whichever of the two places it stands", (address) => {
  expect(signInFrom({ ...GOOD, verification_uri: address })).toBeUndefined();
  const both = { verification_uri: "https://id.example.org/device", verification_uri_complete: address };
  expect(signInFrom({ ...GOOD, ...both })).toBeUndefined();
});

test("HUB-2: what a hub calls a person and itself is no longer than a name", () => {
  const you = { name: "B".repeat(100_000) };
  const said = askerIn({ you, name: "A".repeat(100_000), keys: [] });
  expect([said?.name.length, said?.organisation.length]).toEqual([200, 200]);
});
