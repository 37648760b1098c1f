// Reads what the traced program did: which programs it started, whom it spoke to, what it opened.
import { existsSync, readFileSync } from "node:fs";

export interface Deeds {
  readonly started: readonly string[];
  readonly peers: readonly string[];
  readonly opened: readonly string[];
  readonly changed: readonly string[];
}

const CHANGES =
  /^(unlink|unlinkat|rename|renameat|renameat2|mkdir|mkdirat|link|linkat|symlink|symlinkat|truncate|creat)\(/;

export function deedsIn(trace: string): Deeds {
  const calls = existsSync(trace)
    ? joined(readFileSync(trace, "utf8")).filter((call) => !/ = -1 E(?!INPROGRESS)/.test(call))
    : [];
  const opens = calls.filter((call) => /^open(at)?\(/.test(call));
  const writes = opens.filter((call) => /O_(WRONLY|RDWR|CREAT)/.test(call));
  const changes = calls.filter((call) => CHANGES.test(call));
  return {
    started: calls.filter((call) => call.startsWith("execve(")).map((call) => pathsIn(call)[0] ?? "?"),
    peers: calls.filter((call) => call.startsWith("connect(")).map(peerIn),
    opened: opens.flatMap(pathsIn),
    changed: [...writes, ...changes].flatMap(pathsIn),
  };
}

/** A call that another thread's stands inside of is printed in two parts. */
function joined(text: string): readonly string[] {
  const pending = new Map<string, string>();
  return text.split("\n").flatMap((line) => {
    const [, pid = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (rest.endsWith("<unfinished ...>")) {
      pending.set(pid, rest.slice(0, -"<unfinished ...>".length));
      return [];
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1];
    return [resumed === undefined ? rest : `${pending.get(pid) ?? ""}${resumed}`];
  });
}

/** A path that is relative to an open folder is told with that folder. */
function pathsIn(call: string): readonly string[] {
  const found = call.replace(/\[.*/, "").matchAll(/(?:<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/g);
  return [...found].map(([, folder, path = ""]) =>
    folder === undefined || path.startsWith("/") ? path : `${folder}/${path}`,
  );
}

function peerIn(call: string): string {
  const [, port] = /sin6?_port=htons\((\d+)\)/.exec(call) ?? [];
  const [, address] = /(?:inet_addr\("|inet_pton\(AF_INET6, ")([^"]+)"/.exec(call) ?? [];
  return port === undefined ? call.slice(0, 120) : `${address}:${port}`;
}
