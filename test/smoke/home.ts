// A home where nothing of ours has been, with a space in its name, a project in it, and a place for packages. What the
// systems need to start a program at all is taken over; nothing else of the one who runs this is.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Home {
  readonly base: string;
  readonly home: string;
  readonly project: string;
  readonly prefix: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** Windows starts no program without the first three. */
const TAKEN_OVER = ["SystemRoot", "ComSpec", "PATHEXT", "PATH", "LANG"];

export function makeHome(name: string): Home {
  // By the system's own call: Windows gives a short name for a long one here, and macOS a link.
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), `holdfast-${name}-`)));
  const [home, prefix, temporary] = ["Jane Doe", "packages", "tmp"].map((each) => join(base, each)) as [
    string,
    string,
    string,
  ];
  const project = join(home, "a project");
  for (const folder of [project, prefix, temporary, join(home, ".claude")]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(project, "README.md"), "# A project\n");
  const taken = TAKEN_OVER.flatMap((each) => {
    const value = process.env[each];
    return value === undefined ? [] : [[each, value] as const];
  });
  const env = {
    ...Object.fromEntries(taken),
    ...{ HOME: home, USERPROFILE: home, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    npm_config_cache: join(base, "npm-cache"),
    npm_config_update_notifier: "false",
    TERM: "xterm",
    PATH: `${dirname(process.execPath)}${process.platform === "win32" ? ";" : ":"}${process.env["PATH"] ?? ""}`,
  };
  // A worker that the hook left may still be at it, and Windows keeps what is open.
  const remove = (): void => rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  return { base, home, project, prefix, env, remove };
}
