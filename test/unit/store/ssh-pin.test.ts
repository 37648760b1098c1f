// The pinned key, with the real ssh-keygen: what is kept, what signs, and what does not count.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
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
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readingKeys, writingKeys } from "../../../src/compose/own-keys.ts";
import { openTrustedSigners, trustedHere } from "../../../src/people/io/known-signers.ts";
import { deviceKeys, deviceOf } from "../../../src/store/io/device-key.ts";
import { canonicalPin, isByPinned, type Pin, putPin, readPin, removePin } from "../../../src/store/io/ssh-pin.ts";
import { findKeygen, problemWith } from "../../../src/store/io/ssh-program.ts";
import { pinFor, signPin } from "../../../src/store/io/ssh-signer.ts";
import { isSignedBy, type Keys } from "../../../src/store/io/statements.ts";
import { isRefusal } from "../../../src/text/errors.ts";
import { armoured, plainKey, securityKey, TOUCHED, VERIFIED } from "../../support/security-key.ts";

let folder: string;
let data: string;
let pinFile: string;
let agent: ChildProcess | undefined;
const before = { PATH: process.env["PATH"], SSH_AUTH_SOCK: process.env["SSH_AUTH_SOCK"] };

beforeEach(() => {
  folder = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-pin-`));
  data = `${folder}/data`;
  pinFile = `${data}/signing-key.json`;
  mkdirSync(data, { mode: 0o700 });
});
afterEach(() => {
  agent?.kill();
  agent = undefined;
  for (const [name, value] of Object.entries(before))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  rmSync(folder, { recursive: true });
});

function keygen(name: string): string {
  execFileSync("/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", `${folder}/${name}`]);
  return `${folder}/${name}`;
}

function candidate(file: string): Pin {
  const pin = pinFor(file, undefined, "2026-05-01");
  if (isRefusal(pin)) throw new Error(pin.message);
  return pin;
}

function pinned(file: string): Pin {
  const pin = candidate(file);
  putPin(data, pin, signPin(pin).signature);
  return pin;
}

const writer = (): Keys => writingKeys(data, "ssh", deviceOf(data).id);
const TEXT = '{"version":1}';
const counts = (signature: string, keys = readingKeys(data, "ssh")): boolean =>
  isSignedBy(deviceOf(data).id, TEXT, signature, keys);

describe("SYN-20a: the pinned key", () => {
  test("signs and counts alone; another .pub, another private half or a line of the configuration changes nothing", () => {
    const mine = keygen("mine");
    const { key } = pinned(mine);
    const signature = writer().sign?.(TEXT) ?? "";
    expect([counts(signature), writer().own?.key]).toEqual([true, key]);
    expect(counts(deviceKeys(data).sign?.(TEXT) ?? "")).toBe(false);
    expect(counts(deviceKeys(data).sign?.(TEXT) ?? "", readingKeys(data, "device"))).toBe(false);
    const other = keygen("other");
    renameSync(`${other}.pub`, `${mine}.pub`);
    expect([counts(signature), writer().own?.key]).toEqual([true, key]);
    // ssh-keygen itself may find that the two halves differ: then nothing is signed.
    expect(() => writer().sign?.(TEXT)).toThrow(/nothing was changed/);
    renameSync(other, mine);
    expect(() => writer().sign?.(TEXT)).toThrow(/not the pinned key's signature/);
    expect(counts(signature)).toBe(true);
  });

  test("none, and a damaged, changed, foreign or open one: nothing counts, nothing is signed, and the command is told", () => {
    const own = deviceKeys(data);
    expect(readPin(data).kind).toBe("none");
    expect([writer().own, readingKeys(data, "ssh").own]).toEqual([undefined, undefined]);
    expect(() => writer().sign?.(TEXT)).toThrow(expect.objectContaining({ hint: "holdfast config set signing ssh" }));
    const pin = pinned(keygen("mine"));
    const good = readFileSync(pinFile, "utf8");
    const spoilt: Readonly<Record<string, () => void>> = {
      "group may write": () => chmodSync(pinFile, 0o620),
      "others may read": () => chmodSync(pinFile, 0o604),
      "cut off": () => writeFileSync(pinFile, good.slice(0, -20)),
      empty: () => writeFileSync(pinFile, ""),
      "another key": () => writeFileSync(pinFile, good.replace(pin.key, plainKey().line)),
      "another program": () => writeFileSync(pinFile, good.replace(pin.program, "/tmp/ssh-keygen")),
      "through the agent": () => writeFileSync(pinFile, good.replace('\\"agent\\":false', '\\"agent\\":true')),
      unsigned: () => writeFileSync(pinFile, JSON.stringify({ pin: canonicalPin(pin) })),
      "signed by another": () => {
        const signature = armoured(canonicalPin(pin), plainKey());
        writeFileSync(pinFile, JSON.stringify({ pin: canonicalPin(pin), signature }));
      },
      "a link": () => {
        renameSync(pinFile, `${folder}/elsewhere`);
        symlinkSync(`${folder}/elsewhere`, pinFile);
      },
      "a second name": () => linkSync(pinFile, `${folder}/elsewhere`),
    };
    for (const [how, spoil] of Object.entries(spoilt)) {
      spoil();
      const seen = readPin(data);
      expect([how, seen.kind, seen.kind === "refused" && seen.hint !== ""]).toEqual([how, "refused", true]);
      for (const signing of ["ssh", "device"] as const) {
        expect([how, readingKeys(data, signing).own, writingKeys(data, signing, "d").own]).toEqual([
          how,
          undefined,
          undefined,
        ]);
        expect(counts(own.sign?.(TEXT) ?? "", readingKeys(data, signing))).toBe(false);
      }
      expect(() => writer().sign?.(TEXT)).toThrow();
      rmSync(pinFile);
      rmSync(`${folder}/elsewhere`, { force: true });
      writeFileSync(pinFile, good, { mode: 0o600 });
      expect([how, readPin(data).kind]).toEqual([how, "pinned"]);
    }
    removePin(data);
    expect([existsSync(pinFile), readPin(data).kind]).toEqual([false, "none"]);
  });

  test("a key that is missing, unfit or unnamed is refused, with what to do", () => {
    execFileSync("/usr/bin/ssh-keygen", ["-q", "-t", "ecdsa", "-N", "", "-f", `${folder}/ec`]);
    for (const file of ["", `${folder}/none`, `${folder}/ec`])
      expect(pinFor(file, undefined, "2026-05-01")).toMatchObject({ hint: expect.stringContaining("signing-key") });
  });

  test("the program is one of the system's, whatever PATH says and the pin names", () => {
    writeFileSync(`${folder}/ssh-keygen`, `#!/bin/sh\ntouch ${folder}/called\n`, { mode: 0o755 });
    process.env["PATH"] = `${folder}:${before.PATH}`;
    const pin = pinned(keygen("mine"));
    writer().sign?.(TEXT);
    expect([pin.program, existsSync(`${folder}/called`)]).toEqual(["/usr/bin/ssh-keygen", false]);
    for (const program of [`${folder}/ssh-keygen`, "ssh-keygen", "/usr/bin/../bin/ssh-keygen", "/usr/bin/env"])
      expect(problemWith(program)).toContain("none of the places");
    expect(() => signPin({ ...pin, program: `${folder}/ssh-keygen` })).toThrow(/none of the places/);
    expect(findKeygen(["/usr"])).toMatchObject({
      problems: expect.arrayContaining([expect.stringContaining("leads to")]),
    });
    expect(existsSync(`${folder}/called`)).toBe(false);
  });

  test("a security key that knew its person when it was pinned has to say so each time", () => {
    let flags = TOUCHED | VERIFIED;
    const key = securityKey("ed25519", () => flags);
    const pin: Pin = { key: key.line, file: "/k", program: "/usr/bin/ssh-keygen", agent: false, date: "2026-05-01" };
    putPin(data, pin, armoured(canonicalPin(pin), key));
    const seen = readPin(data);
    expect(seen).toMatchObject({ kind: "pinned", userVerified: true });
    const verified = armoured(TEXT, key);
    flags = TOUCHED;
    const touched = armoured(TEXT, key);
    expect([counts(verified), counts(touched)]).toEqual([true, false]);
    if (seen.kind === "pinned")
      expect([isByPinned(seen, TEXT, verified), isByPinned(seen, TEXT, touched)]).toEqual([true, false]);
    putPin(data, pin, armoured(canonicalPin(pin), key));
    expect([counts(verified), counts(touched)]).toEqual([true, true]);
  });

  test("the agent is asked only where the private half is not beside the key, and what it gives is checked", async () => {
    const sock = `${folder}/agent`;
    for (const kind of ["plain", "ed25519", "ecdsa"] as const) {
      const line = await startedAgent(sock, kind, "honest");
      writeFileSync(`${folder}/held.pub`, `${line} ann@desk\n`);
      process.env["SSH_AUTH_SOCK"] = sock;
      expect(pinned(`${folder}/held`)).toMatchObject({ agent: true, key: line });
      expect(counts(writer().sign?.(TEXT) ?? "")).toBe(true);
      agent?.kill();
    }
    for (const how of ["other-words", "untouched"] as const) {
      const line = await startedAgent(sock, "ed25519", how);
      writeFileSync(`${folder}/held.pub`, `${line}\n`);
      expect(() => signPin(candidate(`${folder}/held`))).toThrow(/not the pinned key's signature/);
      agent?.kill();
    }
    process.env["SSH_AUTH_SOCK"] = `${folder}/nobody`;
    expect(candidate(keygen("mine")).agent).toBe(false);
    pinned(`${folder}/mine`);
    expect(counts(writer().sign?.(TEXT) ?? "")).toBe(true);
  });
});

const AGENT = fileURLToPath(new URL("../../support/agent-process.ts", import.meta.url));

/** In a process of its own: signing waits for ssh-keygen, and this one with it. */
async function startedAgent(socket: string, kind: string, how: string): Promise<string> {
  rmSync(socket, { force: true });
  const child = spawn(process.execPath, [AGENT, socket, kind, how], { stdio: ["ignore", "pipe", "inherit"] });
  agent = child;
  return new Promise((resolve) => child.stdout.once("data", (line: Buffer) => resolve(line.toString("utf8").trim())));
}

describe("SYN-20a: whom this machine trusts", () => {
  const entry = { device: "f".repeat(16), key: plainKey().line, name: "desk", at: "2026-05-01" };
  const list = (): string => `${data}/trusted-signers.json`;
  const trusted = (): readonly unknown[] => openTrustedSigners(data, readingKeys(data, "ssh")).of("personal");

  test("is signed as a whole by the pinned key, and what a script adds, alters or takes away counts for nobody", () => {
    pinned(keygen("mine"));
    const signers = openTrustedSigners(data, writer());
    signers.add("personal", entry);
    signers.exclude("personal", "e".repeat(16), "2026-05-02");
    expect(trusted()).toEqual([entry]);
    const good = JSON.parse(readFileSync(list(), "utf8")) as { personal: object[]; signature: string };
    const scripts = [
      { ...good, personal: [...good.personal, { ...entry, device: "a".repeat(16) }] },
      { ...good, other: [entry] },
      { ...good, personal: [{ ...entry, key: plainKey().line }] },
      { ...good, personal: [entry] },
      { personal: [entry] },
      { ...good, signature: armoured("x", plainKey()) },
    ];
    for (const script of scripts) {
      writeFileSync(list(), JSON.stringify(script));
      expect([trusted(), trustedHere(data, readingKeys(data, "ssh")).isSealed]).toEqual([[], false]);
    }
    // What a person adds then is added to nothing that a script wrote.
    openTrustedSigners(data, writer()).add("personal", { ...entry, name: "again" });
    expect(trusted()).toEqual([{ ...entry, name: "again" }]);
    writeFileSync(list(), JSON.stringify(good));
    expect(trusted()).toEqual([entry]);
  });

  test("who was left out stays so under a list that nobody signed, and without ssh signing the list is as it was", () => {
    const plain = openTrustedSigners(data, readingKeys(data, "device"));
    plain.add("personal", entry);
    plain.exclude("personal", "e".repeat(16), "2026-05-02");
    expect([plain.of("personal"), Object.keys(JSON.parse(readFileSync(list(), "utf8")) as object)]).toEqual([
      [entry],
      ["personal"],
    ]);
    pinned(keygen("mine"));
    expect([trusted(), openTrustedSigners(data, readingKeys(data, "ssh")).excluded("personal")]).toEqual([
      [],
      ["e".repeat(16)],
    ]);
    removePin(data);
    // A pin that was taken away brings nobody back who was not signed for.
    expect([trusted(), plain.of("personal")]).toEqual([[], [entry]]);
  });
});
