// How the page is served: four files, each under a policy that lets it load and ask nothing but this hub.
import type { World } from "./world.ts";

const FILES = ["/admin", "/admin/page.js", "/admin/page.css", "/admin/icon.svg"];
const OTHERS = ["/admin/main.ts", "/admin/..%2Fpackage.json", "/admin/../src/main.ts", "/admin/page.js.map"];

export async function served({ hub, check }: World): Promise<void> {
  for (const path of FILES) {
    const { status, headers } = await fetch(`${hub.url}${path}`);
    const policy = headers.get("content-security-policy") ?? "";
    const isStrict = policy.startsWith("default-src 'none'") && !/unsafe|https?:|\*|data:|blob:/.test(policy);
    check(`HUB-13 ${path} is served under a strict policy`, status === 200 && isStrict, [status, policy]);
    const framed = [policy.includes("frame-ancestors 'none'"), headers.get("x-frame-options")];
    check(`HUB-13 ${path} stands in no other page`, framed.join() === "true,DENY", framed);
    const rest = ["x-content-type-options", "referrer-policy", "cache-control"].map((name) => headers.get(name)).join();
    check(`HUB-13 ${path} is what it says it is`, rest === "nosniff,no-referrer,no-store", rest);
    check(`HUB-13 ${path} sets no cookie`, headers.getSetCookie().length === 0);
  }
  for (const path of OTHERS) {
    const { status } = await fetch(`${hub.url}${path}`);
    check(`HUB-13 ${path} is nothing`, status === 404, status);
  }
  const slash = await fetch(`${hub.url}/admin/`, { redirect: "manual" });
  const led = [slash.status, slash.headers.get("location")];
  check("HUB-13 a slash too many leads to the page", led.join() === "302,../admin", led);
  const html = await (await fetch(`${hub.url}/admin`)).text();
  check(
    "HUB-13 the page has nothing inline",
    !/<style|style=|<script(?! src="admin\/page\.js" defer>)|\son\w+=/.test(html),
  );
  const { paths } = (await (await fetch(`${hub.url}/openapi.json`)).json()) as { readonly paths: object };
  const told = ["/v1/{tenant}/overview", "/v1/{tenant}/devices", "/v1/{tenant}/session", "/admin"];
  check(
    "HUB-13 what it asks stands in the OpenAPI document",
    told.map((path) => path in paths).join() === "true,true,true,false",
    Object.keys(paths),
  );
}
