/** The values by which results are found and counted, in memory: reading all rows from SQLite takes longer than the search itself. */
import * as z from "zod/mini";
import { nameCostRange } from "../../contract/costRangeName.ts";
import type { Database, Row } from "../../sqlite/database.ts";
import type { LibraryFacet } from "./library.ts";

/** The distinct values of a facet, and for each row the index of its value. */
export interface Column {
  values: readonly string[];
  codes: Uint32Array;
}

export interface FacetColumns extends Record<LibraryFacet, Column> {
  favourites: Uint8Array;
}

/** Each range begins at `from`. Its name contains `from` and, unless the range is open, the limit that it ends below. */
const costRanges: readonly (readonly [from: number, name: string])[] = [
  [1, "1"],
  [0.1, "0.1 1"],
  [0.01, "0.01 0.1"],
  [0, "0 0.01"],
];

const isNumber = (one: unknown) => typeof one === "number";
// Checking some thousand values with a schema each would take as long as the search.
const numbersSchema = z.custom<number[]>((value) => Array.isArray(value) && value.every(isNumber));
const textsSchema = z.custom<string[]>((value) => Array.isArray(value) && value.every((one) => typeof one === "string"));
const costsSchema = z.custom<(number | null)[]>((value) => Array.isArray(value) && value.every((one) => one === null || isNumber(one)));

export class LibraryColumns {
  readonly #database: Database;
  /** The number of each row, newest first. */
  readonly numbers: readonly number[];
  readonly stacks: readonly number[];
  /** By number: its row plus one; 0 if there is none. */
  readonly #rows: Uint32Array;
  /** Of costs that were recorded without one. */
  readonly #unit: string;
  #facets: FacetColumns | undefined;

  constructor(database: Database, unit: string) {
    this.#database = database;
    this.#unit = unit;
    const lists = readLists(database, ["number", "stack"]);
    this.numbers = readNumbers(lists.number);
    this.stacks = readNumbers(lists.stack);
    this.#rows = new Uint32Array(this.numbers.reduce((most, number) => Math.max(most, number), 0) + 1);
    for (let row = 0; row < this.numbers.length; row += 1) this.#rows[this.numbers[row] ?? 0] = row + 1;
  }

  /** The rows of these numbers (JSON), in their order. */
  rowsOf(json: unknown): number[] {
    return readNumbers(json).flatMap((number) => {
      const row = this.#rows[number] ?? 0;
      return row === 0 ? [] : [row - 1];
    });
  }

  /** An array with 1 for each of these rows. */
  markRows(json: unknown): Uint8Array {
    const marked = new Uint8Array(this.numbers.length);
    for (const number of readNumbers(json)) {
      const row = this.#rows[number] ?? 0;
      if (row > 0) marked[row - 1] = 1;
    }
    return marked;
  }

  /** Reads the facets on first use. undefined: the journal has changed since the numbers were read. */
  facets(): FacetColumns | undefined {
    this.#facets ??= this.#readFacets();
    return this.#facets;
  }

  #readFacets(): FacetColumns | undefined {
    const lists = readLists(this.#database, ["number", "kind", "model", "tool", "folder", "created_at", "cost", "unit", "favourite"]);
    const numbers = readNumbers(lists.number);
    if (numbers.length !== this.numbers.length || numbers.some((number, row) => number !== this.numbers[row])) return undefined;
    const model = encode(readTexts(lists.model));
    const day = encodeDays(readNumbers(lists.created_at));
    return {
      kind: encode(readTexts(lists.kind)),
      // A model's id can begin with the provider's name and a slash.
      provider: rename(model, (id) => id.slice(0, Math.max(0, id.indexOf("/")))),
      model,
      tool: encode(readTexts(lists.tool)),
      month: rename(day, (name) => name.slice(0, "2026-11".length)),
      day,
      cost: this.#encodeCosts(readCosts(lists.cost), readTexts(lists.unit)),
      folder: encode(readTexts(lists.folder)),
      favourites: Uint8Array.from(readNumbers(lists.favourite)),
    };
  }

  #encodeCosts(costs: readonly (number | null)[], units: readonly string[]): Column {
    const ranges = encode(costs.map(rangeOf));
    const own = encode(units);
    const codes = ranges.codes.map((range, row) => range * own.values.length + (own.codes[row] ?? 0));
    const values = ranges.values.flatMap((range) =>
      own.values.map((unit) => nameCostRange({ range, unit: unit === this.#unit ? "" : unit })),
    );
    return rename({ values, codes }, (value) => value);
  }
}

/** Reads each column as JSON: one text is read ten times faster than as many rows. */
function readLists(database: Database, columns: readonly string[]): Row {
  const lists = columns.map((column) => `json_group_array(${column}) AS ${column}`).join(", ");
  const sql = `SELECT ${lists} FROM (SELECT ${columns.join(", ")} FROM library ORDER BY created_at DESC, number DESC)`;
  return database.get(sql) ?? {};
}

const parse = (json: unknown): unknown => JSON.parse(String(json));
const readNumbers = (json: unknown) => numbersSchema.parse(parse(json));
const readTexts = (json: unknown) => textsSchema.parse(parse(json));
const readCosts = (json: unknown) => costsSchema.parse(parse(json));

function encode(list: readonly string[]): Column {
  const known = new Map<string, number>();
  const codes = new Uint32Array(list.length);
  for (let row = 0; row < list.length; row += 1) {
    const value = list[row] ?? "";
    const code = known.get(value) ?? known.size;
    if (code === known.size) known.set(value, code);
    codes[row] = code;
  }
  return { values: [...known.keys()], codes };
}

/** `times` are sorted in descending order. A Date is created for each day, not for each time. */
function encodeDays(times: readonly number[]): Column {
  const values: string[] = [];
  const codes = new Uint32Array(times.length);
  let begin = Number.POSITIVE_INFINITY;
  for (let row = 0; row < times.length; row += 1) {
    const time = times[row] ?? 0;
    if (time < begin) {
      const date = new Date(time);
      begin = date.setHours(0, 0, 0, 0);
      values.push(nameDay(date));
    }
    codes[row] = values.length - 1;
  }
  return { values, codes };
}

/** The date in ISO 8601 format, in this machine's time zone. */
function nameDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Maps the values of a column to other values; several may map to the same. */
function rename({ values, codes }: Column, nameOf: (value: string) => string): Column {
  const renamed = encode(values.map(nameOf));
  return { values: renamed.values, codes: codes.map((code) => renamed.codes[code] ?? 0) };
}

function rangeOf(cost: number | null): string {
  return costRanges.find(([from]) => cost !== null && cost >= from)?.[1] ?? "";
}
