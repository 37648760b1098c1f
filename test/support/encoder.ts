// The real, pinned package of the encoder, which is no dependency: its archive is taken from where the CI setup puts it, and
// unpacked as `holdfast meaning on` does.
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Encoder } from "../../src/recall/encoder.ts";
import { openEncoder } from "../../src/recall/io/encoder/child.ts";
import { encoderFolder, keepEncoder } from "../../src/recall/io/encoder/package.ts";
import { agentProgram } from "./agent-program.ts";

export const NO_ENCODER = "SKIPPED: the package of the encoder is not on this machine (.ci/setup meaning)";

/** HOLDFAST_MEANING_PACKAGE, else the cache; undefined when it is not there. */
export function encoderArchive(): string | undefined {
  return agentProgram("HOLDFAST_MEANING_PACKAGE", "meaning/package.tgz");
}

export interface HeldEncoder {
  readonly encoder: Encoder;
  close(): void;
}

/** Each text is embedded once. */
export async function heldEncoder(): Promise<HeldEncoder | undefined> {
  const archive = encoderArchive();
  if (archive === undefined) return undefined;
  const data = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-encoder-`));
  const refused = keepEncoder(data, readFileSync(archive));
  if (refused !== undefined) throw new Error(refused.message);
  const { vectorOf } = openEncoder(encoderFolder(data), () => {
    throw new Error("The encoder ended by itself");
  });
  const known = new Map<string, Int8Array | undefined>();
  // The encoder holds up nobody.
  const stay = setInterval(() => undefined, 60_000);
  return {
    encoder: {
      vectorOf: async (text) => {
        if (!known.has(text)) known.set(text, await vectorOf(text));
        return known.get(text);
      },
    },
    close: () => {
      clearInterval(stay);
      rmSync(data, { recursive: true, force: true });
    },
  };
}
