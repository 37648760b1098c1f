// The audit's reports in `<personal store>/audit/` (AUD-1): durable, for the owner alone (STO-4), and kept out of git by a
// file of their own, because stores made before this folder existed have an older list of what is ignored (SYN-13).
import type { Checked } from "../../checks/checked.ts";
import type { Directory } from "../../disk/directory.ts";
import { createFile, replaceFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { descend } from "../../disk/paths.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { REPORT_FORMS, type Reports } from "../audit/report.ts";

const FOLDER = ["audit"];
const NAME = /^(\d{4}-\d\d-\d\d)\.md$/;
const MAX_BYTES = 32 * 1024 * 1024;

export function openReports(storeRoot: string): Reports {
  return {
    days: () => orFault("Listing the reports", () => inFolderIfThere(storeRoot, FOLDER, daysIn) ?? []),
    read: (day) =>
      orFault("Reading a report", () =>
        inFolderIfThere(storeRoot, FOLDER, (folder) => {
          const bytes = bytesIn(folder, `${day}.md`, MAX_BYTES);
          return bytes && Buffer.from(bytes).toString("utf8");
        }),
      ),
    write: (day, files) =>
      orFault("Writing the report", () =>
        inFolder(storeRoot, FOLDER, (folder) => {
          createFile(folder, ".gitignore", Buffer.from("*\n"), 0o600);
          return REPORT_FORMS.flatMap((form) => put(folder, storeRoot, `${day}.${form}`, files[form]));
        }),
      ),
  };
}

function put(folder: Directory, storeRoot: string, name: string, text: Checked | undefined): readonly string[] {
  if (text === undefined) return [];
  replaceFile(folder, name, Buffer.from(text), 0o600);
  return [descend(storeRoot, ...FOLDER, name)];
}

function daysIn(folder: Directory): readonly string[] {
  return folder
    .names()
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .toSorted();
}
