// A runner of the observer put together from the adapters (OBS-10). Entrances give it the readers of the hosts' records.

import { readPauses } from "../config/io/pause.ts";
import { activePause } from "../config/pause.ts";
import { projectIdentity } from "../disk/git/project-identity.ts";
import type { Places } from "../disk/places.ts";
import type { ReadTurn, ReadWork } from "../hosts/turn.ts";
import { openTranscripts, READERS } from "../listen/io/transcripts.ts";
import type { Askable, Distiller } from "../observer/distil.ts";
import { openObserverState } from "../observer/io/state.ts";
import { lacks, observerSettings, settingsName } from "../observer/said/settings.ts";
import { appendNotice } from "../recall/io/notices.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { forLog } from "../text/sanitise.ts";
import { type Environment, type Here, hereFrom } from "./here.ts";
import { modelWith } from "./model.ts";

export interface DistillRequest {
  readonly open: OpenStore;
  /** Through the observer's channel, at this moment. */
  readonly act: () => Act;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly readers: Readonly<Record<string, ReadTurn>>;
  readonly works: Readonly<Record<string, ReadWork>>;
  readonly step?: NonNullable<Distiller["step"]>;
}

export function openDistiller(places: Places, request: DistillRequest): Distiller {
  const { open, act, signal, readers, works, step } = request;
  const tell = (sentence: string): void => tellLater(places.state, sentence);
  return {
    open,
    act,
    signal,
    readers,
    works,
    state: openObserverState(places.state),
    transcripts: openTranscripts(places.state, act().now, READERS.observer),
    projectOf: (cwd) => projectIdentity(cwd)?.id,
    modelFor: (cwd) => modelFor(places, request, cwd, tell),
    tell,
    ...(step === undefined ? {} : { step }),
  };
}

/** A project's configuration that can't be read might have switched the observer off, so it is taken for one that did. */
function sessionIn(cwd: string, env: Environment): Here {
  return hereFrom({ env, cwd, unreadable: () => '{"observer":false}' });
}

function modelFor(
  places: Places,
  { env, act }: DistillRequest,
  cwd: string,
  notice: (sentence: string) => void,
): Askable {
  const { project, config } = sessionIn(cwd, env);
  const { now, checks } = act();
  if (!config.observer) return { kind: "off" };
  if (activePause(readPauses(places.state), project?.id, now) !== undefined) return { kind: "later" };
  const settings = observerSettings(config);
  if (lacks(settings, env) !== undefined) return { kind: "later" };
  return {
    kind: "model",
    model: modelWith(places, { settings, env, checks, notice }),
    settings: settingsName(settings),
  };
}

function tellLater(stateDir: string, sentence: string): void {
  try {
    appendNotice(stateDir, forLog(sentence), new Date());
  } catch {
    // There is nowhere left to say it.
  }
}
