// A server of somebody else's, as a host starts it: two tools, and one that a host asks instead of a person. Each call is a line
// of the file that it is given.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [log = ""] = process.argv.slice(2);
const inputSchema = { type: "object", properties: {}, additionalProperties: true };
const tools = ["ring_bell", "ring_twice", "approve"].map((name) => ({ name, description: name, inputSchema }));

function answer(method: string, params: { name?: string; arguments?: object; protocolVersion?: string }): object {
  if (method === "initialize") {
    const serverInfo = { name: "clock", version: "1.0.0" };
    return { result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } };
  }
  if (method === "tools/list") return { result: { tools } };
  if (method !== "tools/call") return { error: { code: -32601, message: "no such method" } };
  appendFileSync(log, `${params.name} ${JSON.stringify(params.arguments ?? {})}\n`);
  const text = params.name === "approve" ? JSON.stringify(decided(params.arguments)) : "rang";
  return { result: { content: [{ type: "text", text }] } };
}

/** What a person would say of a call: yes where it says so itself. */
function decided(question: { input?: object } = {}): object {
  const { input = {} } = question;
  if (JSON.stringify(input).includes("a-yes")) return { behavior: "allow", updatedInput: input };
  return { behavior: "deny", message: "the person said no" };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer(method, params) })}\n`);
}
