// A short name for a long text, such as a folder for a path. Two texts with one name are unlikely by accident and easy on
// purpose: nothing may be decided by it. Cheap where hashing is not loaded otherwise.

const PRIME = 0x100000001b3n;
const START = 0xcbf29ce484222325n;

/** FNV-1a, 64 bits, as 16 hexadecimal digits. */
export function nameHash(text: string): string {
  let hash = START;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  }
  return hash.toString(16).padStart(16, "0");
}
