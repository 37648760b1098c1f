// Links between pages. In the sources they lead to .md files, so that they work in the repository; the build turns them
// into links to built pages. All stay relative: the site works below any address, and from a folder.
import { posix } from "node:path";
import { urlOf } from "./pages.ts";

export type Target =
  | { readonly kind: "outside"; readonly href: string }
  /** A file below docs/, or the page itself. */
  | { readonly kind: "docs"; readonly file: string; readonly anchor: string }
  /** A file of the repository that is no part of the site. */
  | { readonly kind: "repository"; readonly file: string };

/** Where a link of docs/`file` leads. */
export function targetOf(file: string, href: string): Target {
  if (/^[a-z][a-z+.-]*:|^\/\//i.test(href)) return { kind: "outside", href };
  const [path = "", anchor = ""] = href.split("#", 2);
  const target = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), decodeURI(path)));
  return target.startsWith("../")
    ? { kind: "repository", file: target.slice(3) }
    : { kind: "docs", file: target, anchor };
}

/** What the built page says instead; undefined for a file that the site has not. `find` gives the url of a file. */
export function builtLink(
  file: string,
  href: string,
  find: (target: string) => string | undefined,
): string | undefined {
  const target = targetOf(file, href);
  if (target.kind === "outside") return target.href;
  if (target.kind === "repository") return undefined;
  const anchor = target.anchor === "" ? "" : `#${target.anchor}`;
  if (target.file === file && anchor !== "") return anchor;
  const url = find(target.file);
  return url === undefined ? undefined : `${relative(urlOf(file), url)}${anchor}`;
}

export function relative(fromUrl: string, toUrl: string): string {
  return posix.relative(posix.dirname(fromUrl), toUrl);
}
