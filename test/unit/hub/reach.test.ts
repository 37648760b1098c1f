// Whom the hub asks for an organisation, and whom it asks for nobody (HUB-8).
import type { lookup as systemLookup } from "node:dns";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { BlockList } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isReachable, reachOf } from "../../../hub/src/reach.ts";
import { settingsFrom } from "../../../hub/src/settings.ts";

const NOWHERE = new BlockList();

function netsOf(env: Readonly<Record<string, string>>): BlockList | string {
  const settings = settingsFrom({ HOLDFAST_HUB_DATABASE: "postgres://x", ...env });
  return typeof settings === "string" ? settings : settings.providerNets;
}

describe("isReachable", () => {
  test.each([
    ...["127.0.0.1", "127.8.9.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
    ...[
      "169.254.169.254",
      "100.64.0.1",
      "100.100.100.200",
      "192.0.0.192",
      "198.18.0.1",
      "224.0.0.1",
      "255.255.255.255",
    ],
    ...["::1", "::", "fe80::1", "fe80::1%lo", "fc00::1", "fd00:ec2::254", "ff02::1", "fec0::1"],
    ...["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1"],
    ...["2002:7f00:1::", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "5f00::1", "100::1", "localhost", ""],
  ])("HUB-8: %s is nobody's public address", (address) => expect(isReachable(address, NOWHERE)).toBe(false));

  test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "1.1.1.1", "2606:4700::1111", "2a00:1450:4001:80e::200e"])(
    "HUB-8: %s is",
    (address) => expect(isReachable(address, NOWHERE)).toBe(true),
  );

  test("HUB-8: what the operator named is reached, and nothing beside it", () => {
    const nets = netsOf({ HOLDFAST_HUB_PROVIDER_NETS: "10.20.0.0/16 fd12:3456::/32 192.168.7.7" }) as BlockList;
    const of = (addresses: readonly string[]): readonly boolean[] => addresses.map((each) => isReachable(each, nets));
    expect(of(["10.20.3.4", "fd12:3456:1::1", "192.168.7.7"])).toEqual([true, true, true]);
    expect(of(["10.21.0.1", "fd12:3457::1", "192.168.7.8", "127.0.0.1"])).toEqual([false, false, false, false]);
  });

  test.each(["10.0.0.0/33", "10.0.0/8", "example.org", "fd00::/129", "10.0.0.0/8/8", "10.0.0.0/", "10.0.0.0/-1"])(
    "HUB-8: a setting of %s is refused",
    (nets) => expect(netsOf({ HOLDFAST_HUB_PROVIDER_NETS: nets })).toMatch(/^HOLDFAST_HUB_PROVIDER_NETS /),
  );
});

describe("reachOf", () => {
  let [asked, port] = [0, 0];
  const server = createServer((request, answer) => {
    asked += 1;
    if (request.url === "/elsewhere") answer.writeHead(302, { location: "/there" });
    answer.end(request.url === "/large" ? "x".repeat(2_000_000) : "there");
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  /** A name that means this at its first question, that at the second and so on. */
  const names = (...means: readonly string[]): { lookup: typeof systemLookup; count: () => number } => {
    let count = 0;
    const lookup = ((_host: string, _options: object, found: (...said: unknown[]) => void) => {
      const address = means[Math.min(count, means.length - 1)];
      count += 1;
      found(null, [{ address, family: 4 }]);
    }) as typeof systemLookup;
    return { lookup, count: () => count };
  };
  const loopback = {
    providerNets: netsOf({ HOLDFAST_HUB_INSECURE_PROVIDERS: "1" }) as BlockList,
    isInsecureAllowed: true,
  };
  const closed = { providerNets: NOWHERE, isInsecureAllowed: true };

  test("HUB-8: a name is looked up once, and what it means then is what is asked", async () => {
    const { lookup, count } = names("127.0.0.1", "169.254.169.254");
    const answer = await reachOf(loopback, lookup)(`http://id.example.org:${port}/`);
    expect([answer.status, await answer.text(), count()]).toEqual([200, "there", 1]);
  });

  test("HUB-8: a name that means something else afterwards, or leads inside, gets no connection", async () => {
    const before = asked;
    for (const means of [["127.0.0.1"], ["127.0.0.1", "8.8.8.8"]])
      await expect(reachOf(closed, names(...means).lookup)(`http://id.example.org:${port}/`)).rejects.toThrow();
    for (const host of ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::ffff:127.0.0.1]"])
      await expect(reachOf(closed)(`http://${host}:${port}/`)).rejects.toThrow();
    expect(asked).toBe(before);
  });

  test("HUB-8: one of several addresses inside is enough to be refused", async () => {
    const lookup = ((_host: string, _options: object, found: (...said: unknown[]) => void) =>
      found(null, [
        { address: "8.8.8.8", family: 4 },
        { address: "10.0.0.1", family: 4 },
      ])) as typeof systemLookup;
    await expect(reachOf(closed, lookup)("http://id.example.org/")).rejects.toThrow();
  });

  test("HUB-8: it is sent on to nowhere, hears no more than a provider has to say, and asks by http and https alone", async () => {
    const reach = reachOf(loopback);
    const before = asked;
    expect((await reach(`http://127.0.0.1:${port}/elsewhere`)).status).toBe(302);
    expect(asked).toBe(before + 1);
    await expect(reach(`http://127.0.0.1:${port}/large`)).rejects.toThrow("too large");
    await expect(reachOf({ ...loopback, isInsecureAllowed: false })(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    for (const url of ["file:///etc/passwd", "data:text/plain,x", "ftp://127.0.0.1/"])
      await expect(reach(url)).rejects.toThrow();
  });
});
