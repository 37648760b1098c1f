// Left by the worker for the next start of a session, once in seven days (SUR-14): counting a week is nothing to wait for.
import { DIGEST_DAYS, digestLine } from "../health/digest.ts";
import type { Environment } from "../hosts/setup.ts";
import { appendNotice } from "../recall/io/notices.ts";
import { readReceipts } from "../recall/io/receipts.ts";
import { readFact, writeFact } from "../store/io/kept-file.ts";
import { openStore, storeKey } from "../store/io/open-store.ts";
import { hereFrom } from "./here.ts";
import { newestLines } from "./kept.ts";

const DAY_MS = 86_400_000;
/** Of a week's receipts, and of each ledger's end: more than anybody's week. */
const RECEIPTS = 50_000;
const BYTES = 4 * 1024 * 1024;
const FACT = "digested";

export function leaveDigest(env: Environment, now: Date = new Date()): void {
  const { places, config, isSilent } = hereFrom({ env });
  if (!config["review-prompt"] || isSilent(now)) return;
  const { info } = openStore(places.store, { scope: "personal" });
  const key = storeKey(info);
  const before = Date.parse(readFact(places.state, key, FACT) ?? "");
  const since = new Date(now.getTime() - DIGEST_DAYS * DAY_MS);
  if (before > since.getTime() && before <= now.getTime()) return;
  writeFact(places.state, key, FACT, now.toISOString());
  // The first week is not over yet.
  if (Number.isNaN(before)) return;
  const lines = newestLines(info, BYTES).filter(({ ts }) => ts >= since.toISOString());
  const line = digestLine(lines, readReceipts(places.state, { since, limit: RECEIPTS }));
  if (line !== undefined) appendNotice(places.state, line, now);
}
