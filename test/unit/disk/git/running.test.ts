// Whether a git is at work in a folder, as Linux and macOS tell. Real git, real ps; lsof where there is one.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, realpathSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitRunsIn, gitsIn } from "../../../../src/disk/git/running.ts";
import { scratch } from "../../../support/disk.ts";
import { gitBox } from "../../../support/git-store.ts";

/** Without lsof nobody says where a git runs, and it counts as here. */
const HAS_LSOF = ["/usr/sbin/lsof", "/usr/bin/lsof"].some((path) => existsSync(path));

test("macOS: gits by the kernel's name, whatever is called nearly so", () => {
  expect(gitsIn("    1 launchd\n  502 git\n 9001 git-remote-https\n 9002 gitea\n 9003 my git\n  904 legit\n")).toEqual([
    502, 9001,
  ]);
});

test.each(["linux", "darwin"] as const)(
  "SYN-16: %s: a git in the folder is seen while it runs, and one elsewhere is not ours",
  async (platform) => {
    const box = gitBox(scratch());
    await box.open();
    const root = realpathSync(box.root);
    const other = join(root, "..", "another store");
    mkdirSync(other);
    const running = spawn("git", ["-C", root, "cat-file", "--batch"], { stdio: ["pipe", "pipe", "ignore"] });
    running.stdin.write("HEAD\n");
    await once(running.stdout, "data");
    expect([gitRunsIn(root, platform), gitRunsIn(other, platform)]).toEqual([true, platform === "darwin" && !HAS_LSOF]);
    const moved = join(root, "..", "moved");
    renameSync(root, moved);
    symlinkSync(moved, root);
    expect(gitRunsIn(moved, platform)).toBe(true);
    running.stdin.end();
    await once(running, "exit");
    expect(gitRunsIn(moved, platform)).toBe(false);
  },
);
