// Somebody who can push, with plain git and an editor; and a device that nobody approved, with the program.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newWords, oneOf, personAdds, wordsIn } from "./acts.ts";
import { Model } from "./model.ts";
import type { Computer, World } from "./world.ts";

type Step = (world: World, on: Computer) => Promise<string>;
type Tamper = (folder: string, world: World) => string;

function memoriesIn(folder: string): readonly string[] {
  const there = ["memories", "quarantine"].map((each) => join(folder, each)).filter((each) => existsSync(each));
  return there.flatMap((each) =>
    readdirSync(each)
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(each, name)),
  );
}

function changed(folder: string, world: World, change: (text: string) => string): string {
  const files = memoriesIn(folder);
  if (files.length === 0) return "nothing";
  const file = oneOf(files, world);
  writeFileSync(file, change(readFileSync(file, "utf8")));
  return file.slice(folder.length + 1);
}

function idIn(text: string): string {
  return /^id: (\S+)$/m.exec(text)?.[1] ?? "";
}

const TAMPERS: Readonly<Record<string, Tamper>> = {
  "deletes every memory": (folder) => {
    for (const file of memoriesIn(folder)) rmSync(file);
    return "";
  },
  "deletes one": (folder, world) => {
    const files = memoriesIn(folder);
    if (files.length > 0) rmSync(oneOf(files, world));
    return "";
  },
  "raises a tier": (folder, world) =>
    changed(folder, world, (text) => text.replace(/^trust-level: .*$/m, "trust-level: verified")),
  "changes words": (folder, world) =>
    changed(folder, world, (text) => {
      world.model.writtenOver.add(idIn(text));
      return text.replace(wordsIn(text), newWords(world));
    }),
  "cuts holds and retirements": (folder, world) =>
    changed(folder, world, (text) =>
      text
        .replace(/^holds:(?:\n {2}.*|.*)*\n/m, "")
        .replace(/^(sync: [^|]*\|[^|]*\|[^|\n]*)\|.*$/m, "$1")
        .replace(/^status: retired\n/m, ""),
    ),
  "says that it is forgotten": (folder, world) =>
    changed(folder, world, (text) => text.replace(/^(sync: 1) \| .* \| (.*)$/m, "$1 | forgotten | $2")),
  "claims to have seen all": (folder, world) =>
    changed(folder, world, (text) => text.replace(/\.\d{1,3}(?=[ \n])/g, ".900000")),
  "fills a line": (folder, world) =>
    changed(folder, world, (text) => {
      const dots = Array.from({ length: 255 }, (_, n) => `x${digest(`${n}`).slice(0, 16)}.1`).sort();
      return text.replace(/^(sync: 1 \| .*) \| .*$/m, `$1 | ${dots.join(" ")}`);
    }),
  "forges a tombstone": (folder, world) => {
    const files = memoriesIn(folder);
    if (files.length === 0) return "nothing";
    const text = readFileSync(oneOf(files, world), "utf8");
    mkdirSync(join(folder, "tombstones"), { recursive: true });
    const device = digest(String(world.next())).slice(0, 16);
    const stone = { id: idIn(text), at: "2026-11-01T00:00:00Z", digests: [digest(wordsIn(text))] };
    appendFileSync(join(folder, "tombstones", `${device}.jsonl`), `${JSON.stringify(stone)}\n`);
    return idIn(text);
  },
  "adds a second file with a taken id": (folder, world) => {
    const files = memoriesIn(folder);
    if (files.length === 0) return "nothing";
    const text = readFileSync(oneOf(files, world), "utf8");
    mkdirSync(join(folder, "memories"), { recursive: true });
    writeFileSync(
      join(folder, "memories", `reference_aa_${world.count}.md`),
      text.replace(wordsIn(text), newWords(world)),
    );
    return idIn(text);
  },
  "removes statements": (folder) => {
    rmSync(join(folder, "attest"), { recursive: true, force: true });
    return "";
  },
};

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export const pushes: Step = async (world) => {
  const folder = join(world.base, "clone");
  rmSync(folder, { recursive: true, force: true });
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.org", ...args], { stdio: "ignore" });
  git("clone", "-q", world.remote, folder);
  const name = oneOf(Object.keys(TAMPERS), world);
  const about = TAMPERS[name]?.(folder, world) ?? "";
  world.model.isTampered = true;
  git("-C", folder, "add", "-A");
  git("-C", folder, "commit", "-q", "--allow-empty", "-m", "push");
  git("-C", folder, "push", "-q", "origin", "HEAD:main");
  return `somebody pushes: ${name} ${about}`;
};

/** Its word counts nowhere: what it forgets stays, what it adds is unattested. */
export const strangerActs: Step = async (world) => {
  const { stranger } = world;
  await stranger.type("sync");
  const there = await stranger.list();
  const memory = there.length === 0 ? undefined : oneOf(there, world);
  const kind = world.next();
  let told = "adds";
  if (memory === undefined || kind < 0.3) await personAdds({ ...world, model: new Model() }, stranger);
  else {
    if (kind >= 0.7) world.model.writtenOver.add(memory.id);
    told = kind < 0.7 ? `forget ${memory.id} --yes` : `edit ${memory.id} --body "${newWords(world)}"`;
    await stranger.type(told, [/Save it\?/, "\n"]);
  }
  const { code, transcript } = await stranger.type("sync");
  world.model.isTampered = true;
  return `the stranger: ${told}, sync ${code === 0 ? "done" : transcript.slice(-300)}`;
};
