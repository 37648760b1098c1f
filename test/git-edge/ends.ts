// SYN-12: a machine without a network, and a run of ours that is ended from outside.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openGitRepository } from "../../src/disk/git/repository.ts";
import { trapped } from "./network.ts";
import { listen, SILENT } from "./servers.ts";
import { leftWithHome, livingWithHome, type World } from "./world.ts";

const CHILD = fileURLToPath(new URL("./children/reach.ts", import.meta.url));

export async function noNetwork(world: World): Promise<void> {
  const urls = [
    "http://127.0.0.1:9/x.git",
    "https://example.invalid/x.git",
    "git@example.invalid:x.git",
    "git://127.0.0.1/x",
  ];
  for (const url of urls) {
    const box = trapped(world.folder());
    await (await openGitRepository(box.root, box.env)).setRemote(url);
    const ran = spawnSync("unshare", ["--net", process.execPath, CHILD, box.root, "3000"], {
      env: box.env,
      encoding: "utf8",
    });
    const last = ran.stdout.trim().split("\n").at(-1) ?? "";
    const told = JSON.parse(last.startsWith("{") ? last : '{"reason":"no answer"}') as { reason?: string; ms?: number };
    world.say(`  no network, ${url}: ${told.reason} after ${told.ms} ms`);
    world.check(`SYN-10 no network, ${url}: network`, told.reason === "network", [told, ran.stderr.slice(0, 300)]);
    world.check(`SYN-12 no network, ${url}: at once`, (told.ms ?? 9999) < 2000, told.ms);
  }
}

/** A terminal's Ctrl-C reaches our process alone, because git has a session of its own. */
export async function endedFromOutside(world: World): Promise<void> {
  const server = await listen(SILENT);
  try {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      const box = trapped(world.folder());
      await (await openGitRepository(box.root, box.env)).setRemote(`http://127.0.0.1:${server.port}/x.git`);
      const child = spawn(process.execPath, [CHILD, box.root, "30000"], {
        env: box.env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(child.stdout, "data");
      for (let tries = 0; tries < 100 && livingWithHome(box.env.HOME ?? "").length < 3; tries++) await sleep(20);
      const before = livingWithHome(box.env.HOME ?? "").length;
      child.kill(signal);
      const [, by] = (await once(child, "exit")) as [number | null, string | null];
      const left = await leftWithHome(box.env.HOME ?? "");
      world.check(`SYN-12 ${signal} ends us by that signal`, by === signal, by);
      world.check(`SYN-12 ${signal}: there were helpers, and none is left`, before >= 3 && left.length === 0, [
        before,
        left,
      ]);
    }
  } finally {
    await server.close();
  }
}
