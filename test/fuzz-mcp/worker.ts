// Runs a share of the requests; with `broken`, over a server that is broken in one place while it is loaded.
import { parentPort, workerData } from "node:worker_threads";
import { breakWhileLoading } from "../support/broken-module.ts";
import type { Break } from "./breaks.ts";
import type { Share } from "./run.ts";

const { share, broken } = workerData as { readonly share: Share; readonly broken?: Break };

if (broken !== undefined) breakWhileLoading(broken);

const { runShare } = await import("./run.ts");
parentPort?.postMessage(await runShare(share));
