// A remote address in one stable form, `host/owner/repo` (SYN-30): every way to write the same remote gives the
// same text, and no user name, password, token, port or query survives in it.

const SCHEMES = /^(https?|ssh|git|git\+ssh|git\+https|ssh\+git|ftps?):\/\//i;
const HOST = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;
const MAX = 2048;

/** Undefined for what names no host: a local path, a bundle, nonsense. */
export function normalRemote(url: string): string | undefined {
  const text = url.trim();
  if (text === "" || text.length > MAX || hasControl(text)) return undefined;
  const parts = SCHEMES.test(text) ? fromUrl(text) : fromScp(text);
  if (parts === undefined) return undefined;
  const host = parts.host.toLowerCase().replace(/\.$/, "");
  const path = cleanPath(parts.path);
  return HOST.test(host) && path !== "" ? `${host}/${path}` : undefined;
}

function fromUrl(text: string): { host: string; path: string } | undefined {
  const rest = text.replace(SCHEMES, "");
  const slash = rest.indexOf("/");
  if (slash < 0) return undefined;
  // A password may hold anything but a slash; the last @ ends it.
  const authority = rest.slice(0, slash);
  const host = authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "");
  return { host, path: rest.slice(slash + 1).replace(/[?#].*$/, "") };
}

/** `user@host:owner/repo`. One letter before the colon is a Windows drive, a slash before it a local path. */
function fromScp(text: string): { host: string; path: string } | undefined {
  const match = /^(?:[^/]*@)?([^/@:]{2,}):(?!\/\/)(.+)$/.exec(text);
  return match === null ? undefined : { host: match[1] ?? "", path: match[2] ?? "" };
}

/** An `@` in the path is dropped with what stands before it: a credential that a broken address pushed there. */
function cleanPath(path: string): string {
  const parts = path
    .split("/")
    .map((part) => decoded(part).trim())
    .filter((part) => part !== "" && part !== "." && part !== ".." && !part.includes("@"));
  return parts
    .join("/")
    .replace(/(\.git)+$/i, "")
    .replace(/\/+$/, "");
}

function decoded(part: string): string {
  try {
    const plain = decodeURIComponent(part);
    return /[/\\]/.test(plain) || hasControl(plain) ? part : plain;
  } catch {
    return part; // not percent-encoded after all
  }
}

function hasControl(text: string): boolean {
  return /\p{C}/u.test(text);
}
