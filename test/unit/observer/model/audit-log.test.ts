// OBS-6: the audit log on a real disk, with the disk against it.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cutInput, INPUT_BYTES, MAX_BYTES, openAuditLog } from "../../../../src/observer/io/model/audit-log.ts";
import type { AuditEntry } from "../../../../src/observer/model.ts";
import { scratch } from "../../../support/disk.ts";

const FILE = "observer-audit.log";
const canMount = spawnSync("unshare", ["--mount", "true"]).status === 0;
const same = (text: string): string => text;

function entry(change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    ts: "2026-11-15T12:00:00.000Z",
    source: "observer",
    session: "s",
    project: null,
    provider: "anthropic",
    model: "m",
    tool: "Write",
    input: "{}",
    result: "denied",
    tokens: { input: 1, output: 2 },
    cost: 0.1,
    ...change,
  };
}

function lines(folder: string, name = FILE): readonly AuditEntry[] {
  const text = readFileSync(join(folder, name), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as AuditEntry);
}

describe("the audit log", () => {
  test("OBS-6: one line per entry with the named fields, in order", () => {
    const folder = scratch();
    expect(openAuditLog(folder, same).write([entry(), entry({ tool: null, result: "allowed" })])).toBeUndefined();
    expect(lines(folder).map(({ tool }) => tool)).toEqual(["Write", null]);
    expect(Object.keys(lines(folder)[0] ?? {})).toEqual(
      "ts source session project provider model tool input result tokens cost".split(" "),
    );
  });

  test("OBS-6: 0600 whatever the umask, and again if somebody opened it", () => {
    const folder = scratch();
    const before = process.umask(0);
    try {
      openAuditLog(folder, same).write([entry()]);
      expect(statSync(join(folder, FILE)).mode & 0o777).toBe(0o600);
      chmodSync(join(folder, FILE), 0o644);
      openAuditLog(folder, same).write([entry()]);
      expect(statSync(join(folder, FILE)).mode & 0o777).toBe(0o600);
    } finally {
      process.umask(before);
    }
  });

  test("OBS-6: secrets are masked before the input is cut, so that half of one never stands there", () => {
    const folder = scratch();
    const secret = "sk-secret-0123456789";
    const mask = (text: string): string => text.replaceAll(secret, "[masked]");
    openAuditLog(folder, mask).write([entry({ input: `${"x".repeat(INPUT_BYTES - 6)}${secret}` })]);
    expect(lines(folder)[0]?.input.endsWith("x[maske")).toBe(true);
    expect(readFileSync(join(folder, FILE), "utf8")).not.toContain("sk-s");
  });

  test("OBS-6: the input is cut at 4,096 bytes on a character's boundary", () => {
    for (const character of ["a", "\u00e9", "\u20ac", "\u{1f600}"]) {
      for (const before of ["", "x", "xx", "xxx"]) {
        const cut = cutInput(before + character.repeat(5000));
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(INPUT_BYTES);
        expect(Buffer.byteLength(cut)).toBeGreaterThan(INPUT_BYTES - 4);
        expect(cut.replaceAll(character, "")).toBe(before);
      }
    }
    expect(cutInput("short")).toBe("short");
    expect(cutInput("lone \ud800 half")).toBe("lone \ufffd half");
  });

  test("OBS-6: rotated when it is full, three generations kept", () => {
    const folder = scratch();
    expect(MAX_BYTES).toBe(50 * 1024 * 1024);
    const log = openAuditLog(folder, same, 1000);
    for (let n = 0; n < 60; n++) expect(log.write([entry({ session: String(n) })])).toBeUndefined();
    expect(readdirSync(folder).sort()).toEqual([FILE, `${FILE}.1`, `${FILE}.2`, `${FILE}.3`]);
    const kept = [3, 2, 1].flatMap((n) => lines(folder, `${FILE}.${n}`)).concat(lines(folder));
    const first = Number(kept[0]?.session);
    expect(kept.map(({ session }) => Number(session))).toEqual(kept.map((_, n) => first + n));
    expect(kept.at(-1)?.session).toBe("59");
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  test("OBS-6: a FIFO, a folder or a link in its place is told, and nobody waits", () => {
    const makers: readonly ((path: string) => void)[] = [
      (path) => execFileSync("mkfifo", [path]),
      (path) => mkdirSync(path),
      (path) => execFileSync("ln", ["-s", "/dev/null", path]),
    ];
    for (const make of makers) {
      const folder = scratch();
      make(join(folder, FILE));
      expect(openAuditLog(folder, same).write([entry()])).toContain("audit log can't be written");
    }
  });

  test("OBS-6: a state folder that can't be made is told", () => {
    const folder = scratch();
    writeFileSync(join(folder, "file"), "");
    expect(openAuditLog(join(folder, "file", "state"), same).write([entry()])).toContain("can't be written");
  });

  test("OBS-6: a mask that fails is told, and nothing is written unmasked", () => {
    const folder = scratch();
    const broken = (): string => {
      throw new Error("no rules");
    };
    expect(openAuditLog(folder, broken).write([entry({ input: "sk-secret" })])).toContain("can't be written");
    expect(existsSync(join(folder, FILE))).toBe(false);
  });

  test.skipIf(!canMount)("OBS-6: a full disk is told, and the lines before it stay whole", () => {
    const folder = scratch();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k,mode=700", "tmpfs", folder]);
    try {
      const log = openAuditLog(folder, same);
      let told: string | undefined;
      let written = 0;
      for (; told === undefined && written < 2000; written++) told = log.write([entry({ input: "x".repeat(4000) })]);
      expect(told).toContain("can't be written");
      const whole = readFileSync(join(folder, FILE), "utf8")
        .split("\n")
        .filter((line) => line.endsWith("}"));
      expect(whole.length).toBeGreaterThanOrEqual(written - 2);
    } finally {
      execFileSync("umount", [folder]);
    }
  });
});
