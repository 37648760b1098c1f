// Fetches once and says how it ended; for namespaces without a network and for parents that end it by a signal.

import { openGitRepository } from "../../../src/disk/git/repository.ts";
import { failedFrom } from "../../../src/text/errors.ts";

const [root = "", budgetMs = ""] = process.argv.slice(2);
const opened = await openGitRepository(root);
process.stdout.write("begun\n");
const start = performance.now();
const outcome = await opened.fetchRemote(Number(budgetMs)).catch(failedFrom);
process.stdout.write(`${JSON.stringify({ ...outcome, ms: Math.round(performance.now() - start) })}\n`);
