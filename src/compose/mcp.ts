// What the MCP server plugs in, anew for each call: no state is kept between calls, so a store made or mended meanwhile
// is simply there. The channel is fixed here and can't be chosen by a caller (TRU-22a).
import { homedir } from "node:os";
import type { SecondOpinion } from "../checks/secrets/find.ts";
import type { CheckSettings } from "../checks/settings.ts";
import type { Config } from "../config/config.ts";
import { readPauses } from "../config/io/pause.ts";
import type { Pause } from "../config/pause.ts";
import { placesFrom } from "../disk/places.ts";
import type { Environment } from "../hosts/setup.ts";
import type { Encoder } from "../recall/encoder.ts";
import type { IndexedStore } from "../recall/judged.ts";
import type { Act, OpenStore, OpenStores } from "../store/context.ts";
import { suspectsBy } from "../store/withheld.ts";
import { forLog } from "../text/sanitise.ts";
import { knownBranches } from "./branches.ts";
import { loadedOrNot } from "./checks.ts";
import { asked, encodeAll, encoderAt, meaningsAt, type Part } from "./encoder.ts";
import { hereFrom } from "./here.ts";
import { tellLater } from "./hook/fault.ts";
import { indexed } from "./indexed.ts";
import { storesAt } from "./stores.ts";

const CHANNEL = "mcp";

export interface OpenedMcp {
  readonly personal: OpenStore;
  readonly stores: OpenStores;
  readonly project: string | undefined;
  /** As the start of a session found out (SYN-30). */
  readonly branches: readonly string[];
  readonly config: Config;
  /** What is wrong with the user's configuration. */
  readonly configProblems: readonly string[];
  readonly pauses: readonly Pause[];
  readonly act: Act;
  indexed(): readonly IndexedStore[];
  /** Of a package that a person switched on. */
  readonly encoder: Encoder | undefined;
  /** Who judges what nobody has confirmed. */
  readonly judge: string;
}

/** What a call opens; the only thing that outlives one. */
export interface McpCalls {
  /** Reading makes nothing, not even a device key. */
  read(): OpenedMcp;
  /** With every layer of the checks and a key to sign with. */
  write(): Promise<OpenedMcp>;
  /** A little later, where a package for it is there: memories without a vector get one, and nobody waits for it. */
  encodeLater(): void;
}

/** What a session does first comes first. */
const LATER_MS = 2000;

/** From where the server was started; `cwd` is undefined where the folder is gone: then there is no project. */
export function callsFrom(env: Environment, cwd: () => string | undefined, now: () => Date): McpCalls {
  let loaded: SecondOpinion | undefined;
  let encoder: Encoder | undefined;
  let isEncoding = false;
  let isFirst = true;
  const opened = (second: CheckSettings["second"], as: "reader" | "writer"): OpenedMcp => {
    const here = hereFrom({ env, cwd: cwd() });
    const at = storesAt(here, as, now);
    const { personal } = at;
    const stores = at.shownTo(CHANNEL);
    const { config, places, project, user } = here;
    const meanings = meaningsAt(places);
    if (meanings.encodings !== undefined) encoder ??= encoderAt(places, leaveNotice);
    return {
      personal,
      stores,
      project: project?.id,
      branches: knownBranches(places.state, project?.root),
      config,
      configProblems: [...user.errors, ...user.warnings].map(({ message }) => message),
      pauses: readPauses(places.state),
      act: at.act(CHANNEL, now(), second),
      judge: here.judge,
      indexed: () => indexed(stores, here, meanings),
      encoder: meanings.encodings && asked(encoder),
    };
  };
  const encode = async (): Promise<void> => {
    const { places, isSilent } = hereFrom({ env, cwd: cwd() });
    if (meaningsAt(places).encodings === undefined || isSilent(now())) return;
    const open = (): OpenedMcp => opened("quick", "reader");
    open();
    if (encoder === undefined) return;
    const parts = (): Part => {
      const { act, indexed: stores } = open();
      return { stores: stores(), suspects: suspectsBy(act.checks) };
    };
    await encodeAll({ places, encoder, isFirst, open: parts });
    isFirst = false;
  };
  return {
    encodeLater: () => {
      if (isEncoding) return;
      isEncoding = true;
      const done = (): void => {
        isEncoding = false;
      };
      // What is wrong with a store is told by the next call that opens it.
      pauseFor(LATER_MS).then(encode).then(done, done);
    },
    read: () => opened("quick", "reader"),
    write: async () => {
      loaded ??= await loadedOrNot();
      return opened(loaded, "writer");
    },
  };
}

/** A server that could end does not stay for it. */
function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** The next session start tells it; there is no other place where a person would see it. */
export function leaveNotice(what: string): void {
  tellLater(() => placesFrom(process.env, homedir()).state, `Holdfast's MCP server: ${forLog(what)}`);
}
