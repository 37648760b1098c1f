// The folder that Claude is told to use as its own memory when the store serves instead (AGT-23). It lies with our data, so
// the guard refuses every write of an agent into it. All it holds is a note: memories come by the hook, which judges them
// anew in each session, and a copy here would be neither judged nor renewed.
import { removeFile, replaceFile } from "../../disk/durable-write.ts";
import { removeIfEmpty } from "../../disk/edit-files.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { descend } from "../../disk/paths.ts";

const FOLDER = "claude-memory";
const NOTE = "MEMORY.md";

export function claudeMemoryFolder(dataDir: string): string {
  return descend(dataDir, FOLDER);
}

export function putMemoryNote(dataDir: string, note: string): void {
  inFolder(dataDir, [FOLDER], (folder) => {
    replaceFile(folder, NOTE, Buffer.from(note), 0o600);
  });
}

/** What else came to lie there stays. */
export function dropMemoryNote(dataDir: string): void {
  const there = inFolderIfThere(dataDir, [FOLDER], (folder) => {
    removeFile(folder, NOTE);
    return true;
  });
  if (there === true) removeIfEmpty(claudeMemoryFolder(dataDir));
}
