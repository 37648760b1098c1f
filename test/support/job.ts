// A job of an organisation (HUB-9) from the sources: a hub in this process that has what its first member made, and `holdfast mirror` as
// a program of its own with a temporary folder of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fingerprintOf } from "../../src/attest/devices.ts";
import { add } from "../../src/store/add.ts";
import { openStoreFiles } from "../../src/store/io/whole.ts";
import { type HubStub, hubStub, sha256 } from "./hub-stub.ts";
import { type Member, memberIn, pin } from "./organisation.ts";
import { scrubbed } from "./scrubbed.ts";

const CLI = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
const TOKEN = "hfm_0123456789abcdef";

export interface JobWorld {
  readonly stub: HubStub;
  /** Of the organisation's first member. */
  readonly ann: Member;
  /** What its store has by now is what the hub has. */
  upload(): void;
  start(command: readonly string[], more?: Readonly<Record<string, string>>): ChildProcess;
  run(command: readonly string[], more?: Readonly<Record<string, string>>): Promise<Ended>;
  /** What is in the temporary folder. */
  left(): readonly string[];
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly text: string;
}

export async function jobWorld(base: string): Promise<JobWorld> {
  const stub = await hubStub();
  const ann = memberIn(base, "ann", "admin");
  pin(ann, ann);
  await add(ann.open(), { text: "Deploys go through the queue", global: false }, ann.act());
  stub.machine = { token: TOKEN, role: "contributor", keys: [ann.own] };
  for (const name of ["home", "tmp", "cwd"]) mkdirSync(join(base, name));
  const from = [stub.url, "--token-env", "JOB_TOKEN", "--pin", fingerprintOf(ann.own.key)];
  const start: JobWorld["start"] = (command, more = {}) => {
    const env = scrubbed({
      ...{ PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: join(base, "home"), TMPDIR: join(base, "tmp") },
      ...{ JOB_TOKEN: TOKEN, CLI, ...more },
    });
    return spawn(process.execPath, [CLI, "mirror", ...from, "--", ...command], {
      cwd: join(base, "cwd"),
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
  };
  const upload = (): void => {
    const log = openStoreFiles(ann.open().store.info)
      .all()
      .map(({ path, bytes }) => ({ path, hash: sha256(bytes), bytes: Buffer.from(bytes).toString("base64") }));
    stub.stores.set("org", { log, keys: new Map() });
  };
  upload();
  return {
    stub,
    ann,
    upload,
    start,
    run: (command, more) => endOf(start(command, more)),
    left: () => readdirSync(join(base, "tmp")),
  };
}

export function endOf(child: ChildProcess): Promise<Ended> {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece: Buffer) => (text += piece));
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("close", (code, signal) => done({ code, signal, text }));
  });
}
