// Windows' ways to write one path, and the one form in which the guard compares them (AGT-20): `/c/Users/jane`, as Git Bash
// writes it, so that whoever reads paths by `/` need not know the system. Pure: nothing is looked up.
//
//   C:\a  C:/a  c:\a  \\?\C:\a  \\.\C:\a  /c/a  /cygdrive/c/a  /mnt/c/a  \\localhost\c$\a  \a (on the drive of the folder)
//
// are `/c/a`; a share is `//server/share/a`. Windows takes dots and blanks off the end of a name, and a name behind a colon
// is a stream of the same file: both go.

const DEVICE = /^\/\/[?.]\//;
const SHARE = /^\/\/([^/]+)\/([^/]+)/;
const OWN_SHARE = /^\/\/(?:localhost|127\.0\.0\.1|\[?::1\]?|\.)\/([a-z])\$(?=\/|$)/i;
const DRIVE = /^\/*([a-z]):/i;
const MOUNTED = /^\/(?:cygdrive\/|mnt\/)?([a-z])(?=\/|$)/i;

interface Parsed {
  /** `/c`, `//server/share`, or nothing where the path is relative. */
  readonly root: string | undefined;
  /** From the root of the folder's drive, though no drive is named. */
  readonly isRooted: boolean;
  readonly names: readonly string[];
}

function parsed(path: string): Parsed {
  const plain = path
    .replaceAll("\\", "/")
    // A drive further on begins anew: whoever joined the two did not know it for one.
    .replace(/^.*\/(?=[a-z]:(\/|$))/is, "")
    .replace(/^\/\/[?.]\/UNC\//i, "//")
    .replace(DEVICE, "");
  const own = OWN_SHARE.exec(plain);
  if (own !== null) return { root: `/${low(own[1])}`, isRooted: true, names: namesIn(plain.slice(own[0].length)) };
  const share = SHARE.exec(plain);
  if (share !== null) {
    return {
      root: `//${low(share[1])}/${low(share[2])}`,
      isRooted: true,
      names: namesIn(plain.slice(share[0].length)),
    };
  }
  const drive = DRIVE.exec(plain) ?? (path.startsWith("/") ? MOUNTED.exec(plain) : null);
  if (drive !== null) {
    const rest = plain.slice(drive[0].length);
    return { root: `/${low(drive[1])}`, isRooted: rest === "" || rest.startsWith("/"), names: namesIn(rest) };
  }
  return { root: undefined, isRooted: plain.startsWith("/"), names: namesIn(plain) };
}

function low(text: string | undefined): string {
  return (text ?? "").toLowerCase();
}

/** `..` stays: where it leads is asked of the disk. */
function namesIn(path: string): readonly string[] {
  return path
    .split("/")
    .map((name) => (name === ".." ? name : name.replace(/:.*$/s, "").replace(/[. ]+$/, "")))
    .filter((name) => name !== "");
}

/** Where a path starts and its names, from a folder that is in the one form or any other. */
export function windowsPath(path: string, cwd: string): { readonly root: string; readonly names: readonly string[] } {
  const typed = parsed(path);
  const base = parsed(cwd);
  const here = base.root ?? "/c";
  if (typed.root !== undefined && (typed.isRooted || typed.root !== here))
    return { root: typed.root, names: typed.names };
  return { root: here, names: typed.isRooted ? typed.names : [...base.names, ...typed.names] };
}

/** The one form of an absolute path. */
export function slashed(path: string): string {
  const { root, names } = windowsPath(path, "/");
  return [root, ...names].join("/");
}

/** Absolute, and of no other system: with a drive's letter, or a share. */
export function isOfWindows(path: string): boolean {
  return /^([a-z]:[\\/]|\\\\)/i.test(path);
}

/** The one form as Windows opens it. */
export function native(path: string): string {
  if (path.startsWith("//")) return path.replaceAll("/", "\\");
  const [, drive = "c", rest = ""] = /^\/([a-z])(\/.*)?$/is.exec(path) ?? [];
  return `${drive.toUpperCase()}:${rest === "" ? "\\" : rest.replaceAll("/", "\\")}`;
}
