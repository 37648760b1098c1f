// Which memories the last list at a terminal showed, in its order: "edit 3" means the third (SUR-6). Local and disposable;
// whoever changes it changes what is offered, never what is confirmed: that is shown and asked.
import { inFolder, inFolderIfThere } from "../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson } from "../disk/json-file.ts";

const FILE = "rows.json";
const LARGEST = 64 * 1024;
const MOST = 999;

export interface Rows {
  read(): readonly string[];
  write(ids: readonly string[]): void;
}

export function rowsAt(stateDir: string, terminal: () => string): Rows {
  return {
    read: () => {
      const { terminal: where, ids } = fieldsOf(
        inFolderIfThere(stateDir, [], (folder) => jsonIn(folder, FILE, LARGEST)),
      );
      return where === terminal() && Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
    },
    write: (ids) =>
      inFolder(stateDir, [], (folder) => keepJson(folder, FILE, { terminal: terminal(), ids: ids.slice(0, MOST) })),
  };
}
