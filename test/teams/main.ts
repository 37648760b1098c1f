// node test/teams/main.ts
// What a team does with a shared store (SYN-31), on a git server behind loopback HTTP: one line per case.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { hasBackend, serve } from "../sync-bench/http.ts";
import { CASES } from "./cases.ts";

const SKIPPED = 77;
/** The server is a process of its own: the cases wait for git without letting go. */
const SERVE = "--serve";

async function holds(at: number, run: (typeof CASES)[number][1], base: string): Promise<unknown> {
  const folder = join(base, String(at));
  mkdirSync(folder);
  const server = spawn(process.execPath, [import.meta.filename, SERVE, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [url] = (await once(server.stdout, "data")) as [Buffer];
    await run({ folder, url: url.toString("utf8").trim() });
    return undefined;
  } catch (error) {
    return error;
  } finally {
    server.kill();
  }
}

async function main(): Promise<number> {
  if (!canRunAsPerson() || !hasBackend()) {
    console.log(canRunAsPerson() ? "SKIPPED: needs git-http-backend" : CANNOT_RUN_AS_PERSON);
    return SKIPPED;
  }
  const base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-teams-`));
  const count = { passed: 0, failed: 0 };
  for (const [at, [title, run]] of CASES.entries()) {
    const wrong = await holds(at, run, base);
    count[wrong === undefined ? "passed" : "failed"] += 1;
    const found = wrong === undefined ? "" : `\n     found: ${String(wrong).slice(0, 2000).replaceAll("\n", " | ")}`;
    console.log(`${wrong === undefined ? "ok  " : "FAIL"} ${title}${found}`);
  }
  rmSync(base, { recursive: true, force: true });
  console.log(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 ? 0 : 1;
}

const [mode, folder = ""] = process.argv.slice(2);
if (mode === SERVE) console.log((await serve(folder)).url);
else process.exitCode = await main();
