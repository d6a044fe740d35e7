/** Reads the rows on a page of a table's b-tree. Source: sqlite.org/fileformat2.html, "B-tree Pages". */
import type { DatabasePages } from "./databasePages.ts";
import { readRecord, readVarint, type StoredValue } from "./readRecord.ts";

/** A row as stored. */
export interface StoredRow {
  /** undefined in a table without row ids. */
  rowId: number | undefined;
  values: StoredValue[];
}

export interface PageContent {
  children: number[];
  rows: StoredRow[];
}

const interiorIndex = 0x02;
const interiorTable = 0x05;
const leafIndex = 0x0a;
const leafTable = 0x0d;
const pageTypes: readonly number[] = [interiorIndex, interiorTable, leafIndex, leafTable];

/**
 * The child pages of a page, and its readable rows. An index is read like a table without row ids. A page of an invalid type is read like a
 * table's page, because the type byte itself may be damaged.
 */
export function readPage(pages: DatabasePages, number: number): PageContent {
  const content: PageContent = { children: [], rows: [] };
  const page = pages.read(number);
  if (page === undefined) return content;
  const start = number === 1 ? 100 : 0;
  const named = page[start] ?? 0;
  const type = pageTypes.includes(named) ? named : leafTable;
  const isInterior = type === interiorTable || type === interiorIndex;
  const pointers = start + (isInterior ? 12 : 8);
  const mostCells = Math.floor((pages.usableSize - pointers) / 2);
  const cells = Math.min(page.readUInt16BE(start + 3), mostCells);
  for (let index = 0; index < cells; index += 1) {
    const at = page.readUInt16BE(pointers + index * 2);
    if (at < pointers || at + 4 > pages.usableSize) continue;
    if (isInterior) content.children.push(page.readUInt32BE(at));
    if (type === interiorTable) continue;
    const row = readCell(pages, page, isInterior ? at + 4 : at, type === leafTable);
    if (row !== undefined) content.rows.push(row);
  }
  if (isInterior) content.children.push(page.readUInt32BE(start + 8));
  return content;
}

function readCell(pages: DatabasePages, page: Buffer, at: number, hasRowId: boolean): StoredRow | undefined {
  const size = readVarint(page, at);
  const rowId = size !== undefined && hasRowId ? readVarint(page, size.end) : undefined;
  if (size === undefined || (hasRowId && rowId === undefined)) return undefined;
  const payload = readPayload(pages, page, (rowId ?? size).end, size.value, hasRowId);
  const values = payload && readRecord(payload);
  return values && { rowId: rowId?.value, values };
}

/** Source: sqlite.org/fileformat2.html, "Cell Payload Overflow Pages". */
function readPayload(pages: DatabasePages, page: Buffer, at: number, size: number, isTable: boolean): Buffer | undefined {
  const { usableSize, count } = pages;
  if (size < 2 || size > usableSize * count) return undefined;
  const most = isTable ? usableSize - 35 : Math.floor(((usableSize - 12) * 64) / 255) - 23;
  const least = Math.floor(((usableSize - 12) * 32) / 255) - 23;
  const split = least + ((size - least) % (usableSize - 4));
  const local = size <= most ? size : split <= most ? split : least;
  if (at + local > usableSize) return undefined;
  const parts = [page.subarray(at, at + local)];
  let missing = size - local;
  let next = missing > 0 && at + local + 4 <= usableSize ? page.readUInt32BE(at + local) : 0;
  while (missing > 0) {
    const overflow = pages.read(next);
    if (overflow === undefined) return undefined;
    parts.push(overflow.subarray(4, 4 + Math.min(missing, usableSize - 4)));
    missing -= Math.min(missing, usableSize - 4);
    next = overflow.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}
