// The admins' page (HUB-13): three files and an icon, read once when the hub starts. It is served to everybody, for there is nothing in it;
// what it shows it asks for like any other client. Its policy lets it load and ask nothing but this hub, and turns no text into markup.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { PAGE_POLICY } from "../../src/text/page-policy.ts";
import { codeOf } from "./again.ts";

const FILES = {
  "": ["index.html", "text/html"],
  "/page.js": ["page.js", "text/javascript"],
  "/page.css": ["page.css", "text/css"],
  "/icon.svg": ["icon.svg", "image/svg+xml"],
} as const;

export type Page = ReadonlyMap<string, { readonly type: string; readonly text: string }>;

/** The same from the bundle and from the sources, beside which scripts/build-hub.ts puts it. */
const BUILT = fileURLToPath(new URL("../dist/page/", import.meta.url));

/** Empty where it was not built: a hub that runs from its sources can do without. */
export function pageIn(folder: string = BUILT): Page {
  try {
    return new Map(
      Object.entries(FILES).map(([path, [file, type]]) => [
        path,
        { type: `${type}; charset=utf-8`, text: readFileSync(`${folder}/${file}`, "utf8") },
      ]),
    );
  } catch (error) {
    if (codeOf(error) === "ENOENT") return new Map();
    throw error;
  }
}

const HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": PAGE_POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "clipboard-read=(), camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
};

export function pageRoutes(app: FastifyInstance, page: Page): void {
  // As people type it. The page finds its files beside /admin; a balancer may have put all of it below a path.
  if (page.size > 0)
    app.get("/admin/", { schema: { hide: true } }, (_request, reply) => reply.headers(HEADERS).redirect("../admin"));
  for (const [path, { type, text }] of page)
    app.get(`/admin${path}`, { schema: { hide: true } }, (_request, reply) =>
      reply.headers({ ...HEADERS, "content-type": type }).send(text),
    );
}
