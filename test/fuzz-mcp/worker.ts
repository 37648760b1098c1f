// Runs a share of the requests; with `broken`, over a server that is broken in one place while it is loaded.
import { registerHooks } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { Break } from "./breaks.ts";
import type { Share } from "./run.ts";

const { share, broken } = workerData as { readonly share: Share; readonly broken?: Break };

if (broken !== undefined) {
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      return url.endsWith(broken.file) ? { ...loaded, source: brokenSource(String(loaded.source), broken) } : loaded;
    },
  });
}

function brokenSource(source: string, { file, from, to }: Break): string {
  if (source.split(from).length !== 2) throw new Error(`${file} has not exactly one: ${from}`);
  return source.replace(from, () => to);
}

const { runShare } = await import("./run.ts");
parentPort?.postMessage(await runShare(share));
