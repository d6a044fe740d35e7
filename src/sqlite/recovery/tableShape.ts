/** The columns of tables, to determine which rows they can contain. */
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { StoredRow } from "./readPage.ts";
import type { StoredValue } from "./readRecord.ts";

interface Column {
  name: string;
  type: string;
  /** Whether it may be null. */
  isOptional: boolean;
  /** Whether a row may end before it, because it was added to the table later. */
  hasDefault: boolean;
}

export interface TableShape {
  name: string;
  hasRowIds: boolean;
  /** In storage order. */
  columns: Column[];
  /** The column that is an alias of the row id. */
  rowIdColumn: string | undefined;
  /** The columns that refer to rows of another table. */
  references: { column: string; table: string; to: string }[];
}

/** The tables of a database, excluding SQLite's own and those of virtual tables. */
export function readShapes(database: DatabaseSync): TableShape[] {
  return database
    .prepare("SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    .all()
    .map(({ name, wr }) => readShape(database, String(name), wr === 0));
}

function readShape(database: DatabaseSync, name: string, hasRowIds: boolean): TableShape {
  const rows = database
    .prepare('SELECT name, type, "notnull" AS required, dflt_value, pk FROM pragma_table_info(?) ORDER BY cid')
    .all(name);
  const keys = rows.filter(({ pk }) => pk !== 0);
  const rowIdColumn = hasRowIds && keys.length === 1 && keys[0]?.type === "INTEGER" ? String(keys[0].name) : undefined;
  const stored = hasRowIds
    ? rows
    : [...keys.toSorted((left, right) => Number(left.pk) - Number(right.pk)), ...rows.filter(({ pk }) => pk === 0)];
  return {
    name,
    hasRowIds,
    columns: stored.map((row) => ({
      name: String(row.name),
      type: String(row.type),
      isOptional: row.required === 0,
      hasDefault: row.required === 0 || row.dflt_value !== null,
    })),
    rowIdColumn,
    references: database
      .prepare('SELECT "from" AS source, "table" AS target, "to" AS key FROM pragma_foreign_key_list(?)')
      .all(name)
      .map(({ source, target, key }) => ({ column: String(source), table: String(target), to: String(key) })),
  };
}

/** Whether the values of a row have the types of the table's columns. */
export function fits({ columns, hasRowIds, rowIdColumn }: TableShape, { rowId, values }: StoredRow): boolean {
  if (hasRowIds !== (rowId !== undefined) || values.length > columns.length) return false;
  return columns.every((column, index) => {
    const value = values[index];
    if (value === undefined) return column.hasDefault;
    if (column.name === rowIdColumn) return value === null;
    return value === null ? column.isOptional : hasType(column.type, value);
  });
}

/** The types of strict tables. Source: sqlite.org/stricttables.html. */
function hasType(type: string, value: StoredValue): boolean {
  switch (type) {
    case "TEXT":
      return typeof value === "string";
    case "BLOB":
      return value instanceof Uint8Array;
    case "INT":
    case "INTEGER":
      return typeof value === "bigint" || Number.isInteger(value);
    default:
      return true;
  }
}

/** The values of a matching row, by column. */
export function valuesOf({ columns, rowIdColumn }: TableShape, { rowId, values }: StoredRow): Map<string, SQLInputValue> {
  const entries = columns.slice(0, values.length).map(({ name }, index): [string, SQLInputValue] => [name, values[index] ?? null]);
  if (rowIdColumn !== undefined && rowId !== undefined) entries.push([rowIdColumn, rowId]);
  return new Map(entries);
}
