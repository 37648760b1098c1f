// SSH's own way to write bytes (RFC 4251): a field is its length and its bytes. Reading is total: what does not fit is undefined.

export function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
}

export function field(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([uint32(bytes.length), bytes]);
}

export interface Reader {
  uint32(): number | undefined;
  field(): Buffer | undefined;
  skip(expected: Buffer): boolean;
  rest(): Buffer;
  atEnd(): boolean;
}

export function reader(bytes: Buffer): Reader {
  let at = 0;
  const take = (length: number): Buffer | undefined => {
    if (at + length > bytes.length) return undefined;
    at += length;
    return bytes.subarray(at - length, at);
  };
  const number = (): number | undefined => take(4)?.readUInt32BE();
  return {
    uint32: number,
    field: () => {
      const length = number();
      return length === undefined ? undefined : take(length);
    },
    skip: (expected) => take(expected.length)?.equals(expected) === true,
    rest: () => bytes.subarray(at),
    atEnd: () => at === bytes.length,
  };
}

/** A positive number of at most `size` bytes, filled up to that size; undefined for any other spelling of it. */
export function positive(bytes: Buffer | undefined, size: number): Buffer | undefined {
  const [first = 0, second = 0] = bytes ?? [];
  if (bytes === undefined || bytes.length === 0 || first > 0x7f || (first === 0 && second <= 0x7f)) return undefined;
  const digits = first === 0 ? bytes.subarray(1) : bytes;
  return digits.length > size ? undefined : Buffer.concat([Buffer.alloc(size - digits.length), digits]);
}
