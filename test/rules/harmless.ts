// Command lines and edits as people make them, from where they can be had: examples of the tldr pages, scripts of installed
// packages, the edits of our own history, and the shell scripts that the machine's own packages brought. Nothing of them is
// kept: they are read where they are. The plain judge was mended once on the first three; the machine's scripts came after.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { corpus } from "../../eval/security/corpora.ts";
import { decided, edit, keep, line } from "../support/rules.ts";
import { isPlainlyMeant, isPlainlyMeantEdit } from "./plainly.ts";
import { SIXTY } from "./sixty.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

interface Act {
  readonly from: string;
  readonly said: string;
  /** The text to be written, for an edit. */
  readonly text?: string;
}

interface Page {
  readonly title: string;
  readonly body: string;
}

/** `Push a tag: git push origin {{tag}}`; of what may be chosen, the last. */
function examplesOf({ title, body }: Page): readonly string[] {
  const [name = ""] = title.split(" ");
  return body.split("\n").flatMap((each) => {
    const said = each.slice(each.indexOf(": ") + 2);
    if (!each.includes(": ") || !said.startsWith(name)) return [];
    return [said.replace(/\{\{\[?([^{}]*?)\]?\}\}/g, (_, inner: string) => inner.split("|").at(-1)?.trim() ?? "")];
  });
}

function scriptsIn(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    if (name.startsWith("@")) return scriptsIn(`${folder}/${name}`);
    const file = `${folder}/${name}/package.json`;
    if (!existsSync(file)) return [];
    const { scripts = {} } = JSON.parse(readFileSync(file, "utf8")) as { scripts?: Readonly<Record<string, unknown>> };
    return Object.values(scripts).filter((script) => typeof script === "string");
  });
}

const MAINTAINERS = "/var/lib/dpkg/info";
const SHELL = /^#! ?\S*\/(?:ba|da)?sh\b/;

/** Each line of the maintainers' scripts and of the programs that are shell scripts. */
function linesOfMachine(): readonly string[] {
  const files = [MAINTAINERS, "/usr/bin", "/usr/sbin"].filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && (folder !== MAINTAINERS || /\.(pre|post)(inst|rm)$/.test(entry.name)))
      .map(({ name }) => `${folder}/${name}`),
  );
  return files
    .map((file) => readFileSync(file, "latin1"))
    .filter((text) => SHELL.test(text))
    .flatMap((text) => text.split("\n").map((each) => each.trim()))
    .filter((each) => each !== "" && !each.startsWith("#"));
}

function editsOfHistory(): readonly Act[] {
  const listed = execFileSync("git", ["-C", ROOT, "log", "--format=", "--name-only"], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return [...new Set(listed.split("\n"))]
    .filter((path) => path !== "")
    .map((path) => {
      const file = `${ROOT}${path}`;
      return {
        from: "history",
        said: path,
        text: existsSync(file) ? readFileSync(file, "utf8").slice(0, 100_000) : "",
      };
    });
}

export interface Harmless {
  readonly harmless: number;
  /** Stops of what nobody meant by that rule. */
  readonly falseStops: readonly string[];
  readonly meant: number;
  /** Meant by the plain reading, and not stopped. */
  readonly missed: readonly string[];
  readonly bySource: Readonly<Record<string, number>>;
  readonly falseBySource: Readonly<Record<string, number>>;
  /** Sources that are not here. */
  readonly absent: readonly string[];
}

/** At most so many acts, spread over all of them. */
export function measureHarmless(most: number): Harmless {
  const pages = corpus<Page>("retrieval/tldr/docs");
  const tldr = pages?.flatMap(examplesOf).map((said): Act => ({ from: "tldr", said })) ?? [];
  const scripts = scriptsIn(`${ROOT}node_modules`).map((said): Act => ({ from: "scripts", said }));
  const machine = linesOfMachine().map((said): Act => ({ from: "machine", said }));
  const edits = existsSync(`${ROOT}.git`) ? editsOfHistory() : [];
  const all = [
    ...new Map([...tldr, ...scripts, ...machine, ...edits].map((act) => [`${act.from} ${act.said}`, act])).values(),
  ];
  const every = Math.max(1, all.length / most);
  const acts = Array.from({ length: Math.min(most, all.length) }, (_, at) => all[Math.floor(at * every)]).filter(
    isThere,
  );
  const kept = SIXTY.map(keep);
  const falseStops: string[] = [];
  const missed: string[] = [];
  const bySource: Record<string, number> = {};
  const falseBySource: Record<string, number> = {};
  let meantCount = 0;
  for (const { from, said, text } of acts) {
    const verdict = decided(kept, text === undefined ? line(said) : edit(said, text));
    const meant =
      text === undefined ? SIXTY.some((rule) => isPlainlyMeant(rule, said)) : isPlainlyMeantEdit(said, text);
    if (meant) {
      meantCount++;
      if (verdict === undefined) missed.push(`${from}: ${said}`);
      continue;
    }
    bySource[from] = (bySource[from] ?? 0) + 1;
    if (verdict === undefined) continue;
    falseBySource[from] = (falseBySource[from] ?? 0) + 1;
    falseStops.push(`${verdict.stop.said} | ${from}: ${said}`);
  }
  const absent = Object.entries({ tldr, machine, history: edits }).filter(([, found]) => found.length === 0);
  const harmless = Object.values(bySource).reduce((sum, count) => sum + count, 0);
  return {
    ...{ harmless, falseStops, missed, bySource, falseBySource },
    meant: meantCount,
    absent: absent.map(([name]) => name),
  };
}

function isThere(act: Act | undefined): act is Act {
  return act !== undefined;
}
