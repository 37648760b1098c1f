// A home of its own with a store, and the real program run in it: as an agent would, or as a person at a terminal.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { sha256Hex } from "../../src/text/digest.ts";
import { runAsPerson, startAsPerson } from "../support/person.ts";
import { scrubbed } from "../support/scrubbed.ts";

const PROGRAM = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

export type Who = "agent" | "person";

export interface Home {
  readonly path: string;
  readonly memories: string;
  run(who: Who, ...args: readonly string[]): Promise<{ readonly code: number | null; readonly out: string }>;
  /** A person who has these answers to what is asked. */
  answering(answers: readonly string[], ...args: readonly string[]): Promise<void>;
  /** Ends it without warning as soon as there are so many memories. */
  killed(count: number, ...args: readonly string[]): Promise<void>;
  remove(): void;
}

export async function makeHome(): Promise<Home> {
  const path = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-import-`));
  const env = scrubbed({ HOME: path, TERM: "dumb", NO_COLOR: "1" });
  const start = (args: readonly string[]) =>
    spawn(process.execPath, [PROGRAM, ...args], { cwd: path, env, stdio: ["ignore", "pipe", "ignore"] });
  const home: Home = {
    path,
    memories: `${path}/.holdfast/memories`,
    run: async (who, ...args) => {
      if (who === "person") {
        const options = { cwd: path, env, input: ["n"], timeoutMs: 600_000 };
        const { code, transcript } = await runAsPerson([process.execPath, PROGRAM, ...args], options);
        return { code, out: transcript };
      }
      const child = start(args);
      let out = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        out += chunk;
      });
      const [code] = (await once(child, "close")) as [number | null];
      return { code, out };
    },
    answering: async (input, ...args) => {
      await runAsPerson([process.execPath, PROGRAM, ...args], { cwd: path, env, input, timeoutMs: 120_000 });
    },
    killed: async (count, ...args) => {
      const command = startAsPerson([process.execPath, PROGRAM, ...args], { cwd: path, env });
      const timer = setInterval(() => {
        if (names(home).length >= count) command.kill();
      }, 2);
      await command.ended;
      clearInterval(timer);
    },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
  await home.run("agent", "init", "--no-install", "--no-import");
  return home;
}

export function names(home: Home): readonly string[] {
  return readdirSync(home.memories).sort();
}

/** Of every memory's name and bytes. */
export function digestOf(home: Home): string {
  return sha256Hex(
    names(home)
      .map((name) => `${name}\n${readFileSync(`${home.memories}/${name}`, "utf8")}`)
      .join("\n"),
  );
}

/** Notes as people and tools keep them: some with frontmatter, some without. */
export function writeNotes(home: Home, count: number): string {
  const folder = `${home.path}/notes`;
  mkdirSync(folder, { recursive: true });
  const types = ["user", "feedback", "project", "reference"];
  for (let n = 0; n < count; n++) {
    const head = `---\nname: Note ${n} about the build\ndescription: Part ${n} of the build\ntype: ${types[n % 4]}\n---\n`;
    const body = `Part ${n} is made by step ${n % 97}; it reads folder ${n % 31} and writes to cache ${n % 13}.\n`;
    writeFileSync(`${folder}/note-${n}.md`, n % 5 === 0 ? `# Note ${n} about the build\n\n${body}` : `${head}${body}`);
  }
  return folder;
}
