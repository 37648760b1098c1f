// Runs a share of the cases; with `broken`, over a sanitiser that is broken in one place while it is loaded.
import { parentPort, workerData } from "node:worker_threads";
import { breakWhileLoading } from "../support/broken-module.ts";
import type { Break } from "./breaks.ts";
import type { Share } from "./run.ts";

const { share, broken } = workerData as { readonly share: Share; readonly broken?: Break };

if (broken !== undefined) breakWhileLoading(broken);

const { runCases } = await import("./run.ts");
parentPort?.postMessage(runCases(share));
