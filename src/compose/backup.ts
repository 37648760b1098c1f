// What a backup plugs in: the configuration, whom the person trusts, and the device key (SUR-10).
import { readUserConfig, writeUserConfig } from "../config/io/files.ts";
import type { Places } from "../disk/places.ts";
import { putTrustedSigners, signersIn, trustedSignersText } from "../people/io/known-signers.ts";
import { deviceOf, keyPem, putKey } from "../store/io/device-key.ts";
import type { Trusted } from "../store/records.ts";
import type { Backup, SealedKey } from "../transfer/backup-document.ts";
import { seal, unseal } from "../transfer/io/sealed-key.ts";

export interface BackupTools {
  parts(): Pick<Backup, "config" | "signers">;
  sealedKey(passphrase: string): SealedKey;
  /** "kept": something else stands here already. */
  putConfig(text: string): "same" | "put" | "kept";
  /** Whose word would count here that does not now. */
  newSigners(text: string): readonly Trusted[];
  putSigners(text: string): "same" | "put" | "kept";
  /** The device that this key is; undefined: it does not open. */
  putDeviceKey(sealed: SealedKey, passphrase: string): string | undefined;
}

export function openBackup(places: Places): BackupTools {
  const put = (before: string | undefined, text: string, write: (text: string) => void): "same" | "put" | "kept" => {
    if (before === text) return "same";
    if (before !== undefined) return "kept";
    write(text);
    return "put";
  };
  return {
    parts: () => ({
      config: readUserConfig(places.config) ?? null,
      signers: trustedSignersText(places.data) ?? null,
    }),
    sealedKey: (passphrase) => seal(keyPem(places.data), passphrase),
    putConfig: (text) => put(readUserConfig(places.config), text, (each) => writeUserConfig(places.config, each)),
    newSigners: (text) => (trustedSignersText(places.data) === undefined ? signersIn(text) : []),
    putSigners: (text) => put(trustedSignersText(places.data), text, (each) => putTrustedSigners(places.data, each)),
    putDeviceKey: (sealed, passphrase) => {
      const pem = unseal(sealed, passphrase);
      if (pem === undefined) return undefined;
      putKey(places.data, pem);
      return deviceOf(places.data).id;
    },
  };
}
