// `npm ci` passes on every system with this lock: see scripts/ci/lock.ts.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { faultsOf, type Locked } from "../../../scripts/ci/lock.ts";

const LOCK = fileURLToPath(new URL("../../../package-lock.json", import.meta.url));

test("package-lock.json has every system's build, a digest for each package, and no registry", () => {
  const { packages } = JSON.parse(readFileSync(LOCK, "utf8")) as { packages: Record<string, Locked> };
  const builds = Object.values(packages).flatMap((each) => Object.keys(each.optionalDependencies ?? {}));
  expect(builds.filter((name) => /win32|darwin/.test(name)).length).toBeGreaterThan(20);
  expect(faultsOf(packages)).toEqual([]);
});

test("a build that is missing, a package without a digest and one with its place are told", () => {
  const integrity = "sha512-x";
  const optionalDependencies = { "b-win32": "1.0.0", "b-linux": "1.0.0" };
  const whole = {
    "": {},
    "node_modules/a": { version: "1.0.0", integrity },
    "node_modules/a/node_modules/b": { version: "1.0.0", integrity, optionalDependencies },
    "node_modules/a/node_modules/b-win32": { version: "1.0.0", integrity },
    "node_modules/b-linux": { version: "1.0.0", integrity },
  };
  expect(faultsOf(whole)).toEqual([]);
  const { "node_modules/b-linux": gone, ...partial } = whole;
  expect(gone.version).toBe("1.0.0");
  expect(faultsOf(partial)).toEqual(["node_modules/a/node_modules/b@1.0.0 lacks b-linux"]);
  expect(faultsOf({ "node_modules/a": { version: "1.0.0" } })).toEqual(["node_modules/a@1.0.0 has no digest"]);
  const placed = { version: "1.0.0", integrity, resolved: "file:elsewhere.tgz" };
  expect(faultsOf({ "node_modules/a": placed })).toEqual(["node_modules/a@1.0.0 names where it is from"]);
});

test("a workspace has neither digest nor place; a link to anywhere else is told", () => {
  const workspace = { "node_modules/@x/hub": { resolved: "hub", link: true }, hub: { version: "1.0.0" } };
  expect(faultsOf(workspace)).toEqual([]);
  expect(faultsOf({ "": {}, "node_modules/x": { resolved: "", link: true } })).toEqual([]);
  const elsewhere = { "node_modules/@x/hub": { resolved: "../hub", link: true } };
  expect(faultsOf(elsewhere)).toEqual(["node_modules/@x/hub is no workspace of this repository"]);
  expect(faultsOf({ hub: { version: "1.0.0" } })).toEqual(["hub@1.0.0 has no digest"]);
});

test("the package itself is one of the workspaces: the notes of a release are read for these alone", () => {
  const own = JSON.parse(readFileSync(fileURLToPath(new URL("../../../package.json", import.meta.url)), "utf8"));
  expect(own.workspaces).toEqual([".", "hub"]);
  expect(own.dependencies).toBeUndefined();
});
