// Which concepts together ask for which capability (CHK-23). "host" is an address on the network, or a word for one.
import type { Capability } from "../hit.ts";
import type { Concept } from "./concepts.ts";

export interface Rule {
  readonly capability: Capability;
  /** One of each, close together. The first is the rarest: without it the others are not looked at. */
  readonly all: readonly (readonly (Concept | "host")[])[];
  /** Characters from the first to each other one at most. */
  readonly within: number;
  /** Across sentences too, where a text says first what and then how. */
  readonly wide?: true;
  /** Cancelled by a protecting word in the same sentence. */
  readonly mild?: true;
}

export const RULES: readonly Rule[] = [
  { capability: "shell", all: [["run"], ["privilege"]], within: 50, mild: true },
  { capability: "shell", all: [["run"], ["host"]], within: 30, mild: true },
  { capability: "shell", all: [["run"], ["outsider"]], within: 60, mild: true },
  { capability: "shell", all: [["run"], ["heedless"]], within: 60 },
  { capability: "shell", all: [["run"], ["fetch"], ["script"]], within: 60, mild: true },

  { capability: "network", all: [["host"], ["send"], ["payload", "secret"]], within: 110, wide: true, mild: true },
  { capability: "network", all: [["host"], ["send"], ["all"]], within: 80, mild: true },
  { capability: "network", all: [["outsider"], ["send"], ["payload", "secret"]], within: 80, mild: true },
  { capability: "network", all: [["host", "outsider"], ["trust"]], within: 70, mild: true },

  {
    capability: "install",
    all: [["package"], ["adopt", "fetch"], ["lure", "outsider", "heedless", "privilege"]],
    within: 90,
    wide: true,
    mild: true,
  },
  { capability: "install", all: [["host"], ["package"], ["adopt", "fetch"]], within: 70, mild: true },

  { capability: "disable-check", all: [["check"], ["weaken"]], within: 45 },
  {
    capability: "disable-check",
    all: [["heedless"], ["pass", "run", "adopt", "send", "edit", "fetch", "weaken", "trust", "expose"]],
    within: 70,
  },
  { capability: "disable-check", all: [["swift"], ["pass"]], within: 30, mild: true },
  { capability: "disable-check", all: [["check"], ["heedless"]], within: 50 },

  { capability: "hide-from-user", all: [["omit"], ["report"]], within: 70 },

  { capability: "reveal-secret", all: [["secret"], ["expose"]], within: 70, mild: true },
  { capability: "reveal-secret", all: [["payload"], ["expose"], ["outsider", "all"]], within: 70, mild: true },

  { capability: "edit-agent-setup", all: [["setup"], ["edit"]], within: 45, mild: true },
  { capability: "edit-agent-setup", all: [["setup"], ["weaken"]], within: 45, mild: true },
  { capability: "edit-agent-setup", all: [["privilege"], ["pass", "edit"]], within: 45, mild: true },
  { capability: "edit-agent-setup", all: [["setup"], ["heedless", "trust"]], within: 60, mild: true },
  {
    capability: "edit-agent-setup",
    all: [["setup"], ["host", "outsider"], ["fetch", "run", "send"]],
    within: 80,
    mild: true,
  },
  { capability: "edit-agent-setup", all: [["agent"], ["pass", "trust", "privilege"]], within: 40, mild: true },
];
