// Process tables as /bin/ps of macOS prints them (TRU-22): written ones for what is known to be hard, and generated ones that put
// every agent behind every way of starting it, in homes with spaces and accents, below terminals that people use. Each says
// who sits there. The process that asks is always ASKING.
import { HOSTS } from "../../src/hosts/index.ts";
import type { PsText } from "../../src/trust/io/person/ps.ts";

export const ASKING = 9000;

export interface PsCase {
  readonly title: string;
  readonly who: "agent" | "person";
  readonly text: PsText;
}

interface Process {
  readonly argv: readonly string[];
  /** The kernel's name where it is not that of the program's file. */
  readonly kernel?: string;
  /** What ps prints for argv[0] and for all of them, where it is not given them. */
  readonly printed?: string;
}

const LAUNCHD: Process = { argv: ["/sbin/launchd"] };
const LOGIN: Process = { argv: ["login", "-pf", "jane"] };
const ZSH: Process = { argv: ["-zsh"], kernel: "zsh" };
const HOLDFAST: Process = { argv: ["node", "/opt/homebrew/bin/holdfast", "confirm", "k3f9"] };

const TERMINALS: readonly (readonly Process[])[] = [
  [{ argv: ["/System/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal"] }, LOGIN, ZSH],
  [{ argv: ["/Applications/iTerm.app/Contents/MacOS/iTerm2"] }, LOGIN, ZSH],
  [
    { argv: ["/Applications/Visual Studio Code.app/Contents/MacOS/Electron"] },
    {
      argv: [
        "/Applications/Visual Studio Code.app/Contents/Frameworks/Code Helper (Plugin).app/Contents/MacOS/Code Helper (Plugin)",
        "--type=utility",
      ],
    },
    { argv: ["/bin/zsh", "-il"] },
  ],
  [{ argv: ["/Applications/Ghostty.app/Contents/MacOS/ghostty"] }, { argv: ["/usr/bin/login", "-flp", "jane"] }, ZSH],
  [{ argv: ["sshd: jane [priv]"], kernel: "sshd" }, { argv: ["sshd: jane@ttys001"], kernel: "sshd" }, ZSH],
  [{ argv: ["tmux", "new", "-s", "gemini"] }, { argv: ["-fish"], kernel: "fish" }],
];

const NOISE: readonly Process[] = [
  { argv: ["/usr/libexec/logd"] },
  { argv: ["/Applications/Claude.app/Contents/MacOS/Claude"] },
  { argv: ["/Users/Jane Doe/.local/bin/claude", "--resume"] },
  {
    argv: ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", `--field-trial-handle=${"x".repeat(700)}`],
  },
  { argv: ["distnoted", "agent"] },
];

/** Other processes first, then the chain down to the one that asks. */
function printed(chain: readonly Process[]): PsText {
  const all = [LAUNCHD, ...chain, HOLDFAST];
  const lines = (column: (each: Process) => string): string => {
    const rows = [
      ...NOISE.map((each, at) => [200 + at, 1, column(each)] as const),
      ...all.map((each, at) => [at === 0 ? 1 : pidAt(at, all.length), parentAt(at, all.length), column(each)] as const),
    ];
    return rows
      .map(([pid, parent, rest]) => `${String(pid).padStart(5)} ${String(parent).padStart(5)} ${rest}\n`)
      .join("");
  };
  return {
    ucomm: lines(({ argv, kernel }) => (kernel ?? fileName(argv[0] ?? "")).slice(0, 16)),
    comm: lines((each) => each.printed ?? each.argv[0] ?? ""),
    args: lines((each) => each.printed ?? each.argv.join(" ")),
  };
}

function pidAt(at: number, length: number): number {
  return at === length - 1 ? ASKING : 500 + at * 11;
}

function parentAt(at: number, length: number): number {
  if (at === 0) return 0;
  return at === 1 ? 1 : pidAt(at - 1, length);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function among(who: PsCase["who"], title: string, middle: readonly Process[], terminal = 0): PsCase {
  return { title, who, text: printed([...(TERMINALS[terminal] ?? []), ...middle]) };
}

const HOMES = [
  "/Users/jane",
  "/Users/Jane Doe",
  "/Volumes/My  Disk/Jane Doe -x",
  "/Users/José Ñandú",
  "/Users/a b c d e",
];
const DEEP = `/Users/Jane Doe/${"a long folder name/".repeat(60)}`;
const OTHERS = ["aider", "goose", "amp"].map((program) => ({
  program,
  packages: [] as string[],
}));

interface Named {
  readonly program: string;
  readonly packages: readonly string[];
}

/** Every way in which an agent's program is started, of one home. */
function waysOf({ program, packages }: Named, home: string): readonly (readonly [string, Process])[] {
  const script = `${home}/.npm global/bin/${program}`;
  const inPackage = packages.map((name): [string, Process] => [
    "its package",
    { argv: ["node", `${home}/lib/node_modules/${name}/dist/index.js`, "-p", "say hi"] },
  ]);
  return [
    ["its own program", { argv: [`${home}/.local/bin/${program}`, "-p", "x y"] }],
    ["a script", { argv: ["node", script, "--yolo"] }],
    ["a script behind options", { argv: ["/usr/local/bin/node", "--import", `${home}/my hooks.mjs`, script] }],
    ["a script by its bare name", { argv: ["node", "--require", `${home}/a b.cjs`, program] }],
    ["bun", { argv: ["bun", "run", script] }],
    ["python", { argv: [`${home}/venv/bin/python3.12`, "-X", "a b", "-m", program] }],
    ["a title", { argv: [`${program} --resume`], kernel: "node" }],
    ["a version's file", { argv: [program], kernel: "2.1.325" }],
    ["an app", { argv: [`${home}/Applications/${program}.app/Contents/MacOS/Helper (GPU)`], kernel: "x" }],
    ["a deep folder", { argv: [`${DEEP}${program}`, "z".repeat(3000)] }],
    ...inPackage,
  ];
}

function generated(count: number): readonly PsCase[] {
  const cases = [...HOSTS, ...OTHERS].flatMap((agent) =>
    HOMES.flatMap((home) =>
      waysOf(agent, home).map(([way, process]) => ({ title: `${agent.program} by ${way} in ${home}`, process })),
    ),
  );
  // Spread over all of them: a step that shares no factor with their number comes by each once.
  const step = [37, 41].find((prime) => cases.length % prime !== 0) ?? 43;
  return Array.from({ length: count }, (_, at) => {
    const { title, process } = cases[(at * step) % cases.length] as (typeof cases)[number];
    const below: readonly Process[] = at % 2 === 0 ? [{ argv: ["/bin/zsh", "-c", "holdfast confirm k3f9"] }] : [];
    return among("agent", title, [process, ...below], at % TERMINALS.length);
  });
}

function changed(base: PsCase, title: string, change: (text: PsText) => PsText): PsCase {
  return { title, who: "agent", text: change(base.text) };
}

function everyLine(text: PsText, change: (line: string) => string): PsText {
  const each = (column: string): string => column.split("\n").map(change).join("\n");
  return { ucomm: each(text.ucomm), comm: each(text.comm), args: each(text.args) };
}

/** What is damaged is no person, whoever it was. */
function damaged(): readonly PsCase[] {
  const person = among("person", "", []);
  const long = (extra: string): readonly Process[] => [
    { argv: ["node", `/Users/Jane Doe/${"lib/".repeat(30)}${extra}/bin/gemini`] },
    { argv: ["node", `/Users/Jane Doe/${"lib/".repeat(40)}${extra}/bin/gemini`] },
  ];
  return [
    changed(person, "no table at all", () => ({ ucomm: "", comm: "", args: "" })),
    changed(person, "no kernel's names", (text) => ({ ...text, ucomm: "" })),
    changed(person, "no arguments", (text) => ({ ...text, args: "" })),
    changed(person, "the last line has no end", ({ ucomm, comm, args }) => ({ ucomm, comm, args: args.slice(0, -1) })),
    changed(person, "cut in the middle", ({ ucomm, comm, args }) => ({ ucomm, comm, args: args.slice(0, 900) })),
    ...[40, 60, 79, 80, 100, 131, 132].map((width) =>
      changed(among("agent", "", long("x")), `every line cut at ${width}`, (text) =>
        everyLine(text, (line) => line.slice(0, width)),
      ),
    ),
    changed(person, "a parent differs between the answers", (text) => ({
      ...text,
      comm: text.comm.replace(`${ASKING}   `, `${ASKING}  1`),
    })),
    changed(person, "a row comes twice", (text) => ({ ...text, args: `${text.args}  511     1 -zsh\n` })),
    changed(
      among("agent", "", [{ argv: ["claude"] }]),
      "a name with a line end puts a shell in an agent's place",
      (text) => ({
        ...text,
        args: `${text.args}  544     1 -zsh\n`,
        comm: `${text.comm}  544     1 -zsh\n`,
        ucomm: `${text.ucomm}  544     1 zsh\n`,
      }),
    ),
    among("agent", "a name with a line end", [{ argv: ["/Users/jane/x\nclaude"] }]),
    among("agent", "only the kernel's name is known", [{ argv: ["node", "x"], printed: "(node)" }]),
    among("agent", "a process that has ended", [{ argv: ["node", "x"], printed: "<defunct>" }]),
    among("agent", "an empty name", [{ argv: [""] }]),
    changed(person, "an ancestor is missing", (text) => everyLine(text, (line) => (/^ *522 /.test(line) ? "" : line))),
    changed(person, "a loop", (text) => everyLine(text, (line) => line.replace(/^( *511 +)1 /, "$19000 "))),
  ];
}

/** Names that hold an agent's word, and are none. */
const PEOPLE: readonly (readonly Process[])[] = [
  [],
  [{ argv: ["zsh"] }],
  [{ argv: ["/bin/bash", "-i"] }],
  [{ argv: ["tmux", "new", "-s", "claude"] }, ZSH],
  [{ argv: ["/Users/claude/bin/zsh"] }],
  [{ argv: ["/Users/Jane Doe/bin/zsh", "-l"] }],
  [{ argv: ["claude-notes"] }],
  [{ argv: ["vim", "claude"] }, ZSH],
  [{ argv: ["node", "server.js", "claude"] }, ZSH],
  [{ argv: ["node", "--title", "claude", "server.js"] }, ZSH],
  [{ argv: ["npm exec holdfast connect claude"], kernel: "node" }, { argv: ["sh", "-c", "holdfast connect claude"] }],
  [{ argv: ["node", "/opt/homebrew/bin/npx", "holdfast", "install", "codex"] }],
  [{ argv: ["python3", "/Users/Jane Doe/tool.py", "gemini"] }, ZSH],
  [{ argv: ["/Applications/Cursor.app/Contents/MacOS/Cursor"] }, ZSH],
  [{ argv: ["/Users/jane/a-program-with-a-very-long-name"] }, ZSH],
];

export function psTables(count = 200): readonly PsCase[] {
  const people = PEOPLE.flatMap((middle, at) =>
    TERMINALS.slice(0, 4).map((_, terminal) =>
      among("person", `person ${at} at terminal ${terminal}`, middle, terminal),
    ),
  );
  const written = [...damaged(), ...people];
  return [...written, ...generated(Math.max(0, count - written.length))];
}
