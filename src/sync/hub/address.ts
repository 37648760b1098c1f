// A hub's address: https://host/tenant. Without encryption only on this machine itself: a token would go to whoever listens.
import { type Refusal, refuse } from "../../text/errors.ts";
import { TENANT } from "./protocol.ts";

export interface HubAddress {
  /** As the person gave it, without a slash at its end. */
  readonly url: string;
  /** What stands before the tenant. */
  readonly hub: string;
  readonly tenant: string;
}

const MAX = 2048;
const EXAMPLE = "As in https://hub.example.org/acme";

/** Undefined: the address is another kind of remote's. */
export function hubAddress(text: string): HubAddress | Refusal | undefined {
  if (!/^https?:\/\//i.test(text) || text.length > MAX || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const names = url.pathname.split("/").filter((name) => name !== "");
  const tenant = names.at(-1) ?? "";
  if (!TENANT.test(tenant) || url.search !== "" || url.hash !== "") return undefined;
  if (url.username !== "" || url.password !== "")
    return refuse("usage", "A hub's address has no user name and no password in it.", EXAMPLE);
  if (!mayHaveToken(url))
    return refuse("usage", "A hub is reached by https alone; http is for this machine itself.", EXAMPLE);
  const hub = [url.origin, ...names.slice(0, -1)].join("/");
  return { url: `${hub}/${tenant}`, hub, tenant };
}

/** Nobody between here and there reads what is sent. */
export function mayHaveToken({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
