// Loaded before anything else (`--import`): what asks for the platform is told macOS. Not in vitest's main process, which loads
// programs that were built for the real one; its workers and all that they start have it.
if (!/vitest(\.mjs)?$/.test(process.argv[1] ?? "")) Object.defineProperty(process, "platform", { value: "darwin" });
