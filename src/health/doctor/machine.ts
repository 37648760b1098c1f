// What this machine is and how it is connected: told, and nothing here is mended by itself.
import type { Pause } from "../../config/pause.ts";
import { settingsWords, signedWords } from "../../config/policy.ts";
import { syncStanding } from "../../sync/health.ts";
import { hubStanding } from "../../sync/hub/broken.ts";
import type { AgentStanding, PolicySeen } from "../surroundings.ts";
import { type MachineView, type Probe, type ProbeFinding, some } from "./probe.ts";

export const runtime: Probe<MachineView> = {
  name: "runtime",
  examine: ({ surroundings: { version, nodeVersion } }) => [
    { name: "runtime", health: "ok", message: `holdfast ${version} on Node ${nodeVersion}` },
  ],
};

// Silence that a person asked for (SUR-9) and may have forgotten: everything else can be in order, and no agent is told
// anything.
export const silence: Probe<MachineView> = {
  name: "silence",
  examine: ({ surroundings }) => surroundings.silence().map(paused),
};

function paused({ project, until }: Pause): ProbeFinding {
  const where = project === undefined ? "everywhere" : "in this project";
  const span = until === undefined ? "until you end it" : `until ${until}`;
  return {
    name: "silence",
    health: "warning",
    message: `paused ${where}, ${span}: agents are told nothing`,
    remedy: `holdfast on${project === undefined ? "" : " --project"}`,
  };
}

// Whether each agent on this machine is connected, and its hook still there (AGT-30). Connecting edits a foreign
// settings file, so it is never done in passing.
export const agents: Probe<MachineView> = {
  name: "agents",
  examine: ({ surroundings }) => surroundings.agents().map(agentRow),
};

/** Among those that were heard through an entry (AGT-8). */
const UNKNOWN = "unknown";
const MEND = "Mend the file, then: holdfast doctor";

function agentRow(seen: AgentStanding): ProbeFinding {
  const { agent, present, evidence, connected, trace, unreadable, switchedOff, hookCopy, outdated, advice } = seen;
  const { heard = [] } = seen;
  const remedy = `holdfast connect --agent ${agent}`;
  if (unreadable !== undefined)
    return { name: agent, health: "error", message: `its settings can't be read: ${unreadable}`, remedy: MEND };
  if (trace && !hookCopy)
    return {
      name: agent,
      health: "error",
      message: "connected, but the hook it calls is gone, or a part of it",
      remedy,
    };
  if (connected && switchedOff !== undefined) {
    const message = `connected, but ${switchedOff} in its settings keeps it from running hooks`;
    return { name: agent, health: "warning", message, remedy: MEND };
  }
  if (connected && outdated !== undefined) {
    const message = `connected, with the hook of ${outdated === "" ? "an earlier version" : outdated}`;
    return { name: agent, health: "warning", message, remedy };
  }
  // What the person still has to do there is the way on, so that the short answer tells it too (AGT-33).
  if (connected && heard.includes(UNKNOWN)) {
    const message = "connected; a program that Holdfast does not know runs its entry as well, and is answered by guess";
    return { name: agent, health: "warning", message, remedy: `holdfast doctor --host ${agent} --probe` };
  }
  if (connected) {
    const message = heard.length === 0 ? "connected" : `connected; run as well by ${heard.join(", ")}`;
    return { name: agent, health: "ok", message, ...(advice !== undefined && { remedy: advice }) };
  }
  if (trace) {
    // Its entries say where ours is (AGT-1a): a home that was moved since, or is another in this terminal, shows here.
    const message = "connected in part, by an older version, or for other folders than this terminal's";
    return { name: agent, health: "warning", message, remedy };
  }
  if (present) return { name: agent, health: "warning", message: "found, not connected", remedy };
  return { name: agent, health: "ok", message: `not on this machine (${evidence})` };
}

// What this project brings along and can't be used. It is the repository's, so it is told and never mended.
export const project: Probe<MachineView> = {
  name: "project",
  examine: ({ surroundings }) => {
    const problems = surroundings.projectProblems();
    return problems.length === 0 ? [] : [{ name: "project", health: "warning", message: problems.join(" ") }];
  },
};

// The chains of the ledger (STO-31). A break is told with its file and line and never mended: a history that its
// own tool rewrites proves nothing.
export const ledger: Probe<MachineView> = {
  name: "ledger",
  examine: ({ surroundings }) => {
    const chains = surroundings.ledgerHealth();
    const broken = chains
      .filter(({ problem }) => problem !== undefined)
      .map(({ file, problem }) => `${file} ${problem}`);
    if (broken.length > 0) {
      const remedy =
        "holdfast log --verify; then compare with a backup or with git. It is never rewritten. If you know why: holdfast log --acknowledge DEVICE";
      return [{ name: "ledger", health: "error", message: `a chain is broken: ${some(broken)}`, remedy }];
    }
    const whole = chains.filter(({ known }) => known === undefined).length;
    const known = chains.flatMap((each) => (each.known === undefined ? [] : [each.known]));
    const message = chains.length === 1 && whole === 1 ? "its chain is whole" : `${whole} chains are whole`;
    const told = known.length === 0 ? message : `${message}; ${known.length} with a break, acknowledged ${some(known)}`;
    return [{ name: "ledger", health: "ok", message: chains.length === 0 ? "no chain yet" : told }];
  },
};

// A store works without git, but has no history and can't be synced (STO-1). Where git is there, nothing is said.
/** `sync` says it too. */
export const NO_GIT = {
  message: "git is not installed, so the store has no history and can't be synced",
  remedy: "install git, then: holdfast init",
} as const;

export const git: Probe<MachineView> = {
  name: "git",
  examine: ({ surroundings }) => (surroundings.hasGit() ? [] : [{ name: "git", health: "warning", ...NO_GIT }]),
};

// How the last run of sync ended (SYN-15). Where nobody has synced there is nothing to say.
export const sync: Probe<MachineView> = {
  name: "sync",
  examine: ({ surroundings }) =>
    surroundings.sync().map(({ name, record, now }) => ({ name, ...syncStanding(record, now) })),
};

// Whether a hub's history is the one that was seen (HUB-6). Where no hub was followed there is nothing to say.
export const hub: Probe<MachineView> = {
  name: "hub",
  examine: ({ surroundings }) => surroundings.hubs().map((seen) => ({ name: "hub", ...hubStanding(seen) })),
};

// What an organisation asks of this machine (HUB-10). Where none does, nothing is said.
export const policy: Probe<MachineView> = {
  name: "policy",
  examine: ({ surroundings }) => surroundings.policies().flatMap(policyRows),
};

const SYNC = "holdfast sync";

function policyRows({ holds, found, ignored, unknown }: PolicySeen): readonly ProbeFinding[] {
  const row = (message: string, remedy?: string): ProbeFinding => ({
    name: "policy",
    health: remedy === undefined ? "ok" : "warning",
    message,
    remedy,
  });
  const number = holds[0]?.number ?? 0;
  const words = holds.map((each) => `${signedWords(each)}: ${settingsWords(each.settings)}`);
  return [
    ...(number > found ? [row(`${words.join("; ")}; the store has it no more, and it holds`, SYNC)] : []),
    ...(number === found ? words.map((each) => row(each)) : []),
    ...(number < found ? [row(`policy ${found} came and does not hold yet`, SYNC)] : []),
    ...(ignored.length === 0 ? [] : [row(`one signed by ${some(ignored)}, who may not, changes nothing`, LIST)]),
    ...(unknown.length === 0 ? [] : [row(`it speaks of ${some(unknown)}, which this version does not know`, LIST)]),
  ];
}

const LIST = "holdfast config --in org list";

// A forget that was killed (FOR-1). Where none was, nothing is said.
export const forget: Probe<MachineView> = {
  name: "forget",
  examine: ({ surroundings }) =>
    surroundings.unfinished().map((left) => ({ name: "forget", health: "warning", ...left })),
};
