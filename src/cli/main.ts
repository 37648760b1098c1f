// The command line's first file. It answers --version before anything is loaded, starts the MCP server, finds the command, and is the one
// place that exits.

declare const __HOLDFAST_VERSION__: string | undefined;
const version = typeof __HOLDFAST_VERSION__ === "string" ? __HOLDFAST_VERSION__ : "0.0.0-source";

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  process.stdout.write(`${version}\n`);
} else if (argv[0] === "mcp" && (argv.length === 1 || argv[1] === "--home")) {
  // Nothing is opened here: whatever is wrong is told by the server itself (MCP-1), and where ours is as well (AGT-1a).
  const { startMcp } = await import("../compose/beside.ts");
  process.exitCode = await startMcp(argv.slice(1));
} else {
  const { runCommandLine } = await import("./run.ts");
  process.exitCode = await runCommandLine(argv, version);
}
