/** Reads a record of SQLite's file format. Source: sqlite.org/fileformat2.html, "Record Format". */

export type StoredValue = null | number | bigint | string | Uint8Array;

/** A variable-length integer, and the offset after it; undefined beyond the end of the bytes. */
export function readVarint(bytes: Buffer, offset: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes[offset + index];
    if (byte === undefined) return undefined;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: offset + index + 1 };
  }
  const last = bytes[offset + 8];
  return last === undefined ? undefined : { value: Number(BigInt.asIntN(64, BigInt(value) * 256n + BigInt(last))), end: offset + 9 };
}

/** undefined: the bytes are not a record. */
export function readRecord(payload: Buffer): StoredValue[] | undefined {
  const header = readVarint(payload, 0);
  if (header === undefined || header.value < header.end || header.value > payload.length) return undefined;
  const types: number[] = [];
  let at = header.end;
  while (at < header.value) {
    const type = readVarint(payload, at);
    if (type === undefined || type.value < 0) return undefined;
    types.push(type.value);
    at = type.end;
  }
  if (at !== header.value) return undefined;
  const values: StoredValue[] = [];
  for (const type of types) {
    const size = sizeOf(type);
    if (size === undefined || at + size > payload.length) return undefined;
    values.push(readValue(type, payload.subarray(at, at + size)));
    at += size;
  }
  return at === payload.length ? values : undefined;
}

const integerSizes = [0, 1, 2, 3, 4, 6, 8];

function sizeOf(type: number): number | undefined {
  if (type >= 12) return Math.floor((type - 12) / 2);
  if (type === 7) return 8;
  return type >= 8 && type <= 9 ? 0 : integerSizes[type];
}

function readValue(type: number, bytes: Buffer): StoredValue {
  if (type === 0) return null;
  if (type === 7) return bytes.readDoubleBE();
  if (type === 8 || type === 9) return type - 8;
  if (type >= 12) return type % 2 === 1 ? bytes.toString("utf8") : new Uint8Array(bytes);
  if (bytes.length < 8) return bytes.readIntBE(0, bytes.length);
  const value = bytes.readBigInt64BE();
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
