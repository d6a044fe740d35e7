import * as z from "zod/mini";
import { kinds } from "../../contract/kind.ts";
import { mostStars } from "../../contract/rating.ts";
import type { Database } from "../../sqlite/database.ts";
import { readSearch } from "../../sqlite/searchTerms.ts";
import type { SharedDatabase } from "../../sqlite/sharedDatabase.ts";
import type { ArtifactLocation } from "../task.ts";
import type { EntryQuery, Found, Library, LibraryEntry, LibraryFacets, LibraryMarks, LibraryRange } from "./library.ts";
import { type FacetColumns, LibraryColumns } from "./libraryColumns.ts";
import { folderOf, searched } from "./librarySchema.ts";
import { countFacets, filterRows, isFiltered, separateUnits } from "./matchRows.ts";
import { type StackedNumbers, stackNumbers } from "./stackNumbers.ts";
import { filesChanged, WorkspaceFileTable } from "./workspaceFileTable.ts";

/** At most this many results made from one file are listed. */
const mostMade = 50;

const sortings: Record<Exclude<EntryQuery["sort"], "newest">, string> = {
  oldest: "created_at, number",
  cost: "cost DESC NULLS LAST, created_at DESC, number DESC",
  size: "size DESC, created_at DESC, number DESC",
  rating: "rating DESC, favourite DESC, created_at DESC, number DESC",
};

const entryRowSchema = z.object({
  number: z.number(),
  task: z.nullable(z.string()),
  kind: z.enum(kinds),
  model: z.string(),
  prompt: z.string(),
  created_at: z.number(),
  cost: z.nullable(z.number()),
  unit: z.string(),
  rating: z.number(),
  favourite: z.number(),
  path: z.string(),
  uri: z.nullable(z.string()),
  size: z.number(),
  sha256: z.string(),
  media_type: z.string(),
  stack: z.number(),
});

const common = "l.number, l.task, l.kind, l.model, l.created_at, l.cost, l.unit, l.rating, l.favourite, l.stack";
const isWanted = "l.number IN (SELECT value FROM json_each($numbers))";
const selectEntries = `SELECT ${common}, t.prompt, a.path, a.uri, a.size, a.sha256, a.media_type
    FROM library l JOIN tasks t ON t.key = l.task JOIN artifacts a ON a.task = l.task AND a.position = l.position WHERE ${isWanted}
  UNION ALL SELECT ${common}, f.prompt, f.location, CASE WHEN f.workspace LIKE 'file:%' THEN NULL ELSE f.location END,
      f.size, f.sha256, f.media_type
    FROM library l JOIN workspace_files f ON f.id = l.file WHERE ${isWanted}`;

/** The rows of the library in the journal. */
export class LibraryIndex implements Library {
  readonly files: WorkspaceFileTable;
  readonly #shared: SharedDatabase;
  readonly #database: Database;
  /** The columns of the journal at `state`. */
  #held: { state: string; columns: LibraryColumns } | undefined;
  /** The sorted results of the last query, because its pages are read one after another. */
  #found: { key: string; columns: LibraryColumns; found: StackedNumbers } | undefined;
  #sorted: { sort: EntryQuery["sort"]; columns: LibraryColumns; rows: readonly number[] } | undefined;

  constructor(shared: SharedDatabase) {
    this.#shared = shared;
    this.#database = shared.database;
    this.files = new WorkspaceFileTable(shared);
  }

  search(query: EntryQuery, { offset, count }: LibraryRange): Found {
    const { numbers, sizes, results } = this.#find(query);
    const shown = numbers.slice(offset, offset + count);
    const stacked = new Map(shown.map((number, index) => [number, sizes?.[offset + index] ?? 1]));
    const entries = this.#read(shown).map((entry) => ({ ...entry, stacked: stacked.get(entry.number) ?? 1 }));
    return { total: numbers.length, results, entries };
  }

  facets(query: EntryQuery): LibraryFacets {
    const { columns, facets } = this.#withFacets(query);
    return countFacets(this.#mark(columns, query), facets, query);
  }

  get(number: number): LibraryEntry | undefined {
    return this.#read([number])[0];
  }

  madeBy(task: string): LibraryEntry[] {
    const rows = this.#database.all("SELECT number FROM library WHERE task = $task ORDER BY position", { $task: task });
    return this.#read(rows.map(({ number }) => Number(number)));
  }

  madeFrom(sha256: string): LibraryEntry[] {
    const rows = this.#database.all(
      `SELECT number FROM library WHERE task IN (SELECT task FROM task_references WHERE sha256 = $sha256)
       ORDER BY created_at DESC, number DESC LIMIT ${mostMade}`,
      { $sha256: sha256 },
    );
    return this.#read(rows.map(({ number }) => Number(number)));
  }

  withContent(sha256: string): LibraryEntry | undefined {
    const newest = "SELECT number FROM library WHERE sha256 = $sha256 AND task IS NOT NULL ORDER BY created_at DESC, number DESC LIMIT 1";
    const row = this.#database.get(newest, { $sha256: sha256 });
    return row && this.get(Number(row.number));
  }

  mark(sha256: string, { rating, favourite }: Partial<LibraryMarks>): Promise<void> {
    const values = {
      $sha256: sha256,
      $rating: rating === undefined ? null : Math.min(mostStars, Math.max(0, Math.round(rating))),
      $favourite: favourite === undefined ? null : Number(favourite),
    };
    return this.#shared.write(() => {
      this.#database.run(
        `INSERT INTO marks (sha256, rating, favourite) VALUES ($sha256, coalesce($rating, 0), coalesce($favourite, 0))
         ON CONFLICT DO UPDATE SET rating = coalesce($rating, rating), favourite = coalesce($favourite, favourite)`,
        values,
      );
      this.#database.run(
        "UPDATE library SET rating = coalesce($rating, rating), favourite = coalesce($favourite, favourite) WHERE sha256 = $sha256",
        values,
      );
      this.#database.run(
        `INSERT INTO changes (task) SELECT DISTINCT coalesce(task, '${filesChanged}') FROM library WHERE sha256 = $sha256`,
        {
          $sha256: sha256,
        },
      );
    });
  }

  remove(number: number): Promise<void> {
    const $number = number;
    return this.#shared.write(() => {
      this.#database.run(`INSERT INTO changes (task) SELECT coalesce(task, '${filesChanged}') FROM library WHERE number = $number`, {
        $number,
      });
      // Triggers remove it from the library. The metadata read from its file must not replace it.
      this.#database.run(
        `DELETE FROM workspace_files WHERE id = (SELECT file FROM library WHERE number = $number) OR location =
           (SELECT coalesce(uri, path) FROM artifacts WHERE (task, position) = (SELECT task, position FROM library WHERE number = $number))`,
        { $number },
      );
      this.#database.run("DELETE FROM artifacts WHERE (task, position) = (SELECT task, position FROM library WHERE number = $number)", {
        $number,
      });
    });
  }

  relocate(number: number, location: ArtifactLocation): Promise<void> {
    const { path, uri } = location;
    const $number = number;
    return this.#shared.write(() => {
      if (this.files.relocate(number, location)) return;
      this.#database.run(
        `UPDATE artifacts SET path = $path, uri = $uri
         WHERE (task, position) = (SELECT task, position FROM library WHERE number = $number)`,
        { $number, $path: path ?? "", $uri: uri ?? null },
      );
      this.#database.run(`UPDATE library SET folder = ${folderOf("$location")} WHERE number = $number`, {
        $number,
        $location: uri ?? path,
      });
      this.#database.run("INSERT INTO changes (task) SELECT task FROM library WHERE number = $number", { $number });
    });
  }

  #find(query: EntryQuery): StackedNumbers {
    const key = JSON.stringify(query);
    const { columns, facets } =
      isFiltered(query) || query.sort === "cost" ? this.#withFacets(query) : { columns: this.#columns(query), facets: undefined };
    if (this.#found?.key === key && this.#found.columns === columns) return this.#found.found;
    const marked = this.#mark(columns, query);
    if (facets !== undefined) filterRows(marked, facets, query);
    const rows = this.#sort(columns, query.sort);
    const numbers: number[] = [];
    const stacks: number[] = [];
    for (let index = 0; index < (rows ?? columns.numbers).length; index += 1) {
      const row = rows === undefined ? index : (rows[index] ?? 0);
      if (marked[row] === 0) continue;
      numbers.push(columns.numbers[row] ?? 0);
      stacks.push(columns.stacks[row] ?? 0);
    }
    const isStacked = query.stacked === true && query.stack === undefined;
    const found = isStacked ? stackNumbers(numbers, stacks) : { numbers, sizes: undefined, results: numbers.length };
    this.#found = { key, columns, found };
    return found;
  }

  /** The columns of the journal as it is now. */
  #columns({ unit = "" }: EntryQuery): LibraryColumns {
    const own = this.#database.get("SELECT total_changes() AS changes")?.changes;
    const state = `${this.#shared.version()} ${Number(own)} ${unit}`;
    if (this.#held?.state !== state) this.#held = { state, columns: new LibraryColumns(this.#database, unit) };
    return this.#held.columns;
  }

  #withFacets(query: EntryQuery): { columns: LibraryColumns; facets: FacetColumns } {
    for (;;) {
      const columns = this.#columns(query);
      const facets = columns.facets();
      if (facets !== undefined) return { columns, facets };
      // Another process has committed between the reads.
      this.#held = undefined;
    }
  }

  /** An array with 1 for each row that matches the words, the stack and the workspaces. */
  #mark(columns: LibraryColumns, { text, stack, workspaces = [] }: EntryQuery): Uint8Array {
    const marked = new Uint8Array(columns.numbers.length).fill(1);
    const hidden = `SELECT json_group_array(number) AS numbers FROM library
      WHERE file IS NOT NULL AND workspace NOT IN (SELECT value FROM json_each($workspaces))`;
    for (const row of columns.rowsOf(this.#database.get(hidden, { $workspaces: JSON.stringify(workspaces) })?.numbers)) marked[row] = 0;
    const keep = (others: Uint8Array) => {
      for (let row = 0; row < marked.length; row += 1) if (others[row] === 0) marked[row] = 0;
    };
    if (stack !== undefined) keep(Uint8Array.from(columns.stacks, (one) => Number(one === stack)));
    const terms = readSearch(text);
    if (terms?.match !== undefined) {
      const sql = "SELECT json_group_array(rowid) AS numbers FROM library_prompts WHERE library_prompts MATCH $match";
      keep(columns.markRows(this.#database.get(sql, { $match: terms.match })?.numbers));
    }
    for (const part of terms?.parts ?? []) {
      const sql = `SELECT json_group_array(number) AS numbers FROM library
        WHERE task IN (SELECT key FROM tasks WHERE instr(fold(prompt), $part) > 0)
          OR file IN (SELECT f.id FROM workspace_files f WHERE f.sha256 <> '' AND instr(fold(${searched}), $part) > 0)`;
      keep(columns.markRows(this.#database.get(sql, { $part: part })?.numbers));
    }
    return marked;
  }

  /** The rows in the requested order; undefined if they already are in it. */
  #sort(columns: LibraryColumns, sort: EntryQuery["sort"]): readonly number[] | undefined {
    if (sort === "newest") return undefined;
    if (this.#sorted?.sort === sort && this.#sorted.columns === columns) return this.#sorted.rows;
    const sql = `SELECT json_group_array(number) AS numbers FROM (SELECT number FROM library ORDER BY ${sortings[sort]})`;
    const sorted = columns.rowsOf(this.#database.get(sql)?.numbers);
    const { cost } = columns.facets() ?? {};
    const rows = sort === "cost" && cost !== undefined ? separateUnits(sorted, cost) : sorted;
    this.#sorted = { sort, columns, rows };
    return rows;
  }

  /** Reads the entries in the order of the numbers. */
  #read(numbers: readonly number[]): LibraryEntry[] {
    const rows = this.#database.all(selectEntries, { $numbers: JSON.stringify(numbers) });
    const entries = new Map(rows.flatMap((row) => readEntry(row) ?? []).map((entry) => [entry.number, entry]));
    return numbers.flatMap((number) => entries.get(number) ?? []);
  }
}

/** A row recovered from a damaged file may not be a valid entry. */
function readEntry(row: unknown): LibraryEntry | undefined {
  const read = entryRowSchema.safeParse(row).data;
  if (read === undefined) return undefined;
  const { number, task, kind, model, prompt, rating, path, uri, size, sha256, stack } = read;
  const location = uri === null ? { path } : { uri };
  return {
    number,
    task: task ?? undefined,
    kind,
    model,
    prompt,
    createdAt: read.created_at,
    cost: read.cost ?? undefined,
    unit: read.unit || undefined,
    rating,
    favourite: read.favourite !== 0,
    stack,
    artifact: { ...location, size, sha256, mediaType: read.media_type },
  };
}
