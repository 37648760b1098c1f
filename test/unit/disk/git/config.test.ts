// What the store's own configuration may say, and what pulled attributes may start.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openGitRepository } from "../../../../src/disk/git/repository.ts";
import { failedFrom } from "../../../../src/text/errors.ts";
import { scratch } from "../../../support/disk.ts";
import { commitOf, type GitBox, gitBox } from "../../../support/git-store.ts";

let box: GitBox;
beforeEach(() => {
  box = gitBox(scratch());
});

describe("SYN-12: the store's own .git/config is accepted by name", () => {
  test.each([
    ["core.sshCommand", "touch x"],
    ["core.fsmonitor", "touch x"],
    ["core.hooksPath", "hooks"],
    ["core.worktree", "/"],
    ["core.gitProxy", "touch x"],
    ["core.alternateRefsCommand", "touch x"],
    ["credential.helper", "!touch x"],
    ["filter.x.clean", "touch x"],
    ["diff.external", "touch x"],
    ["include.path", "other"],
    ["includeIf.gitdir:/.path", "other"],
    ["url.ext::x.insteadOf", "https://"],
    ["remote.origin.uploadpack", "touch x"],
    ["remote.origin.vcs", "ext"],
    ["remote.origin.pushurl", "/elsewhere"],
    ["http.proxy", "x"],
    ["http.sslVerify", "false"],
    ["protocol.ext.allow", "always"],
    ["extensions.worktreeConfig", "true"],
    ["extensions.partialClone", "origin"],
  ])("%s is refused and named", async (key, text) => {
    box.git("config", "--local", key, text);
    const { message } = await openGitRepository(box.root, box.env).then(() => ({ message: "" }), failedFrom);
    expect(message.toLowerCase()).toContain(`sets ${key.toLowerCase()}`);
  });

  test("what init, clone and people write is accepted", async () => {
    for (const [key, text] of [
      ["user.name", "A"],
      ["user.email", "a@example.org"],
      ["branch.main.remote", "origin"],
      ["branch.main.merge", "refs/heads/main"],
      ["remote.origin.url", "https://example.org/a.git"],
      ["pull.rebase", "false"],
    ] as const) {
      box.git("config", "--local", key, text);
    }
    expect((await box.open()).address()).toBe("https://example.org/a.git");
  });
});

describe("SYN-12: nobody's filter runs", () => {
  test("one from the user's configuration that a pulled attribute names stays off", async () => {
    const canary = join(box.base, "canary");
    const filter = `[filter "big"]\n\tclean = touch ${canary}; cat\n\tsmudge = touch ${canary}; cat\n\trequired = true\n`;
    writeFileSync(join(box.env.HOME ?? "", ".gitconfig"), filter);
    const repository = await box.open();
    const files = { ".gitattributes": "* filter=big\n", "memories/a.md": "one" };
    const first = await commitOf(repository, files);
    await repository.move(undefined, first);
    const second = await commitOf(repository, { ...files, "memories/a.md": "two" }, [first]);
    await repository.move(first, second);
    box.put("memories/a.md", "2");
    expect((await repository.status()).changed).toEqual([{ path: "memories/a.md", how: "changed" }]);
    expect(existsSync(canary)).toBe(false);
    box.git("add", "-A");
    expect(existsSync(canary)).toBe(true);
  });

  test("nor a hook, a watcher or a signing program; nor a hook of a remote that is a folder here", async () => {
    const canary = join(box.base, "canary");
    const program = join(box.base, "program");
    writeFileSync(program, `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
    const hooks = join(box.base, "hooks");
    mkdirSync(hooks);
    for (const name of [
      "pre-commit",
      "post-merge",
      "reference-transaction",
      "post-index-change",
      "pre-push",
      "pre-receive",
      "post-receive",
    ]) {
      writeFileSync(join(hooks, name), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
      mkdirSync(join(box.root, ".git/hooks"), { recursive: true });
      writeFileSync(join(box.root, ".git/hooks", name), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
      writeFileSync(join(box.bare, "hooks", name), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
    }
    writeFileSync(
      join(box.env.HOME ?? "", ".gitconfig"),
      `[core]\n\thooksPath = ${hooks}\n\tfsmonitor = ${program}\n[commit]\n\tgpgSign = true\n[push]\n\tgpgSign = true\n[gpg]\n\tprogram = ${program}\n`,
    );
    const repository = await box.open();
    await repository.setRemote(box.bare);
    const first = await commitOf(repository, { "memories/a.md": "one" });
    await repository.move(undefined, first);
    await repository.status();
    await repository.push(first, 20_000);
    await repository.fetchRemote(20_000);
    expect(existsSync(canary)).toBe(false);
  });
});
