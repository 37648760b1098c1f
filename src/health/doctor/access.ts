// What this machine needs before anything is written: private files, a configuration that reads, a key.
import { effectiveConfig, parseConfig } from "../../config/config.ts";
import type { ForeignMode } from "../../disk/private-modes.ts";
import type { DeviceKeySeen, PresenceSeen, SigningSeen } from "../surroundings.ts";
import { FIX, type MachineView, type Mended, type Probe, type ProbeFinding, some } from "./probe.ts";

// Who can reach what is private (STO-4): writable by others, or another user's, is an error, for then nothing here is
// believed; readable by others is a warning. Mending takes access away and never gives any.
const WORDS: Readonly<Record<ForeignMode["problem"], string>> = {
  owner: "belongs to another user",
  writable: "other users can write",
  readable: "other users can read",
  unwritable: "can't be written, so nothing is kept there",
  unseen: "who else can read could not be asked (icacls)",
};

export const modes: Probe<MachineView> = {
  name: "modes",
  examine: ({ surroundings }) => [modesRow(surroundings.foreignModes())],
  mend: ({ surroundings }) =>
    surroundings
      .tighten()
      .map(({ root, count }) => ({ label: `${count === 1 ? "1 mode" : `${count} modes`} in ${root}` })),
};

function modesRow(found: readonly ForeignMode[]): ProbeFinding {
  if (found.length === 0) return { name: "modes", health: "ok", message: "what is private is for you alone" };
  const kinds = (["owner", "writable", "readable", "unwritable", "unseen"] as const).filter(
    (kind) => of(found, kind).length > 0,
  );
  const message = kinds.map((kind) => `${WORDS[kind]}: ${some(of(found, kind))}`).join("; ");
  const has = (...wanted: readonly ForeignMode["problem"][]): boolean => kinds.some((kind) => wanted.includes(kind));
  const remedies = [
    ...(has("writable", "readable") ? [FIX] : []),
    ...(has("owner") ? ["take back what is yours: chown, or move it away"] : []),
    ...(has("unwritable")
      ? ["make the folder or its disk writable, or name another: HOLDFAST_HOME, XDG_STATE_HOME"]
      : []),
    ...(has("unseen") ? ["look at its Security tab in Explorer"] : []),
  ];
  return {
    name: "modes",
    health: has("owner", "writable", "unwritable") ? "error" : "warning",
    message,
    remedy: remedies.join("; "),
  };
}

function of(found: readonly ForeignMode[], kind: ForeignMode["problem"]): readonly string[] {
  return found.filter(({ problem }) => problem === kind).map(({ path }) => path);
}

// The configuration (CFG-3). A file that can't be read as a whole sets nothing, the person's own tightenings
// included: that is an error, and mending moves the file aside. A bad key or value is told and left to its author.
export const config: Probe<MachineView> = {
  name: "config",
  examine: (view) => [configRow(view)],
  mend: (view) => {
    if (damageOf(view) === undefined) return [];
    return [{ label: `the damaged configuration, kept at ${view.surroundings.setConfigAside()}` }];
  },
};

function configRow(view: MachineView): ProbeFinding {
  const { user, project, path } = view.surroundings.config();
  const damage = damageOf(view);
  if (damage !== undefined) {
    const remedy = `Mend ${path}, or move it aside: ${FIX}`;
    return { name: "config", health: "error", message: damage, remedy };
  }
  const { warnings } = effectiveConfig(
    parseConfig(user, "user"),
    project === undefined ? undefined : parseConfig(project, "project"),
  );
  if (warnings.length === 0) return { name: "config", health: "ok", message: "no complaints" };
  const message = warnings.map((warning) => warning.message).join("; ");
  return { name: "config", health: "warning", message, remedy: "holdfast config list" };
}

/** A complaint about no key is about the file. A project's file is not ours to move. */
function damageOf({ surroundings }: MachineView): string | undefined {
  return parseConfig(surroundings.config().user, "user").errors.find(({ key }) => key === "")?.message;
}

// This machine's key (SYN-20). Losing it loses no memory: what the old one signed is unattested until a person
// re-affirms it (SYN-21). A damaged one is kept, never overwritten: it may be mended from a backup.
const MEANS = "what it signed needs one re-affirmation";

export const deviceKey: Probe<MachineView> = {
  name: "device key",
  examine: ({ surroundings }) => [
    { name: "device key", ...saidOf(surroundings.deviceKey()) },
    ...signingRows(surroundings.signing()),
  ],
  mend: ({ surroundings }) => {
    const seen = surroundings.deviceKey();
    const done: Mended[] = [];
    if (seen.state === "damaged") done.push({ label: `the damaged device key, kept at ${surroundings.setKeyAside()}` });
    if (done.length > 0 || (seen.state === "missing" && seen.wanted)) {
      done.push({ label: `a new device key, ${surroundings.makeKey()}; after a loss: holdfast review` });
    }
    return done;
  },
};

function saidOf(seen: DeviceKeySeen): Omit<ProbeFinding, "name"> {
  switch (seen.state) {
    case "present":
      return { health: "ok", message: seen.id };
    case "missing":
      return seen.wanted
        ? { health: "warning", message: `none on this machine; if it was lost, ${MEANS}`, remedy: FIX }
        : { health: "ok", message: "none yet; the first write makes it" };
    case "damaged":
      return {
        health: "error",
        message: `${seen.message} Nothing is written until it is mended or replaced; if replaced, ${MEANS}.`,
        remedy: `Bring it back from a backup, or: ${FIX}`,
      };
    case "refused":
      return { health: "error", message: seen.message, remedy: seen.hint };
  }
}

// The person's ssh key, where it is switched on (SYN-20a). Nothing here is mended: which key counts is the person's to say.
function signingRows(seen: SigningSeen | undefined): readonly ProbeFinding[] {
  const name = "signing";
  if (seen === undefined) return [];
  if (seen.state === "refused")
    return [{ name, health: "error", message: `${seen.message} Until then nobody's word counts.`, remedy: seen.hint }];
  const { fingerprint, file, program, problem, isWanted, unsigned } = seen;
  const rows: ProbeFinding[] = [
    problem === undefined
      ? { name, health: "ok", message: `${fingerprint} (${file}), by ${program}` }
      : { name, health: "error", message: `${program} ${problem}`, remedy: SWITCH },
  ];
  if (!isWanted) {
    const message = "the configuration says device, but an ssh key is pinned, and only that one counts";
    rows.push({ name, health: "warning", message, remedy: `${SWITCH}, or: holdfast config set signing device` });
  }
  if (unsigned > 0) {
    const message = `the list of trusted signers is not signed by the pinned key: somebody else wrote it; nobody of it counts (${unsigned})`;
    rows.push({ name, health: "error", message, remedy: "holdfast trust, in the project concerned" });
  }
  return rows;
}

const SWITCH = "holdfast config set signing ssh";

// Whether a person's presence is required, and whether all that said so still does (SYN-20b). Only the person switches it.
export const presence: Probe<MachineView> = {
  name: "presence",
  examine: ({ surroundings }) => presenceRows(surroundings.presence()),
};

const REQUIRE = "holdfast config set presence required";
const EITHER = `${REQUIRE}, or: holdfast config set presence optional`;

function presenceRows({ hasPasskey, required, noted, isWanted }: PresenceSeen): readonly ProbeFinding[] {
  const name = "presence";
  const since = (required ?? noted)?.slice(0, 10);
  if (since === undefined && !isWanted) return [];
  if (required === undefined && !isWanted) {
    const message = `you required it on ${since}, and nothing does any more: not presence.json, not the configuration`;
    return [{ name, health: "error", message, remedy: hasPasskey ? EITHER : `${REGISTER}, then: ${EITHER}` }];
  }
  if (!hasPasskey) {
    const message = "required, but no passkey is kept here: of this device only what a FIDO2 key signed counts";
    return [{ name, health: "error", message, remedy: REGISTER }];
  }
  if (required === undefined || !isWanted) {
    const gone = isWanted ? "presence.json" : "the configuration";
    return [{ name, health: "warning", message: `required, though ${gone} does not say so`, remedy: EITHER }];
  }
  return [{ name, health: "ok", message: `required since ${since}` }];
}

const REGISTER = "holdfast review --web --passkey";
