// `audit --enforce` once a day, as each system's own scheduler writes it (TRU-6): texts only, one command for all of them.
// Every word is quoted as that scheduler reads it; what can't be quoted is refused.
import { type Refusal, refuse } from "../text/errors.ts";

export const SCHEDULERS = ["cron", "systemd", "launchd"] as const;
export type SchedulerName = (typeof SCHEDULERS)[number];

/** Says in each text whose it is: by this alone it is found again, and taken away. */
export const MARK = "holdfast schedule";

export interface Job {
  readonly node: string;
  readonly program: string;
  /** Where the store and its folders are, where a variable says so: a scheduler starts without it. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface ScheduledFile {
  readonly name: string;
  readonly text: string;
}

/** Of cron it is one line of the person's table; of the others, files of their own. */
export function scheduled(by: SchedulerName, job: Job): readonly ScheduledFile[] | Refusal {
  const words = commandOf(job);
  const odd =
    [...words, job.node].find((word) => /\p{Cc}/u.test(word)) ?? (job.node.includes("=") ? job.node : undefined);
  if (odd !== undefined) return refuse("unsafe-path", `No scheduler can be given this path: ${JSON.stringify(odd)}`);
  switch (by) {
    case "cron":
      return [{ name: "crontab", text: `17 9 * * * ${words.map(inCron).join(" ")} # ${MARK}\n` }];
    case "systemd":
      return [
        { name: "holdfast-audit.service", text: service(words.map(inSystemd).join(" ")) },
        { name: "holdfast-audit.timer", text: TIMER },
      ];
    case "launchd":
      return [{ name: "dev.holdfast.audit.plist", text: plist(words) }];
  }
}

function commandOf({ node, program, variables }: Job): readonly string[] {
  const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  return ["/usr/bin/env", ...set, node, program, "audit", "--enforce", "--quiet"];
}

/** For /bin/sh; cron itself ends a command at a percent sign. */
function inCron(word: string): string {
  const quoted = /^[\w@+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
  return quoted.replaceAll("%", "\\%");
}

function inSystemd(word: string): string {
  const plain = word.replaceAll("%", "%%").replaceAll("$", "$$$$");
  return /^[\w@+:,./%-]+$/.test(plain) ? plain : `"${plain.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** Exit 1 says that something was lowered: the run itself went well. */
function service(command: string): string {
  return `# Made by ${MARK}
[Unit]
Description=Holdfast: take memories that fail a check out of use

[Service]
Type=oneshot
ExecStart=${command}
SuccessExitStatus=1
`;
}

const TIMER = `# Made by ${MARK}
[Unit]
Description=Holdfast: the daily audit

[Timer]
OnCalendar=daily
RandomizedDelaySec=1h
Persistent=true

[Install]
WantedBy=timers.target
`;

function plist(words: readonly string[]): string {
  const list = words.map((word) => `    <string>${inXml(word)}</string>`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- Made by ${MARK} -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>dev.holdfast.audit</string>
  <key>ProgramArguments</key>
  <array>
${list}
  </array>
  <key>StartCalendarInterval</key>
  <dict>
    <key>Hour</key>
    <integer>9</integer>
    <key>Minute</key>
    <integer>17</integer>
  </dict>
</dict>
</plist>
`;
}

function inXml(word: string): string {
  return word.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A person's table without our line, every other byte as it was. */
export function withoutOurLine(table: string): string {
  return table
    .split(/(?<=\n)/)
    .filter((line) => !line.trimEnd().endsWith(` # ${MARK}`))
    .join("");
}

export function withOurLine(table: string, line: string): string {
  const others = withoutOurLine(table);
  return others === "" || others.endsWith("\n") ? others + line : `${others}\n${line}`;
}

export function isOurs(text: string): boolean {
  return text.split("\n", 2).some((line) => line.includes(`Made by ${MARK}`));
}
