// Runs one case through the real `openModel` and judges everything that is left of it (OBS-4): the answer, the audit log,
// what the model was sent, the files, the processes, and what the tracer saw.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asChecked } from "../../src/checks/checked.ts";
import type { Spend } from "../../src/observer/budget.ts";
import { openModel, type ProviderSettings } from "../../src/observer/io/model/locked-call.ts";
import type { AgentSdk } from "../../src/observer/io/model/providers/claude-sdk.ts";
import type { ModelAnswer } from "../../src/observer/model.ts";
import { type Box, CANARY, makeBox } from "./box.ts";
import type { Case, Kind } from "./cases.ts";
import type { HostileModel } from "./hostile-model.ts";
import { deedsIn } from "./trace.ts";

export interface Programs {
  readonly claude: string;
  readonly load: () => Promise<AgentSdk>;
  readonly bubblewrap: string | undefined;
}

const KEY = "sk-ant-key-of-the-test-000";
const SCHEMA = {
  type: "object",
  properties: { answer: { type: "string" } },
  required: ["answer"],
  additionalProperties: false,
};

const ATTEMPTS = 3;

/** What is wrong; nothing, if it held. */
export async function runCase(
  one: Case,
  kind: Kind,
  model: HostileModel,
  programs: Programs,
): Promise<readonly string[]> {
  let run = await runOnce(one, kind, model, programs);
  for (let attempt = 2; attempt <= ATTEMPTS && run.isUntried; attempt++)
    run = await runOnce(one, kind, model, programs);
  return run.faults;
}

interface Run {
  readonly faults: readonly string[];
  /** It came to no request in its time and did nothing else either: the machine stood still, and nothing was tried. */
  readonly isUntried: boolean;
}

async function runOnce(one: Case, kind: Kind, model: HostileModel, programs: Programs): Promise<Run> {
  const id = `${kind}-${one.name}`.replace(/[^a-z0-9]+/gi, "-").toLowerCase();
  const url = model.script(id, one.replies);
  const isProgram = kind === "claude" || kind === "claude-sdk";
  const traced = isProgram && one.sandboxed !== true;
  const box = makeBox(isProgram ? programs.claude : undefined, traced);
  mkdirSync(box.state, { mode: 0o700 });
  const notices: string[] = [];
  const spends = countingSpend();
  try {
    const before = box.snapshot();
    const opened = openModel({
      provider: providerFor(kind, one, url, box, programs),
      spend: spends.spend,
      stateDir: box.state,
      mask: (text) => text.replaceAll(KEY, "[masked]"),
      notice: (sentence) => notices.push(sentence),
      now: () => new Date(),
      timeLimitMs: one.limitMs ?? 30_000,
    });
    const started = performance.now();
    const answer = await opened.call(
      {
        source: "observer",
        session: "session-of-the-test",
        project: "project-of-the-test",
        system: "You turn a text into one JSON object.",
        prompt: asChecked(one.prompt?.(box) ?? "A user and an agent talked."),
        schema: SCHEMA,
        maxOutputTokens: 500,
      },
      new AbortController().signal,
    );
    const took = performance.now() - started;
    const harm = [
      ...judgeFiles(before, box),
      ...judgeProcesses(box),
      ...(traced ? judgeTrace(box, model.port) : []),
      ...spends.faults(),
    ];
    const faults = [
      ...judgeAnswer(one, answer, took),
      ...judgeAudit(one, answer, box),
      ...judgeRequests(one, kind, id, model),
      ...harm,
      ...(answer.kind === "denied" && notices.length === 0 ? ["an attempt was no notice"] : []),
    ];
    const isUntried = answer.kind === "failed" && model.seen(id).length === 0 && harm.length === 0;
    return { faults, isUntried };
  } finally {
    box.remove();
  }
}

function providerFor(kind: Kind, one: Case, url: string, box: Box, programs: Programs): ProviderSettings {
  if (kind === "anthropic") return { kind, url, model: "claude-haiku-5-5", key: KEY, pauseMs: 20 };
  if (kind === "openai") return { kind, url: `${url}/v1`, model: "local", key: KEY, pauseMs: 20 };
  const env = {
    HOME: box.home,
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: "http://127.0.0.1:9/planted",
    HTTPS_PROXY: "http://127.0.0.1:9",
    NODE_OPTIONS: `--require ${box.base}/planted.cjs`,
    CLAUDE_CODE_SIMPLE: "1",
    PATH: "/usr/bin:/bin",
  };
  const shared = { program: box.program, model: "claude-haiku-5-5", env, cacheDir: box.cache, url };
  const walls = one.sandboxed === true && programs.bubblewrap !== undefined ? { bubblewrap: programs.bubblewrap } : {};
  return kind === "claude" ? { kind, ...shared, ...walls } : { kind, ...shared, ...walls, load: programs.load };
}

function countingSpend(): { readonly spend: Spend; faults(): readonly string[] } {
  let reserved = 0;
  let settled = 0;
  return {
    spend: {
      reserve: async (session, bound) => ({ kind: "reserved", id: String(++reserved), session, bound }),
      settle: async () => {
        settled += 1;
      },
    },
    faults: () => (reserved === 1 && settled === 1 ? [] : [`reserved ${reserved} times and settled ${settled} times`]),
  };
}

function judgeAnswer(one: Case, answer: ModelAnswer, took: number): readonly string[] {
  const told = answer.kind === "failed" ? `failed ${answer.then}` : answer.kind;
  const why = "why" in answer ? ` (${answer.why})` : "";
  const late = took > (one.limitMs ?? 30_000) + 6000 ? [`took ${Math.round(took)} ms`] : [];
  const attempts = answer.kind === "denied" ? answer.attempts : [];
  return [
    ...late,
    ...(told === one.outcome || told.split(" ")[0] === one.outcome ? [] : [`${told}${why} instead of ${one.outcome}`]),
    ...(String(attempts) === String(one.attempts ?? []) ? [] : [`attempts told: ${JSON.stringify(attempts)}`]),
    ...(JSON.stringify(answer).includes(KEY) || JSON.stringify(answer).includes(CANARY)
      ? ["the answer holds a key or a canary"]
      : []),
  ];
}

function judgeAudit(one: Case, answer: ModelAnswer, box: Box): readonly string[] {
  const lines = box.audit();
  const attempts = lines.filter(({ tool }) => tool !== null);
  const names = attempts.map(({ tool }) => tool);
  const calls = lines.filter(({ tool }) => tool === null);
  const result = answer.kind === "answer" ? "allowed" : answer.kind === "denied" ? "denied" : "error";
  return [
    ...(String(names) === String(one.attempts ?? []) ? [] : [`attempts in the audit log: ${JSON.stringify(names)}`]),
    ...(attempts.every((line) => line["result"] === "denied") ? [] : ["an attempt that is not denied"]),
    ...(calls.length === 1 && calls[0]?.["result"] === result
      ? []
      : [`calls in the audit log: ${JSON.stringify(calls)}`]),
    ...(JSON.stringify(lines).includes(KEY) ? ["the key is in the audit log"] : []),
  ];
}

function judgeRequests(one: Case, kind: Kind, id: string, model: HostileModel): readonly string[] {
  const seen = model.seen(id);
  const allowed = kind === "claude" || kind === "claude-sdk" ? ["StructuredOutput"] : undefined;
  const most = one.requests ?? 1;
  return [
    ...(seen.length >= 1 && seen.length <= most ? [] : [`${seen.length} requests`]),
    ...seen.flatMap(({ text, body }) => {
      const tools = (body.tools as readonly { readonly name?: string }[] | undefined)?.map(({ name }) => name);
      return [
        ...(text.includes(CANARY) ? [`sent: ${text.match(new RegExp(`${CANARY}[-\\w.]*`, "g"))?.join(", ")}`] : []),
        ...(text.includes("listed-only") ? ["a folder's list was sent"] : []),
        ...(String(tools) === String(allowed) ? [] : [`offered tools: ${String(tools)}`]),
      ];
    }),
  ];
}

function judgeFiles(before: ReadonlyMap<string, string>, box: Box): readonly string[] {
  const after = box.snapshot();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  const state = readdirSync(box.state).filter((name) => name !== "observer-audit.log");
  const jails = readdirSync(box.cache).includes("jails") ? readdirSync(join(box.cache, "jails")) : [];
  return [
    ...changed.map((name) => `changed: ${name}`),
    ...state.map((name) => `in the state folder: ${name}`),
    ...jails.map((name) => `left behind: ${name}`),
  ];
}

/** Every process of the case has the case's home in its environment or its folder in its arguments. */
function judgeProcesses(box: Box): readonly string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  return pids.flatMap((pid) => {
    try {
      const told = readFileSync(`/proc/${pid}/environ`, "utf8") + readFileSync(`/proc/${pid}/cmdline`, "utf8");
      return told.includes(box.base) ? [`still running: ${readFileSync(`/proc/${pid}/comm`, "utf8").trim()}`] : [];
    } catch {
      return []; // it ended while we looked
    }
  });
}

const MAY_CHANGE = /^\/dev\/|^\/proc\/self\//;

function judgeTrace(box: Box, port: number): readonly string[] {
  const { started, peers, opened, changed } = deedsIn(box.trace);
  const within = (path: string): boolean =>
    path.startsWith(`${box.home}/.claude`) || path.startsWith(`${box.cache}/jails/`) || MAY_CHANGE.test(path);
  const others = [...new Set(started)].filter((path) => !path.endsWith("/claude"));
  const elsewhere = [...new Set(peers)].filter((peer) => peer !== `127.0.0.1:${port}`);
  // It looks at its own settings file whatever it is told; that nothing in it took effect is seen by everything else here.
  const its = `${box.home}/.claude/settings.json`;
  const canaries = opened.filter(
    (path) =>
      /\.(txt|md)$|\.mcp\.json$|settings(\.local)?\.json$/.test(path) && path.includes(box.base) && path !== its,
  );
  return [
    ...(started.length >= 1 ? [] : ["nothing was traced"]),
    ...others.map((path) => `started ${path}`),
    ...elsewhere.map((peer) => `spoke to ${peer}`),
    ...[...new Set(canaries)].map((path) => `opened ${path}`),
    ...[...new Set(changed.filter((path) => !within(path)))].map((path) => `wrote ${path}`),
  ];
}
