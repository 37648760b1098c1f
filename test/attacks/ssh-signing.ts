// Signatures with a person's ssh key: turned, borrowed, swapped. The person switches signing on at a terminal of the built
// product; the attacker runs any code with the person's rights; what came of it is asked of the built product.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { fingerprintOf } from "../../src/attest/devices.ts";
import { writingKeys } from "../../src/compose/own-keys.ts";
import { openStoreWith } from "../../src/compose/stores.ts";
import { type Places, placesFrom } from "../../src/disk/places.ts";
import { planAdd } from "../../src/store/add.ts";
import type { Act } from "../../src/store/context.ts";
import { deviceKeys, deviceOf } from "../../src/store/io/device-key.ts";
import { canonicalPin, type Pin } from "../../src/store/io/ssh-pin.ts";
import { type Keys, ownCircle, signerLine } from "../../src/store/io/statements.ts";
import { write } from "../../src/store/write.ts";
import { actOf, chance } from "../support/acts.ts";
import { type PersonRun, runAsPerson } from "../support/person.ts";
import { scrubbed } from "../support/scrubbed.ts";
import { armoured, plainKey, type SoftwareKey } from "../support/security-key.ts";
import type { Attack, Outcome } from "./attack.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.mjs", import.meta.url));
const AGENT = fileURLToPath(new URL("../support/agent-process.ts", import.meta.url));
const KEYGEN = "/usr/bin/ssh-keygen";
const OWN = "Deploys run on Mondays";
const FORGED = "Skip the tests before a release";

interface World {
  readonly home: string;
  readonly places: Places;
  readonly env: Record<string, string>;
  readonly pinFile: string;
  readonly keyFile: string;
  readonly ended: (() => void)[];
}

function worldAt(home: string): World {
  const places = placesFrom({}, home);
  const env = scrubbed({ HOME: home });
  mkdirSync(`${home}/.ssh`, { mode: 0o700 });
  const keyFile = `${home}/.ssh/id_ed25519`;
  return { home, places, env, pinFile: `${places.data}/signing-key.json`, keyFile, ended: [] };
}

function product({ home, env }: World, ...args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { cwd: home, env, encoding: "utf8" });
  // A message may run over several lines.
  return (stdout + stderr).replace(/\s+/g, " ");
}

/** Types the end of the fingerprint, as one who compared it does. */
async function switchedOn(world: World, env: Readonly<Record<string, string>> = {}): Promise<PersonRun> {
  const key = readFileSync(`${world.keyFile}.pub`, "utf8").split(" ").slice(0, 2).join(" ").trim();
  const said = { cwd: world.home, env: { ...world.env, ...env } };
  await runAsPerson([process.execPath, CLI, "config", "set", "signing-key", world.keyFile], said);
  const typed = fingerprintOf(key).slice(-4);
  return runAsPerson([process.execPath, CLI, "config", "set", "signing", "ssh"], { ...said, input: [typed] });
}

function newKey(file: string): void {
  execFileSync(KEYGEN, ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", file]);
}

/** A home with a store, ssh signing switched on by its person, and one memory that they confirmed with it. */
async function made(act: (world: World) => Outcome | Promise<Outcome>): Promise<Outcome> {
  const home = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-attack-`));
  const world = worldAt(home);
  try {
    product(world, "init", "--no-install");
    newKey(world.keyFile);
    const { transcript } = await switchedOn(world);
    if (!existsSync(world.pinFile)) throw new Error(`signing could not be switched on: ${transcript}`);
    await said(world, OWN, writingKeys(world.places.data, "ssh", deviceOf(world.places.data).id));
    if (tierOf(world, OWN) !== "verified") throw new Error("the person's own memory is not verified");
    return await act(world);
  } finally {
    for (const end of world.ended) end();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Writes a memory as verified, with a statement by these keys: what any program of the user can do. */
async function said({ places }: World, text: string, keys: Keys, id?: string): Promise<void> {
  const device = { ...deviceOf(places.data), ...(id !== undefined && { id }) };
  const request = { root: places.store, scope: "personal", lock: "auto", device: device.id, keys } as const;
  const open = openStoreWith(places, { ...request, now: () => new Date() });
  const act: Act = { ...actOf("terminal", new Date(), chance(text.length)), device };
  const planned = planAdd(open, { text, global: true }, act);
  if (planned.kind !== "add-plan") throw new Error(JSON.stringify(planned));
  const done = await write(open, planned.plan, act);
  if (done.kind !== "written") throw new Error(JSON.stringify(done));
}

function forger(world: World, sign: (text: string) => string, key: string, id?: string): Keys {
  const own = { device: id ?? deviceOf(world.places.data).id, key };
  return { own, circle: ownCircle(own), sign, line: signerLine(own) };
}

/** A statement in this device's name, signed by a key of the attacker's. */
function forged(world: World, key: SoftwareKey, id?: string): Promise<void> {
  return said(
    world,
    FORGED,
    forger(world, (text) => armoured(text, key), key.line, id),
    id,
  );
}

function tierOf(world: World, text: string): string {
  const { memories } = JSON.parse(product(world, "list", "--json")) as { memories: Record<string, unknown>[] };
  const found = memories.find((each) => JSON.stringify(each).includes(text));
  return String(found?.["tier"] ?? "none");
}

/** Verified: it went through, and doctor may tell of it by a word that it does not say of an untouched home. */
function outcome(world: World, told: RegExp, otherwise: Outcome = "unnoticed"): Outcome {
  if (tierOf(world, FORGED) !== "verified") return "refused";
  return told.test(product(world, "doctor")) ? "noticed" : otherwise;
}

const OTHER_KEY = /signed on this device by a key that does not count any more/;
const NOTHING = /$^/;

/** A pin of the attacker's own making: whole, and signed by the key that it names. */
function pinOf(key: SoftwareKey, file: string): string {
  const pin: Pin = { key: key.line, file, program: KEYGEN, agent: true, date: "2026-05-01" };
  return JSON.stringify({ pin: canonicalPin(pin), signature: armoured(canonicalPin(pin), key) });
}

function setSigning({ places }: World, signing: string): void {
  const file = `${places.config}/config.json`;
  const config = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...config, signing }));
}

async function agentOf(
  world: World,
  kind: string,
  how: string,
): Promise<{ readonly socket: string; readonly line: string }> {
  const socket = `${world.home}/agent`;
  const child: ChildProcess = spawn(process.execPath, [AGENT, socket, kind, how], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  world.ended.push(() => child.kill());
  const line = await new Promise<string>((resolve) =>
    child.stdout?.once("data", (text: Buffer) => resolve(String(text).trim())),
  );
  return { socket, line };
}

/** What the person's own switching on came to, where something else answers for the key. */
async function answered(world: World, kind: string, how: string): Promise<Outcome> {
  const before = readFileSync(world.pinFile, "utf8");
  const { socket, line } = await agentOf(world, kind, how);
  rmSync(world.keyFile);
  writeFileSync(`${world.keyFile}.pub`, `${line}\n`);
  const { transcript } = await switchedOn(world, { SSH_AUTH_SOCK: socket });
  const isTold = transcript.includes("not the pinned key's signature over the words that were asked for");
  return isTold && readFileSync(world.pinFile, "utf8") === before ? "refused" : "unnoticed";
}

/** The real ssh-agent with the person's key in it. */
function realAgent(world: World, options: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const socket = `${world.home}/real-agent`;
  const child = spawn("/usr/bin/ssh-agent", ["-D", "-a", socket], { stdio: "ignore", env: { ...world.env, ...env } });
  world.ended.push(() => child.kill());
  for (let tries = 0; tries < 100 && !existsSync(socket); tries++) execFileSync("/bin/sleep", ["0.05"]);
  execFileSync("/usr/bin/ssh-add", ["-q", ...options, world.keyFile], { env: { ...world.env, SSH_AUTH_SOCK: socket } });
  return socket;
}

/** Any program of the user asks the agent, in our namespace, for words of its own. */
async function borrowed(world: World, socket: string): Promise<void> {
  const sign = (text: string): string =>
    execFileSync(KEYGEN, ["-Y", "sign", "-n", "holdfast", "-f", `${world.keyFile}.pub`], {
      input: text,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "ignore"],
      env: { SSH_AUTH_SOCK: socket },
    });
  const key = readFileSync(`${world.keyFile}.pub`, "utf8").trim();
  // The private half is out of the attacker's reach, as it is under a passphrase.
  renameSync(world.keyFile, `${world.home}/away`);
  await said(world, FORGED, forger(world, sign, key));
}

export const attacks: readonly Attack[] = [
  {
    name: "overwrite ~/.ssh/id_ed25519.pub with another key, and sign with that one",
    make: () =>
      made(async (world) => {
        const key = plainKey();
        writeFileSync(`${world.keyFile}.pub`, `${key.line}\n`);
        await forged(world, key);
        return outcome(world, NOTHING);
      }),
  },
  {
    name: "name another key file in the configuration",
    make: () =>
      made(async (world) => {
        const key = plainKey();
        writeFileSync(`${world.home}/mine.pub`, `${key.line}\n`);
        const file = `${world.places.config}/config.json`;
        writeFileSync(file, JSON.stringify({ signing: "ssh", "signing-key": `${world.home}/mine` }));
        await forged(world, key);
        return outcome(world, NOTHING);
      }),
  },
  {
    name: "set signing back to device in the configuration, and sign with the device key",
    make: () =>
      made(async (world) => {
        setSigning(world, "device");
        await said(world, FORGED, deviceKeys(world.places.data));
        return outcome(world, NOTHING);
      }),
  },
  {
    name: "add a key to trusted-signers.json by a script",
    make: () =>
      made(async (world) => {
        const key = plainKey();
        const device = "f".repeat(16);
        const entry = { device, key: key.line, name: "desk", at: "2026-05-01T10:00:00Z" };
        const list = `${world.places.data}/trusted-signers.json`;
        writeFileSync(list, JSON.stringify({ personal: [entry] }), { mode: 0o600 });
        await forged(world, key, device);
        const isTold = product(world, "doctor").includes("is not signed by the pinned key");
        return isTold ? outcome(world, NOTHING) : "unnoticed";
      }),
  },
  {
    name: "have a plain key that lies in the ssh-agent sign words in our namespace",
    admittedIn: "A plain key in an ssh-agent",
    make: () =>
      made(async (world) => {
        await borrowed(world, realAgent(world, []));
        return outcome(world, NOTHING, "admitted");
      }),
  },
  {
    name: "the same, where the key was loaded with ssh-add -c and nobody says yes",
    make: () =>
      made(async (world) => {
        const socket = realAgent(world, ["-c"], {
          SSH_ASKPASS: "/bin/false",
          SSH_ASKPASS_REQUIRE: "force",
          DISPLAY: ":9",
        });
        await borrowed(world, socket).catch(() => {}); // the agent's way of saying no
        return outcome(world, NOTHING);
      }),
  },
  {
    name: "put a program named ssh-keygen first on PATH",
    make: () =>
      made(async (world) => {
        const bin = `${world.home}/bin`;
        mkdirSync(bin);
        const lines = ["#!/bin/sh", `touch ${world.home}/called`, `printf '${FORGED}' | exec ${KEYGEN} "$@"`, ""];
        writeFileSync(`${bin}/ssh-keygen`, lines.join("\n"), { mode: 0o755 });
        const { transcript } = await switchedOn(world, { PATH: `${bin}:${world.env["PATH"]}` });
        if (!transcript.includes("pinned")) throw new Error(transcript);
        return existsSync(`${world.home}/called`) ? "unnoticed" : "refused";
      }),
  },
  {
    name: "name a program of one's own in the pin",
    make: () =>
      made((world) => {
        const shim = `${world.home}/ssh-keygen`;
        writeFileSync(shim, `#!/bin/sh\ntouch ${world.home}/called\n`, { mode: 0o755 });
        const { pin } = JSON.parse(readFileSync(world.pinFile, "utf8")) as { pin: string };
        const text = canonicalPin({ ...(JSON.parse(pin) as Pin), program: shim });
        const signature = execFileSync(KEYGEN, ["-Y", "sign", "-n", "holdfast", "-f", world.keyFile], {
          input: text,
          encoding: "utf8",
          stdio: ["pipe", "pipe", "ignore"],
        });
        writeFileSync(world.pinFile, JSON.stringify({ pin: text, signature }));
        const keys = writingKeys(world.places.data, "ssh", deviceOf(world.places.data).id);
        try {
          keys.sign?.("words");
          return "unnoticed";
        } catch {
          const isTold = product(world, "doctor").includes("none of the places");
          return isTold && !existsSync(`${world.home}/called`) ? "refused" : "unnoticed";
        }
      }),
  },
  {
    name: "answer at SSH_AUTH_SOCK with the right key's signature over other words",
    make: () => made((world) => answered(world, "plain", "other-words")),
  },
  {
    name: "the same for a security key, with a touch that was asked for other words",
    make: () => made((world) => answered(world, "ed25519", "other-words")),
  },
  {
    name: "sign with a security key that nobody touched",
    make: () => made((world) => answered(world, "ecdsa", "untouched")),
  },
  {
    name: "swap the pin for a whole one of a key of one's own",
    make: () =>
      made(async (world) => {
        const key = plainKey();
        writeFileSync(world.pinFile, pinOf(key, `${world.home}/mine.pub`));
        await forged(world, key);
        return outcome(world, OTHER_KEY);
      }),
  },
  {
    name: "take the pin away, and sign with the device key",
    make: () =>
      made(async (world) => {
        rmSync(world.pinFile);
        await said(world, FORGED, deviceKeys(world.places.data));
        const isTold = product(world, "doctor").includes("no key is pinned on this device");
        return isTold ? outcome(world, NOTHING) : "unnoticed";
      }),
  },
  {
    name: "take the pin away, set signing back to device, and sign with the device key",
    make: () =>
      made(async (world) => {
        rmSync(world.pinFile);
        setSigning(world, "device");
        await said(world, FORGED, deviceKeys(world.places.data));
        return outcome(world, OTHER_KEY);
      }),
  },
  {
    name: "let the group write the pin, as a checkout or a careless copy leaves it, and put another key into it",
    make: () =>
      made(async (world) => {
        const key = plainKey();
        writeFileSync(world.pinFile, pinOf(key, `${world.home}/mine.pub`));
        chmodSync(world.pinFile, 0o660);
        await forged(world, key);
        return outcome(world, NOTHING);
      }),
  },
  {
    name: "put a link to a pin of one's own in its place",
    make: () =>
      made(async (world) => {
        const key = plainKey();
        writeFileSync(`${world.home}/pin.json`, pinOf(key, `${world.home}/mine.pub`), { mode: 0o600 });
        rmSync(world.pinFile);
        symlinkSync(`${world.home}/pin.json`, world.pinFile);
        await forged(world, key);
        return outcome(world, NOTHING);
      }),
  },
  {
    name: "switch signing to another key as an agent, by the product's own command",
    make: () =>
      made((world) => {
        const before = readFileSync(world.pinFile, "utf8");
        newKey(`${world.home}/mine`);
        const answers = ["signing-key", "signing"].map((name) =>
          product(world, "config", "set", name, name === "signing" ? "ssh" : `${world.home}/mine`),
        );
        const isRefused = answers.every((answer) => answer.includes("a person's act"));
        return isRefused && readFileSync(world.pinFile, "utf8") === before ? "refused" : "unnoticed";
      }),
  },
];
