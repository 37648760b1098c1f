// The MCP tools as a host sees them: the real server is asked for its lists, over the protocol.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { INSTRUCTIONS } from "../../../src/mcp/wording.ts";
import { connect, surroundings } from "../../../test/support/mcp.ts";
import type { Slots } from "../template.ts";
import { code, table } from "../text.ts";

interface Property {
  readonly type: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Property;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: { readonly readOnlyHint: boolean };
}

interface Named {
  readonly name: string;
  readonly description: string;
  readonly uriTemplate?: string;
}

export async function mcpSlots(): Promise<Slots> {
  const folder = mkdtempSync(`${tmpdir()}/holdfast-reference-`);
  const line = await connect(surroundings(folder), "modern");
  try {
    const list = async <T>(method: string, key: string): Promise<readonly T[]> =>
      ((await line.ask(method)).result?.[key] ?? []) as readonly T[];
    const tools = await list<Tool>("tools/list", "tools");
    const templates = await list<Named>("resources/templates/list", "resourceTemplates");
    const prompts = await list<Named>("prompts/list", "prompts");
    if (tools.length === 0 || templates.length === 0 || prompts.length === 0)
      throw new Error("the server lists nothing");
    return {
      instructions: `> ${INSTRUCTIONS}`,
      overview: table(
        ["tool", "says to the model", "writes"],
        tools.map(({ name, description, annotations }) => [
          `[${code(name)}](#${name})`,
          description,
          annotations.readOnlyHint ? "no" : "yes",
        ]),
      ),
      tools: tools.map(section).join("\n\n"),
      others: table(
        ["sort", "name", "gives"],
        [
          ...templates.map((each) => ["resource", code(each.uriTemplate ?? each.name), each.description]),
          ...prompts.map((each) => ["prompt", code(each.name), each.description]),
        ],
      ),
    };
  } finally {
    await line.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function section({ name, title, inputSchema, outputSchema }: Tool): string {
  const input = rows(inputSchema);
  return [
    `### ${name}`,
    `${title}.`,
    input.length === 0 ? "Takes nothing." : table(["takes", "type", "meaning"], input),
    `Gives ${listOf(Object.keys(outputSchema.properties ?? {}).map(code))}.`,
  ].join("\n\n");
}

function rows({ properties = {}, required = [] }: ObjectSchema): readonly (readonly string[])[] {
  return Object.entries(properties).map(([name, property]) => [
    code(name),
    `${typeOf(property)}${required.includes(name) ? ", required" : ""}`,
    property.description ?? "",
  ]);
}

function typeOf({ type, enum: words, minimum, maximum, items }: Property): string {
  if (words !== undefined) return words.map(code).join(", ");
  if (items !== undefined) return `list of ${items.type}s`;
  return minimum === undefined ? type : `${type}, ${minimum} to ${maximum}`;
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
