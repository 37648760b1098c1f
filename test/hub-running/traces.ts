// What a collector gets (HUB-12): sent by OpenTelemetry's own packages to a server of HTTP, read as it arrives.
import { strict as assert } from "node:assert";
import { createServer } from "node:http";
import { clientOf, put } from "../../hub/test/client.ts";
import { marker, memoryPath, memoryText, PROJECT } from "../hub/stores.ts";
import { TEAM_STORE } from "../support/team.ts";
import type { Step } from "./guide.ts";

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Collector {
  readonly url: string;
  text(): string;
  spans(): readonly Span[];
  end(): void;
}

async function collector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer((request, answer) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece));
    request.on("end", () => {
      bodies.push(body);
      answer.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => bodies.join("\n"),
    spans: () =>
      bodies.flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap((each: { scopeSpans: readonly { spans: readonly Span[] }[] }) =>
          each.scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const TRACE = "0af7651916cd43dd8448eb211c80319c";

export const TRACES: readonly Step[] = [
  [
    "HUB-12: traces that are asked for and can't be made keep no hub from serving, and the doctor says what to install",
    async (operator) => {
      operator.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = "http://127.0.0.1:1";
      const { err } = await operator.type("holdfast-hub");
      assert.match(`${err}${operator.log()}`, /listening on/);
      assert.match(
        (await operator.type("holdfast-hub doctor")).out,
        /^warning {2}traces .*\n +npm install @opentelemetry/m,
      );
      assert.match(operator.log(), /no traces: npm install @opentelemetry\/api @opentelemetry\/sdk-node/);
    },
  ],
  [
    "HUB-12: a span per request and per transaction, which goes on from the caller's, and nothing in them of what was asked",
    async (operator, { token }) => {
      const receiver = await collector();
      const { env } = operator;
      env["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/json";
      try {
        await operator.section("Traces", async (line) => line.replace("http://127.0.0.1:4318", receiver.url));
        assert.equal(operator.log().includes("no traces"), false);
        const client = clientOf(operator.url, "acme");
        const changes = [marker(), put(memoryPath(1), memoryText(1, "Nobody reads this in a trace."))];
        const key = "a-key-of-sixteen-characters";
        const pushed = await client.ask("POST", `/v1/acme/stores/${encodeURIComponent(PROJECT)}/push`, {
          token,
          headers: { "idempotency-key": key, traceparent: `00-${TRACE}-b7ad6b7169203331-01` },
          body: { changes },
        });
        assert.equal(pushed.status, 200, pushed.text);
        await client.ask("GET", "/v1/acme/members?word=unlikely", { token: `hfp_${"A".repeat(43)}` });
        for (const name of ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_PROTOCOL"]) delete env[name];
        // The end of the traced one sends what it has.
        await operator.type("holdfast-hub");
        const spans = receiver.spans();
        const push = spans.find(({ name }) => name === "POST /v1/:tenant/stores/:store/push");
        assert.deepEqual([push?.traceId, push?.parentSpanId], [TRACE, "b7ad6b7169203331"]);
        const inside = spans.filter(({ parentSpanId }) => parentSpanId === push?.spanId);
        assert.deepEqual(
          inside.map(({ name }) => name),
          ["transaction write"],
        );
        const told = inside.flatMap(({ attributes }) =>
          attributes.filter(({ key: name }) => name === "holdfast.tenant"),
        );
        assert.deepEqual(
          told.map(({ value }) => value["stringValue"]),
          ["acme"],
        );
        const refused = spans.find(({ name }) => name === "GET /v1/:tenant/members");
        const status = refused?.attributes.find(({ key: name }) => name === "http.response.status_code");
        assert.equal(status?.value["intValue"], 401);
        const text = receiver.text();
        assert.match(text, /"service.name","value":\{"stringValue":"holdfast-hub"/);
        for (const word of [
          token ?? "",
          key,
          "memories/",
          "Nobody reads",
          "service_1",
          TEAM_STORE,
          "unlikely",
          "AAAAAA",
        ])
          assert.equal(text.includes(word), false, word);
      } finally {
        receiver.end();
      }
    },
  ],
];
