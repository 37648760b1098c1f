// node test/docs-blocks/main.ts [--only PAGE]
// Every fenced block of the documentation is done: `sh` is typed by a person, in order, on a machine of the page's own;
// `ts` is compiled against the package's types and run; the rest is read by whoever it is for. A page that needs something
// first has a row in pages.ts; nothing is left out in silence (LIB-1, SUR-1).
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { CLAUDE_MISSING, claudeProgram } from "../support/claude.ts";
import { CODEX_MISSING, codexProgram } from "../support/codex.ts";
import { startFakeModel } from "../support/fake-model.ts";
import { commandsOf, type Fence, readFences } from "../support/fences.ts";
import { installPackage, packPackage } from "../support/package.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { compileExamples, fileOf } from "./compile.ts";
import { isOutput, notPrinted, wrongWith } from "./judge.ts";
import { type Machine, makeMachine, type Shop } from "./machine.ts";
import { PAGES, type PageRow } from "./pages.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDERS = ["docs", "docs/guide", "docs/agents"];
const SINGLE = ["README.md", "docs/reference/library.md"];
const SKIPPED = 77;
const count = { passed: 0, failed: 0 };

interface Page {
  readonly path: string;
  readonly fences: readonly Fence[];
  readonly row: PageRow | undefined;
}

type Check = (title: string, wrong: string | undefined) => void;

/** Two pages are tried at once; what is said of one comes in one piece. */
function checkInto(lines: string[]): Check {
  return (title, wrong) => {
    count[wrong === undefined ? "passed" : "failed"] += 1;
    lines.push(`${wrong === undefined ? "ok  " : "FAIL"} ${title}${wrong === undefined ? "" : `\n     ${wrong}`}`);
  };
}

function readPages(only: string | undefined): readonly Page[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  );
  const paths = [...SINGLE, ...inFolders].filter((path) => only === undefined || path.includes(only));
  return paths.map((path) => ({
    path,
    fences: readFences(readFileSync(join(ROOT, path), "utf8")),
    row: PAGES.find((row) => row.page === path),
  }));
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: "string" } } });
  if (!canRunAsPerson()) return said(CANNOT_RUN_AS_PERSON, SKIPPED);
  if (claudeProgram() === undefined) return said(`SKIPPED: ${CLAUDE_MISSING}`, SKIPPED);
  if (codexProgram() === undefined) return said(`SKIPPED: ${CODEX_MISSING}`, SKIPPED);
  const fake = await startFakeModel();
  const base = realpathSync(mkdtempSync(join(tmpdir(), "docs-blocks-")));
  try {
    const pages = readPages(values.only);
    const shop = openShop(base, fake);
    const lines: string[] = [];
    const check = checkInto(lines);
    const folder = compiled(shop, pages, check);
    const waiting = pages.filter(({ fences }) => fences.length > 0);
    const lane = async (): Promise<void> => {
      for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) await tryAndTell(shop, page, folder);
    };
    await Promise.all([lane(), lane()]);
    const known = new Set(pages.map(({ path }) => path));
    const unused = PAGES.filter(({ page }) => values.only === undefined && !known.has(page)).map(({ page }) => page);
    check("every row of pages.ts has its page", unused.length === 0 ? undefined : String(unused));
    console.log(lines.join("\n"));
  } finally {
    await fake.close();
    rmSync(base, { recursive: true, force: true });
  }
  return said(`docs-blocks passed=${count.passed} failed=${count.failed}`, count.failed === 0 ? 0 : 1);
}

function openShop(base: string, fake: Shop["fake"]): Shop {
  const [bin, prefix] = [join(base, "bin"), join(base, "prefix")];
  for (const each of [bin, prefix]) mkdirSync(each);
  symlinkSync(process.execPath, join(bin, "node"));
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: base, LANG: "C.UTF-8" };
  const tarball = packPackage(base, env, "as built");
  installPackage(tarball, prefix, env);
  return { base, tarball, prefix, fake };
}

function compiled(shop: Shop, pages: readonly Page[], check: Check): string {
  const examples = pages.flatMap(({ path, fences }) =>
    fences
      .filter(({ language }) => language === "ts")
      .map(({ body, line }) => ({ name: `${path}:${line}`, text: body })),
  );
  const { folder, complaints } = compileExamples(shop, examples);
  if (examples.length > 0)
    check(`LIB-1 ${examples.length} examples compile against the package`, complaints || undefined);
  return folder;
}

async function tryAndTell(shop: Shop, page: Page, examples: string): Promise<void> {
  const lines: string[] = [];
  const check = checkInto(lines);
  const started = performance.now();
  try {
    await tryPage(shop, page, examples, check);
  } catch (error) {
    check(`${page.path} came to its end`, error instanceof Error ? error.stack : String(error));
  }
  console.log(`--- ${page.path}, ${((performance.now() - started) / 1000).toFixed(1)} s\n${lines.join("\n")}`);
}

async function tryPage(shop: Shop, page: Page, examples: string, check: Check): Promise<void> {
  const { path, fences, row } = page;
  const mine = fences.filter((fence) => !doneElsewhere(fence, row));
  const acts = mine.filter(needsMachine);
  if (acts.length > 0 && row === undefined)
    return check(`${path} has a row`, "it has commands: say in test/docs-blocks/pages.ts what they need first");
  const installs = commandsOf(mine).some((line) => line.startsWith("npm install --global"));
  const machine =
    acts.length === 0
      ? undefined
      : makeMachine(shop, path.replace(/\W+/g, "-"), installs ? "installs" : "installed", row?.agents ?? []);
  if (machine !== undefined) await row?.before?.(machine);
  let printed = "";
  for (const fence of mine) {
    const title = `${path}:${fence.line} ${fence.language}`;
    if (fence.language === "sh" && machine !== undefined) printed = await typeAll(fence, title, machine, row, check);
    else if (fence.language === "ts" && machine !== undefined)
      printed = runExample(join(examples, fileOf(`${path}:${fence.line}`)), title, machine, check);
    else if (isOutput(fence) && machine !== undefined)
      check(`${title} is what was printed`, notPrinted(fence, printed, machine));
    else check(title, await wrongWith(fence, machine));
  }
}

function needsMachine({ language, body }: Fence): boolean {
  return language === "sh" || language === "ts" || (language === "json" && body.includes("mcpServers"));
}

/** What another program types, or wrote; one that does not name the page has nothing to do with it. */
function doneElsewhere({ language, heading }: Fence, row: PageRow | undefined): boolean {
  const program = row?.elsewhere?.[heading] ?? row?.elsewhere?.["*"];
  if (row === undefined || program === undefined || !["sh", "text"].includes(language)) return false;
  if (readFileSync(join(ROOT, program), "utf8").includes(basename(row.page))) return true;
  throw new Error(`${program} does not name ${row.page}`);
}

async function typeAll(
  fence: Fence,
  title: string,
  machine: Machine,
  row: PageRow | undefined,
  check: Check,
): Promise<string> {
  const commands = commandsOf([fence]);
  const expected = Number(/^exits (\d+)$/.exec(fence.note)?.[1] ?? 0);
  let printed = "";
  for (const [at, command] of commands.entries()) {
    const answers = row?.answers?.find(([pattern]) => pattern.test(command))?.[1] ?? [];
    const run = await machine.type(command, ...answers);
    const wanted = at === commands.length - 1 ? expected : 0;
    printed += run.transcript;
    check(
      `${title}: ${command}`,
      run.code === wanted ? undefined : `exit ${run.code}, not ${wanted}:\n${run.transcript.slice(-1500)}`,
    );
  }
  if (commands.length === 0) check(title, "a shell block without a command");
  return printed;
}

function runExample(file: string, title: string, { env, project }: Machine, check: Check): string {
  const run = spawnSync(process.execPath, [file], { cwd: project, env: { ...env }, encoding: "utf8", timeout: 30_000 });
  check(`LIB-1 ${title} runs`, run.status === 0 ? undefined : `${run.stdout}${run.stderr}`);
  return run.stdout;
}

function said(line: string, code: number): number {
  console.log(line);
  return code;
}

process.exitCode = await main();
