// What `export` plugs in: the store as files, the file of an export, and the instruction files of a repository; and what a
// backup holds beside the store: the configuration, whom the person trusts, the passkey and the device key (SUR-10).
import { chmodSync } from "node:fs";
import { homedir } from "node:os";
import { readUserConfig, writeUserConfig } from "../config/io/files.ts";
import { applyFileEdits, readForeign } from "../disk/edit-files.ts";
import { fromHere } from "../disk/paths.ts";
import { LIST_PATHS, type PermissionLists, settingsEdits } from "../hosts/claude/permissions.ts";
import { gemini } from "../hosts/gemini/index.ts";
import type { Permission } from "../hosts/permissions.ts";
import { editJson, stringsAt } from "../install/io/json-edit.ts";
import { putTrustedSigners, signersIn, trustedSignersText } from "../people/io/known-signers.ts";
import type { OpenStore } from "../store/context.ts";
import { deviceOf, keyPem, putKey } from "../store/io/device-key.ts";
import { readExportFile, writeExportFile } from "../store/io/given-file.ts";
import { openStoreFiles } from "../store/io/whole.ts";
import type { StoreFiles, Trusted } from "../store/records.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import type { Backup, SealedKey } from "../transfer/backup-document.ts";
import { seal, unseal } from "../transfer/io/sealed-key.ts";
import type { Whereabouts } from "./here.ts";
import { presenceText, putPresence } from "./presence.ts";

export { readExportFile };

export function filesOf({ store, kept }: Pick<OpenStore, "store" | "kept">): StoreFiles {
  return openStoreFiles(store.info, kept);
}

export function writeExport(path: string, bytes: Uint8Array, over: boolean): "exists" | Refusal | undefined {
  return writeExportFile(path, bytes, over);
}

/** Part of a repository, and so are the folders it needs: as readable as the rest. */
export function writeRules(path: string, before: string | undefined, after: string): Refusal | undefined {
  const bytes = before === undefined ? undefined : Buffer.from(before);
  const done = applyFileEdits([{ path: fromHere(path), before: bytes, after: Buffer.from(after), mode: 0o644 }]);
  if (isRefusal(done)) return done;
  for (const folder of done.flatMap(({ madeDirectories }) => madeDirectories)) chmodSync(folder, 0o755);
  return undefined;
}

/** Undefined where there is none. A link that leads out of `within` is refused. */
export function readRules(path: string, within: string | undefined): string | undefined | Refusal {
  const found = readForeign(fromHere(path));
  if (isRefusal(found)) return found;
  if (found.linked && within !== undefined && !found.target.startsWith(`${within}/`)) {
    return refuse(
      "unsafe-path",
      `${path} is a link that leads out of the repository, to ${found.target}.`,
      `ls -l ${path}`,
    );
  }
  if (found.bytes === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(found.bytes);
  } catch {
    return refuse("unreadable", `${path} is not UTF-8 text; it was not touched.`);
  }
}

/** A host's own settings with these permissions in their lists, and none that an earlier export left there. */
export function settingsWith(before: string | undefined, wanted: readonly Permission[]): string | Refusal {
  const lists = { deny: [], ask: [], ours: [] } as Record<keyof PermissionLists, readonly string[]>;
  for (const list of ["deny", "ask", "ours"] as const) {
    const found = stringsAt(before, LIST_PATHS[list]);
    if (isRefusal(found)) return found;
    lists[list] = found;
  }
  const edited = editJson(before, settingsEdits(wanted, lists));
  return edited ?? "";
}

/** Where Gemini CLI keeps what is the person's own. */
export function geminiFolder(): string {
  return gemini.folder(process.env, homedir());
}

export interface BackupTools {
  parts(): Pick<Backup, "config" | "signers" | "presence">;
  sealedKey(passphrase: string): SealedKey;
  /** "kept": something else stands here already. */
  putConfig(text: string): "same" | "put" | "kept";
  /** Whose word would count here that does not now. */
  newSigners(text: string): readonly Trusted[];
  putSigners(text: string): "same" | "put" | "kept";
  putPresence(text: string): "same" | "put" | "kept";
  /** The device that this key is; undefined: it does not open. */
  putDeviceKey(sealed: SealedKey, passphrase: string): string | undefined;
}

export function openBackup(here: Pick<Whereabouts, "places" | "reader" | "writer">): BackupTools {
  const { places } = here;
  const put = (before: string | undefined, text: string, write: (text: string) => void): "same" | "put" | "kept" => {
    if (before === text) return "same";
    if (before !== undefined) return "kept";
    write(text);
    return "put";
  };
  return {
    parts: () => ({
      config: readUserConfig(places.config) ?? null,
      signers: trustedSignersText(places.data, here.reader.keys) ?? null,
      presence: presenceText(places) ?? null,
    }),
    sealedKey: (passphrase) => seal(keyPem(places.data), passphrase),
    putConfig: (text) => put(readUserConfig(places.config), text, (each) => writeUserConfig(places.config, each)),
    newSigners: (text) => (trustedSignersText(places.data, here.reader.keys) === undefined ? signersIn(text) : []),
    putSigners: (text) =>
      put(trustedSignersText(places.data, here.reader.keys), text, (each) =>
        putTrustedSigners(places.data, each, here.writer.keys),
      ),
    putPresence: (text) => put(presenceText(places), text, (each) => putPresence(places, each)),
    putDeviceKey: (sealed, passphrase) => {
      const pem = unseal(sealed, passphrase);
      if (pem === undefined) return undefined;
      putKey(places.data, pem);
      return deviceOf(places.data).id;
    },
  };
}
