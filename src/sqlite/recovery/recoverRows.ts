/** Copies every readable row of a damaged file. */
import type { DatabaseSync } from "node:sqlite";
import { transact } from "../transact.ts";
import type { DatabasePages } from "./databasePages.ts";
import { readPage, type StoredRow } from "./readPage.ts";
import { fits, readShapes, type TableShape, valuesOf } from "./tableShape.ts";

/** The schema table begins on the first page; these are two of its columns. */
const schemaPage = 1;
const nameColumn = 1;
const rootColumn = 3;
/** Offset of the number of the first free page, on the first page. */
const freePageOffset = 32;

/**
 * Fills the tables of `database`, which are empty and of the same schema version. Each table is read from its first page. Pages that are no
 * longer referenced are read afterwards: the types of a row's values, and the rows that it refers to, show which table it belongs to.
 */
export function recoverRows(pages: DatabasePages, database: DatabaseSync): void {
  const shapes = readShapes(database);
  const read = new Set([schemaPage, ...findFreePages(pages)]);
  transact(database, () => {
    for (const [shape, root] of findRoots(pages, shapes)) {
      for (const { page, rows } of walk(pages, root)) {
        const fitting = rows.filter((row) => fits(shape, row));
        for (const row of fitting) insert(database, shape, row);
        // A damaged page may point to one of another table.
        if (fitting.length === rows.length) read.add(page);
      }
    }
    const unplaced: StoredRow[] = [];
    for (let page = schemaPage + 1; page <= pages.count; page += 1) {
      if (!read.has(page)) unplaced.push(...readPage(pages, page).rows);
    }
    position(database, shapes, unplaced);
  });
}

/** Free pages may contain deleted rows. */
function findFreePages(pages: DatabasePages): Set<number> {
  const found = new Set<number>();
  let trunk = pages.read(schemaPage)?.readUInt32BE(freePageOffset) ?? 0;
  for (let page = pages.read(trunk); page !== undefined && !found.has(trunk); page = pages.read(trunk)) {
    found.add(trunk);
    const count = Math.min(page.readUInt32BE(4), pages.usableSize / 4 - 2);
    for (let index = 0; index < count; index += 1) found.add(page.readUInt32BE(8 + index * 4));
    trunk = page.readUInt32BE(0);
  }
  return found;
}

function findRoots(pages: DatabasePages, shapes: readonly TableShape[]): [TableShape, number][] {
  const rows = [...walk(pages, schemaPage)].flatMap((page) => page.rows);
  return shapes.flatMap((shape): [TableShape, number][] => {
    const root = rows.find(({ values }) => values[0] === "table" && values[nameColumn] === shape.name)?.values[rootColumn];
    return typeof root === "number" ? [[shape, root]] : [];
  });
}

function* walk(pages: DatabasePages, root: number): Generator<{ page: number; rows: StoredRow[] }> {
  const seen = new Set<number>();
  const waiting = [root];
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    if (seen.has(page)) continue;
    seen.add(page);
    const { children, rows } = readPage(pages, page);
    waiting.push(...children.reverse());
    yield { page, rows };
  }
}

/** Rows that others may refer to come first. A row that fits several tables belongs to the one in which the row it refers to exists. */
function position(database: DatabaseSync, shapes: readonly TableShape[], rows: readonly StoredRow[]): void {
  const dependent: { row: StoredRow; candidates: TableShape[] }[] = [];
  for (const row of rows) {
    const candidates = shapes.filter((shape) => fits(shape, row));
    const [only] = candidates;
    if (candidates.length === 1 && only?.references.length === 0) insert(database, only, row);
    else if (candidates.length > 0) dependent.push({ row, candidates });
  }
  for (const { row, candidates } of dependent) {
    const table = candidates.find((shape) => shape.references.length > 0 && isReferenceKnown(database, shape, row));
    if (table !== undefined) insert(database, table, row);
  }
}

function isReferenceKnown(database: DatabaseSync, shape: TableShape, row: StoredRow): boolean {
  const values = valuesOf(shape, row);
  return shape.references.every(
    ({ column, table, to }) => database.prepare(`SELECT 1 FROM "${table}" WHERE "${to}" = ?`).get(values.get(column) ?? null) !== undefined,
  );
}

/** Leaves out rows that violate a constraint of their table. */
function insert(database: DatabaseSync, shape: TableShape, row: StoredRow): void {
  const values = valuesOf(shape, row);
  const names = [...values.keys()].map((name) => `"${name}"`).join(", ");
  const positions = [...values].map(() => "?").join(", ");
  try {
    database.prepare(`INSERT OR IGNORE INTO "${shape.name}" (${names}) VALUES (${positions})`).run(...values.values());
  } catch (error) {
    if (!database.isTransaction) throw error;
  }
}
