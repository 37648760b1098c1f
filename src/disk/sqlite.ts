// node:sqlite, loaded when it is first needed (a hook that only reads never does). Node 22 calls it experimental
// once on loading; that one warning is left out, and every other goes its way.
import type * as Sqlite from "node:sqlite";

export function loadSqlite(): typeof Sqlite {
  const emit = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    const ours = String(warning).includes("SQLite") && (rest[0] as unknown) === "ExperimentalWarning";
    if (!ours) emit.call(process, warning, ...rest);
  }) as typeof process.emitWarning;
  try {
    // Synchronous, so that no other code runs while the warning is filtered.
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emit;
  }
}
