// A home with a store and memories that wait, for the command as it is built.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { idOf } from "../support/memories.ts";

export const PROGRAM: string = resolve(import.meta.dirname, "../../dist/cli.mjs");
const DAY = 86_400_000;

const SUBJECTS = [
  ["The invoices are numbered per year", "Each invoice number starts again in January; the year is part of it."],
  ["Migrations run before the deploy", "A migration that can't run while the old code serves is split in two."],
  ["Dates are kept in UTC", "The database holds UTC only; the browser knows the zone."],
  ["The queue is drained by one worker", "Two workers at once sent a mail twice, so there is one."],
  ["Feature flags live in a table", "A flag is a row, not a variable of the environment."],
  ["Images are resized by the edge", "No picture is resized by the service itself."],
  ["Errors carry a request number", "The number is in the log and in the answer to the client."],
  ["Tests use the real database", "A fake of the database hid three faults in spring."],
  ["The search index is rebuilt nightly", "It takes twenty minutes and may be stopped at any time."],
  ["Prices are whole cents", "No floating point number ever holds an amount of money."],
] as const;

export interface Box {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Memories that are inferred and were observed for 30 days. */
  plant(count: number): void;
  /** One record per line of the ledger. */
  ledger(): readonly { readonly action: string; readonly channel: string; readonly id: string }[];
  /** Every file of the store by its text, the lock and git left out. */
  bytes(): string;
  agent(args: readonly string[], input?: string): { readonly code: number; readonly out: string };
  remove(): void;
}

export function makeReviewBox(): Box {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "review-")));
  const home = join(base, "home");
  const bin = join(base, "bin");
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(bin);
  writeFileSync(join(bin, "holdfast"), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, { mode: 0o755 });
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: home, TERM: "xterm", LANG: "C.UTF-8" };
  const store = join(home, ".holdfast");
  const agent: Box["agent"] = (args, input = "") => {
    try {
      const options = { cwd: home, env, input, encoding: "utf8", stdio: "pipe" } as const;
      return { code: 0, out: execFileSync(process.execPath, [PROGRAM, ...args], options) };
    } catch (error) {
      const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
      return { code: status, out: `${stdout}${stderr}` };
    }
  };
  agent(["init", "--no-install"]);
  return {
    home,
    env,
    agent,
    plant: (count) => {
      const created = new Date(Date.now() - 30 * DAY).toISOString().replace(/\.\d+/, "");
      for (let n = 0; n < count; n++) {
        const [name, body] = SUBJECTS[n % SUBJECTS.length] ?? ["", ""];
        const round = ["", " in the shop", " in the office"][Math.floor(n / SUBJECTS.length) % 3] ?? "";
        const stem = `project_n${String(n).padStart(2, "0")}`;
        const keys = [`name: ${name}${round}`, `description: ${name}`, "type: project", `id: ${idOf(n)}`];
        const trust = ["trust-level: inferred", `created-at: ${created}`, "source: agent"];
        const text = ["---", ...keys, ...trust, "---", `${body} (${n})`, ""].join("\n");
        writeFileSync(join(store, "memories", `${stem}.md`), text, { mode: 0o600 });
      }
    },
    ledger: () => {
      const folder = join(store, "ledger");
      const files = readdirSync(store).includes("ledger") ? readdirSync(folder) : [];
      return files.flatMap((file) =>
        readFileSync(join(folder, file), "utf8")
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line) as { action: string; channel: string; id: string }),
      );
    },
    bytes: () =>
      ["memories", "quarantine", "attest", "ledger"]
        .flatMap((place) => {
          const all = readdirSync(store).includes(place)
            ? readdirSync(join(store, place), { recursive: true, withFileTypes: true })
            : [];
          const files = all.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
          return files.sort().map((file) => `${file}\n${readFileSync(file, "utf8")}`);
        })
        .join("\n"),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}
