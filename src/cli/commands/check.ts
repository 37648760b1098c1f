// holdfast check

import type { Looking } from "../../compose/command-line.ts";
import { isFault, type Verdict } from "../../memory/findings.ts";
import { allow, revoke } from "../../store/allow.ts";
import type { Broken } from "../../store/catalogue.ts";
import { type Checkable, type CheckReport, checkAll, ONLY, type Only, storedFiles } from "../../store/check.ts";
import { resolve } from "../../store/resolve.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { forTerminalLine } from "../../text/sanitise.ts";
import { once } from "../../text/values.ts";
import { permission } from "../../trust/authority.ts";
import { EXIT } from "../exit.ts";
import { beside, type Style } from "../output.ts";
import type { Commands, Ended, Invocation, OptionSpec } from "../spec.ts";
import { clip } from "../tell.ts";

/** `audit` takes them too. */
export const CHECK_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  only: { type: "string", value: "CHECK", help: "structure, secrets or injection" },
  allow: { type: "string", value: "FINDING", help: "This value is no secret: accept it from now on" },
  revoke: { type: "string", value: "FINDING", help: "Take that back" },
  allowances: { type: "boolean", help: "What was allowed" },
  shared: { type: "boolean", help: "--allow and --revoke for the project's shared store" },
  ci: { type: "boolean", help: "Compare the shared store with the pull request's base" },
  base: { type: "string", value: "REF", help: "That base (default: what CI says, or origin's default branch)" },
};

export const commands: Commands = {
  check: {
    usage: "holdfast check [NAME|FILE...] [--all] [--only CHECK] | --ci [--base REF]",
    about: [
      "Structure, hidden characters, secrets, and text that reads like an instruction to an agent.",
      "Exits 0 clean, 1 if anything blocks, 3 if anything warns, 2 for a fault.",
      "A finding never shows the secret: it has a name, RULE:DIGEST, by which you can allow that one value.",
      "--ci judges a pull request by its commits: exits 1 if its shared store raises trust that no signer of the base signed.",
    ],
    options: { all: { type: "boolean", help: "Every memory (default without names)" }, ...CHECK_OPTIONS },
    names: [0, 1000],
    scans: true,
    examples: [
      "holdfast check",
      "holdfast check --only secrets .holdfast/memories/project_x.md",
      "holdfast check --allow generic-api-key:0a1b2c3d4e5f6071",
      "holdfast check --ci --base main",
    ],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, names, options } = call;
  if (options["ci"] === true) return (await import("../check-ci.ts")).runCi(call);
  if (options["base"] !== undefined)
    return refuse("usage", "--base belongs to --ci.", "holdfast audit --ci --base main");
  if (options["allowances"] === true) return listAllowances(call);
  for (const what of ["allow", "revoke"] as const) {
    const id = options[what];
    if (typeof id === "string") return judge(call, what, id);
  }
  const only = onlyOf(options["only"]);
  if (isRefusal(only)) return only;
  const seen = once(() => bench.looking());
  const items: Checkable[] =
    names.length === 0 || options["all"] === true ? [...storedFiles(seen().stores, seen().act)] : [];
  for (const name of names) {
    const item = itemOf(call, name, seen);
    if (isRefusal(item)) return item;
    items.push(item);
  }
  const report = checkAll(items, bench.checks(), only.check);
  if (out.options.json) out.json(report);
  else print(call, report, only.check);
  return only.check === "structure" ? structureExit(report) : exitOf(report);
}

async function judge({ bench, out, options }: Invocation, what: "allow" | "revoke", id: string): Promise<Ended> {
  const open = bench.storeOf(options["shared"] === true ? "shared" : "personal");
  const done = await (what === "allow" ? allow : revoke)(open, id, bench.act);
  if (done.kind === "refusal") return done;
  if (out.options.json) out.json(done);
  else out.note(`${out.paint("green", done.kind)}  ${done.id}`);
  return EXIT.done;
}

function listAllowances({ bench, out }: Invocation): number {
  const rows = bench
    .stores()
    .flatMap(({ store, allowances }) => allowances.all().map((each) => ({ scope: store.info.scope, ...each })));
  if (out.options.json) out.json({ allowances: rows });
  else for (const { rule, digest, date, scope } of rows) out.line(`${date}  ${scope.padEnd(8)}  ${rule}:${digest}`);
  if (rows.length === 0) out.note("Nothing is allowed.");
  return EXIT.done;
}

function onlyOf(given: string | boolean | undefined): { readonly kind: "only"; readonly check?: Only } | Refusal {
  if (given === undefined) return { kind: "only" };
  const check = ONLY.find((each) => each === given);
  if (check !== undefined) return { kind: "only", check };
  return refuse("usage", `--only takes ${ONLY.join(", ")}.`, "holdfast audit --only secrets");
}

/** A fault of the scanner says nothing about the files: it has a code of its own. */
function exitOf({ files, fail, warn, fault }: CheckReport): number {
  const failed = files.some(({ findings }) => findings.some((each) => each.severity !== "warn" && !isFault(each)));
  if (fail > 0 && failed) return EXIT.findings;
  if (fault) return EXIT.refused;
  return warn > 0 ? EXIT.warnings : EXIT.done;
}

function structureExit({ files, warn }: CheckReport): number {
  const verdicts = files.map(({ verdict }) => verdict);
  if (verdicts.includes("FAIL-STRUCT")) return EXIT.findings;
  if (verdicts.includes("FAIL-FORMAT")) return EXIT.refused;
  return warn > 0 ? EXIT.warnings : EXIT.done;
}

const STYLES: Readonly<Partial<Record<Verdict, Style>>> = {
  PASS: "green",
  "WARN-SEMANTIC": "yellow",
  FLAGGED: "yellow",
};

function print({ out }: Invocation, report: CheckReport, only: Only | undefined): void {
  for (const file of report.files) {
    if (file.verdict === "PASS" && report.files.length > 1) continue;
    const verdict = file.verdict === "PASS" && only !== undefined && only !== "structure" ? "CLEAN" : file.verdict;
    const style = STYLES[file.verdict] ?? "red";
    out.line(`${out.paint(style, verdict.padEnd(15))} ${clip(file.label, out.columns - 16)}`);
    for (const { line, hint, rule } of file.findings) {
      const found = `line ${line}: ${forTerminalLine(hint)} [${rule}]`;
      for (const part of beside("    ", 6, found, out.columns)) out.line(part);
    }
  }
  out.line(`${report.pass} pass, ${report.warn} warn, ${report.fail} fail`);
}

/** A memory's name when there is such a memory, else a path. */
function itemOf({ bench }: Invocation, name: string, seen: () => Looking): Checkable | Refusal {
  const found = bench.hasStore() ? resolve(seen().stores, name) : undefined;
  const stored =
    found?.kind === "found"
      ? { ...found.memory.stored, scope: found.memory.scope }
      : found?.kind === "found-broken"
        ? { ...brokenFile(found.broken), scope: found.broken.scope }
        : undefined;
  if (stored?.place === "quarantine" && permission("check", bench.channel) !== "full")
    return refuse("needs-person", `${name} is quarantined; what is in it is told only to a person.`);
  if (stored !== undefined) {
    const { place, file, bytes, scope } = stored;
    return { label: `${place}/${file}`, place, file, bytes, scope };
  }
  const bytes = bench.readFile(name);
  if (!(bytes instanceof Uint8Array)) return found?.kind === "refusal" && bytes.code === "not-found" ? found : bytes;
  return { label: name, file: name.split(/[\\/]/).at(-1) ?? name, bytes };
}

function brokenFile({ stored, spot, reason }: Broken): Pick<Checkable, "bytes"> & Broken["spot"] {
  return stored ?? { ...spot, bytes: reason };
}
