// What each page needs before its commands are typed, and what is answered to their questions. A question without an answer
// here stays open until the time is over, and the command fails.
import type { Answer } from "../support/person.ts";
import type { Agent, Machine } from "./machine.ts";

export interface PageRow {
  readonly page: string;
  /** Real programs on the path, with the model on loopback. */
  readonly agents?: readonly Agent[];
  /** The beginning: what a reader of this page has already. */
  readonly before?: (machine: Machine) => Promise<void>;
  readonly answers?: readonly (readonly [command: RegExp, answers: readonly Answer[]])[];
  /** By heading, "*" for all: the program that types the commands of that section, or wrote what it shows. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

const APPLY: Answer = [/Apply this\?.*$/, "\n"];
/** A key at a card of the review; the last line of the screen is its question. */
const key = (letter: string): Answer => [/ > $/, letter];
const yes = (question: RegExp): Answer => [question, "y\n"];

/** Two wishes in the record of a session from before, as Claude Code keeps it. */
function record(cwd: string): string {
  const told = ["From now on prefer small commits.", "Never force-push to main."].map((content) => ({
    type: "user",
    message: { role: "user", content },
    timestamp: new Date().toISOString(),
    cwd,
    sessionId: "earlier",
  }));
  return told.map((line) => `${JSON.stringify(line)}\n`).join("");
}

export const PAGES: readonly PageRow[] = [
  {
    page: "README.md",
    elsewhere: { "Five minutes": "test/walk/main.ts" },
  },
  { page: "docs/walk.md", elsewhere: { "*": "test/walk/transcript.ts" } },
  { page: "docs/guide/second-machine.md", elsewhere: { "*": "test/second-machine/main.ts" } },
  { page: "docs/guide/organisation.md", elsewhere: { "*": "test/organisation/main.ts" } },
  { page: "docs/guide/hub.md", elsewhere: { "*": "test/hub-running/operator.ts" } },
  { page: "docs/index.md", agents: ["claude"], answers: [[/^holdfast init/, [APPLY]]] },
  {
    page: "docs/guide/install.md",
    agents: ["claude"],
    answers: [
      [/^holdfast init/, [APPLY]],
      [/^holdfast disconnect/, [APPLY]],
    ],
  },
  {
    page: "docs/guide/tour.md",
    agents: ["claude"],
    before: async ({ home, put }) => put(".claude/projects/-somewhere/earlier.jsonl", record(home)),
    answers: [
      [/^holdfast init/, [APPLY, yes(/Look at them now\?.*$/), [/Import which\?.*$/, "all\n"], key("c"), key("d")]],
      [/^holdfast why$/, [[/Enter leaves: .*$/, "\n"]]],
      [/^holdfast why d1/, [[/into quarantine\?.*$/, "\n"]]],
      [/^holdfast forget/, [yes(/for good\?.*$/)]],
      [/^holdfast disconnect/, [APPLY]],
    ],
  },
  {
    page: "docs/guide/developer.md",
    agents: ["claude"],
    answers: [
      [/^holdfast init/, [APPLY]],
      [/^holdfast off/, [[/out of use\?.*$/, "\n"]]],
      [/^holdfast undo/, [[/Undo this\?.*$/, "\n"]]],
    ],
  },
  {
    page: "docs/guide/review.md",
    before: async (machine) => {
      await machine.type("holdfast init --no-install");
      machine.put(".holdfast/memories/project_api_is_versioned.md", VERSIONED, 0o600);
      machine.put(".holdfast/memories/reference_wiki.md", WIKI, 0o600);
    },
    answers: [
      [/^holdfast review$/, [key("c"), key("s")]],
      [/^holdfast review --limit/, [key("q")]],
      [/^holdfast undo/, [[/Undo this\?.*$/, "\n"]]],
    ],
  },
  { page: "docs/guide/audit.md", before: madeStore },
  {
    page: "docs/guide/rules.md",
    before: madeStore,
    answers: [[/^holdfast export claude-permissions$/, [[/Write .*$/, "\n"]]]],
  },
  {
    page: "docs/guide/observer.md",
    agents: ["claude"],
    before: madeStore,
    answers: [[/observe on/, [yes(/on\?.*$/)]]],
  },
  {
    page: "docs/guide/troubleshooting.md",
    answers: [[/^holdfast doctor --fix/, [yes(/is kept aside\..*$/)]]],
  },
  {
    page: "docs/guide/team.md",
    before: sharedByAnother,
  },
  {
    page: "docs/agents/claude-code.md",
    agents: ["claude"],
    before: madeStore,
    answers: [
      [/^holdfast (?:dis)?connect.*--agent claude(?!.*dry-run)/, [APPLY]],
      [/^holdfast why/, [[/Enter leaves: .*$/, "\n"]]],
    ],
  },
  {
    page: "docs/agents/codex.md",
    agents: ["codex"],
    before: madeStore,
    answers: [[/^holdfast (?:dis)?connect --agent codex$/, [APPLY]]],
  },
  ...["copilot", "gemini", "cursor", "kiro", "opencode", "vscode"].map((agent) => ({
    page: `docs/agents/${agent}.md`,
    before: madeStore,
    answers: [
      [new RegExp(`^holdfast (?:dis)?connect --agent ${agent.replace("vscode", "copilot")}$`), [APPLY]] as const,
    ],
  })),
  {
    page: "docs/agents/qwen-droid-cline.md",
    before: madeStore,
    answers: [[/^holdfast (?:dis)?connect --agent (?:qwen|droid|cline)$/, [APPLY]]],
  },
  {
    page: "docs/agents/other.md",
    answers: [[/^holdfast export agents-md$/, [[/Write .*\?.*$/, "\n"]]]],
  },
  { page: "docs/reference/library.md" },
];

async function madeStore(machine: Machine): Promise<void> {
  const { code, transcript } = await machine.type(`${machine.program} init --no-install`);
  if (code !== 0) throw new Error(transcript);
}

/** A colleague has put three memories into the project's store, two of them confirmed, from a machine of his own. */
async function sharedByAnother(machine: Machine): Promise<void> {
  const lines = [
    "holdfast init --shared --quiet",
    'holdfast add --shared --quiet "Deploys run on Mondays, from the release branch"',
    'holdfast add --shared --quiet "Staging is rebuilt every night"',
    'echo "The billing service retries three times" | holdfast add --shared --quiet -',
    'holdfast trust --name "Ben desk"',
    "rm -rf ~/.local ~/.holdfast ~/.cache",
    "holdfast init --no-install",
  ];
  for (const line of ["holdfast init --no-install", ...lines]) {
    const { code, transcript } = await machine.type(line);
    if (code !== 0) throw new Error(`${line}: ${transcript}`);
  }
}

const OLD = new Date(Date.now() - 30 * 24 * 3600 * 1000).toISOString().slice(0, 19);

const VERSIONED = `---
name: The API is versioned
description: Every API path starts with /v2
type: project
id: 01J9ZQ0000000000000000000B
trust-level: inferred
created-at: ${OLD}Z
source: agent
evidence: "user, claude session 6f1c, 2026-05-01T10:00:00Z: every API path starts with /v2, always"
---
Every API path starts with /v2.

Why: clients pin the version.
`;

const WIKI = `---
name: The wiki
description: The wiki lies at wiki.example.org
type: reference
id: 01J9ZQ0000000000000000000D
trust-level: inferred
created-at: ${OLD}Z
source: agent
---
The wiki lies at wiki.example.org, and only there.
`;
