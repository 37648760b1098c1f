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
} else if (isOld(process.versions.node)) {
  // Said here: what is loaded below asks for things that an old Node does not have.
  process.stderr.write(`refused  Holdfast needs Node 22.18 or newer; this is ${process.version}.\n`);
  process.stderr.write("next     Install a newer Node (https://nodejs.org), then run the command again.\n");
  process.exitCode = 2;
} else {
  const { keepCommands } = await import("../compose/compiled.ts");
  keepCommands(process.env);
  const { runCommandLine } = await import("./run.ts");
  process.exitCode = await runCommandLine(argv, version);
}

function isOld(running: string): boolean {
  const [major = 0, minor = 0] = running.split(".").map(Number);
  return major < 22 || (major === 22 && minor < 18);
}
