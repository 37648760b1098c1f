// Does a directory lie on a file system that other machines write too? Then the kernel's lock may end at this
// machine, and a lock directory is taken as well (STO-21). Only Linux tells by number; elsewhere the user says so.
import { statfsSync } from "node:fs";

const SHARED_TYPES: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB2
  0x01021997, // 9p: virtual machines, WSL
  0x65735546, // FUSE: sshfs and the shared folders of virtual machines
  0x786f4256, // VirtualBox shared folders
  0x00c36400, // Ceph
  0x0bd00bd0, // Lustre
  0x5346414f, // AFS
  0x6b414653, // AFS in the kernel
  0x73757245, // Coda
]);

export function isNetworkType(type: number): boolean {
  return SHARED_TYPES.has(type >>> 0);
}

export function onNetwork(path: string): boolean {
  return process.platform === "linux" && isNetworkType(statfsSync(path).type);
}
