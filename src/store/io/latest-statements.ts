// The latest word about a memory, with as few signatures checked as decide it (0068).
import { parseStatement, type Statement } from "../../attest/statement.ts";
import { hasSeen, latestWord } from "../../attest/vouch.ts";
import { once } from "../../text/values.ts";
import {
  type About,
  asKnown,
  byDevice,
  latestOf,
  parseSigned,
  REACH,
  type SignedFiles,
  type StatementFile,
  silence,
  statementsIn,
} from "./statements.ts";

/**
 * As `statementsIn` to whoever asks for the latest word alone (vouch.ts). Who has seen another's newest word outweighs it, whatever
 * it says: that one's signature need not be checked, and in a store of many machines most of them are such. Its number stays,
 * with nothing said. But one that claims to have seen a word which would stand is checked: it may take that one's place.
 */
export function headsIn(given: About): readonly Statement[] {
  const about = { ...given, folder: readOnce(given.folder) };
  const devices = byDevice(about);
  if (devices.length < 2) return statementsIn(about);
  const known = about.said?.(about.id);
  const newest = devices.map((files) => newestOf(about, files));
  const checked = new Map<Newest, readonly Statement[]>();
  const said = (): readonly Statement[] => [...checked.values()].flat();
  const waiting = (): readonly Newest[] => newest.filter((each) => !checked.has(each));
  const check = (each: Newest): void => {
    const word = [latestOf(about, each.files) ?? []].flat();
    const its = known && new Map([...known].filter(([device]) => device === each.file.device));
    checked.set(each, its === undefined ? word : asKnown(about, word, its));
  };
  for (const each of newest.toSorted((a, b) => sizeOf(b) - sizeOf(a)))
    if (each.claims === undefined || !said().some((other) => hasSeen(other, each.file))) check(each);
  const latest = (): readonly Statement[] => {
    const all = [...said(), ...waiting().map(({ file }) => silence(file, about.store, about.id))];
    return known === undefined ? all : asKnown(about, all, known);
  };
  for (let found: readonly Newest[] | undefined; found?.length !== 0; ) {
    const { heads } = latestWord(latest());
    found = waiting().filter(({ claims = {} }) => heads.some(({ dot }) => hasSeen({ seen: claims }, dot)));
    for (const each of found) check(each);
  }
  return latest();
}

/** The newest file of one device. */
interface Newest {
  readonly files: readonly StatementFile[];
  readonly file: StatementFile;
  /** What its author had seen, as it says; undefined: it is checked whoever has seen it. */
  readonly claims: Statement["seen"] | undefined;
}

/** Where an older word may count in its place, it is not enough that somebody has seen it. */
function newestOf({ folder, keys }: About, files: readonly StatementFile[]): Newest {
  const file = files.reduce((one, other) => (other.n > one.n ? other : one));
  const mayWait = file.n <= REACH && !keys.circle.known.has(file.device);
  const signed = mayWait ? parseSigned(folder.bytes(file.name) ?? new Uint8Array()) : undefined;
  return { files, file, claims: signed && parseStatement(signed.statement)?.seen };
}

/** Who has seen most is likely the one that nobody else has seen. */
function sizeOf({ claims }: Newest): number {
  return claims === undefined ? Number.MAX_SAFE_INTEGER : Object.values(claims).reduce((all, n) => all + n, 0);
}

function readOnce({ names, bytes }: SignedFiles): SignedFiles {
  const read = new Map<string, Uint8Array | undefined>();
  return {
    names: once(names),
    bytes: (name) => {
      if (!read.has(name)) read.set(name, bytes(name));
      return read.get(name);
    },
  };
}
