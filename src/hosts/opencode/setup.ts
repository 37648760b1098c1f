// How opencode is connected (AGT-30): one file of ours in its folder of plugins, and nothing else. The plugin names our MCP
// server to opencode itself, because opencode writes into opencode.json at its next start, and then that file could not be
// put back byte for byte.
import type { OwnFileEdit } from "../edits.ts";
import { endOf } from "../guarded.ts";
import { type HostSetup, MARK, type OurPlaces } from "../setup.ts";

/** Beside the other built files; it is not copied to our own folder with them. */
const PLUGIN = "opencode.js";

export const setup: HostSetup = {
  files: (at, { settings }) => [{ path: settings, format: "text", undo: "exact", ...pluginEdits(at) }],
};

/** The plugin as it was built, below the places that are this machine's. */
function pluginEdits(at: OurPlaces): { install: readonly OwnFileEdit[]; uninstall: readonly OwnFileEdit[] } {
  const { hookPath, mcpPath, store, args, guarded } = at;
  const mark = `// ${MARK}`;
  const plugin = at.built(PLUGIN);
  const deny = { edit: guarded.folders.map((folder) => `${endOf(folder)}/*`), read: [endOf(guarded.key)] };
  const places = { hook: hookPath, store, args, deny, ...(mcpPath === undefined ? {} : { server: mcpPath }) };
  const text = `const PLACES = ${JSON.stringify(places, null, 2)};\n${plugin}`;
  return {
    install: plugin === undefined ? [] : [{ kind: "ensure-file", mark, text }],
    uninstall: [{ kind: "drop-file", mark }],
  };
}
