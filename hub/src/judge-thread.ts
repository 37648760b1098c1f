// A thread that judges one push after another (judges.ts).
import { parentPort } from "node:worker_threads";
import { hubChecks } from "./checks.ts";
import { type Judgement, judged } from "./judged.ts";

const checks = await hubChecks();
parentPort?.on("message", (asked: Judgement) => parentPort?.postMessage(judged(asked, checks)));
