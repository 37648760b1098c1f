// Whom the hub asks on behalf of an organisation (HUB-8): its provider, at addresses that the organisation's admins and the provider's own
// documents name. None of them may lead into the network that the hub stands in, unless its operator said which part of it. The address
// is looked at where the connection is made, so a name that means another one the next time gains nothing; nobody is sent on.
import { lookup as systemLookup } from "node:dns";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as safeRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

export type Reach = (url: string, how?: Asking) => Promise<Response>;

interface Asking {
  readonly method?: string | undefined;
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export interface Reaching {
  /** Parts of the hub's own network in which providers may stand. */
  readonly providerNets: BlockList;
  /** http:// as well. */
  readonly isInsecureAllowed: boolean;
}

/** What was asked for lies where the hub asks nobody. */
export class Inside extends Error {
  override readonly name = "Inside";
}

const WAIT_MS = 10_000;
const MOST_BYTES = 1_048_576;
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Of the addresses of version 4, what is somebody's own, a link's, a group's, or kept for other uses. */
const NOT_PUBLIC = listOf([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
  // Of version 6, what leads on to one of version 4, and what is for examples.
  ...["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
]);
/** Of version 6 nothing else is anybody's public address: mapped ones, links, own networks and translators lie elsewhere. */
const PUBLIC_6 = listOf(["2000::/3"]);

function listOf(nets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const net of nets) add(list, net);
  return list;
}

/** False where it is no network. */
export function add(list: BlockList, net: string): boolean {
  const [address = "", bits, more] = net.split("/");
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  if (version === 0 || more !== undefined || !/^\d+$/.test(String(bits ?? 0)) || prefix > most) return false;
  list.addSubnet(address, prefix, version === 4 ? "ipv4" : "ipv6");
  return true;
}

export function isReachable(address: string, nets: BlockList): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  if (nets.check(address, family)) return true;
  return !NOT_PUBLIC.check(address, family) && (version === 4 || PUBLIC_6.check(address, family));
}

export function reachOf(
  { providerNets, isInsecureAllowed }: Reaching,
  lookup: typeof systemLookup = systemLookup,
): Reach {
  const guarded: LookupFunction = (host, options, found) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return found(error, "");
      const inside = addresses.some(({ address }) => !isReachable(address, providerNets));
      const [first] = addresses;
      if (inside || first === undefined) return found(new Inside(), "");
      return options.all === true ? found(null, [...addresses]) : found(null, first.address, first.family);
    });
  return async (text, how = {}) => {
    const url = new URL(text);
    if (url.protocol !== "https:" && !(url.protocol === "http:" && isInsecureAllowed)) throw new Inside();
    // A name is looked up by whoever connects; an address is not.
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) !== 0 && !isReachable(host, providerNets)) throw new Inside();
    return asked(url, guarded, how);
  };
}

/** Where a provider says what it is. */
export function discoveryAt(issuer: string): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}

/** By a connection of its own: one that is kept would be used for a name that nobody looked up. */
function asked(url: URL, lookup: LookupFunction, { method = "GET", headers, body, signal }: Asking): Promise<Response> {
  const late = AbortSignal.timeout(WAIT_MS);
  const options = {
    method,
    lookup,
    agent: false,
    headers: Object.fromEntries(new Headers(headers)),
    signal: signal === undefined ? late : AbortSignal.any([signal, late]),
  };
  return new Promise((resolve, reject) => {
    const hear = (answer: IncomingMessage): void => void heard(answer).then(resolve, reject);
    const sent = (url.protocol === "https:" ? safeRequest : plainRequest)(url, options, hear);
    sent.on("error", reject);
    sent.end(body === undefined || body === null ? undefined : String(body));
  });
}

async function heard(answer: IncomingMessage): Promise<Response> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MOST_BYTES) throw new Error("the answer is too large");
    pieces.push(piece);
  }
  const status = answer.statusCode ?? 0;
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(NO_BODY.has(status) ? null : Buffer.concat(pieces), { status, headers });
}
