// Moves the branch and the files; its parent kills it on the way.
import { openGitRepository } from "../../../src/disk/git/repository.ts";

const [root = "", from = "", to = ""] = process.argv.slice(2);
const opened = await openGitRepository(root);
if (opened.kind === "failed") throw new Error(opened.message);
process.stdout.write("begun\n");
const moved = await opened.value.move(from, to);
process.stdout.write(`${JSON.stringify(moved)}\n`);
