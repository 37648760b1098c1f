import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasHookCopy, installHookCopy, removeHookCopy } from "../../../src/install/io/hook-copy.ts";
import { AGENT_FILES, isUninstalled, originIn, outdatedCopy } from "../../../src/install/io/hook-origin.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-copy-`));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const install = (): void => installHookCopy(`${base}/data`, base, "/bin/node");
const here = (): readonly string[] => readdirSync(`${base}/data`).sort();
const OURS = [AGENT_FILES, "runtime.json"];

/** A build: its files, each with its own name in it, and the list of them. */
function built(...files: readonly string[]): void {
  for (const name of files) writeFileSync(`${base}/${name}`, name);
  writeFileSync(`${base}/${AGENT_FILES}`, JSON.stringify({ files }));
}

const set = (version: string, digest: string): void =>
  writeFileSync(`${base}/${AGENT_FILES}`, JSON.stringify({ files: ["hook.cjs"], version, digest }));

describe("AGT-1b: where the copies came from", () => {
  test("a newer program, or another build, finds them outdated; an older one leaves them", () => {
    built("hook.cjs");
    install();
    expect(outdatedCopy(`${base}/data`, base)).toBeUndefined();
    set("0.10.0", "b");
    expect(outdatedCopy(`${base}/data`, base)).toBe("");
    install();
    expect(outdatedCopy(`${base}/data`, base)).toBeUndefined();
    for (const [version, isNewer] of [
      ["0.10.0", true],
      ["0.10.1-next.1", true],
      ["1.0.0", true],
      ["0.9.9", false],
      ["0.2.0", false],
    ] as const) {
      set(version, "c");
      expect([version, outdatedCopy(`${base}/data`, base)]).toEqual([version, isNewer ? "0.10.0" : undefined]);
    }
    rmSync(`${base}/${AGENT_FILES}`);
    expect(outdatedCopy(`${base}/data`, base)).toBeUndefined();
  });

  test("taken out of node_modules is uninstalled; a cache or a Node that went whole is not", () => {
    const folder = `${base}/lib/node_modules/holdfast/dist`;
    mkdirSync(folder, { recursive: true });
    const isGone = (from = folder): boolean => isUninstalled({ version: "", digest: "", from });
    expect(isGone()).toBe(false);
    rmSync(`${base}/lib/node_modules/holdfast`, { recursive: true });
    expect(isGone()).toBe(true);
    rmSync(`${base}/lib/node_modules`, { recursive: true });
    expect(isGone()).toBe(false);
    expect(isGone(`${base}/checkout/dist`)).toBe(false);
    expect(isUninstalled({ version: "", digest: "" })).toBe(false);
  });

  test("a damaged or foreign list says nothing", () => {
    for (const text of ["", "{", "null", "[]", '{"version":7,"from":{}}']) {
      writeFileSync(`${base}/${AGENT_FILES}`, text);
      expect(originIn(base)?.from).toBeUndefined();
    }
  });
});

describe("the hook's own copy (AGT-1)", () => {
  test("AGT-1: what the build names is copied, with the Node that ran, and all of it goes", () => {
    built("shared-1.cjs", "mcp.mjs", "hook.cjs");
    install();
    expect(here()).toEqual([...OURS, "shared-1.cjs", "mcp.mjs", "hook.cjs"].sort());
    expect(readFileSync(`${base}/data/shared-1.cjs`, "utf8")).toBe("shared-1.cjs");
    expect(readFileSync(`${base}/data/runtime.json`, "utf8")).toBe('{"node":"/bin/node"}\n');
    removeHookCopy(`${base}/data`);
    expect(here()).toEqual([]);
  });

  test("AGT-33: a copy that lacks a part is none", () => {
    built("shared-1.cjs", "hook.cjs");
    expect(hasHookCopy(`${base}/data`)).toBe(false);
    install();
    expect(hasHookCopy(`${base}/data`)).toBe(true);
    rmSync(`${base}/data/shared-1.cjs`);
    expect(hasHookCopy(`${base}/data`)).toBe(false);
  });

  test("AGT-1: a set of the version before stays whole for what still runs it, and goes with the version after", () => {
    built("shared-1.cjs", "hook.cjs");
    install();
    built("shared-2.cjs", "hook.cjs");
    install();
    install();
    expect(here()).toEqual([...OURS, "shared-1.cjs", "shared-2.cjs", "hook.cjs"].sort());
    built("shared-3.cjs", "hook.cjs");
    install();
    expect(here()).toEqual([...OURS, "shared-2.cjs", "shared-3.cjs", "hook.cjs"].sort());
    removeHookCopy(`${base}/data`);
    expect(here()).toEqual([]);
  });

  test("AGT-1: nothing is copied where a file of the list is missing, or the list is", () => {
    built("shared-1.cjs", "hook.cjs");
    rmSync(`${base}/shared-1.cjs`);
    expect(install).toThrow("missing");
    rmSync(`${base}/${AGENT_FILES}`);
    expect(install).toThrow("missing");
    expect(readdirSync(base)).not.toContain("data");
  });

  test.each(["../../etc/hook.cjs", "a/b.cjs", "device-key.pem", ".cjs"])(
    "AGT-1: a list that names %s is no list",
    (name) => {
      writeFileSync(`${base}/hook.cjs`, "hook");
      writeFileSync(`${base}/${AGENT_FILES}`, JSON.stringify({ files: [name, "hook.cjs"] }));
      expect(install).toThrow("names no hook");
    },
  );

  test("AGT-30: a damaged list of ours costs no file of the user's, and leaves no program behind", () => {
    built("shared-1.cjs", "hook.cjs");
    install();
    writeFileSync(`${base}/data/device-key.pem`, "key");
    writeFileSync(`${base}/data/${AGENT_FILES}`, "{");
    built("shared-2.cjs", "hook.cjs");
    install();
    expect(here()).toEqual([...OURS, "device-key.pem", "shared-2.cjs", "hook.cjs"].sort());
    removeHookCopy(`${base}/data`);
    expect(here()).toEqual(["device-key.pem"]);
  });
});
