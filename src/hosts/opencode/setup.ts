// How opencode is connected (AGT-30): one file of ours in its folder of plugins, and nothing else. The plugin names our MCP
// server to opencode itself, because opencode writes into opencode.json at its next start, and then that file could not be
// put back byte for byte.
import type { OwnFileEdit } from "../own-file.ts";
import { folderFrom, settingsPathOf } from "../settings-paths.ts";
import type { HostSetup, OurPlaces } from "../setup.ts";

const MARK = "// Made by `holdfast install`; `holdfast uninstall` takes it out.";

export const opencode: HostSetup = {
  agent: "opencode",
  title: "opencode",
  program: "opencode",
  sign: (env, home) => `${folderFrom(env["XDG_CONFIG_HOME"], `${home}/.config`)}/opencode/opencode.json`,
  files: (at, env, home) => [
    { path: settingsPathOf("opencode", env, home), format: "text", undo: "exact", ...pluginEdits(at) },
  ],
};

/** The plugin as it was built, below the places that are this machine's. */
function pluginEdits(at: OurPlaces): { install: readonly OwnFileEdit[]; uninstall: readonly OwnFileEdit[] } {
  const { hookPath, mcpPath, store, opencodePlugin } = at;
  const places = { hook: hookPath, store, ...(mcpPath === undefined ? {} : { server: mcpPath }) };
  const text = `const PLACES = ${JSON.stringify(places, null, 2)};\n${opencodePlugin}`;
  return {
    install: opencodePlugin === undefined ? [] : [{ kind: "ensure-file", mark: MARK, text }],
    uninstall: [{ kind: "drop-file", mark: MARK }],
  };
}
