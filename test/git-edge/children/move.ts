// Moves the branch and the files; its parent kills it on the way.
import { openGitRepository } from "../../../src/disk/git/repository.ts";

const [root = "", from = "", to = ""] = process.argv.slice(2);
const opened = await openGitRepository(root);
process.stdout.write("begun\n");
const moved = await opened.move(from, to);
process.stdout.write(`${JSON.stringify(moved)}\n`);
