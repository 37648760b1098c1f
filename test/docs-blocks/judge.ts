// What a block that is not typed must be: JSON that parses and is the configuration it says it is, a memory that the real
// reader takes, output that the command above really printed. Each gives what is wrong with it, or nothing.
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { checkStructure } from "../../src/checks/structure.ts";
import { parseConfig } from "../../src/config/config.ts";
import type { Fence } from "../support/fences.ts";
import { start } from "../support/mcp.ts";
import { readXml } from "../support/xml.ts";
import type { Machine } from "./machine.ts";

const COMMAND = /^(?:\$ |holdfast |npm )/;
const SIX_TOOLS = 6;

/** A block of output, by its note; "..." in it stands for anything. */
export function isOutput(fence: Fence): boolean {
  return fence.note === "output";
}

export async function wrongWith(fence: Fence, machine: Machine | undefined): Promise<string | undefined> {
  try {
    switch (fence.language) {
      case "":
        return "it has no language";
      case "text":
        return commandIn(fence.body);
      case "json":
        return await wrongJson(fence, machine);
      case "yaml":
        return void parseYaml(fence.body);
      case "toml":
        return void parseToml(fence.body);
      case "xml":
        return void readXml(fence.body.trim().replace(/\s+/g, " ").replaceAll("> <", "><"));
      case "markdown":
        return wrongMemory(fence);
      default:
        return `nothing is known about blocks of ${fence.language}: add them to test/docs-blocks`;
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A command that nobody runs is a claim that nobody checks. */
function commandIn(body: string): string | undefined {
  const line = body.split("\n").find((each) => COMMAND.test(each));
  return line === undefined ? undefined : `a command in a block of text: ${line}`;
}

async function wrongJson(fence: Fence, machine: Machine | undefined): Promise<string | undefined> {
  const value = JSON.parse(fence.body) as { readonly mcpServers?: Readonly<Record<string, Server>> };
  if (fence.note === "config") {
    const { errors, warnings } = parseConfig(fence.body, "user");
    return [...errors, ...warnings].map(({ message }) => message).join(" ") || undefined;
  }
  if (machine === undefined) return value.mcpServers === undefined ? undefined : "no machine to start its server on";
  for (const server of Object.values(value.mcpServers ?? {})) {
    const wrong = await wrongServer(server, machine);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

interface Server {
  readonly command: string;
  readonly args: readonly string[];
}

/** The server that the snippet names comes up and offers its tools. */
async function wrongServer({ command, args }: Server, { env, project }: Machine): Promise<string | undefined> {
  const running = await start({ command, args, env, cwd: project }, "legacy");
  try {
    const { result } = await running.ask("tools/list");
    const tools = (result?.["tools"] as readonly unknown[] | undefined) ?? [];
    return tools.length === SIX_TOOLS ? undefined : `it offers ${tools.length} tools`;
  } finally {
    await running.close();
  }
}

function wrongMemory({ body }: Fence): string | undefined {
  const bad = checkStructure({ text: body }).filter(({ severity }) => severity !== "warn");
  return bad.length === 0 ? undefined : bad.map(({ rule, hint }) => `${rule}: ${hint}`).join(" ");
}

/** Is what the page shows what was printed? Line breaks and widths are the terminal's; ids and days are of each run. */
export function notPrinted(fence: Fence, transcript: string, machine: Machine): string | undefined {
  let rest = plain(transcript.replaceAll(machine.home, "/home/ann"));
  for (const part of plain(fence.body).split(/(?:^| )\.\.\.(?: |$)/)) {
    const at = rest.indexOf(part);
    if (at < 0) return `not printed: ${part}\n     but: ${rest.slice(0, 1500)}`;
    rest = rest.slice(at + part.length);
  }
  return undefined;
}

const ESCAPE = "\u001b";
const SEQUENCE = new RegExp(`${ESCAPE}\\[[\\d;?]*[A-Za-z]`, "g");

function plain(text: string): string {
  return text
    .replace(SEQUENCE, "")
    .replace(/\b0[0-9A-HJKMNP-TV-Z]{25}\b/g, "ID")
    .replace(/\bSHA256:[A-Za-z0-9+/]{43}/g, "KEY")
    .replace(/\b(?:[0-9a-f]{16}|[0-9a-f]{32}|[0-9a-f]{64})\b/g, "HEX")
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "SESSION")
    .replace(/\b\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?/g, "DAY")
    .replace(/\s+/g, " ")
    .trim();
}
