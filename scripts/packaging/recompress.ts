/** Compresses the files of a ZIP archive as well as zlib can, which vsce does not offer. Source: PKWARE, APPNOTE.TXT 6.3.10. */
import { deflateRawSync, inflateRawSync } from "node:zlib";

const localSignature = Buffer.from("PK\x03\x04");
const endSignature = "PK\x05\x06";
const deflated = 8;
/** Flag of sizes that follow the data instead of preceding it. */
const sizesFollow = 8;
/** They set how much of a file shares one Huffman code. Which one is best depends on the file. */
const memoryLevels = [5, 6, 7, 8, 9];

/** Leaves out what is not needed, too: extra fields and comments of files. */
export function recompress(archive: Buffer): Buffer {
  const end = archive.lastIndexOf(endSignature, undefined, "latin1");
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = archive.readUInt32LE(end + 16);
  let offset = 0;
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const header = Buffer.from(archive.subarray(at, at + 46 + (nameLength ?? 0)));
    const data = recompressFile(archive, header);
    header.writeUInt16LE(header.readUInt16LE(8) & ~sizesFollow, 8);
    header.writeUInt32LE(data.length, 20);
    header.writeUInt32LE(0, 30);
    header.writeUInt32LE(offset, 42);
    const local = Buffer.concat([localSignature, header.subarray(6, 32), header.subarray(46)]);
    files.push(local, data);
    directory.push(header);
    offset += local.length + data.length;
    at += header.length + (extraLength ?? 0) + (commentLength ?? 0);
  }
  const last = Buffer.from(archive.subarray(end));
  last.writeUInt32LE(Buffer.concat(directory).length, 12);
  last.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, last]);
}

/** `header`: the file's, in the directory at the archive's end. */
function recompressFile(archive: Buffer, header: Buffer): Buffer {
  const local = header.readUInt32LE(42);
  const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(from, from + header.readUInt32LE(20));
  if (header.readUInt16LE(10) !== deflated) return packed;
  const data = inflateRawSync(packed);
  const attempts = memoryLevels.map((memLevel) => deflateRawSync(data, { level: 9, memLevel }));
  return attempts.reduce((best, attempt) => (attempt.length < best.length ? attempt : best), packed);
}
