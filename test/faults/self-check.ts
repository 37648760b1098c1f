// Can these trials fail? The product is copied and broken in one place at a time; the same program must see it.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL("../..", import.meta.url));

interface Break {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly verbs: string;
  /** Where each trial waits for a lock. */
  readonly every?: number;
}

const BREAKS: readonly Break[] = [
  {
    what: "a failing write is swallowed",
    file: "src/disk/durable-write.ts",
    from: "    writeAll(fd, bytes);",
    to: "    try { writeAll(fd, bytes); } catch {}",
    verbs: "edit",
  },
  {
    what: "a short write counts as whole",
    file: "src/disk/durable-write.ts",
    from: "done += write(fd, bytes, done, bytes.length - done);",
    to: "done = (write(fd, bytes, done, bytes.length - done), bytes.length);",
    verbs: "edit",
  },
  {
    what: "the name comes before the fsync",
    file: "src/disk/durable-write.ts",
    from: "    if (durable) fsyncSync(fd);",
    to: "",
    verbs: "edit",
  },
  {
    what: "a failing fsync of a directory is swallowed",
    file: "src/disk/directory.ts",
    from: 'return process.platform === "win32" || ["EINVAL", "ENOTSUP"].includes(errnoOf(error));',
    to: "return errnoOf(error) !== undefined;",
    verbs: "demote",
  },
  {
    what: "the old file goes before the new one has its name",
    file: "src/disk/durable-write.ts",
    from: "    if (stopped === undefined) renameSync(",
    to: "    if (stopped === undefined) unlinkSync(directory.at(name));\n    if (stopped === undefined) renameSync(",
    verbs: "edit",
  },
  {
    what: "a move that did not end is not mended",
    file: "src/store/io/recover.ts",
    from: "  removeFile(memories, name);",
    to: "  void removeFile;",
    verbs: "demote",
  },
  {
    what: "an error comes without advice",
    file: "src/disk/errno.ts",
    from: "HINTS[code] ?? OTHERWISE",
    to: "undefined",
    verbs: "add",
  },
  {
    what: "the lock is kept when a write fails",
    file: "src/store/io/memory-store.ts",
    from: "      return done;\n    } finally {\n      letGo(held);\n    }",
    to: "      letGo(held);\n      return done;\n    } finally {\n    }",
    verbs: "edit",
    every: 50,
  },
  {
    what: "a torn line of the ledger stays",
    file: "src/disk/append-log.ts",
    from: "if (writeSync(fd, bytes) !== bytes.length) {",
    to: "if (writeSync(fd, bytes) < 0) {",
    verbs: "edit",
  },
];

export function selfCheck(say: (line: string) => void): boolean {
  const verbs = [...new Set(BREAKS.map((each) => each.verbs))].join(",");
  // What is found in the product as it is would be found in every broken copy too, and prove nothing.
  const clean = inCopy(verbs) === 0;
  say(`${clean ? "nothing   " : "SOMETHING "}  wrong without a break`);
  const caught = BREAKS.filter((each) => {
    const seen = (inCopy(each.verbs, each) ?? 0) > 0;
    say(`${seen ? "caught    " : "NOT CAUGHT"}  ${each.what}`);
    return seen;
  }).length;
  const passed = caught + Number(clean);
  say(`${passed} passed, ${BREAKS.length + 1 - passed} failed`);
  return passed === BREAKS.length + 1;
}

/** How much was wrong; undefined when the program did not run to its end. */
function inCopy(verbs: string, broken?: Break): number | undefined {
  const copy = mkdtempSync(`${tmpdir()}/holdfast-broken-`);
  try {
    for (const folder of ["src", "test/faults", "test/support"]) {
      cpSync(`${HERE}/${folder}`, `${copy}/${folder}`, { recursive: true });
    }
    cpSync(`${HERE}/package.json`, `${copy}/package.json`);
    symlinkSync(realpathSync(`${HERE}/node_modules`), `${copy}/node_modules`);
    if (broken !== undefined) breakIt(`${copy}/${broken.file}`, broken);
    const options = ["--every", String(broken?.every ?? 3), "--verbs", verbs];
    const run = spawnSync(process.execPath, ["test/faults/main.ts", ...options], { cwd: copy, encoding: "utf8" });
    const [, wrong] = /^faults=\d+ wrong=(\d+)$/m.exec(run.stdout) ?? [];
    return wrong === undefined ? undefined : Number(wrong);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function breakIt(path: string, { from, to }: Break): void {
  const text = readFileSync(path, "utf8");
  if (text.split(from).length !== 2) throw new Error(`${path} has not exactly one: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}
