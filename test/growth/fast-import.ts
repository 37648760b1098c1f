// Many commits written into a bare repository at once, as the pushes of many machines would have left them there.
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Turn } from "./years.ts";

const WHO = "a <a@example.org>";

/** One commit per turn, on top of what the branch has. The versions of a file follow each other, so that git keeps what differs. */
export async function importTurns(bare: string, env: NodeJS.ProcessEnv, turns: readonly Turn[]): Promise<void> {
  const git = spawn("git", ["-C", bare, "fast-import", "--quiet", "--force"], {
    env: { ...env },
    stdio: ["pipe", "inherit", "inherit"],
  });
  const ended = once(git, "exit");
  const marks = new Map<Uint8Array, number>();
  const versions = Map.groupBy(
    turns.flatMap((turn) => [...turn]),
    ([path]) => path,
  );
  for (const [, each] of versions)
    for (const [, bytes] of each) {
      marks.set(bytes, marks.size + 1);
      await write(git.stdin, `blob\nmark :${marks.size}\ndata ${bytes.length}\n`, bytes, "\n");
    }
  for (const [at, turn] of turns.entries()) {
    const from = at === 0 ? "from refs/heads/main^0\n" : "";
    const files = [...turn].map(([path, bytes]) => `M 100644 :${marks.get(bytes)} ${path}\n`).join("");
    await write(
      git.stdin,
      `commit refs/heads/main\ncommitter ${WHO} 1700000000 +0000\ndata 7\nChanges\n${from}${files}\n`,
    );
  }
  git.stdin.end();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
}

async function write(to: NodeJS.WritableStream, ...pieces: readonly (string | Uint8Array)[]): Promise<void> {
  for (const piece of pieces) if (!to.write(piece)) await once(to, "drain");
}
