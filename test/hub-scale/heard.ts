// A hub in this process that is asked once, and what it then asked its database.
import { buildApp } from "../../hub/src/app.ts";
import { openDatabase } from "../../hub/src/database.ts";
import { hubChecks } from "../../hub/src/start.ts";
import { type Recorded, recording } from "../../hub/test/recorded.ts";
import { settingsOf } from "../../hub/test/running.ts";
import { type Ask, asked, type Follows, newFollows } from "./load.ts";

/** Of each of the requests its transactions, in order. */
export async function heard(url: string, asks: readonly Ask[]): Promise<readonly (readonly Recorded[])[]> {
  const own = openDatabase(url, 1);
  const { database, kept } = recording(own);
  const settings = await settingsOf(url);
  const checks = await hubChecks();
  const hub = { settings, database, checks, version: "", page: new Map(), isReady: () => true, traces: undefined };
  const app = await buildApp(hub);
  const follows: Follows = newFollows();
  const found: (readonly Recorded[])[] = [];
  try {
    for (const ask of asks) {
      kept.length = 0;
      const { path, headers, body } = asked(ask, follows);
      const method = body === undefined ? "GET" : "POST";
      const { statusCode, payload } = await app.inject({
        method,
        url: path,
        headers,
        ...(body !== undefined && { body }),
      });
      if (statusCode !== 200) throw new Error(`${statusCode} ${payload}`);
      found.push([...kept]);
    }
  } finally {
    await app.close();
    await own.end();
  }
  return found;
}

/** The same value, whatever it is made of. */
export function isSame(one: unknown, other: unknown): boolean {
  return Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : one === other;
}
