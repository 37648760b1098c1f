// A zip file whose bytes depend on names and contents alone: the order is the caller's, the date is fixed, and there is
// nothing of the machine in it.
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** 1980-01-01, the first day the format knows. */
const DATE = 0x0021;
const DEFLATED = 8;
const VERSION = 20;
const MADE_ON_UNIX = 3 << 8;
const MODE = 0o100644;

export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const label = Buffer.from(name, "utf8");
    const common = fields(packed, bytes, label);
    const local = Buffer.concat([signed(0x04034b50), u16(VERSION), common, u16(0), label, packed]);
    central.push(
      Buffer.concat([
        signed(0x02014b50),
        u16(VERSION | MADE_ON_UNIX),
        u16(VERSION),
        common,
        ...[0, 0, 0, 0].map(u16),
        u32(MODE * 0x10000),
        u32(offset),
        label,
      ]),
    );
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const counts = [0, 0, entries.length, entries.length].map(u16);
  return Buffer.concat([
    ...parts,
    directory,
    signed(0x06054b50),
    ...counts,
    u32(directory.length),
    u32(offset),
    u16(0),
  ]);
}

/** What both headers of an entry hold, from the flags to the length of the name. */
function fields(packed: Uint8Array, bytes: Uint8Array, label: Uint8Array): Buffer {
  const sizes = [crc32(bytes), packed.length, bytes.length].map(u32);
  return Buffer.concat([u16(0x0800), u16(DEFLATED), u16(0), u16(DATE), ...sizes, u16(label.length)]);
}

function signed(signature: number): Buffer {
  return u32(signature);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
