// The hook's one owner of stdin, stdout and exit (AGT-2). Memory never breaks the session (AGT-3): whatever goes
// wrong inside, this prints nothing, leaves a notice for the next session, and ends with 0.
import { answer } from "./answer.ts";
import { leaveNotice } from "./open.ts";

const LARGEST_INPUT = 1024 * 1024;

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_INPUT) return "";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function main(): Promise<void> {
  try {
    const host = process.argv[process.argv.indexOf("--host") + 1] ?? "";
    const text = await answer(host, await readInput(), process.env);
    if (text !== "") process.stdout.write(text);
  } catch (error) {
    leaveNotice(error);
  }
}

void main();
