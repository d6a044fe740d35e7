/** Reads the pages of a database file, including its write-ahead log. Source: sqlite.org/fileformat2.html. */
import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, readSync, statSync, writeSync } from "node:fs";

export interface DatabasePages {
  /** Bytes of a page, excluding those that SQLite reserves. */
  readonly usableSize: number;
  readonly count: number;
  /** The schema version in the file's header; undefined: the header is damaged. */
  readonly version: number | undefined;
  /** Page numbers start at 1. undefined: the page does not exist. */
  read(page: number): Buffer | undefined;
  /**
   * Writes the log's pages into the file, as SQLite does, so that the file contains the same without its log. An empty file is left as it
   * is: it counts as damaged, but with these pages and its log it would not, and another process would open it.
   */
  writeLog(): void;
  close(): void;
}

/** SQLite's default, which all our databases use. */
const defaultPageSize = 4096;
const magic = "SQLite format 3\0";
const logHeaderBytes = 32;
const frameHeaderBytes = 24;
const versionOffset = 60;

/** A missing file is read as an empty one. */
export function openPages(path: string): DatabasePages {
  const file = statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : openSync(path, "r");
  const header = Buffer.alloc(100);
  if (file !== undefined) readSync(file, header, 0, header.length, 0);
  const named = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const pageSize = isHeader(header) && named >= 512 && (named & (named - 1)) === 0 ? named : defaultPageSize;
  const log = readLog(`${path}-wal`, pageSize);
  const stored = file === undefined ? 0 : Math.ceil(fstatSync(file).size / pageSize);
  const read = (page: number): Buffer | undefined => {
    const logged = log.get(page);
    if (logged !== undefined) return logged;
    if (file === undefined || page < 1 || page > stored) return undefined;
    const bytes = Buffer.alloc(pageSize);
    // The last page of a truncated file is read as far as possible.
    readSync(file, bytes, 0, pageSize, (page - 1) * pageSize);
    return bytes;
  };
  const first = read(1);
  return {
    usableSize: pageSize,
    count: Math.max(stored, ...log.keys()),
    version: first !== undefined && isHeader(first) ? first.readUInt32BE(versionOffset) : undefined,
    read,
    writeLog() {
      if (stored === 0) return;
      const written = openSync(path, "r+");
      try {
        for (const [page, bytes] of log) writeSync(written, bytes, 0, pageSize, (page - 1) * pageSize);
        fsyncSync(written);
      } finally {
        closeSync(written);
      }
    },
    close() {
      if (file !== undefined) closeSync(file);
    },
  };
}

function isHeader(page: Buffer): boolean {
  return page.toString("latin1", 0, magic.length) === magic;
}

/** The pages of committed transactions, up to the first invalid checksum of the log. */
function readLog(path: string, pageSize: number): Map<number, Buffer> {
  const pages = new Map<number, Buffer>();
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return pages;
  const log = readFileSync(path);
  if (log.length < logHeaderBytes || (log.readUInt32BE(0) & ~1) !== 0x377f0682 || log.readUInt32BE(8) !== pageSize) return pages;
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1;
  let sum = addChecksum(log.subarray(0, 24), [0, 0], isBigEndian);
  if (sum[0] !== log.readUInt32BE(24) || sum[1] !== log.readUInt32BE(28)) return pages;
  const uncommitted = new Map<number, Buffer>();
  for (let at = logHeaderBytes; at + frameHeaderBytes + pageSize <= log.length; at += frameHeaderBytes + pageSize) {
    const frame = log.subarray(at, at + frameHeaderBytes);
    const content = log.subarray(at + frameHeaderBytes, at + frameHeaderBytes + pageSize);
    if (!frame.subarray(8, 16).equals(log.subarray(16, 24))) break;
    sum = addChecksum(content, addChecksum(frame.subarray(0, 8), sum, isBigEndian), isBigEndian);
    if (sum[0] !== frame.readUInt32BE(16) || sum[1] !== frame.readUInt32BE(20)) break;
    uncommitted.set(frame.readUInt32BE(0), content);
    if (frame.readUInt32BE(4) === 0) continue;
    for (const [page, bytes] of uncommitted) pages.set(page, bytes);
    uncommitted.clear();
  }
  return pages;
}

type Checksum = readonly [number, number];

/** Source: sqlite.org/fileformat2.html, "Checksum Algorithm". */
function addChecksum(bytes: Buffer, [first, second]: Checksum, isBigEndian: boolean): Checksum {
  let [one, two] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + two + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))) >>> 0;
    two = (two + one + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4))) >>> 0;
  }
  return [one, two];
}
