// In node.exe: one file replaced many times, while other processes read it again and again. Windows refuses to replace a file that
// somebody has open (STO-21): every write must get there all the same, and no reader may see half of one.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureDirectory, within } from "../../../src/disk/directory.ts";
import { replaceFile } from "../../../src/disk/durable-write.ts";

const LENGTH = 4000;
const [folder = "", writes = "0", readers = "0"] = process.argv.slice(2);

/** Reads until it is ended; a line that is not one number throughout is torn. */
const READER = `
const { readFileSync } = require("node:fs");
let reads = 0, torn = 0;
process.stdin.on("end", () => { console.log(JSON.stringify({ reads, torn })); process.exit(); }).resume();
setInterval(() => {
  for (let i = 0; i < 20; i++) {
    try {
      const text = readFileSync(process.argv[1], "utf8");
      reads++;
      if (text.length !== ${LENGTH} || text !== text.slice(0, 4).repeat(${LENGTH / 4})) torn++;
    } catch {}
  }
}, 1);
`;

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "file");
  const bytes = (at: number): Buffer =>
    Buffer.from(
      String(at)
        .padStart(4, "0")
        .repeat(LENGTH / 4),
    );
  const failures: string[] = [];
  const outs: Promise<string>[] = [];
  const children = Array.from({ length: Number(readers) }, () => {
    const child = spawn(process.execPath, ["-e", READER, file], { stdio: ["pipe", "pipe", "inherit"] });
    outs.push(
      new Promise((done) => {
        let out = "";
        child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
          out += chunk;
        });
        child.on("close", () => done(out));
      }),
    );
    return child;
  });
  within(ensureDirectory(folder), (directory) => replaceFile(directory, "file", bytes(0), 0o600));
  await new Promise((done) => setTimeout(done, 1500));
  for (let at = 1; at <= Number(writes); at++) {
    try {
      within(ensureDirectory(folder), (directory) => replaceFile(directory, "file", bytes(at), 0o600));
      if (readFileSync(file, "utf8") !== bytes(at).toString()) failures.push(`${at}: not what was written`);
    } catch (error) {
      failures.push(`${at}: ${String(error)}`);
    }
  }
  for (const child of children) child.stdin.end();
  const seen = (await Promise.all(outs)).map((out) => JSON.parse(out) as { reads: number; torn: number });
  const sum = (of: "reads" | "torn"): number => seen.reduce((total, each) => total + each[of], 0);
  process.stdout.write(JSON.stringify({ failures, reads: sum("reads"), torn: sum("torn") }));
}

await main();
