// Who can reach a folder of ours on Windows (STO-4), where mode bits say nothing: by its access list, as `icacls` saves and
// sets it. By its whole path, so that no variable chooses who answers. In the saved form principals are codes and numbers,
// the same in every language of Windows. Below the home the system's own list is private already; a store elsewhere is why
// this is asked. The user, the system and its administrators stay.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { child } from "./paths.ts";
import { removePatiently } from "./patient.ts";

const ICACLS = "C:\\Windows\\System32\\icacls.exe";
const LIMITS = { timeout: 10_000, windowsHide: true, stdio: "ignore" } as const;
const SYSTEM = "*S-1-5-18";
const ADMINISTRATORS = "*S-1-5-32-544";

/** Everyone, signed-in users, users, guests, anonymous, network, interactive. */
const MANY = /^(WD|AU|BU|BG|AN|NU|IU|S-1-1-0|S-1-5-11|S-1-5-32-545|S-1-5-32-546|S-1-5-7|S-1-5-2|S-1-5-4)$/;
/** Rights that only look: read, read and execute, list. */
const LOOKS = /^(FR|FX|GR|GX|RC|0x1200a9|0x120089)*$/i;

/** What an access list, in the form of `(A;OICI;FA;;;WD)`, lets many do. */
export function openTo(list: string): "writable" | "readable" | undefined {
  const entries = Array.from(list.matchAll(/\(A;([^;]*);([^;]*);[^;]*;[^;]*;([^;)]*)/g));
  const many = entries.filter(([, , , who = ""]) => MANY.test(who));
  if (many.length === 0) return undefined;
  return many.every(([, , rights = ""]) => LOOKS.test(rights)) ? "readable" : "writable";
}

/** `unseen`: it could not be asked. */
export function aclProblem(path: string): "writable" | "readable" | "unseen" | undefined {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(child(tmpdir(), "holdfast-acl-"));
    const saved = child(folder, "acl");
    execFileSync(ICACLS, [path, "/save", saved], LIMITS);
    return openTo(readFileSync(saved, "utf16le"));
  } catch {
    return "unseen"; // told as such: nobody is said to be alone who was not seen to be
  } finally {
    if (folder !== undefined) removePatiently(folder);
  }
}

/** The arguments that leave a folder, and what is made in it, to its user. */
export function ownArguments(path: string, user: string): readonly string[] {
  const whole = [user, SYSTEM, ADMINISTRATORS].map((who) => `${who}:(OI)(CI)F`);
  return [path, "/inheritance:r", ...whole.flatMap((grant) => ["/grant:r", grant])];
}

/** False where the system could not be asked. */
export function keepToUser(path: string): boolean {
  try {
    execFileSync(ICACLS, [...ownArguments(path, userInfo().username)], LIMITS);
    return true;
  } catch {
    return false; // doctor tells how it stands
  }
}
