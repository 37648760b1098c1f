// Personal data (CHK-11): addresses, private networks, other people's home directories, key fingerprints. Each rule can
// be switched off. Without a list of owners nobody can say whose address is foreign, so those two rules are then off.
import { withoutExempt } from "./mask.ts";
import type { Samples, SecretHit } from "./rule.ts";

export interface PersonalSettings {
  /** The owner's mail addresses and user names; undefined = not set. */
  readonly owners: readonly string[] | undefined;
  readonly off: readonly string[];
}

interface PersonalRule extends Samples {
  readonly id: string;
  readonly expression: RegExp;
  readonly needsOwners: boolean;
  /** Whether a match is somebody else's; where there is no such question, every match counts. */
  readonly isForeign?: (match: RegExpExecArray, owners: readonly string[]) => boolean;
}

/** Names that stand for nobody. */
const NOBODY =
  /^(?:user(?:name)?|you|me|name|your-?(?:user)?name|shared|public|runner|node|ubuntu|vagrant|app|default|linuxbrew|example)$/i;
const NOWHERE =
  /@(?:[\w-]+\.)*(?:example\.(?:com|org|net)|example|test|invalid|localhost)$|^(?:git|noreply|no-reply)@|@users\.noreply\./i;

export const PERSONAL_DATA_RULES: readonly PersonalRule[] = [
  {
    id: "email",
    expression: /(?<![\w.+/:-])[A-Za-z0-9][\w.+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![\w/])/g,
    needsOwners: true,
    isForeign: ([address], owners) => !isOwned(address, owners) && !NOWHERE.test(address),
    found: ["write to jo.doe+x@corp.dev today"],
    harmless: ["write to somebody@example.com or git@github.com"],
  },
  {
    id: "private-ipv4",
    expression:
      /(?<![\w.])(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2})(?![\w.]*\d)/g,
    needsOwners: false,
    isForeign: ([address]) => address.split(".").every((part) => Number(part) <= 255),
    found: ["the box is 10.1.2.3", "or 192.168.0.7", "or 172.20.1.1"],
    harmless: ["public 8.8.8.8, 172.32.0.1, version 10.1.2.3.4, 10.999.1.1"],
  },
  {
    id: "home-directory",
    expression: /(?<![\w.~-])(?:\/home\/|\/Users\/|[A-Za-z]:\\Users\\)([A-Za-z_][\w.-]{0,63})/g,
    needsOwners: true,
    isForeign: ([, name = ""], owners) =>
      !NOBODY.test(name) && !isOwned(name, owners) && !owners.some((owner) => owner.split("@")[0] === name),
    found: ["logs are in /home/jo/logs", "and /Users/kim/x", "and C:\\Users\\lee\\y"],
    harmless: ["logs are in /home/user/x, ~/x"],
  },
  {
    id: "key-fingerprint",
    expression: /(?<![\w])SHA256:[A-Za-z0-9+/]{43}(?![A-Za-z0-9+/])/g,
    needsOwners: false,
    found: ["the key is SHA256:<43 A-Za-z0-9+/>"],
    harmless: ["the key is SHA256:<42 A-Za-z0-9+/>"],
  },
];

export function personalRules(): readonly string[] {
  return PERSONAL_DATA_RULES.map(({ id }) => id);
}

function isOwned(name: string, owners: readonly string[]): boolean {
  return owners.some((owner) => owner.toLowerCase() === name.toLowerCase());
}

export function findPersonalData(text: string, { owners, off }: PersonalSettings): readonly SecretHit[] {
  const scanned = withoutExempt(text);
  return PERSONAL_DATA_RULES.filter(
    ({ id, needsOwners }) => !off.includes(id) && (owners !== undefined || !needsOwners),
  )
    .flatMap(({ id, expression, isForeign }) =>
      [...scanned.matchAll(expression)]
        .filter((match) => isForeign?.(match, owners ?? []) !== false)
        .map((match): SecretHit => {
          const end = match.index + match[0].length;
          return { layer: "contextual", rule: id, start: match.index, end, value: match[0] };
        }),
    )
    .sort((a, b) => a.start - b.start);
}
