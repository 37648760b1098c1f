// Personal data (CHK-11): addresses, private networks, other people's home directories, key fingerprints. Each rule can
// be switched off. Without a list of owners nobody can say whose address is foreign, so those two rules are then off.
import { withoutExempt } from "./exempt.ts";
import type { SecretHit } from "./hit.ts";

export const PERSONAL_RULES = ["email", "private-ipv4", "home-directory", "key-fingerprint"] as const;
type PersonalRule = (typeof PERSONAL_RULES)[number];

export interface PersonalSettings {
  /** The owner's mail addresses and user names; undefined = not set. */
  readonly owners: readonly string[] | undefined;
  readonly off: readonly string[];
}

export function isPersonalRuleOn(rule: PersonalRule, settings: PersonalSettings): boolean {
  if (settings.off.includes(rule)) return false;
  return settings.owners !== undefined || (rule !== "email" && rule !== "home-directory");
}

const EXPRESSIONS: Readonly<Record<PersonalRule, RegExp>> = {
  email: /(?<![\w.+/:-])[A-Za-z0-9][\w.+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![\w/])/g,
  "private-ipv4":
    /(?<![\w.])(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2})(?![\w.]*\d)/g,
  "home-directory": /(?<![\w.~-])(?:\/home\/|\/Users\/|[A-Za-z]:\\Users\\)([A-Za-z_][\w.-]{0,63})/g,
  "key-fingerprint": /(?<![\w])SHA256:[A-Za-z0-9+/]{43}(?![A-Za-z0-9+/])/g,
};

/** Names that stand for nobody. */
const NOBODY =
  /^(?:user(?:name)?|you|me|name|your-?(?:user)?name|shared|public|runner|node|ubuntu|vagrant|app|default|linuxbrew|example)$/i;
const NOWHERE =
  /@(?:[\w-]+\.)*(?:example\.(?:com|org|net)|example|test|invalid|localhost)$|^(?:git|noreply|no-reply)@|@users\.noreply\./i;

export function findPersonalData(text: string, settings: PersonalSettings): readonly SecretHit[] {
  const scanned = withoutExempt(text);
  return PERSONAL_RULES.filter((rule) => isPersonalRuleOn(rule, settings))
    .flatMap((rule) =>
      [...scanned.matchAll(EXPRESSIONS[rule])]
        .filter((match) => isForeign(rule, match, settings.owners ?? []))
        .map((match): SecretHit => {
          const end = match.index + match[0].length;
          return { layer: "contextual", rule, start: match.index, end, value: match[0] };
        }),
    )
    .sort((a, b) => a.start - b.start);
}

function isForeign(rule: PersonalRule, match: RegExpExecArray, owners: readonly string[]): boolean {
  const owned = (name: string): boolean => owners.some((owner) => owner.toLowerCase() === name.toLowerCase());
  if (rule === "email") return !owned(match[0]) && !NOWHERE.test(match[0]);
  if (rule === "private-ipv4") return match[0].split(".").every((part) => Number(part) <= 255);
  if (rule !== "home-directory") return true;
  const name = match[1] as string;
  return !NOBODY.test(name) && !owned(name) && !owners.some((owner) => owner.split("@")[0] === name);
}
