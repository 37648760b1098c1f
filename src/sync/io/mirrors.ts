// Which stores of an organisation this machine has mirrors of: mirrors.json in the data folder, 0600, written when a person joins
// and when a hub tells another role or a policy is another (HUB-10). It says what is to be opened, and nothing of whose word counts
// there. Hooks read it.
import { readPolicySettings } from "../../config/policy.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson } from "../../disk/json-file.ts";
import { ROLES } from "../../store/context.ts";
import { inOrder, type KeptPolicy, MIRRORED, type Mirror, MOST_OF_ONE } from "../mirrors.ts";

const NAME = "mirrors.json";
const LARGEST = 256 * 1024;
const MOST = 500;

/** A damaged list names none; joining again writes it anew. */
export function readMirrors(dataDir: string): readonly Mirror[] {
  const kept = inFolderIfThere(dataDir, [], (folder) => jsonIn(folder, NAME, LARGEST));
  const rows = Array.isArray(kept) ? kept.slice(0, MOST).flatMap((row) => mirrorFrom(row) ?? []) : [];
  return inOrder(rows);
}

/** In the place of those of the same hub; its organisation's own first. */
export function writeMirrors(dataDir: string, url: string, mirrors: readonly Omit<Mirror, "url">[]): void {
  const others = readMirrors(dataDir).filter((each) => each.url !== url);
  const own = [...new Map(mirrors.map((each) => [each.store, { ...each, url }])).values()];
  const isOrg = ({ store }: Mirror): boolean => store === "org";
  const kept = [...own.filter(isOrg), ...own.filter((each) => !isOrg(each))].slice(0, MOST_OF_ONE);
  const all = inOrder([...others, ...kept]);
  inFolder(dataDir, [], (folder) => keepJson(folder, NAME, all));
}

/** What a look at the store found in force. */
export function keepPolicies(dataDir: string, { url, store }: Mirror, policies: readonly KeptPolicy[]): void {
  const rows = readMirrors(dataDir).filter((each) => each.url === url);
  const next = rows.map((each) => (each.store === store ? { ...each, policies } : each));
  writeMirrors(dataDir, url, next);
}

function mirrorFrom(value: unknown): Mirror | undefined {
  const { url, store, role, you, closed, policies } = fieldsOf(value);
  const known = ROLES.find((each) => each === role);
  if (typeof url !== "string" || typeof store !== "string" || known === undefined) return undefined;
  if (!MIRRORED.test(store)) return undefined;
  const kept = Array.isArray(policies) ? policies.flatMap((each) => policyFrom(each) ?? []) : [];
  const mirror = {
    ...{ url, store, role: known, you: typeof you === "string" ? you : "" },
    ...(closed === true && { closed }),
  };
  return kept.length === 0 ? mirror : { ...mirror, policies: kept };
}

function policyFrom(value: unknown): KeptPolicy | undefined {
  const { by, date, number, settings } = fieldsOf(value);
  if (typeof by !== "string" || typeof date !== "string" || typeof number !== "number") return undefined;
  return { by, date, number, settings: readPolicySettings(fieldsOf(settings)).settings };
}
