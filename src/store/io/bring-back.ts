// Brings back what Holdfast left in a store, byte for byte, from the copies on this machine (STO-35). A person's act.
import { type Directory, ensureDirectory, within } from "../../disk/directory.ts";
import { removeFile, replaceFile } from "../../disk/durable-write.ts";
import { MARKER_PATH } from "../export-document.ts";
import type { Kept, Outside } from "../kept.ts";
import type { StoreInfo } from "../memory-store.ts";
import { inStore } from "./file-names.ts";
import { GROWING, goesOn } from "./kept.ts";
import { readAt } from "./kept-walk.ts";

/** Byte for byte as it was left; what stands there instead is given to `aside` first. Under the store's lock. */
export function bringBack(
  info: Pick<StoreInfo, "root" | "scope">,
  kept: Kept,
  outside: readonly Outside[],
  aside: (path: string, bytes: Uint8Array) => unknown,
): readonly string[] {
  const paths = outside.flatMap((each) => (each.kind === "renamed" ? [each.from, each.path] : [each.path]));
  return inStore(info, (root) =>
    paths.flatMap((path) => {
      const bytes = kept.bytes(path);
      const now = readAt(root, path);
      // A ledger that went on after it was cut stays as it is: it is never rewritten.
      if (GROWING.test(path) && now !== undefined && !goesOn(now, bytes ?? new Uint8Array())) return [];
      if (now !== undefined && !GROWING.test(path)) aside(path, now);
      putBack(root, path, bytes);
      kept.note([path]);
      return [path];
    }),
  );
}

function putBack(root: Directory, path: string, bytes: Uint8Array | undefined): void {
  const [first = "", ...rest] = path.split("/");
  if (rest.length > 0) within(root.ensure(first, 0o700), (opened) => putBack(opened, rest.join("/"), bytes));
  else if (bytes === undefined) removeFile(root, first);
  else replaceFile(root, first, bytes, 0o600);
}

/** The whole store, where nothing or no marker stands: the marker comes last, as at its making. */
export function rebuild(root: string, kept: Kept): number {
  const paths = kept.below("").toSorted((a, b) => Number(a === MARKER_PATH) - Number(b === MARKER_PATH));
  return within(ensureDirectory(root), (opened) => {
    for (const place of ["memories", "quarantine"]) opened.ensure(place, 0o700).close();
    for (const path of paths) {
      const bytes = kept.bytes(path);
      // What stands there is looked at afterwards, as in any store.
      if (bytes !== undefined && readAt(opened, path) === undefined) putBack(opened, path, bytes);
    }
    return paths.length;
  });
}
