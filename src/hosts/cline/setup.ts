// How Cline's CLI is connected (AGT-1, AGT-30): a file of ours in its folder of hooks, beside one of the person's own for the
// same event, since every ending counts; and one member of its list of servers. It runs the file with `node`, and goes on
// where that fails: memory never breaks the session (AGT-3). It has no rules for paths (AGT-24).
import type { Json, OwnFileEdit } from "../edits.ts";
import { type HostSetup, MARK, type OurPlaces, serverEdits } from "../setup.ts";

export const setup: HostSetup = {
  files: (at, { folder, settings }) => [
    { path: settings, format: "text", undo: "exact", ...hookFile(at) },
    {
      path: `${folder}/data/settings/cline_mcp_settings.json`,
      format: "json",
      undo: "exact",
      ...serverEdits(at, serverAt),
    },
  ],
};

function hookFile({ hookPath, args }: OurPlaces): {
  install: readonly OwnFileEdit[];
  uninstall: readonly OwnFileEdit[];
} {
  const mark = `// ${MARK}`;
  const words = ["--host", "cline", ...args].map((word) => JSON.stringify(word)).join(", ");
  const text = `process.argv.push(${words});\nrequire(${JSON.stringify(hookPath)});\n`;
  return { install: [{ kind: "ensure-file", mark, text }], uninstall: [{ kind: "drop-file", mark }] };
}

/** It gives a server three seconds to answer, which a busy machine may need for the start alone. */
const SERVER_SECONDS = 30;

function serverAt(args: readonly string[]): Json {
  return { command: "node", args, timeout: SERVER_SECONDS };
}
