// Who speaks through an entry (AGT-8). A program may load the hooks of another one and send its own payloads through them: it is
// answered in its own form. First whoever is known by members that no other payload has; then the entry's own host; then
// whoever else can read it. Only members at the top count: what a tool is given is the model's to write.
import type { HostEvent } from "./event.ts";
import type { Guest, Host, Wire } from "./host.ts";
import { HOSTS } from "./index.ts";
import { parseLine } from "./json-line.ts";

export interface Heard {
  readonly event: HostEvent;
  readonly wire: Wire;
  /** Whose settings, records and instructions count; undefined: those of the entry's own. */
  readonly host?: Host;
  /** Absent where the entry's own host speaks. */
  readonly speaker?: { readonly name: string; readonly title?: string };
}

export interface Speaker extends Guest {
  readonly host: Host;
}

const SPEAKERS: readonly Speaker[] = HOSTS.flatMap((host) =>
  [host, ...(host.guests ?? [])].map(({ name, title, wire }) => ({ name, title, wire, host })),
);

export function heardFrom(entry: Host, stdin: string): Heard | undefined {
  const sure = knownBy(stdin);
  const others = SPEAKERS.filter(({ wire }) => wire !== entry.wire && wire !== sure?.wire);
  const self = { name: entry.name, title: entry.title, wire: entry.wire, host: entry };
  for (const { wire, name, title, host } of [...(sure === undefined ? [] : [sure]), self, ...others]) {
    const event = wire.parseEvent(stdin);
    if (event === undefined) continue;
    return wire === entry.wire ? { event, wire } : { event, wire, host, speaker: { name, title } };
  }
  return undefined;
}

/** An agent, or one that runs an agent's entry in a form of its own. */
export function speakerNamed(name: string): Speaker | undefined {
  return SPEAKERS.find((speaker) => speaker.name === name);
}

/** For a payload that was not judged, and perhaps not even read to its end: then the entry's own. */
export function speakerOf(entry: Host, text: string): Wire {
  return knownBy(text)?.wire ?? entry.wire;
}

function knownBy(stdin: string): Speaker | undefined {
  // Looked for in the bare text first: a payload is large at times, and mostly nobody's but the entry's.
  const maybe = SPEAKERS.filter(({ wire }) => wire.own?.some((member) => stdin.includes(`"${member}"`)));
  const read = maybe.length === 0 ? undefined : parseLine(stdin);
  return read && maybe.find(({ wire }) => wire.own?.some((member) => Object.hasOwn(read, member)));
}
