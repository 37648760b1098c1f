import { expect, test } from "vitest";
import { TERMS_VERSION } from "../../../../src/recall/io/index/meta.ts";
import { sha256Hex } from "../../../../src/text/digest.ts";
import { analyse } from "../../../../src/text/terms.ts";

const PROBE =
  "getHTTPResponse user_id auth-service .env __init__.py C++ don't Größe naïve ΣΑΣ İstanbul 日本語 한국어 ไทย 2026 Ⅷ running tests quickly";

test("SEA-1: whoever cuts words in another way raises the version, and every index is made anew", () => {
  expect([TERMS_VERSION, sha256Hex(analyse(PROBE)).slice(0, 16)]).toEqual([1, "9cc7d03b67b07694"]);
});
