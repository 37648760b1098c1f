// How opencode is connected (AGT-30): one file of ours in its folder of plugins, and nothing else. The plugin names our MCP
// server to opencode itself, because opencode writes into opencode.json at its next start, and then that file could not be
// put back byte for byte.
import type { OwnFileEdit } from "../edits.ts";
import type { HostSetup, OurPlaces } from "../setup.ts";

const MARK = "// Made by `holdfast install`; `holdfast uninstall` takes it out.";

/** Beside the other built files; it is not copied to our own folder with them. */
const PLUGIN = "opencode.js";

export const setup: HostSetup = {
  files: (at, { settings }) => [{ path: settings, format: "text", undo: "exact", ...pluginEdits(at) }],
};

/** The plugin as it was built, below the places that are this machine's. */
function pluginEdits(at: OurPlaces): { install: readonly OwnFileEdit[]; uninstall: readonly OwnFileEdit[] } {
  const { hookPath, mcpPath, store, args } = at;
  const plugin = at.built(PLUGIN);
  const places = { hook: hookPath, store, args, ...(mcpPath === undefined ? {} : { server: mcpPath }) };
  const text = `const PLACES = ${JSON.stringify(places, null, 2)};\n${plugin}`;
  return {
    install: plugin === undefined ? [] : [{ kind: "ensure-file", mark: MARK, text }],
    uninstall: [{ kind: "drop-file", mark: MARK }],
  };
}
