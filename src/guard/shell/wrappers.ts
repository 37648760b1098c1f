// Programs that run another program: how many of their words come first. What they run is what counts.

export interface Wrapper {
  /** Options whose next word is their value. */
  readonly values: readonly string[];
  /** Operands of their own before the program. */
  readonly skip?: number;
  /** NAME=value may stand before the program. */
  readonly assigns?: true;
  /** An option whose value is a folder to run in. */
  readonly folder?: readonly string[];
  /** An option whose value is shell text. */
  readonly text?: readonly string[];
  /** With one of these nothing is run. */
  readonly stops?: RegExp;
  /** The program's words, joined, are shell text. */
  readonly joined?: true;
}

export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: {
    values: ["-u", "--unset", "-C", "--chdir"],
    assigns: true,
    folder: ["-C", "--chdir"],
    text: ["-S", "--split-string"],
  },
  sudo: {
    values: [
      "-u",
      "--user",
      "-g",
      "--group",
      "-h",
      "--host",
      "-p",
      "--prompt",
      "-C",
      "-r",
      "-t",
      "-T",
      "-U",
      "-D",
      "--chdir",
      "-R",
    ],
    assigns: true,
    folder: ["-D", "--chdir"],
  },
  doas: { values: ["-u", "-C"] },
  command: { values: [], stops: /^-[vV]/ },
  builtin: { values: [] },
  exec: { values: ["-a"] },
  nohup: { values: [] },
  setsid: { values: [] },
  time: { values: ["-f", "--format", "-o", "--output"] },
  nice: { values: ["-n", "--adjustment"] },
  ionice: { values: ["-c", "-n", "-p"] },
  timeout: { values: ["-s", "--signal", "-k", "--kill-after"], skip: 1 },
  gtimeout: { values: ["-s", "--signal", "-k", "--kill-after"], skip: 1 },
  stdbuf: { values: ["-i", "-o", "-e"] },
  chrt: { values: ["-T", "-P", "-D"], skip: 1 },
  taskset: { values: [], skip: 1 },
  strace: { values: ["-o", "-e", "-p", "-s", "-E", "-u"] },
  ltrace: { values: ["-o", "-e", "-p", "-s"] },
  unbuffer: { values: [] },
  flock: { values: ["-w", "--timeout", "-E"], skip: 1, text: ["-c", "--command"] },
  chroot: { values: ["--userspec", "--groups"], skip: 1 },
  unshare: { values: ["-S", "-G", "-R", "-w"] },
  nsenter: { values: ["-t", "-S", "-G"] },
  "dbus-run-session": { values: [] },
  "xvfb-run": { values: ["-n", "-s", "-e", "-f"] },
  "systemd-run": { values: ["-p", "--property", "--unit", "-u"] },
  caffeinate: { values: ["-t", "-w"] },
  busybox: { values: [] },
  toybox: { values: [] },
  winpty: { values: [] },
  rlwrap: { values: [] },
  faketime: { values: ["-f"], skip: 1 },
  watch: { values: ["-n", "--interval"], joined: true },
  script: { values: ["-I", "-O", "-B", "-T", "-E", "-m", "-o"], skip: 1, text: ["-c", "--command"] },
  su: { values: ["-s", "-g", "-G", "-w"], text: ["-c", "--command"], skip: 99 },
  runuser: { values: ["-u", "-s", "-g"], text: ["-c", "--command"] },
  ssh: {
    values: ["-i", "-p", "-o", "-l", "-F", "-J", "-L", "-R", "-D", "-b", "-c", "-m", "-S", "-W", "-w", "-E"],
    skip: 1,
    joined: true,
  },
  npx: { values: ["-p", "--package", "-w"], text: ["-c", "--call"] },
  pnpx: { values: ["-p", "--package"] },
  bunx: { values: ["-p", "--package"] },
};

/** Package runners with a word in front: `npm exec`, `pnpm dlx`, `yarn holdfast`. */
export const RUNNERS: Readonly<Record<string, RegExp>> = {
  npm: /^(exec|x)$/,
  pnpm: /^(exec|dlx)$/,
  yarn: /^(exec|dlx|run)$/,
  bun: /^x$/,
  corepack: /^(pnpm|yarn|npm)$/,
};

export const SHELLS: ReadonlySet<string> = new Set([
  "bash",
  "sh",
  "zsh",
  "dash",
  "ksh",
  "mksh",
  "ash",
  "fish",
  "rbash",
]);

export const XARGS_VALUES: readonly string[] = [
  "-I",
  "-n",
  "-P",
  "-L",
  "-d",
  "-E",
  "-s",
  "-a",
  "--max-args",
  "--max-procs",
  "--delimiter",
  "--arg-file",
];
